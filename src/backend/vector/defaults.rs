//! What [`FieldVector`](super::FieldVector) and [`Sum`] do unless a backend has a faster way.

use super::Sum;
use crate::field::{FieldElement, Prime};
use crate::mask::Mask;

/// k ≥ 1 times a sum.
#[inline(always)]
pub(super) fn multiple<S: Sum>(x: S, k: u32) -> S {
    let mut multiple = x;
    for bit in (0..k.ilog2()).rev() {
        multiple = multiple + multiple;
        if k >> bit & 1 == 1 {
            multiple = multiple + x;
        }
    }
    multiple
}

/// The operands of a sum, carried if they would have more than `most` units together otherwise.
#[allow(dead_code)] // without vectors
#[inline(always)]
pub(crate) fn summable<S: Sum>(x: S, y: S, units: impl Fn(&S) -> u32, most: u32) -> (S, S) {
    let (mut x, mut y) = (x, y);
    if units(&x) + units(&y) > most {
        if units(&x) >= units(&y) {
            x = x.carry().into();
        } else {
            y = y.carry().into();
        }
    }
    if units(&x) + units(&y) > most {
        (x, y) = (x.carry().into(), y.carry().into());
    }
    debug_assert!(units(&x) + units(&y) <= most, "too many units");
    (x, y)
}

/// The indices of the zero elements, as bits.
#[inline(always)]
pub(super) fn zeros<P: Prime>(elements: &[FieldElement<P>]) -> u32 {
    let mut bits = 0;
    for (i, x) in elements.iter().enumerate() {
        bits |= Mask::all_zero(x.as_limbs()).bit() << i;
    }
    bits
}
