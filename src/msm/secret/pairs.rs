//! Constant-time sums over the same two points, such as Pedersen commitments.
//!
//! There are tables of 32^i times each point, so that no doublings are left. The lanes are sums: the digits of one
//! place select from the same table, and the additions of all sums share an inversion.
//!
//! Two products take some 250 doublings and 65 additions each, 15 of them for the table; with these tables a sum
//! takes 101 affine additions. The tables, the odd multiples of 102 points, are made once for all sums.

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

/// scalars[i][0]·points[0] + scalars[i][1]·points[1] for each i; the points are public.
pub(crate) struct PairSums<'a, C: Curve> {
    pub scalars: &'a [[FieldElement<C::Scalar>; 2]],
    pub points: &'a [Point<C>; 2],
    pub sums: &'a mut [Point<C>],
}

impl<C: Curve> Job<C::Base> for PairSums<'_, C> {
    type Output = ();

    fn run<V: BatchVector<Prime = C::Base>>(self) {
        // Powers of 32 times the first point alternate with those times the second one.
        let (mut powers, mut row) = (Vec::new(), self.points.each_ref().map(tabled));
        for _ in 0..OddDigits::count::<C::Scalar>() {
            powers.extend_from_slice(&row);
            double_each::<C, V>(&mut row, WINDOW);
        }
        let tables = PointTables::<V>::new(&powers.iter().collect::<Vec<_>>());
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

/// x and y of the sums of the multiples that digits select, (0, 0) for the identity. There are as many first and second
/// digits as lanes in some vectors.
#[inline(always)]
fn add_digits<V: BatchVector>(
    digits: &[Vec<OddDigits>; 2],
    places: usize,
    tables: &PointTables<V>,
) -> Wiped<[FieldElement<V::Prime>; 2]> {
    let count = digits[0].len();
    let vectors = count / V::LANES;
    let zero: V = zero_limbs();
    // Over the first point, then over the second one.
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
        if place == 0 {
            sums.copy_from_slice(&summands);
        } else if place < places - 1 {
            // A sum of the places below is an odd multiple, smaller than any that is added. Both together are below the
            // order, so they are not equal or opposite.
            batch.add_distinct(&mut sums, &summands);
        } else {
            batch.add(&mut sums, &summands);
        }
    }
    let (sums, others) = sums.split_at_mut(vectors);
    batch.add(sums, others);
    affine(sums, count)
}
