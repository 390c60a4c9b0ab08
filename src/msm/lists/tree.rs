//! Sums lists of points, one in each lane, as trees: points in pairs, then their sums in pairs, and so on.
//!
//! The affine additions of a level are a [batch](crate::msm::lists::batched), which shares an inversion: lists of up
//! to n points take ⌈log2 n⌉ inversions.

use alloc::vec::Vec;

use crate::backend::BatchVector;
use crate::field::FieldElement;

use crate::msm::lists::batched::{Batched, PairAddition, Segments};
use crate::msm::points::empty::empty;

/// The memory in which lists are summed, in order of decreasing length.
///
/// Column c holds the sum of points 2c and 2c + 1 of each list that reaches it: these lists are the first lanes of its
/// vectors. Columns are added to earlier ones until the first holds the sums.
///
/// The memory is reused: 5 elements for each pair of points, and 16 bytes for each vector of pairs.
pub(in crate::msm) struct Tree<V: BatchVector> {
    columns: Vec<TreeColumn>,
    batch: Batched<V>,
}

struct TreeColumn {
    /// The index of the first vector.
    first: usize,
    /// The number of lists that reach the column.
    lists: usize,
    /// The number of lists with a point 2c + 1.
    pairs: usize,
}

empty!(Tree: columns batch);

impl<V: BatchVector> Tree<V> {
    /// Returns x and y of the sums, in the lanes of the first vectors; later vectors are arbitrary.
    #[inline(always)]
    pub(in crate::msm) fn sums(&self) -> (&[V], &[V::Sum]) {
        (&self.batch.x, &self.batch.y)
    }

    /// Sums lists, of which the first `longer[k]` are longer than k. No point may be the identity. Returns whether a sum
    /// may be.
    #[inline(always)]
    pub(in crate::msm) fn sum(
        &mut self,
        segments: &Segments<'_, V::Lane>,
        longer: &[usize],
        a: &FieldElement<V::Prime>,
    ) -> bool {
        // A list of n points has ⌈n/2⌉ columns. As lists are ordered by length, those that reach a column are in the
        // first lanes of its vectors, and no lane is idle except in a column's last vector.
        let vectors = self.lay_out(longer);
        self.batch.make_room(vectors);

        let mut identities = self.first_level(segments, a);
        // Column 2d·c + d is added to column 2d·c, for d = 1, 2, 4, … until all sums are in column 0.
        // Each round is a level of all trees, and one batch. No column is in two of its additions.
        let mut distance = 1;
        while distance < self.columns.len() {
            self.batch.additions.clear();
            for columns in self.columns.chunks(2 * distance) {
                let Some(summand) = columns.get(distance) else {
                    continue;
                };
                for v in 0..summand.lists.div_ceil(V::LANES) {
                    // A list that reaches the summand's column also reaches the sum's, which is before it.
                    self.batch.additions.push(PairAddition {
                        sum: (columns[0].first + v) as u32,
                        summand: (summand.first + v) as u32,
                        place: 0,
                        lanes: first_lanes::<V>(summand.lists, v),
                    });
                }
            }
            identities = self.batch.add(None, a, identities);
            distance *= 2;
        }
        identities
    }

    /// Lays out the columns, and returns the number of their vectors.
    #[inline(always)]
    fn lay_out(&mut self, longer: &[usize]) -> usize {
        self.columns.clear();
        let mut vectors = 0;
        // Column c has points 2c and 2c + 1: of lists longer than 2c, and longer than 2c + 1.
        for lists in longer.chunks(2) {
            self.columns.push(TreeColumn {
                first: vectors,
                lists: lists[0],
                pairs: lists.get(1).copied().unwrap_or(0),
            });
            vectors += lists[0].div_ceil(V::LANES);
        }
        vectors
    }

    /// Adds points 2c and 2c + 1 of each list, into column c. Returns whether a sum may be the identity.
    #[inline(always)]
    fn first_level(
        &mut self,
        segments: &Segments<'_, V::Lane>,
        a: &FieldElement<V::Prime>,
    ) -> bool {
        self.batch.additions.clear();
        for (c, column) in self.columns.iter().enumerate() {
            let pairs = column.pairs.div_ceil(V::LANES);
            for v in 0..pairs {
                self.batch.additions.push(PairAddition {
                    sum: (column.first + v) as u32,
                    summand: v as u32,
                    place: 2 * c as u32,
                    lanes: first_lanes::<V>(column.pairs, v),
                });
            }
            // Vectors in which no list has a second point: the first is the sum. In a vector with both kinds of lanes,
            // `push` stores the first points, and lanes without an addition keep them.
            for v in pairs..column.lists.div_ceil(V::LANES) {
                let sum = column.first + v;
                (self.batch.x[sum], self.batch.y[sum]) = segments.gather(v, 2 * c);
            }
        }
        self.batch.add(Some(segments), a, false)
    }
}

/// Returns which lanes of vector `v` are among the first `count` of all lanes, as bits; all ones if all of them are.
#[inline(always)]
fn first_lanes<V: BatchVector>(count: usize, v: usize) -> u32 {
    let rest = count - v * V::LANES;
    if rest < V::LANES { !(!0 << rest) } else { !0 }
}
