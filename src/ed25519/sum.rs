//! Sums over any points, without tables.
//!
//! The steps are those of `msm/vartime/sum.rs`: convert points to affine coordinates, here short Weierstrass ones, recode
//! scalars, sum lists, and apply Horner's rule. Three things differ: the curve's a, for doubles inside lists; the points
//! of small order, which have no such coordinates; and Horner's rule, which uses the complete Edwards formulas.

use alloc::vec::Vec;

use super::EdwardsPoint;
use super::horner::{Joined, horner};
use super::weierstrass::{COEFFICIENT, to_weierstrass};
use crate::backend::{BatchVector, Job};
use crate::curve::Algorithm;
use crate::field::Prime as _;
use crate::msm::points::affine::scattered;
use crate::msm::points::wipe::wipe;
use crate::msm::vartime::cost::choose;
use crate::msm::vartime::memory::Memory;
use crate::msm::vartime::pippenger::{Plan, fill_and_empty};
use crate::msm::vartime::stretched::sum_places;
use crate::msm::vartime::windows::SignedWindows;
use crate::msm::with_workspace;
use crate::primes::P25519;
use crate::scalar_mul::Magnitude;

/// The job that computes Σ scalars[i]·points[i]; variable time.
pub(super) struct VartimeSum<'a> {
    pub scalars: Vec<Magnitude>,
    pub points: &'a [EdwardsPoint],
    /// If `None`, the cost model chooses.
    pub algorithm: Option<Algorithm>,
}

impl Job<P25519> for VartimeSum<'_> {
    type Output = EdwardsPoint;
    const PUBLIC: bool = true;

    fn run<V: BatchVector<Prime = P25519>>(self) -> EdwardsPoint {
        let Self {
            mut scalars,
            points,
            algorithm,
        } = self;
        if points.is_empty() {
            return EdwardsPoint::IDENTITY;
        }
        // Points of small order stay out of the lists: their scalars become 0, which has no digits, and their products
        // are added at the end, by at most seven additions each.
        let (converted, small) = to_weierstrass::<V>(points);
        let mut sums = products_of_small_order(&mut scalars, points, &small);
        let length = scalars.iter().map(Magnitude::bits).max().unwrap_or(0);
        let n = points.len();
        let sum = with_workspace(n, |workspace| {
            let Memory {
                prepared,
                multiples,
                table,
                scratch,
                ..
            } = workspace.memory::<V>();
            table.clear();
            match algorithm.unwrap_or_else(|| choose::<V>(n, length)) {
                Algorithm::Pippenger { bits } => {
                    // The table is the points themselves, and each window has a set of buckets.
                    scattered(&converted, n, table);
                    let windows = SignedWindows::new(bits, length);
                    prepared.clear();
                    prepared.extend(scalars.iter().map(|scalar| windows.prepare(scalar)));
                    let plan = Plan {
                        windows,
                        scalars: prepared,
                        sums: &[(0, 0..n)],
                        sets_per_sum: windows.count,
                        table_stride: 0,
                    };
                    let sets = 0..windows.count as usize;
                    fill_and_empty(&plan, sets, table, &COEFFICIENT, scratch);
                    wipe(prepared);
                }
                algorithm => {
                    // There is no Straus' algorithm for these points. For as few points as it is chosen for, lists of
                    // width-4 NAFs lose little.
                    let width = match algorithm {
                        Algorithm::Stretched { width } => width,
                        _ => 4,
                    };
                    // All points have order ℓ or more by now, so no addition of their odd multiples is exceptional.
                    let count = 1 << (width - 2);
                    let rows =
                        multiples.rows(&converted, count, &COEFFICIENT, P25519::vartime_invert);
                    for row in rows.chunks(converted.len()) {
                        scattered(row, n, table);
                    }
                    sum_places::<V>(&scalars, table, &COEFFICIENT, width, scratch);
                }
            }
            horner::<V>(&scratch.digits)
        });
        sums.push(sum);
        V::single(Joined {
            sums: &sums,
            doublings: 0,
        })
    }
}

/// Returns points whose sum is the sum of the products with the points of small order, which are at these indices, and
/// sets the scalars of these to 0.
pub(super) fn products_of_small_order(
    scalars: &mut [Magnitude],
    points: &[EdwardsPoint],
    small: &[usize],
) -> Vec<EdwardsPoint> {
    let mut copies = Vec::new();
    for &i in small {
        let scalar = core::mem::take(&mut scalars[i]);
        let point = if scalar.negative {
            -points[i]
        } else {
            points[i]
        };
        // Their orders divide 8, so ±k·P depends on k modulo 8 only.
        copies.extend((0..scalar.limbs[0] & 7).map(|_| point));
    }
    copies
}
