//! Sums over fixed points, from tables of their multiples, as in `msm/vartime/prepared.rs`.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use super::edwards::Homogeneous;
use super::horner::{Joined, horner, store};
use super::sum::{VartimeSum, products_of_small_order};
use super::weierstrass::{COEFFICIENT, load, to_weierstrass};
use super::{EdwardsPoint, magnitude};
use crate::backend::tuning::sums::{points_per_thread, table_bytes};
use crate::backend::{BatchVector, Job, always};
use crate::curve::Tables;
use crate::dispatch::run_batch;
use crate::msm::points::affine::scattered;
use crate::msm::points::operands::Affine;
use crate::msm::points::wipe::wipe;
use crate::msm::vartime::memory::Memory;
use crate::msm::vartime::pippenger::{Plan, fill_and_empty};
use crate::msm::vartime::prepared::shape;
use crate::msm::vartime::windows::SignedWindows;
use crate::msm::with_workspace;
use crate::primes::P25519;
use crate::scalar_mul::Magnitude;
use crate::threads;

/// Public points of Ed25519 prepared for sums, like [`crate::VartimePrecomputation`]: tables of their multiples by powers
/// of two leave no doublings. Clones share the tables.
///
/// The tables fit the backend that was selected when they were made. After [`crate::Backend::select`] of another one,
/// sums are the same but several times slower, until the tables are made again.
///
/// ```
/// use helioselene_simd::ed25519::{EdwardsPoint, VartimeEdwardsPrecomputation};
///
/// let g = EdwardsPoint::GENERATOR;
/// let scalar = |k: u8| { let mut bytes = [0; 32]; bytes[0] = k; bytes };
/// let generators = VartimeEdwardsPrecomputation::new(&[g, g + g]);
/// let [two, three] = [2, 3].map(scalar);
/// let sum = generators.vartime_mixed_multiscalar_mul(&[two, three], &[two], &[-g]);
/// assert_eq!(sum, EdwardsPoint::vartime_multiscalar_mul(&[scalar(6)], &[g]));
/// ```
#[derive(Clone)]
pub struct VartimeEdwardsPrecomputation {
    points: Vec<EdwardsPoint>,
    /// A [`PreparedTable`] in the format of the backend that was selected when it was made.
    tables: Tables,
}

/// The table of the points P: first all P, then all 2^(cs)·P, all 2^(2cs)·P, and so on, for windows of c bits and s sets.
struct PreparedTable<V: BatchVector> {
    entries: Vec<Affine<V::Lane>>,
    windows: SignedWindows,
    /// The number of sets of buckets, see [`Plan`].
    sets: u32,
    /// The indices of the points of small order, whose entries are arbitrary.
    small: Vec<usize>,
}

impl VartimeEdwardsPrecomputation {
    /// Prepares points with tables of the fastest size on this make of processor; variable time.
    pub fn new(points: &[EdwardsPoint]) -> Self {
        Self::from_tables(points.to_vec(), run_batch(Prepare(points)))
    }

    /// Combines points with their tables.
    pub(super) fn from_tables(points: Vec<EdwardsPoint>, tables: Tables) -> Self {
        Self { points, tables }
    }

    /// Returns the number of points.
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// Returns whether there are no points.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// Returns Σ static_scalarsᵢ·pointsᵢ over the first prepared points; scalars are little-endian integers. Variable
    /// time.
    ///
    /// # Panics
    ///
    /// If there are more scalars than prepared points.
    pub fn vartime_multiscalar_mul(&self, static_scalars: &[[u8; 32]]) -> EdwardsPoint {
        assert!(
            static_scalars.len() <= self.points.len(),
            "a precomputed sum has at most as many scalars as static points"
        );
        let least = points_per_thread::PREPARED_SUM;
        let identity = EdwardsPoint::IDENTITY;
        let parts = threads::map(static_scalars.len(), least, identity, |range| {
            run_batch(PreparedSum {
                tables: self,
                first: range.start,
                scalars: static_scalars[range].iter().map(magnitude).collect(),
            })
        });
        parts.into_iter().reduce(|a, b| a + b).expect("a part")
    }

