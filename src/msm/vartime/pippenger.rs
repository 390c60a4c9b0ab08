//! Pippenger's bucket method for many points, by sums of lists.
//!
//! To add up k_1·P_1 + … + k_n·P_n, write each scalar in w windows of c bits, k = Σ_i 2^(ci)·d_i. Then for each
//! window i the sum Σ_j d_ij·P_j has few different factors: sort the points by their digit into *buckets*, add up
//! each bucket, and only then multiply a bucket's sum S_b by its digit b. So a point costs one addition per window,
//! whatever its digit, and all points share the multiplications. Signed digits, from −2^(c−1) to 2^(c−1), halve the
//! number of buckets, as −P costs nothing. Larger c means fewer windows but more buckets;
//! [`cost`](crate::msm::vartime::cost) chooses.
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
//! Then the sums of the rows whose i has bit k form a list with the factor 2^(h + k), and those of the columns whose j
//! has bit k one with the factor 2^k. So every addition is an affine one in a large batch, and a set ends as c points
//! D_k with the value Σ 2^k·D_k.

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

/// The scalars of some sums, and how their digits are assigned to sets of buckets.
pub(crate) struct Plan<'a> {
    /// The recoding of the scalars.
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
    /// Returns the number of buckets of a set, one for each magnitude 1, 2, … 2^(c−1) of a digit.
    fn buckets(&self) -> usize {
        1 << (self.windows.bits - 1)
    }

    /// Returns the most references that a set can have: one for each of its windows of each scalar.
    fn largest_set(&self) -> usize {
        let largest = self.sums.iter().map(|(_, scalars)| scalars.len()).max();
        largest.unwrap_or(0) * self.windows.count.div_ceil(self.sets_per_sum) as usize
    }

    /// Collects the digits of some sets in lists of references, one for each bucket. Not generic over vectors, so that it
    /// is compiled once.
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

    /// Appends each nonzero digit of a set as the number of its bucket and a reference to its point. `bucket` is the
    /// number of the set's first bucket, that of the digits ±1.
    #[inline(always)]
    fn put_digits(&self, set: usize, bucket: usize, digits: &mut Writer<'_>) {
        let sets = self.sets_per_sum as usize;
        let (first_point, scalars) = &self.sums[set / sets];
        let scalars = &self.scalars[scalars.clone()];
        let places = ((set % sets) as u32..self.windows.count).step_by(sets);
        // Digit i multiplies 2^(c·i)·P. Without tables each i has a set of its own, and Horner's rule makes up for the
        // power of two. With tables, digits i and i + sets share a set, and the table's next row has the point for the
        // second.
        for (row, i) in places.enumerate() {
            let window = self.windows.window(i);
            let first = row * self.table_stride + first_point;
            for (point, scalar) in (first..).zip(scalars) {
                // A digit of 0 adds nothing. The sign of any other becomes that of its reference.
                let (size, sign) = window.digit(scalar);
                if size != 0 {
                    const { assert!(NEGATIVE == 1 << 31) };
                    digits.push(bucket as u32 + size - 1, point as Reference | sign);
                }
            }
        }
    }
}

/// Returns the value of each sum. No point with a nonzero digit may be the identity.
pub(crate) fn sum_buckets<C: Curve, V: BatchVector<Prime = C::Base>>(
    plan: &Plan<'_>,
    table: &[Affine<V::Lane>],
    scratch: &mut Scratch<V>,
) -> Vec<Point<C>> {
    // If tables let all windows share one set, Σ b·S_b is the sum itself, and running sums may be faster than a grid.
    let (sums, a) = (plan.sums.len(), &minus_three());
    if plan.sets_per_sum == 1 && by_running_sums(V::LANES, sums, plan.buckets()) {
        fill(plan, 0..sums, table, a, scratch);
        let sets = scratch.buckets.chunks(plan.buckets());
        return sets.map(running_sum::<C, V>).collect();
    }
    // Each set ends as `bits` points D_k. Window i + 1 weighs 2^bits times window i, so the points of all sets of a sum,
    // one set after the other, are the D_k of the sum Σ 2^k·D_k.
    let sets = 0..sums * plan.sets_per_sum as usize;
    fill_and_empty(plan, sets, table, a, scratch);
    if sums == 1 {
        return vec![horner::<C, V>(&scratch.digits)];
    }
    let digits = plan.windows.bits * plan.sets_per_sum;
    horner_each::<C, V>(&scratch.digits, digits as usize)
}

