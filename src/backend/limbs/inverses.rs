//! Inverts eight lanes with one inversion.

use zeroize::Zeroize;

use super::{Radix, Tight};
use crate::backend::lanes::Lanes;
use crate::backend::{FieldVector, order};
use crate::field::{Invert, Prime};

/// See [`FieldVector::invert_lanes`]. It takes three steps of products with other lanes; lane after lane would take
/// fourteen dependent products.
#[inline(always)]
pub(super) fn of_eight<L: Lanes, P: Prime, R: Radix<P>>(
    x: Tight<L, P, R>,
    invert: Invert<P>,
) -> (Tight<L, P, R>, u32) {
    let zeros = x.zero_lanes();
    // Zeros are replaced by 1.
    let x = x.select_lanes(Tight::one(), zeros);
    // For the pair, the four and the eight of each lane: the product of the other half. This gives the products of all
    // lanes, and of all but the lane itself.
    let half = Tight::new(x.map(L::swap_halves));
    let two = x.mul_carried(&half);
    let others = half;
    let half = two.shuffle::<{ order([2, 3, 0, 1]) }>();
    let four = two.mul_carried(&half);
    let others = others.mul_carried(&half);
    let half = four.shuffle::<{ order([1, 0, 3, 2]) }>();
    let mut product = four.mul_carried(&half).store_lanes();
    let others = others.mul_carried(&half);
    let mut inverse = invert(&product[0]);
    let inverses = others.mul_carried(&Tight::splat(&inverse));
    product.zeroize();
    inverse.zeroize();
    (inverses.select_lanes(Tight::zero(), zeros), zeros)
}
