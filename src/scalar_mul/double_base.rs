//! Double-base scalar multiplication with the generator, variable time.

use super::magnitude::Magnitude;
use super::odd_multiples;
use super::recoding::Wnaf;
use super::tables;
use crate::curve::{Curve, Point};
use crate::field::FieldElement;
use crate::mask::Mask;
use crate::point_ops::{Operation, PointOps};

/// The NAF width for the point's scalar: eight odd multiples, computed in each call.
const POINT_WIDTH: u32 = 5;
/// The NAF width for the generator's scalar: the sixteen odd multiples in the fixed-base table's first row.
const GENERATOR_WIDTH: u32 = 6;

/// a · point + b · generator, in variable time throughout (Straus, width-w NAF).
///
/// Both products share the doublings. The generator's multiples are at hand, so its NAF is wider, with fewer digits.
pub(crate) struct DoubleBase<'a, C: Curve> {
    pub a: &'a FieldElement<C::Scalar>,
    pub point: &'a Point<C>,
    pub b: &'a FieldElement<C::Scalar>,
}

impl<C: Curve> Operation for DoubleBase<'_, C> {
    type Curve = C;

    #[inline(always)]
    fn run<O: PointOps<C>>(self) -> Point<C> {
        let point = O::load(self.point);
        let mut table = [O::cache(point); 1 << (POINT_WIDTH - 2)];
        odd_multiples::<C, O>(point, &mut table);

        let a = Wnaf::new(&Magnitude::new(self.a), POINT_WIDTH);
        let b = Wnaf::new(&Magnitude::new(self.b), GENERATOR_WIDTH);
        O::store(interleaved::<C, O>(
            &[a, b],
            #[inline(always)]
            |sum, term, index, negate| match term {
                0 => O::add(sum, &table[index], negate),
                _ => O::add_affine(sum, &tables::entry::<C>(0, index), negate),
            },
        ))
    }
}

/// The sum of all digits' terms, in variable time. `add` adds each of them, given the number of the scalar, the index
/// of the odd multiple, and whether to subtract it.
#[inline(always)]
pub(crate) fn interleaved<C: Curve, O: PointOps<C>>(
    digits: &[Wnaf],
    add: impl Fn(&mut O::Point, usize, usize, Mask),
) -> O::Point {
    let mut sum = O::load(&Point::IDENTITY);
    // Doublings are collected and done in one run before the next addition.
    let mut doublings = 0;
    for place in (0..digits.iter().map(Wnaf::len).max().unwrap_or(0)).rev() {
        // Most places have no digit, so several doublings follow each other: a run of them costs less than each by
        // itself.
        doublings += 1;
        for (term, naf) in digits.iter().enumerate() {
            let digit = naf.digit(place);
            if digit == 0 {
                continue;
            }
            if doublings > 0 {
                O::double_n(&mut sum, doublings);
                doublings = 0;
            }
            let index = usize::from(digit.unsigned_abs() / 2);
            add(&mut sum, term, index, Mask::public(digit < 0));
        }
    }
    if doublings > 0 {
        O::double_n(&mut sum, doublings);
    }
    sum
}