/// Fills the buckets of some sets and reduces each set to `bits` points D_k with the value Σ 2^k·D_k, which it writes to
/// `scratch.digits`. For all sets of a sum, one after the other, these are the D_k of the sum. The curve is
/// y² = x³ + ax + b.
pub(crate) fn fill_and_empty<V: BatchVector>(
    plan: &Plan<'_>,
    range: Range<usize>,
    table: &[Affine<V::Lane>],
    a: &FieldElement<V::Prime>,
    scratch: &mut Scratch<V>,
) {
    let (sets, buckets) = (range.len(), plan.buckets());
    let grid = Grid::new(plan.windows.bits);
    // Sets are filled a few at a time, so that buckets and references stay in the cache. The sums of rows and columns are
    // collected in `lines`, and reduced further for all sets together, in larger batches.
    // A single set may exceed either limit.
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
    // Then each line is added to the D_k of the bits of its number.
    grid.collect_bits(&scratch.lines, lists);
    scratch.buffers.sum_lists(&scratch.lines, lists, a, digits);
    // The lists reveal which buckets are empty.
    lists.wipe();
}

/// Writes to `scratch.buckets` the sums of the buckets of some sets, (0, 0) for empty ones.
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
    // The lists are the digits of all scalars.
    lists.wipe();
}

/// The grid of a set's buckets: bucket b ≥ 1 is in row b >> h and column b mod 2^h. A *line* is a row or a column;
/// columns are numbered before rows.
struct Grid {
    bits: u32,
    h: u32,
}

impl Grid {
    fn new(bits: u32) -> Self {
        // About as many columns as rows; for few buckets none, so that each bucket is a row of its own.
        let h = if 1 << (bits - 1) <= SMALL_SET {
            0
        } else {
            (bits - 1) / 2
        };
        Self { bits, h }
    }

    /// Returns the number of lines: columns 1 to 2^h − 1 and rows 1 to 2^(bits−1−h). Column 0 and row 0 have the factor 0.
    fn lines(&self) -> usize {
        self.columns() + (1 << (self.bits - 1 - self.h))
    }

    /// Returns the number of columns but for column 0.
    fn columns(&self) -> usize {
        (1 << self.h) - 1
    }

    /// Replaces the lists by those of each line's nonempty buckets, set by set.
    fn collect_lines<L: Lane>(&self, sums: &[Affine<L>], lists: &mut Lists) {
        // Bucket b is `sums[b − 1]`: there is no bucket 0.
        let (width, buckets) = (1 << self.h, 1 << (self.bits - 1));
        lists.clear();
        for first in (0..sums.len()).step_by(buckets) {
            // Pushes a line, given its first bucket, the distance between its buckets, and their number.
            let mut push = |line: usize, step: usize, count: usize| {
                lists.push((0..count).map(|i| first + line + i * step - 1), sums);
            };
            for j in 1..width {
                push(j, width, buckets / width);
            }
            for i in 1..buckets / width {
                push(i * width, 1, width);
            }
            // The last row has one bucket, of the largest digit: the grid is full without it, see the example above.
            push(buckets, 1, 1);
        }
    }

    /// Replaces the lists by those of the lines with the factor 2^bit, for each bit, set by set.
    fn collect_bits<L: Lane>(&self, lines: &[Affine<L>], lists: &mut Lists) {
        lists.clear();
        for start in (0..lines.len()).step_by(self.lines()) {
            for bit in 0..self.bits {
                lists.push(self.lines_of_bit(bit).map(|line| start + line), lines);
            }
        }
    }

    /// Returns the numbers of the lines with the factor 2^bit: the columns j that have this bit if bit < h, else the rows
    /// i that have bit − h.
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
