//! Double-base scalar multiplication with the generator, variable time.

use super::magnitude::Magnitude;
use super::odd_multiples;
use super::recoding::Wnaf;
use super::tables;
use crate::curve::{Curve, Point};
use crate::field::FieldElement;
use crate::mask::Mask;
use crate::point_ops::{Operation, PointOps};

/// The NAF width of the point's scalar: eight odd multiples, computed by each call.
const POINT_WIDTH: u32 = 5;
/// The NAF width of the generator's scalar: the sixteen odd multiples of the fixed-base table's first row.
const GENERATOR_WIDTH: u32 = 6;

/// a · point + b · generator, variable time in everything (Straus, width-w NAF).
pub(crate) struct DoubleBase<'a, C: Curve> {
    pub a: &'a FieldElement<C::Scalar>,
    pub point: &'a Point<C>,
    pub b: &'a FieldElement<C::Scalar>,
}

impl<C: Curve> Operation<C> for DoubleBase<'_, C> {
    type Output = Point<C>;

    #[inline(always)]
    fn run<O: PointOps<C>>(self) -> Point<C> {
        let point = O::load(self.point);
        let mut table = [O::cache(point); 1 << (POINT_WIDTH - 2)];
        odd_multiples::<C, O>(point, &mut table);

        let a = Wnaf::new(&Magnitude::new(self.a), POINT_WIDTH);
        let b = Wnaf::new(&Magnitude::new(self.b), GENERATOR_WIDTH);
        let mut sum = O::load(&Point::IDENTITY);
        // Doublings are collected, and done in one run before the next addition.
        let mut owed = 0;
        for i in (0..a.len().max(b.len())).rev() {
            owed += 1;
            let (digit_a, digit_b) = (a.digit(i), b.digit(i));
            if (digit_a, digit_b) == (0, 0) {
                continue;
            }
            O::double_n(&mut sum, owed);
            owed = 0;
            if digit_a != 0 {
                let entry = &table[usize::from(digit_a.unsigned_abs() / 2)];
                O::add(&mut sum, entry, Mask::public(digit_a < 0));
            }
            if digit_b != 0 {
                let entry = tables::entry::<C>(0, usize::from(digit_b.unsigned_abs() / 2));
                O::add_affine(&mut sum, &entry, Mask::public(digit_b < 0));
            }
        }
        if owed > 0 {
            O::double_n(&mut sum, owed);
        }
        O::store(sum)
    }
}
