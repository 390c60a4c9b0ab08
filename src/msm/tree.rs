//! Sums of lists of points, one in each lane, as trees: pairs, then pairs of their sums, and so on.
//!
//! The affine additions of a level are a [batch](super::batched), which shares an inversion: lists of up to n points take
//! ⌈log2 n⌉ inversions.

use alloc::vec::Vec;

use crate::backend::tuning::sums::NEAR_BYTES;
use crate::backend::{FieldVector, Lane, MAX_LANES, prefetch};

use super::batched::{Addition, Batched, Operands};
use super::operands::{Affine, NEGATIVE, Reference, gather};

/// Lists that are being summed, by decreasing length.
///
/// Column c has the sum of points 2c and 2c + 1 of each list that reaches it: these lists are the first lanes of its
/// vectors. Columns are added to earlier ones until the first has the sums.
///
/// The memory is reused: 5 elements for each pair of points, and 16 bytes for each vector of these.
pub(super) struct Tree<V: FieldVector> {
    columns: Vec<Column>,
    batch: Batched<V>,
}

struct Column {
    /// The index of the first vector.
    first: usize,
    /// The number of lists that reach the column.
    lists: usize,
    /// The number of lists with a point 2c + 1.
    pairs: usize,
}

/// The points of lists.
#[derive(Clone, Copy)]
pub(super) struct Segments<'a, L: Lane> {
    pub points: &'a [Affine<L>],
    pub references: &'a [Reference],
    /// The first reference of each list, padded arbitrarily to fill vectors.
    pub starts: &'a [u32],
}

impl<L: Lane> Segments<'_, L> {
    /// The points at an index of the lists of vector `v`; arbitrary for lists that end before.
    #[inline(always)]
    fn gather<V: FieldVector<Lane = L>>(&self, v: usize, place: usize) -> (V, V::Sum) {
        let (mut points, mut negative) = ([&self.points[0]; MAX_LANES], 0);
        let starts = &self.starts[v * V::LANES..][..V::LANES];
        for (lane, start) in starts.iter().enumerate() {
            let reference = self.references.get(*start as usize + place);
            let reference = reference.copied().unwrap_or(0);
            points[lane] = &self.points[(reference & !NEGATIVE) as usize];
            negative |= (reference >> 31) << lane;
        }
        let [x, y] = gather::<V>(&points);
        (x, y.with_signs(negative))
    }

    /// Prefetches the points at an index and the next of the lists of vector `v`.
    #[inline(always)]
    fn prefetch<V: FieldVector<Lane = L>>(&self, v: usize, place: usize) {
        for start in &self.starts[v * V::LANES..][..V::LANES] {
            let first = *start as usize + place;
            for reference in self.references.get(first..first + 2).unwrap_or(&[]) {
                prefetch(&self.points[(reference & !NEGATIVE) as usize]);
            }
        }
    }
}

impl<V: FieldVector> Tree<V> {
    pub(super) const fn new() -> Self {
        Self {
            columns: Vec::new(),
            batch: Batched::new(),
        }
    }

    /// x and y of the sums, lane by lane; later vectors are arbitrary.
    #[inline(always)]
    pub(super) fn sums(&self) -> (&[V], &[V::Sum]) {
        (&self.batch.x, &self.batch.y)
    }

    /// Sums lists, the first `longer[k]` of which are longer than k. No point may be the identity.
    #[inline(always)]
    pub(super) fn sum(&mut self, segments: &Segments<'_, V::Lane>, longer: &[usize]) {
        let vectors = self.lay_out(longer);
        self.batch.make_room(vectors);

        let mut identities = self.first_level(segments);
        let mut distance = 1;
        while distance < self.columns.len() {
            self.batch.additions.clear();
            for columns in self.columns.chunks(2 * distance) {
                let Some(summand) = columns.get(distance) else {
                    continue;
                };
                for v in 0..summand.lists.div_ceil(V::LANES) {
                    self.batch.additions.push(Addition {
                        sum: (columns[0].first + v) as u32,
                        summand: (summand.first + v) as u32,
                        place: 0,
                        lanes: first_lanes::<V>(summand.lists, v),
                    });
                }
            }
            identities = self.batch.add(identities);
            distance *= 2;
        }
    }

    /// Makes the columns, and returns their number of vectors.
    #[inline(always)]
    fn lay_out(&mut self, longer: &[usize]) -> usize {
        self.columns.clear();
        let mut vectors = 0;
        for lists in longer.chunks(2) {
            self.columns.push(Column {
                first: vectors,
                lists: lists[0],
                pairs: lists.get(1).copied().unwrap_or(0),
            });
            vectors += lists[0].div_ceil(V::LANES);
        }
        vectors
    }

    /// Adds the pairs of the lists' points. Returns whether a sum may be the identity.
    #[inline(always)]
    fn first_level(&mut self, segments: &Segments<'_, V::Lane>) -> bool {
        self.batch.additions.clear();
        for (c, column) in self.columns.iter().enumerate() {
            let pairs = column.pairs.div_ceil(V::LANES);
            for v in 0..pairs {
                self.batch.additions.push(Addition {
                    sum: (column.first + v) as u32,
                    summand: v as u32,
                    place: 2 * c as u32,
                    lanes: first_lanes::<V>(column.pairs, v),
                });
            }
            // Vectors of points without a second one.
            for v in pairs..column.lists.div_ceil(V::LANES) {
                let sum = column.first + v;
                (self.batch.x[sum], self.batch.y[sum]) = segments.gather(v, 2 * c);
            }
        }
        self.batch.add_from(segments, false)
    }
}

/// The lanes of vector `v` that are among the first `count` of all lanes, as bits.
#[inline(always)]
fn first_lanes<V: FieldVector>(count: usize, v: usize) -> u32 {
    let rest = count - v * V::LANES;
    if rest < V::LANES { !(!0 << rest) } else { !0 }
}

impl<V: FieldVector> Operands<V> for Segments<'_, V::Lane> {
    const APART: bool = true;

    #[inline(always)]
    fn points(&self, addition: Addition, _: &[V], _: &[V::Sum]) -> [(V, V::Sum); 2] {
        let (v, place) = (addition.summand as usize, addition.place as usize);
        [self.gather(v, place), self.gather(v, place + 1)]
    }

    #[inline(always)]
    fn prefetch(&self, addition: Addition) {
        if size_of_val(self.points) > NEAR_BYTES {
            Segments::prefetch::<V>(self, addition.summand as usize, addition.place as usize);
        }
    }
}
