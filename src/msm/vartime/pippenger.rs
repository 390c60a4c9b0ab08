//! Pippenger's algorithm for many points, by sums of lists.
//!
//! To add up k_1·P_1 + … + k_n·P_n, write each scalar in w windows of c bits, k = Σ_i 2^(ci)·d_i. Then for each
//! window i the sum Σ_j d_ij·P_j has few different factors: sort the points by their digit into *buckets*, add up
//! each bucket, and only then multiply a bucket's sum S_b by its digit b. So a point costs one addition per window,
//! whatever its digit, and the multiplications are shared by all points. Signed digits, from −2^(c−1) to 2^(c−1),
//! halve the number of buckets, as −P costs nothing. Larger c means fewer windows but more buckets;
//! [`cost`](crate::msm::vartime::cost) finds the best.
//!
//! With digits of c bits a *set* has 2^(c−1) buckets, one for each magnitude of a digit, and bucket b
//! receives ±P for each digit ±b. The value is Σ b·S_b. Instead of the usual running sum, the buckets
//! b = 2^h·i + j form a grid, whose rows and columns are lists again:
//!
//! ```text
//! Σ b·S_b = 2^h·Σ i·(Σ_j S_b) + Σ j·(Σ_i S_b)
//! ```
//!
//! With c = 5 and h = 2, for example, buckets 1 to 16 are
//!
//! ```text
//!          j = 0   1   2   3
//! i = 0        –   1   2   3
//!     1        4   5   6   7       column 3 is the list of buckets 3, 7, 11, 15, row 1 that of buckets 4 to 7
//!     2        8   9  10  11
//!     3       12  13  14  15
//!     4       16
//! ```
//!
//! The about 2^(c/2) sums of rows and columns whose i or j has bit k form a list with the factor 2^k. So every addition
//! is an affine one in a full batch, and a set ends as c points D_k with the value Σ 2^k·D_k.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use crate::backend::tuning::sums::{
    BUCKETS_AT_ONCE, REFERENCES_AT_ONCE, SMALL_SET, by_running_sums,
};
use crate::backend::{BatchVector, Lane};
use crate::curve::{Curve, Point};
use crate::field::FieldElement;

use crate::msm::lists::references::{Lists, Unsorted, Writer};
use crate::msm::points::operands::{
    Affine, NEGATIVE, Reference, assert_countable, minus_three, places,
};
use crate::msm::vartime::horner::{horner, horner_each};
use crate::msm::vartime::memory::Scratch;
use crate::msm::vartime::running::running_sum;
use crate::msm::vartime::windows::{Prepared, SignedWindows};

/// How digits are assigned to sets.
pub(crate) struct Plan<'a> {
    /// The digits of scalars.
    pub windows: SignedWindows,
    /// The scalars of all sums, prepared by `windows`.
    pub scalars: &'a [Prepared],
    /// For each sum, the table index of its first scalar's point, and where its scalars are. The following scalars have
    /// the following points.
    pub sums: &'a [(usize, Range<usize>)],
    /// Digit i of a scalar goes into set i mod `sets_per_sum` of its sum.
    pub sets_per_sum: u32,
    /// The distance in the table between a scalar's points for digits i, i + sets_per_sum, …
    pub table_stride: usize,
}

