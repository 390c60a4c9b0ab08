//! Fixed-base scalar multiplication by the generator, constant time.

use zeroize::Zeroize;

use super::recoding::OddDigits;
use super::tables;
use crate::backend::always;
use crate::curve::{Curve, Point};
use crate::field::FieldElement;
use crate::point_ops::{Operation, PointOps};

/// The operation scalar · generator, constant time.
///
/// One affine table entry for each of the 51 digits and no doubling: 50 complete mixed additions. Row i of the table
/// has the odd multiples of 32^i·G, so k·G = Σ d_i·32^i·G is a sum of entries, with signs.
pub(crate) struct FixedBase<'a, C: Curve> {
    pub scalar: &'a FieldElement<C::Scalar>,
}

impl<C: Curve> Operation for FixedBase<'_, C> {
    type Curve = C;

    #[inline(always)]
    fn run<O: PointOps<C>>(self) -> Point<C> {
        // The first entry, with its sign, is the first sum: an affine point has Z = 1. Additions take any order, as no
        // doubling separates them.
        let digits = OddDigits::new(self.scalar);
        let first = digits.digit(0);
        let mut entry = tables::lookup::<C>(0, first.index);
        let mut point = Point::from_coordinates([entry[0], entry[1], FieldElement::from_small(1)]);
        let mut sum = O::load(&point);
        entry.zeroize();
        point.zeroize();
        O::conditional_negate(&mut sum, first.negative);
        let mut sum = always!(O::call, {
            let mut sum = sum;
            for i in 1..OddDigits::count::<C::Scalar>() {
                let digit = digits.digit(i);
                // An entry reveals the digit that selected it, so it is wiped, although the table is public.
                let mut entry = tables::lookup::<C>(i, digit.index);
                O::Inlined::add_affine(&mut sum, &entry, digit.negative);
                entry.zeroize();
            }
            sum
        });
        // The digits of an even scalar k are those of −k.
        O::conditional_negate(&mut sum, *digits.was_even);
        let product = O::store(sum);
        sum.zeroize();
        product
    }
}
