//! The reduction of buckets: Σ b·S_b, for each set, of the sums S_b of its buckets.
//!
//! Each lane has a set of its own, and nothing moves from lane to lane. The buckets of a set stand in a grid, bucket
//! b = 2^h·i + j in row i ≥ 0 and column −2^(h−1) < j ≤ 2^(h−1), so that
//!
//! ```text
//! Σ b·S_b = 2^h·Σ i·R_i + Σ j·C_j,    R_i = Σ_j S_(2^h·i + j),    C_j = Σ_i (S_(2^h·i + j) − S_(2^h·i − j))
//! ```
//!
//! with C_j for j > 0 only, the last of which has no differences. A row needs the sum of two points of which a column needs the
//! difference, and [`Batched::add_and_subtract`] makes both for little more than one addition. Of the rows and columns
//! those whose i or j has bit k make the list that counts 2^k times, so that a set of 2^(c−1) buckets ends as c points.
//!
//! Sets that are too few for the lanes are cut into pieces, which stand in lanes as sets do: with bucket b = s·g + b' in
//! piece g of s buckets, Σ b·S_b is what the pieces are reduced to, and s·Σ g·T_g with the sum T_g of a piece's buckets.

use alloc::vec::Vec;

use crate::backend::{FieldVector, MAX_LANES, Sum as _};

use super::batched::{Addition, Batched};
use super::lists::Lists;
use super::operands::{Affine, gather_present, places};
use super::sum::Buffers;
use super::wipe::wipe;

/// The memory of reductions, to be used again.
pub(crate) struct Reduction<V: FieldVector> {
    lines: Lines,
    /// What pieces of sets are reduced to.
    pieces: Vec<Affine<V::Lane>>,
}

impl<V: FieldVector> Default for Reduction<V> {
    fn default() -> Self {
        Self {
            lines: Lines::default(),
            pieces: Vec::new(),
        }
    }
}

/// Lists of places of a [`Batched`] whose points are to be summed, lane by lane.
#[derive(Default)]
struct Lines {
    /// For each place of the batch the lanes that are not the identity, as bits; those past the last lane are set.
    present: Vec<u32>,
    /// The places of all lists.
    places: Vec<u32>,
    /// Where each list ends.
    ends: Vec<usize>,
    /// The sums of the lists before.
    sums: Vec<u32>,
}

impl<V: FieldVector> Reduction<V> {
    /// Puts into `digits`, for each set, points D_0, D_1, … with the value Σ 2^k·D_k, `bits` many. The 2^(bits−1) buckets of
    /// a set follow those of the one before it.
    pub(super) fn reduce(
        &mut self,
        bits: u32,
        buckets: &[Affine<V::Lane>],
        digits: &mut [Affine<V::Lane>],
        buffers: &mut Buffers<V>,
        lists: &mut Lists,
    ) {
        let sets = digits.len() / bits as usize;
        let (cuts, _) = cut(V::LANES, sets, bits);
        let grid = Grid {
            with_sum: cuts > 0,
            ..Grid::of(bits - cuts)
        };
        let batch = &mut buffers.tree.batch;
        if cuts == 0 {
            self.lines.reduce(&grid, buckets, digits, batch);
            return;
        }
        let pieces = places(&mut self.pieces, (sets << cuts) * grid.points());
        self.lines.reduce(&grid, buckets, pieces, batch);

        // D_k of a piece counts 2^k times; bit t of its number 2^(top + t) times, as it has 2^top buckets.
        let (sum, top) = (grid.bits as usize, grid.bits - 1);
        lists.clear();
        for set in 0..sets {
            let point = |g: usize, i: usize| ((set << cuts) + g) * grid.points() + i;
            for bit in 0..bits {
                let digits = (0..1 << cuts).filter(|_| bit <= top);
                let counted = (0..1 << cuts).filter(|g| bit >= top && g >> (bit - top) & 1 == 1);
                let digits = digits.map(|g| point(g, bit as usize));
                lists.push(digits.chain(counted.map(|g| point(g, sum))), pieces);
            }
        }
        buffers.sum_lists(pieces, &lists.references, &lists.ends, digits);
        lists.clear();
    }
}

