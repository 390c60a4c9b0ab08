//! Sums over points that are used once.
//!
//! As in `msm/vartime/sum.rs`: points to short Weierstrass coordinates, digits, lists, Horner's rule. Three things
//! differ: the curve's a, for doubles inside lists; the points of small order, which have no such
//! coordinates; and Horner's rule, by the complete Edwards formulas.

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

/// Σ scalars[i]·points[i].
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
        // Points of small order stay out of the lists: their scalars become 0, and at most seven additions each add
        // them at the end.
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
                    // Straus' algorithm is for very few points, where little is lost.
                    let width = match algorithm {
                        Algorithm::Stretched { width } => width,
                        _ => 4,
                    };
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

/// Points whose sum is that of the products with the points of small order, at these indices. Their scalars become 0.
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
        // Their orders divide 8.
        copies.extend((0..scalar.limbs[0] & 7).map(|_| point));
    }
    copies
}