    /// Returns [`Self::vartime_multiscalar_mul`] plus Σ dynamic_scalarsᵢ·dynamic_pointsᵢ; variable time.
    ///
    /// # Panics
    ///
    /// If there are more static scalars than prepared points, or the numbers of dynamic scalars and points differ.
    pub fn vartime_mixed_multiscalar_mul(
        &self,
        static_scalars: &[[u8; 32]],
        dynamic_scalars: &[[u8; 32]],
        dynamic_points: &[EdwardsPoint],
    ) -> EdwardsPoint {
        let (mut a, mut b) = (EdwardsPoint::IDENTITY, EdwardsPoint::IDENTITY);
        threads::pair(
            static_scalars.len() + dynamic_points.len(),
            points_per_thread::PREPARED_SUM,
            || a = self.vartime_multiscalar_mul(static_scalars),
            || b = EdwardsPoint::vartime_multiscalar_mul(dynamic_scalars, dynamic_points),
        );
        a + b
    }
}

impl fmt::Debug for VartimeEdwardsPrecomputation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("VartimeEdwardsPrecomputation")
            .field("points", &self.points.len())
            .finish_non_exhaustive()
    }
}

/// The job that makes the tables of points.
pub(super) struct Prepare<'a>(pub &'a [EdwardsPoint]);

impl Job<P25519> for Prepare<'_> {
    type Output = Tables;
    const PUBLIC: bool = true;

    fn run<V: BatchVector<Prime = P25519>>(self) -> Tables {
        let n = self.0.len();
        // Magnitudes are at most 4ℓ < 2^255.
        let entries = table_bytes(n) / size_of::<Affine<V::Lane>>();
        let (windows, sets) = shape(n, entries, 255);
        let mut table = PreparedTable::<V> {
            entries: Vec::with_capacity(n * windows.count.div_ceil(sets) as usize),
            windows,
            sets,
            small: Vec::new(),
        };
        let mut row = self.0.to_vec();
        for i in 0..windows.count.div_ceil(sets) {
            if i > 0 {
                double_each::<V>(&mut row, windows.bits * sets);
            }
            let (converted, small) = to_weierstrass::<V>(&row);
            scattered(&converted, n, &mut table.entries);
            // A double is of small order exactly if the point is, so the indices are the same in each row.
            table.small = small;
        }
        Arc::new(table)
    }
}

/// Multiplies each point by 2^doublings, `doublings` ≥ 1, a vector of points at a time.
fn double_each<V: BatchVector<Prime = P25519>>(row: &mut [EdwardsPoint], doublings: u32) {
    for row in row.chunks_mut(V::LANES) {
        let lanes = always!(V::enter, {
            let [x, y, z] = load::<V>(row, 0);
            let mut points = Homogeneous { x, y, z };
            always!(V::call, points = points.double_n(doublings).projective());
            store(&points)
        });
        row.copy_from_slice(&lanes[..row.len()]);
    }
}

/// The job that computes Σ scalars[i]·points[first + i] over prepared points; variable time.
pub(super) struct PreparedSum<'a> {
    pub tables: &'a VartimeEdwardsPrecomputation,
    pub first: usize,
    pub scalars: Vec<Magnitude>,
}

impl Job<P25519> for PreparedSum<'_> {
    type Output = EdwardsPoint;
    const PUBLIC: bool = true;

    fn run<V: BatchVector<Prime = P25519>>(self) -> EdwardsPoint {
        let Self {
            tables: VartimeEdwardsPrecomputation { points, tables },
            first,
            mut scalars,
        } = self;
        let (stride, n) = (points.len(), scalars.len());
        let points = &points[first..][..n];
        // Tables made for another backend's vectors have another type: the sum is then computed without.
        let Some(table) = tables.downcast_ref::<PreparedTable<V>>() else {
            return VartimeSum {
                scalars,
                points,
                algorithm: None,
            }
            .run::<V>();
        };
        // The points of small order among those of this sum, by their indices in it.
        let small = table.small.iter().filter_map(|i| i.checked_sub(first));
        let small: Vec<usize> = small.filter(|i| *i < n).collect();
        let mut sums = products_of_small_order(&mut scalars, points, &small);
        sums.push(with_workspace(n, |workspace| {
            let Memory {
                prepared, scratch, ..
            } = workspace.memory::<V>();
            prepared.clear();
            prepared.extend(scalars.iter().map(|scalar| table.windows.prepare(scalar)));
            let plan = Plan {
                windows: table.windows,
                scalars: prepared,
                sums: &[(first, 0..n)],
                sets_per_sum: table.sets,
                table_stride: stride,
            };
            let sets = 0..table.sets as usize;
            fill_and_empty(&plan, sets, &table.entries, &COEFFICIENT, scratch);
            wipe(prepared);
            horner::<V>(&scratch.digits)
        }));
        V::single(Joined {
            sums: &sums,
            doublings: 0,
        })
    }
}