/// The time that the reduction of a set takes where all lanes are full, see [`cut`].
pub(super) const OF_A_SET: u64 = 64;

/// Into 2^cuts pieces sets are cut to be reduced the fastest, and the time that this takes.
pub(super) fn cut(lanes: usize, sets: usize, bits: u32) -> (u32, u64) {
    let time = |cuts: u32| {
        // The sum of a piece's buckets costs about an eighth of its reduction. No more than eight pieces.
        let of_piece = if cuts > 0 { 9 } else { 8 };
        let pieces = (sets << cuts).next_multiple_of(lanes) as u64;
        (pieces * of_piece * (OF_A_SET / 8)) >> cuts
    };
    let all = (0..=lanes.ilog2().min(bits - 1)).map(|cuts| (cuts, time(cuts)));
    all.min_by_key(|(_, time)| *time)
        .expect("no cut is one of them")
}

/// The grid of a set of 2^(bits−1) buckets.
#[derive(Clone, Copy)]
pub(super) struct Grid {
    bits: u32,
    h: u32,
    /// The distance of rows.
    width: usize,
    /// The last column; 0 if there are none.
    half: usize,
    /// The last row.
    rows: usize,
    /// Whether the sum of all buckets is wanted too.
    with_sum: bool,
}

impl Grid {
    pub(super) fn of(bits: u32) -> Self {
        let h = bits / 2;
        Self {
            bits,
            h,
            width: 1 << h,
            half: (1 << h) / 2,
            rows: 1 << (bits - 1 - h),
            with_sum: false,
        }
    }

    /// The additions that the reduction takes as long as, in halves.
    pub(super) fn half_additions(&self) -> u64 {
        let Self { half, rows, .. } = *self;
        let inner = half.saturating_sub(1);
        let of_rows = (rows - 1) * half + inner;
        let of_columns = inner * rows + half.min(1) * (rows - 1);
        // For each bit but the topmost a list has half of the lines.
        let of_bits = |lines: usize| match lines.checked_ilog2() {
            Some(bits) => bits as usize * (lines / 2).saturating_sub(1),
            None => 0,
        };
        let additions = of_rows + of_columns + of_bits(half) + of_bits(rows);
        // 7M + 2S for both are half as much again as 5M + 1S for one.
        let pairs = (rows - 1) * inner;
        (2 * additions + 3 * pairs) as u64
    }

    fn buckets(&self) -> usize {
        self.width * self.rows
    }

    /// How many points a set is reduced to: for each bit the one that counts 2^bit times, then the sum of all.
    fn points(&self) -> usize {
        self.bits as usize + usize::from(self.with_sum)
    }

    fn has_row_0(&self) -> bool {
        self.with_sum && self.half > 0
    }

    /// How many lines have a list.
    fn lines(&self) -> usize {
        self.half + self.rows + usize::from(self.has_row_0())
    }

    /// The lines, columns 1 to `half` and then rows 1 to `rows`, that count 2^bit times.
    fn lines_of_bit(&self, bit: u32) -> impl Iterator<Item = usize> {
        let (first, count, bit) = if bit < self.h {
            (0, self.half, bit)
        } else {
            (self.half, self.rows, bit - self.h)
        };
        (1..=count)
            .filter(move |number| number >> bit & 1 == 1)
            .map(move |number| first + number - 1)
    }
}

impl Lines {
    /// Puts into `points` what each set is reduced to, one set after another as the buckets are. Compiled once.
    #[inline(never)]
    fn reduce<V: FieldVector>(
        &mut self,
        grid: &Grid,
        buckets: &[Affine<V::Lane>],
        points: &mut [Affine<V::Lane>],
        batch: &mut Batched<V>,
    ) {
        V::enter(
            #[inline(always)]
            || {
                self.lay_out(grid, buckets, batch);
                for exceptional in batch.add_and_subtract() {
                    self.leave_out_identities(exceptional.sum, batch);
                    self.leave_out_identities(exceptional.summand, batch);
                }
                self.sum(batch);
                self.put_lists_of_bits(grid, batch);
                self.sum(batch);
                self.hand_out(grid, batch, points);
                wipe(&mut self.present);
            },
        );
    }

