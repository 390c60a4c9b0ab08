//! The reduction of a single set of buckets, Σ b·S_b, by running sums in the lanes; variable time.
//!
//! With L lanes the buckets form rows of L: bucket b = L·i + l + 1 is in row i and lane l, so
//!
//! ```text
//! Σ b·S_b = L·Σ_l T_l + Σ_l (l + 1)·R_l,    R_l = Σ_i S_b,    T_l = Σ_i i·S_b
//! ```
//!
//! A running sum is Σ b·S_b = S_B + (S_B + S_(B−1)) + … + (S_B + … + S_1): bucket b is in b of the partial sums. It
//! takes two additions a bucket and no multiplication, but each addition waits for the one before. The lanes make up for
//! that: each has a running sum of its own, over every L-th bucket.
//!
//! R is summed from the last row down to row 0, and T is the sum of the values that R has after each row but row 0. Two
//! complete additions a row cost more than a grid's affine ones, but take no inversion.

use crate::backend::{BatchVector, always};
use crate::curve::{Curve, Point};
use crate::mask::Mask;
use crate::point_ops::{OnePoint, Operation, PointOps, Projective};

use crate::msm::points::operands::{Affine, gather_present};
use crate::msm::points::projective::store;

/// Returns Σ (i + 1)·buckets[i]. The number of lanes is a power of two, and at least two.
pub(crate) fn running_sum<C: Curve, V: BatchVector<Prime = C::Base>>(
    buckets: &[Affine<V::Lane>],
) -> Point<C> {
    // R and T of each lane.
    let [rows, weighted] = always!(V::enter, {
        let three_b = V::splat(&C::THREE_B);
        let (mut rows, mut weighted) = (Projective::<V>::identity(), Projective::<V>::identity());
        for (i, row) in buckets.chunks(V::LANES).enumerate().rev() {
            let ([x, y], present) = always!(gather_present::<V>, |l| row.get(l));
            // An empty bucket is (0, 0), on which the formulas give no meaningful sum: its lane keeps R. So do the lanes
            // past the end of a short last row.
            let mut next = rows;
            next.add_affine(&x, &y, &three_b);
            rows = rows.select_lanes(next, present);
            // Row i is in the values of R after rows i, i − 1, … 0. T leaves out the last, so that the row counts i times.
            if i > 0 {
                weighted.add(rows.coordinates().each_ref(), &three_b);
            }
        }
        [store(&rows), store(&weighted)]
    });
    V::single(OnePoint(LaneSums {
        rows: &rows[..V::LANES],
        weighted: &weighted[..V::LANES],
    }))
}

/// The operation L·Σ weighted[l] + Σ (l + 1)·rows[l], for L lanes.
struct LaneSums<'a, C: Curve> {
    rows: &'a [Point<C>],
    weighted: &'a [Point<C>],
}

impl<C: Curve> Operation for LaneSums<'_, C> {
    type Curve = C;

    #[inline(always)]
    fn run<O: PointOps<C>>(self) -> Point<C> {
        // L·Σ T_l: a sum over the lanes, then log2 L ≥ 1 doublings.
        let mut sum = O::load(&Point::IDENTITY);
        for point in self.weighted {
            O::add(&mut sum, &O::cache(O::load(point)), Mask::NO);
        }
        O::double_n(&mut sum, self.rows.len().ilog2());
        // Σ (l + 1)·R_l is a running sum once more, over the lanes.
        let mut running = O::load(&Point::IDENTITY);
        for row in self.rows.iter().rev() {
            O::add(&mut running, &O::cache(O::load(row)), Mask::NO);
            O::add(&mut sum, &O::cache(running), Mask::NO);
        }
        O::store(sum)
    }
}
