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

/// The operation a · point + b · generator, in variable time throughout (Straus' method, width-w NAFs).
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
        // A NAF of width w has odd digits below 2^(w−1) in magnitude, so 2^(w−2) odd multiples are enough.
        let point = O::load(self.point);
        let mut table = [O::cache(point); 1 << (POINT_WIDTH - 2)];
        odd_multiples::<C, O>(point, &mut table);

        let a = Wnaf::new(&Magnitude::new(self.a), POINT_WIDTH);
        let b = Wnaf::new(&Magnitude::new(self.b), GENERATOR_WIDTH);
        O::store(interleaved::<C, O>(
            &[a, b],
            #[inline(always)]
            |sum, term, index, negate| match term {
                // Term 0 is the point's, term 1 the generator's: the order of the digits above.
                0 => O::add(sum, &table[index], negate),
                _ => O::add_affine(sum, &tables::entry::<C>(0, index), negate),
            },
        ))
    }
}

/// Returns Σ k_i·P_i from the NAFs of the k_i, by doublings that all terms share (Straus' method); variable time. For
/// each nonzero digit it calls `add` with the sum, the number i of the scalar, the index of the odd multiple of P_i,
/// and whether to subtract that.
#[inline(always)]
pub(crate) fn interleaved<C: Curve, O: PointOps<C>>(
    digits: &[Wnaf],
    add: impl Fn(&mut O::Point, usize, usize, Mask),
) -> O::Point {
    // The first run doubles the identity, which leaves it as it is.
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
            // The digit ±(2·index + 1) is odd.
            let index = usize::from(digit.unsigned_abs() / 2);
            add(&mut sum, term, index, Mask::public(digit < 0));
        }
    }
    // The places below the lowest nonzero digit.
    if doublings > 0 {
        O::double_n(&mut sum, doublings);
    }
    sum
}