    /// Puts the buckets into places, and makes the lists of lines.
    #[inline(always)]
    fn lay_out<V: FieldVector>(
        &mut self,
        grid: &Grid,
        buckets: &[Affine<V::Lane>],
        batch: &mut Batched<V>,
    ) {
        let per_set = grid.buckets();
        self.present.clear();
        self.places.clear();
        self.ends.clear();
        batch.additions.clear();
        // As many sets at a time as there are lanes.
        for buckets in buckets.chunks(per_set * V::LANES) {
            let first = self.present.len();
            for b in 0..per_set {
                let ([x, y], present) = gather_present::<V>(
                    #[inline(always)]
                    |lane| buckets.get(lane * per_set + b),
                );
                self.put(x, y.into(), present | past_the_last::<V>(), batch);
            }
            self.put_lines(grid, first, batch);
        }
    }

    /// Makes the lists of the lines that count as often, and of all rows if the sum of all buckets is wanted, of the sums
    /// of lines.
    #[inline(always)]
    fn put_lists_of_bits<V: FieldVector>(&mut self, grid: &Grid, batch: &mut Batched<V>) {
        // The list of places before takes the memory of the one before that.
        let sums = core::mem::replace(&mut self.places, core::mem::take(&mut self.sums));
        self.places.clear();
        self.ends.clear();
        for sums in sums.chunks(grid.lines()) {
            for bit in 0..grid.bits {
                self.put_list(grid.lines_of_bit(bit).map(|line| sums[line]), batch);
            }
            if grid.with_sum {
                // Row 0 among them.
                self.put_list(sums[grid.half..].iter().copied(), batch);
            }
        }
        self.sums = sums;
    }

    /// Makes the lists of lines of as many sets as there are lanes, whose bucket 1 stands in the place `first`, and the
    /// additions of the points of which both the sum and the difference are wanted.
    #[inline(always)]
    fn put_lines<V: FieldVector>(&mut self, grid: &Grid, first: usize, batch: &mut Batched<V>) {
        let Grid {
            width, half, rows, ..
        } = *grid;
        let place = |b: usize| (first + b - 1) as u32;
        for i in 1..rows {
            for j in 1..half {
                self.pair(place(width * i + j), place(width * i - j), batch);
            }
        }
        for j in 1..=half {
            // Places are summed into, so that a point on two lists has two. Row 0 is a list only for the sum of all.
            let mut first = place(j);
            if grid.with_sum {
                first = self.copy(first, batch);
            }
            self.places.push(first);
            for i in 1..rows {
                let place = if j < half {
                    place(width * i - j)
                } else {
                    self.copy(place(width * i + half), batch)
                };
                self.places.push(place);
            }
            // The last row ends with its column 0.
            if j < half {
                let copy = self.copy(place(width * rows - j), batch);
                let y = &mut batch.y[copy as usize];
                *y = y.neg().carry().into();
                self.places.push(copy);
            }
            self.ends.push(self.places.len());
        }
        for i in 1..=rows {
            self.places.push(place(width * i));
            for j in 1..half {
                let b = if i < rows {
                    width * i + j
                } else {
                    width * i - j
                };
                self.places.push(place(b));
            }
            if half > 0 && i < rows {
                self.places.push(place(width * i + half));
            }
            self.ends.push(self.places.len());
        }
        if grid.has_row_0() {
            self.places.extend((1..=half).map(place));
            self.ends.push(self.places.len());
        }
    }

    /// Makes a list of copies.
    #[inline(always)]
    fn put_list<V: FieldVector>(
        &mut self,
        places: impl Iterator<Item = u32>,
        batch: &mut Batched<V>,
    ) {
        for place in places {
            let copy = self.copy(place, batch);
            self.places.push(copy);
        }
        self.ends.push(self.places.len());
    }

    /// Puts points into a place of their own, which it returns.
    #[inline(always)]
    fn put<V: FieldVector>(
        &mut self,
        x: V,
        y: V::Sum,
        present: u32,
        batch: &mut Batched<V>,
    ) -> u32 {
        let place = self.present.len();
        batch.make_room(place + 1);
        (batch.x[place], batch.y[place]) = (x, y);
        self.present.push(present);
        place as u32
    }

