//! Public sums over fixed points, from tables.
//!
//! Pippenger's windows i = 0, 1, … each need a set of buckets, because window i weighs 2^(ci). If 2^(ci)·P is in a
//! table, digit i of k is just a digit of another point: all windows fill one set, and nothing is doubled. An entry for
//! each window takes the most memory; with s sets, windows i, i + s, i + 2s, … share a set, and the table holds
//! 2^(csi)·P only.

use alloc::sync::Arc;
use alloc::vec::Vec;

use ff::Field;

use crate::backend::tuning::sums::{ADDITIONS_OF_A_PLACE, SUMS_AT_ONCE};
use crate::backend::{BatchVector, Job};
use crate::curve::{Curve, Point, Tables};
use crate::field::FieldElement;
use crate::scalar_mul::Magnitude;

use crate::msm::points::affine::{normalize, scattered};
use crate::msm::points::operands::Affine;
use crate::msm::points::projective::double_each;
use crate::msm::points::wipe::wipe;
use crate::msm::vartime::memory::{Memory, with_workspace};
use crate::msm::vartime::pippenger::{Plan, sum_buckets};
use crate::msm::vartime::windows::SignedWindows;

/// The table of the points P: first all P, then all 2^(cs)·P, all 2^(2cs)·P, and so on, for windows of c bits and s sets.
struct Table<V: BatchVector> {
    entries: Vec<Affine<V::Lane>>,
    windows: SignedWindows,
    /// The number of sets of buckets, see [`Plan`].
    sets: u32,
}

/// The job that makes tables for [`VartimePreparedSums`], of at most about `bytes` bytes, and returns them with their
/// size.
pub(crate) struct VartimePrepare<'a, C: Curve> {
    pub points: &'a [Point<C>],
    pub bytes: usize,
}

impl<C: Curve> Job<C::Base> for VartimePrepare<'_, C> {
    type Output = (Tables, usize);
    const PUBLIC: bool = true;

    fn run<V: BatchVector<Prime = C::Base>>(self) -> (Tables, usize) {
        let n = self.points.len();
        // A magnitude below half the order has at most 254 bits.
        let entries = self.bytes / size_of::<Affine<V::Lane>>();
        let (windows, sets) = shape(n, entries, 254);
        let mut table = Vec::with_capacity(n * windows.count.div_ceil(sets) as usize);
        let mut row = self.points.to_vec();
        for i in 0..windows.count.div_ceil(sets) {
            if i > 0 {
                double_each::<C, V>(&mut row, windows.bits * sets);
            }
            let references: Vec<&Point<C>> = row.iter().collect();
            scattered(&normalize::<C, V>(&references, true), n, &mut table);
        }
        let bytes = size_of_val(table.as_slice());
        let table = Table::<V> {
            entries: table,
            windows,
            sets,
        };
        (Arc::new(table), bytes)
    }
}

/// Returns the windows and the number of sets with the fewest additions for a sum of n points with scalars of `length`
/// bits, such that the table has at most `entries` entries, or n if that is more.
pub(crate) fn shape(n: usize, entries: usize, length: u32) -> (SignedWindows, u32) {
    // Larger digits mean fewer additions of points but more buckets; more sets mean smaller tables but more buckets,
    // and doublings.
    let shapes = (2..=16).map(move |bits| SignedWindows::new(bits, length));
    let shapes = shapes.flat_map(|windows| (1..=windows.count).map(move |sets| (windows, sets)));
    let fits = |(windows, sets): &(SignedWindows, u32)| {
        n * windows.count.div_ceil(*sets) as usize <= entries.max(n)
    };
    let cost = |(windows, sets): &(SignedWindows, u32)| {
        let [count, bits, sets] = [windows.count, windows.bits, *sets].map(|n| n as usize);
        // An addition for each window of each point; two for each of the 2^(bits−1) buckets of a set, to a row and a
        // column; and Horner's rule over the `bits` places of each set.
        count * n + (sets << bits) + ADDITIONS_OF_A_PLACE * sets * bits
    };
    shapes
        .filter(fits)
        .min_by_key(cost)
        .expect("one entry for each point always fits")
}

/// The job that computes Σ scalars[i]·points[offset + i] over the points of the tables, for each `(offset, scalars)`;
/// variable time.
pub(crate) struct VartimePreparedSums<'a, C: Curve> {
    pub tables: &'a Tables,
    pub points: &'a [Point<C>],
    pub sums: &'a [(usize, &'a [FieldElement<C::Scalar>])],
}

impl<C: Curve> Job<C::Base> for VartimePreparedSums<'_, C> {
    type Output = Vec<Point<C>>;
    const PUBLIC: bool = true;

    fn run<V: BatchVector<Prime = C::Base>>(self) -> Vec<Point<C>> {
        let points = self.points;
        // Tables made for another backend's vectors have another type: the sums are then computed without.
        let Some(table) = self.tables.downcast_ref::<Table<V>>() else {
            let sums = self.sums.iter().map(|&(first, scalars)| {
                Point::vartime_multiscalar_mul(scalars, &points[first..][..scalars.len()])
            });
            return sums.collect();
        };
        let mut sums = Vec::with_capacity(self.sums.len());
        let zero = FieldElement::ZERO;
        for chunk in self.sums.chunks(SUMS_AT_ONCE) {
            let count = chunk.iter().map(|(_, scalars)| scalars.len()).sum();
            with_workspace(count, |workspace| {
                let Memory {
                    prepared, scratch, ..
                } = workspace.memory::<V>();
                prepared.clear();
                // Reserved at once: a vector that grows leaves a copy behind.
                prepared.reserve(count);
                let mut sums_of = Vec::with_capacity(chunk.len());
                for &(first, scalars) in chunk {
                    let start = prepared.len();
                    for (scalar, point) in scalars.iter().zip(&points[first..]) {
                        // The scalar of the identity becomes 0, which has no digits: lists must not contain it.
                        let is_identity = bool::from(point.coordinates()[2].is_zero());
                        let scalar = if is_identity { &zero } else { scalar };
                        prepared.push(table.windows.prepare(&Magnitude::new(scalar)));
                    }
                    sums_of.push((first, start..prepared.len()));
                }
                let plan = Plan {
                    windows: table.windows,
                    scalars: prepared,
                    sums: &sums_of,
                    sets_per_sum: table.sets,
                    table_stride: points.len(),
                };
                sums.extend(sum_buckets::<C, V>(&plan, &table.entries, scratch));
                // The thread keeps this memory.
                wipe(prepared);
            });
        }
        sums
    }
}