impl Plan<'_> {
    fn buckets(&self) -> usize {
        1 << (self.windows.bits - 1)
    }

    /// The most references that a set can have.
    fn largest_set(&self) -> usize {
        let largest = self.sums.iter().map(|(_, scalars)| scalars.len()).max();
        largest.unwrap_or(0) * self.windows.count.div_ceil(self.sets_per_sum) as usize
    }

    /// Collects the digits of some sets in lists, one for each bucket. Not generic, so that it is compiled once.
    fn collect(&self, sets: Range<usize>, lists: &mut Lists, unsorted: &mut Unsorted) {
        let (most_digits, buckets) = (sets.len() * self.largest_set(), self.buckets());
        lists.collect(
            unsorted,
            sets.len() * buckets,
            most_digits,
            #[inline(always)]
            |writer| {
                for (i, set) in sets.enumerate() {
                    self.put_digits(set, i * buckets, writer);
                }
            },
        );
    }

    /// Appends each nonzero digit of a set: its bucket, counted from `bucket`, and its reference.
    #[inline(always)]
    fn put_digits(&self, set: usize, bucket: usize, digits: &mut Writer<'_>) {
        let sets = self.sets_per_sum as usize;
        let (first_point, scalars) = &self.sums[set / sets];
        let scalars = &self.scalars[scalars.clone()];
        let places = ((set % sets) as u32..self.windows.count).step_by(sets);
        // Digit i is for the point 2^(c·i)·P. Without tables each i has a set of its own, and Horner's rule
        // multiplies; with them digits i and i + sets share a set, and the table's next row has the point for the
        // second one.
        for (row, i) in places.enumerate() {
            let window = self.windows.window(i);
            let first = row * self.table_stride + first_point;
            for (point, scalar) in (first..).zip(scalars) {
                // A digit of 0 adds nothing. The others' signs become signs of references.
                let (size, sign) = window.digit(scalar);
                if size != 0 {
                    const { assert!(NEGATIVE == 1 << 31) };
                    digits.push(bucket as u32 + size - 1, point as Reference | sign);
                }
            }
        }
    }
}

/// The value of each sum.
///
/// No point that digits refer to may be the identity.
pub(crate) fn sum_buckets<C: Curve, V: BatchVector<Prime = C::Base>>(
    plan: &Plan<'_>,
    table: &[Affine<V::Lane>],
    scratch: &mut Scratch<V>,
) -> Vec<Point<C>> {
    // A set of tables' digits has no doublings left: Σ b·S_b is the sum itself, by running sums if that is quicker
    // than a grid.
    let (sums, a) = (plan.sums.len(), &minus_three());
    if plan.sets_per_sum == 1 && by_running_sums(V::LANES, sums, plan.buckets()) {
        fill(plan, 0..sums, table, a, scratch);
        let sets = scratch.buckets.chunks(plan.buckets());
        return sets.map(running_sum::<C, V>).collect();
    }
    // Set by set, `bits` points D_k. As window i + 1 weighs 2^bits times window i, the points of all of a sum's sets,
    // one after the other, are Σ 2^k·D_k as they stand.
    let sets = 0..sums * plan.sets_per_sum as usize;
    fill_and_empty(plan, sets, table, a, scratch);
    if sums == 1 {
        return vec![horner::<C, V>(&scratch.digits)];
    }
    let digits = plan.windows.bits * plan.sets_per_sum;
    horner_each::<C, V>(&scratch.digits, digits as usize)
}

/// Writes to `scratch.digits`, for each of some sets, `bits` points D_k with the value Σ 2^k·D_k. The sets of a sum,
/// one after the other, make up its value. The curve is y² = x³ + ax + b.
pub(crate) fn fill_and_empty<V: BatchVector>(
    plan: &Plan<'_>,
    range: Range<usize>,
    table: &[Affine<V::Lane>],
    a: &FieldElement<V::Prime>,
    scratch: &mut Scratch<V>,
) {
    let (sets, buckets) = (range.len(), plan.buckets());
    let grid = Grid::new(plan.windows.bits);
    // Sets are filled a few at a time, so that buckets and references stay in the cache; their rows and columns wait
    // in `lines` for all sets together.
    let group = (REFERENCES_AT_ONCE / plan.largest_set().max(1))
        .min(BUCKETS_AT_ONCE / buckets)
        .clamp(1, sets.max(1));

    places(&mut scratch.lines, sets * grid.lines());
    for first in (0..sets).step_by(group) {
        let group = group.min(sets - first);
        let start = range.start + first;
        fill(plan, start..start + group, table, a, scratch);
        let lines = &mut scratch.lines[first * grid.lines()..][..group * grid.lines()];
        let (sums, lists) = (&scratch.buckets, &mut scratch.lists);
        // Each bucket is added to one row and one column: two additions, as a running sum takes, but in full batches.
        grid.collect_lines(sums, lists);
        scratch.buffers.sum_lists(sums, lists, a, lines);
    }

    let lists = &mut scratch.lists;
    let digits = places(&mut scratch.digits, sets * plan.windows.bits as usize);
    // Then each row and column to the points of the bits of its number.
    grid.collect_bits(&scratch.lines, lists);
    scratch.buffers.sum_lists(&scratch.lines, lists, a, digits);
    // The lists reveal which buckets are empty.
    lists.wipe();
}