    #[inline(always)]
    fn copy<V: FieldVector>(&mut self, place: u32, batch: &mut Batched<V>) -> u32 {
        let place = place as usize;
        self.put(batch.x[place], batch.y[place], self.present[place], batch)
    }

    /// Appends the addition of two places of which the difference is wanted too, which will be present in the same lanes.
    #[inline(always)]
    fn pair<V: FieldVector>(&mut self, sum: u32, summand: u32, batch: &mut Batched<V>) {
        let (p, q) = (sum as usize, summand as usize);
        // P − 0 is P.
        let only_p = self.present[p] & !self.present[q];
        let only_q = self.present[q] & !self.present[p];
        let (x, y) = (batch.x[q], batch.y[q]);
        batch.replace(q, (batch.x[p], batch.y[p]), only_p);
        self.push(sum, summand, batch);
        self.present[q] = self.present[p];
        // 0 + Q was made Q, and 0 − Q is −Q.
        if only_q != 0 {
            batch.replace(q, (x, y.neg().carry().into()), only_q);
        }
    }

    /// Appends an addition, which will be present in the lanes in which one of both points is.
    #[inline(always)]
    fn push<V: FieldVector>(&mut self, sum: u32, summand: u32, batch: &mut Batched<V>) {
        let (p, q) = (sum as usize, summand as usize);
        let (a, b) = (self.present[p], self.present[q]);
        batch.replace(p, (batch.x[q], batch.y[q]), b & !a);
        self.present[p] = a | b;
        if a & b != past_the_last::<V>() {
            batch.additions.push(Addition {
                sum,
                summand,
                place: 0,
                lanes: a & b,
            });
        }
    }

    /// Sums all lists at once. Of each list the first place is left, which has the sum.
    #[inline(always)]
    fn sum<V: FieldVector>(&mut self, batch: &mut Batched<V>) {
        while self.places.len() > self.ends.len() {
            batch.additions.clear();
            let (mut start, mut left) = (0, 0);
            for list in 0..self.ends.len() {
                let end = self.ends[list];
                for i in (start..end).step_by(2) {
                    let sum = self.places[i];
                    if i + 1 < end {
                        self.push(sum, self.places[i + 1], batch);
                    }
                    self.places[left] = sum;
                    left += 1;
                }
                start = end;
                self.ends[list] = left;
            }
            self.places.truncate(left);
            if batch.add(false) {
                for addition in &batch.additions {
                    self.leave_out_identities(addition.sum, batch);
                }
            }
        }
    }

    /// Takes note of what has become the identity.
    #[cold]
    fn leave_out_identities<V: FieldVector>(&mut self, place: u32, batch: &Batched<V>) {
        let place = place as usize;
        let identities = V::call(
            #[inline(always)]
            || batch.x[place].zero_lanes(),
        );
        self.present[place] &= !identities | past_the_last::<V>();
    }

    /// Puts the sums of the lists, of which each group of sets has one for each point of a set, where they belong.
    #[inline(always)]
    fn hand_out<V: FieldVector>(
        &self,
        grid: &Grid,
        batch: &Batched<V>,
        points: &mut [Affine<V::Lane>],
    ) {
        let per_set = grid.points();
        let groups = points.chunks_mut(per_set * V::LANES);
        for (points, sums) in groups.zip(self.places.chunks(per_set)) {
            for (i, sum) in sums.iter().enumerate() {
                let mut lanes = [[V::Lane::default(); MAX_LANES]; 2];
                let [x, y] = &mut lanes;
                batch.x[*sum as usize].scatter(&mut x[..V::LANES]);
                batch.y[*sum as usize].carry().scatter(&mut y[..V::LANES]);
                let places = points.iter_mut().skip(i).step_by(per_set);
                for (point, (x, y)) in places.zip(x.iter().zip(y)) {
                    point.xy = [*x, *y];
                }
            }
        }
    }
}

/// The bits past the last lane.
const fn past_the_last<V: FieldVector>() -> u32 {
    !0 << (V::LANES - 1) << 1
}

#[cfg(all(test, feature = "checks"))]
#[path = "../../checks/msm/reduction/tests.rs"]
mod tests;
