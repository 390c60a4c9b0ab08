//! Constant-time sums over the same two points, such as Pedersen commitments.
//!
//! Tables of the odd multiples of 32^i·P for each point P leave no doublings. Each lane has a sum of its own: all digits
//! of one place select from the same table, and the additions of all sums share an inversion.
//!
//! Two products take some 250 doublings and 65 additions each, 15 of them for the table; with these tables a sum
//! takes 101 affine additions: 50 for each point, and one to join them. The tables, the odd multiples of 102 points, are
//! made once for all sums.

use alloc::vec::Vec;

use crate::backend::{BatchVector, Job, always};
use crate::curve::{AffinePoint, Curve, Point};
use crate::field::FieldElement;
use crate::msm::points::operands::zero_limbs;
use crate::msm::points::projective::double_each;
use crate::msm::secret::complete::{Batch, Points, Wiped, affine, copies};
use crate::msm::secret::places::PointTables;
use crate::msm::secret::tables::{recode, tabled};
use crate::scalar_mul::{OddDigits, WINDOW};

/// The job that writes scalars[i][0]·points[0] + scalars[i][1]·points[1] for each i; constant time in the scalars, while
/// the points are public.
pub(crate) struct PairSums<'a, C: Curve> {
    pub scalars: &'a [[FieldElement<C::Scalar>; 2]],
    pub points: &'a [Point<C>; 2],
    pub sums: &'a mut [Point<C>],
}

impl<C: Curve> Job<C::Base> for PairSums<'_, C> {
    type Output = ();

    fn run<V: BatchVector<Prime = C::Base>>(self) {
        // 32^i times the first point is number 2i, 32^i times the second one number 2i + 1.
        let (mut powers, mut row) = (Vec::new(), self.points.each_ref().map(tabled));
        for _ in 0..OddDigits::count::<C::Scalar>() {
            powers.extend_from_slice(&row);
            double_each::<C, V>(&mut row, WINDOW);
        }
        let tables = PointTables::<V>::new(&powers.iter().collect::<Vec<_>>());
        // Unused lanes get the digits of 0.
        let count = self.scalars.len().next_multiple_of(V::LANES);
        let digits = [0, 1].map(|i| {
            let terms = self.scalars.iter().map(|pair| (&pair[i], &self.points[i]));
            recode::<C>(terms, count, OddDigits::new)
        });
        let sums = always!(V::enter, add_digits(&digits, powers.len() / 2, &tables));
        for (sum, coordinates) in self.sums.iter_mut().zip(sums.iter()) {
            *sum = Point::from(&AffinePoint::from_coordinates(*coordinates));
        }
    }
}

/// Returns x and y of the sum of the multiples that each lane's digits of both scalars select, (0, 0) for the identity.
/// The number of scalars is a multiple of that of lanes.
#[inline(always)]
fn add_digits<V: BatchVector>(
    digits: &[Vec<OddDigits>; 2],
    places: usize,
    tables: &PointTables<V>,
) -> Wiped<[FieldElement<V::Prime>; 2]> {
    let count = digits[0].len();
    let vectors = count / V::LANES;
    let zero: V = zero_limbs();
    // The first half of these vectors are products of the first point, the second half products of the second one.
    let mut sums = copies(Points::new(zero, zero, !0), 2 * vectors);
    let (mut summands, mut batch) = (sums.clone(), Batch::<V>::new(2 * vectors, zero));
    for place in 0..places {
        for (v, summand) in summands.iter_mut().enumerate() {
            let which = usize::from(v >= vectors);
            let digits = &digits[which][(v - which * vectors) * V::LANES..][..V::LANES];
            let (mut indices, mut negative) = (0, 0);
            for (lane, digits) in digits.iter().enumerate() {
                let digit = digits.digit(place);
                indices |= u64::from(digit.index as u8) << (8 * lane);
                // The digits may be those of −k.
                negative |= digit.negative.xor(*digits.was_even).bit() << lane;
            }
            let [x, y] = tables.look_up(2 * place + which, indices);
            *summand = Points::new(x, y.negate_lanes(negative), 0);
        }
        // The first multiples are the first sums.
        if place == 0 {
            sums.copy_from_slice(&summands);
        } else if place < places - 1 {
            // The sum so far is s·P with s odd and |s| < 32^place, the summand ±d·32^place·P with an odd d ≤ 31. The
            // multiples differ in magnitude, and together they are below the order, so the points are neither equal nor
            // opposite.
            batch.add_distinct(&mut sums, &summands);
        } else {
            // At the last place they may be: for the scalar 0 the multiples add up to the order.
            batch.add(&mut sums, &summands);
        }
    }
    // Nothing is known about k·P + l·Q, so this addition is complete.
    let (sums, others) = sums.split_at_mut(vectors);
    batch.add(sums, others);
    affine(sums, count)
}