/// Writes to `scratch.buckets` the sums of the buckets of some sets.
fn fill<V: BatchVector>(
    plan: &Plan<'_>,
    sets: Range<usize>,
    table: &[Affine<V::Lane>],
    a: &FieldElement<V::Prime>,
    scratch: &mut Scratch<V>,
) {
    let sums = places(&mut scratch.buckets, sets.len() * plan.buckets());
    assert_countable(table.len(), sets.len() * plan.largest_set());
    let lists = &mut scratch.lists;
    plan.collect(sets, lists, &mut scratch.unsorted);
    scratch.buffers.sum_lists(table, lists, a, sums);
    lists.wipe();
}

/// The grid of a set: bucket b ≥ 1 is in row b >> h and column b mod 2^h.
struct Grid {
    bits: u32,
    h: u32,
}

impl Grid {
    fn new(bits: u32) -> Self {
        let h = if 1 << (bits - 1) <= SMALL_SET {
            0
        } else {
            (bits - 1) / 2
        };
        Self { bits, h }
    }

    /// The number of lines: columns 1 to 2^h − 1 and rows 1 to 2^(bits−1−h). Column 0 and row 0 have the factor 0.
    fn lines(&self) -> usize {
        self.columns() + (1 << (self.bits - 1 - self.h))
    }

    fn columns(&self) -> usize {
        (1 << self.h) - 1
    }

    /// Replaces the lists by those of each line's buckets, set by set.
    fn collect_lines<L: Lane>(&self, sums: &[Affine<L>], lists: &mut Lists) {
        // Bucket b is `sums[b − 1]`: there is no bucket 0.
        let (width, buckets) = (1 << self.h, 1 << (self.bits - 1));
        lists.clear();
        for first in (0..sums.len()).step_by(buckets) {
            // A line's first bucket, the distance of its buckets, and their number.
            let mut push = |line: usize, step: usize, count: usize| {
                lists.push((0..count).map(|i| first + line + i * step - 1), sums);
            };
            for j in 1..width {
                push(j, width, buckets / width);
            }
            for i in 1..buckets / width {
                push(i * width, 1, width);
            }
            // The last row has one bucket, the largest.
            push(buckets, 1, 1);
        }
    }

    /// Replaces the lists, for each bit, by those of the lines with the factor 2^bit, set by set.
    fn collect_bits<L: Lane>(&self, lines: &[Affine<L>], lists: &mut Lists) {
        lists.clear();
        for start in (0..lines.len()).step_by(self.lines()) {
            for bit in 0..self.bits {
                lists.push(self.lines_of_bit(bit).map(|line| start + line), lines);
            }
        }
    }

    /// The lines with the factor 2^bit.
    fn lines_of_bit(&self, bit: u32) -> impl Iterator<Item = usize> {
        let (first, count, bit) = if bit < self.h {
            (0, self.columns(), bit)
        } else {
            (self.columns(), self.lines() - self.columns(), bit - self.h)
        };
        (1..=count)
            .filter(move |number| number >> bit & 1 == 1)
            .map(move |number| first + number - 1)
    }
}
