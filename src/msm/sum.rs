//! Sums of many lists of affine points: the engine under every variable-time algorithm here.
//!
//! A list names points of an array, each with a sign; its sum is made by affine additions, which
//! cost 5M + 1S when many of them share an inversion. Lane by lane and vector by vector the lists
//! advance together: round r adds to the sum of each list its r-th point. Lists are cut into
//! segments so that no round has few additions, and the sums of a list's segments are the list of
//! the next pass.
//!
//! Nothing is assumed of the points. A round in which equal or opposite points meet has a zero
//! among its denominators, so the product of all of them is zero, which is noticed when it is
//! inverted; that round is then done again with care.

use alloc::vec::Vec;

use crate::backend::tuning::sums::{BATCH, LONGEST};
use crate::backend::{FieldVector, Lane, MAX_LANES, Sum as _, prefetch};
use crate::field::{FieldElement, Inverse, Product};

use super::complete::{Exceptions, Points};
use super::wipe::wipe;

/// An affine point in a backend's own limbs. (0, 0), which is on no curve, is the identity.
#[derive(Clone, Copy, Default)]
pub(crate) struct Affine<L> {
    pub x: L,
    pub y: L,
}

impl<L: Lane> Affine<L> {
    /// Whether this is the identity. b is no square, so no point has x = 0.
    #[inline(always)]
    pub(crate) fn is_identity(&self) -> bool {
        self.x.is_zero()
    }
}

/// A point of an array: its index, and [`NEGATIVE`] if it is to be subtracted.
pub(crate) type Reference = u32;
/// The sign of a [`Reference`].
pub(crate) const NEGATIVE: Reference = 1 << 31;

/// Panics where indices of a table, or the ends of lists, would wrap: more than 2^31 entries, or
/// 2^32 references to them. To be called before references are made.
#[track_caller]
pub(crate) fn assert_countable(entries: usize, references: usize) {
    assert!(
        entries <= NEGATIVE as usize && u32::try_from(references).is_ok(),
        "a sum has at most 2^31 table entries and 2^32 − 1 references to them, not {entries} and {references}"
    );
}

/// A piece of a list. Segments are kept by decreasing length, and fill the lanes in that order.
#[derive(Clone, Copy)]
struct Segment {
    /// Its first reference.
    start: u32,
    /// Where its sum goes: the place of a list's sum, or of a partial sum if `PARTIAL` is set.
    target: u32,
}

/// Marks a target as a partial sum.
const PARTIAL: u32 = 1 << 31;

/// The memory of [`sum_lists`], to be used again.
///
/// Per segment 4 elements and 12 bytes; per partial sum one point and 8 bytes.
pub(crate) struct Buffers<V: FieldVector> {
    x: Vec<V>,
    y: Vec<V>,
    /// x2 − x1 of the additions of a round.
    denominators: Vec<V>,
    /// What [`Product::push`] returned of each of them.
    before: Vec<V>,
    exceptions: Vec<Exceptions>,
    segments: Vec<Segment>,
    /// What the segments add in the present round.
    current: Vec<Reference>,
    partial: Partial<V>,
    next: Partial<V>,
}

/// The lists of a pass: all that a pass needs.
struct Partial<V: FieldVector> {
    points: Vec<Affine<V::Lane>>,
    references: Vec<Reference>,
    ends: Vec<u32>,
    /// The place of each list's sum.
    targets: Vec<u32>,
}

impl<V: FieldVector> Partial<V> {
    const fn new() -> Self {
        Self {
            points: Vec::new(),
            references: Vec::new(),
            ends: Vec::new(),
            targets: Vec::new(),
        }
    }
}

impl<V: FieldVector> Buffers<V> {
    pub(crate) const fn new() -> Self {
        Self {
            x: Vec::new(),
            y: Vec::new(),
            denominators: Vec::new(),
            before: Vec::new(),
            exceptions: Vec::new(),
            segments: Vec::new(),
            current: Vec::new(),
            partial: Partial::new(),
            next: Partial::new(),
        }
    }

    /// Sets `sums[i]` to the sum of the points that `references[ends[i − 1]..ends[i]]` name.
    ///
    /// None of these points may be the identity.
    pub(crate) fn sum_lists(
        &mut self,
        points: &[Affine<V::Lane>],
        references: &[Reference],
        ends: &[u32],
        sums: &mut [Affine<V::Lane>],
    ) {
        assert_eq!(ends.len(), sums.len(), "a place for each sum");
        self.enter_pass(points, references, ends, None, sums);
        while !self.next.ends.is_empty() {
            core::mem::swap(&mut self.partial, &mut self.next);
            let lists = core::mem::replace(&mut self.partial, Partial::new());
            let Partial {
                points,
                references,
                ends,
                targets,
            } = &lists;
            self.enter_pass(points, references, ends, Some(targets), sums);
            self.partial = lists;
        }
    }

    /// [`Self::pass`] under the backend's target features; compiled once.
    #[inline(never)]
    fn enter_pass(
        &mut self,
        points: &[Affine<V::Lane>],
        references: &[Reference],
        ends: &[u32],
        targets: Option<&[u32]>,
        sums: &mut [Affine<V::Lane>],
    ) {
        V::enter(
            #[inline(always)]
            || self.pass(points, references, ends, targets, sums),
        );
    }

    /// Sums segments; what remains to be done is in `next`.
    #[inline(always)]
    fn pass(
        &mut self,
        points: &[Affine<V::Lane>],
        references: &[Reference],
        ends: &[u32],
        targets: Option<&[u32]>,
        sums: &mut [Affine<V::Lane>],
    ) {
        let longest = segment_length(references.len(), ends);
        let counts = self.cut(ends, longest, targets, sums);
        self.first_round(points, references);
        let mut careful = false;
        for (round, count) in (1..).zip(counts.into_iter().take(longest).skip(1)) {
            if count == 0 {
                break;
            }
            careful = self.round(points, references, round, count, careful);
        }
        self.hand_out(sums);
    }

    /// Cuts lists into segments, longest first, and says how many are longer than 0, 1, 2, …
    #[inline(always)]
    fn cut(
        &mut self,
        ends: &[u32],
        longest: usize,
        targets: Option<&[u32]>,
        sums: &mut [Affine<V::Lane>],
    ) -> [usize; LONGEST + 1] {
        let lists = || {
            let starts = core::iter::once(0).chain(ends.iter().copied());
            starts.zip(ends).map(|(start, end)| (start, *end - start))
        };
        let target = |list: usize| targets.map_or(list as u32, |targets| targets[list]);
        let step = longest as u32;
        // longer[l]: segments longer than l.
        let mut of_length = [0usize; LONGEST + 1];
        for (_, len) in lists() {
            of_length[longest] += (len / step) as usize;
            of_length[(len % step) as usize] += 1;
        }
        of_length[0] = 0;
        let mut longer = [0; LONGEST + 1];
        for len in (0..longest).rev() {
            longer[len] = longer[len + 1] + of_length[len + 1];
        }

        self.segments.clear();
        self.segments.resize(
            longer[0],
            Segment {
                start: 0,
                target: 0,
            },
        );
        // The next free place of each length, which begin where the longer ones end.
        let mut place = longer;
        self.next.ends.clear();
        self.next.targets.clear();
        let mut partial = 0;
        for (list, (mut start, mut len)) in lists().enumerate() {
            if len <= step {
                if len == 0 {
                    sums[target(list) as usize] = Affine::default();
                } else {
                    self.segments[place[len as usize]] = Segment {
                        start,
                        target: target(list),
                    };
                    place[len as usize] += 1;
                }
                continue;
            }
            while len > 0 {
                let this = len.min(step);
                self.segments[place[this as usize]] = Segment {
                    start,
                    target: PARTIAL | partial,
                };
                place[this as usize] += 1;
                (start, len, partial) = (start + this, len - this, partial + 1);
            }
            self.next.ends.push(partial);
            self.next.targets.push(target(list));
        }
        self.next.points.clear();
        self.next.points.resize(partial as usize, Affine::default());
        longer
    }

    /// The sum of each segment so far: its first point.
    #[inline(always)]
    fn first_round(&mut self, points: &[Affine<V::Lane>], references: &[Reference]) {
        self.x.clear();
        self.y.clear();
        let vectors = self.segments.len().div_ceil(V::LANES);
        self.current.clear();
        self.current.resize(vectors * V::LANES, 0);
        references_of_round(&self.segments, references, points, 0, &mut self.current);
        let operands = Operands {
            points,
            references: &self.current,
        };
        for v in 0..vectors {
            self.x.push(operands.x(v));
            self.y.push(operands.y::<V>(v).carry());
        }
        if let (Some(first), true) = (self.x.first(), self.before.len() < self.x.len()) {
            self.denominators.resize(self.x.len(), *first);
            self.before.resize(self.x.len(), *first);
        }
    }

    /// Adds to each of the first `count` sums the point `round` places into its segment. Returns
    /// whether a sum may be the identity.
    #[inline(always)]
    fn round(
        &mut self,
        points: &[Affine<V::Lane>],
        references: &[Reference],
        round: u32,
        count: usize,
        careful: bool,
    ) -> bool {
        let vectors = count.div_ceil(V::LANES);
        let current = &mut self.current[..vectors * V::LANES];
        references_of_round(&self.segments[..count], references, points, round, current);
        let mut additions = Additions {
            x: &mut self.x[..vectors],
            y: &mut self.y[..vectors],
            denominators: &mut self.denominators[..vectors],
            before: &mut self.before[..vectors],
            operands: Operands {
                points,
                references: current,
            },
            last_lanes: !0 >> (31 - (count - 1) % V::LANES),
        };
        if !careful && additions.all_ordinary() {
            return false;
        }
        // The same with every case considered.
        let exceptions = &mut self.exceptions;
        V::call(
            #[inline(always)]
            || additions.careful(exceptions),
        ) || careful
    }

    /// Puts the sums where they belong, and makes the lists of the next pass.
    #[inline(always)]
    fn hand_out(&mut self, sums: &mut [Affine<V::Lane>]) {
        const AT_ONCE: usize = 8;
        let next = &mut self.next.points;
        // Several vectors at a time: who reads a lane soon after it was stored waits until the stores have left the
        // core's queue, as a copy's loads span several of them.
        let mut lanes = [[[V::Lane::default(); MAX_LANES]; 2]; AT_ONCE];
        let vectors = self.x.chunks(AT_ONCE).zip(self.y.chunks(AT_ONCE));
        for ((xs, ys), segments) in vectors.zip(self.segments.chunks(AT_ONCE * V::LANES)) {
            for ([x, y], (from_x, from_y)) in lanes.iter_mut().zip(xs.iter().zip(ys)) {
                from_x.scatter(&mut x[..V::LANES]);
                from_y.scatter(&mut y[..V::LANES]);
            }
            for ([x, y], segments) in lanes.iter().zip(segments.chunks(V::LANES)) {
                for (segment, (x, y)) in segments.iter().zip(x.iter().zip(y)) {
                    let place = if segment.target & PARTIAL == 0 {
                        &mut sums[segment.target as usize]
                    } else {
                        &mut next[(segment.target ^ PARTIAL) as usize]
                    };
                    // One after the other: a point that is put together on the stack first is read from there too
                    // soon.
                    place.x = *x;
                    place.y = *y;
                }
            }
        }
        // Partial sums that are the identity drop out here.
        self.next.references.clear();
        let mut point = 0;
        for end in &mut self.next.ends {
            while point < *end {
                if !next[point as usize].is_identity() {
                    self.next.references.push(point);
                }
                point += 1;
            }
            *end = self.next.references.len() as u32;
        }
        wipe(&mut self.current);
    }
}

/// How long segments of these lists should be: short enough for full batches, long enough that
/// most lists are one segment.
fn segment_length(references: usize, ends: &[u32]) -> usize {
    let mean = references / ends.len().max(1);
    (references / BATCH)
        .min(mean + mean / 2 + 2)
        .clamp(2, LONGEST)
}

/// The second operands of a round.
#[derive(Clone, Copy)]
struct Operands<'a, L> {
    points: &'a [Affine<L>],
    /// One for each lane.
    references: &'a [Reference],
}

impl<L: Lane> Operands<'_, L> {
    #[inline(always)]
    fn point(&self, lane: usize) -> &Affine<L> {
        &self.points[(self.references[lane] & !NEGATIVE) as usize]
    }

    #[inline(always)]
    fn x<V: FieldVector<Lane = L>>(&self, v: usize) -> V {
        V::gather(
            #[inline(always)]
            |lane| &self.point(v * V::LANES + lane).x,
        )
    }

    /// y, with the sign of the reference.
    #[inline(always)]
    fn y<V: FieldVector<Lane = L>>(&self, v: usize) -> V::Sum {
        let y: V = V::gather(
            #[inline(always)]
            |lane| &self.point(v * V::LANES + lane).y,
        );
        let mut negative = 0;
        for lane in 0..V::LANES {
            negative |= (self.references[v * V::LANES + lane] >> 31) << lane;
        }
        y.with_signs(negative)
    }
}

/// Puts the references of a round into `current`: one for each of the first `count` segments, and
/// any for the lanes past them.
#[inline(always)]
fn references_of_round<L: Lane>(
    segments: &[Segment],
    references: &[Reference],
    points: &[Affine<L>],
    round: u32,
    current: &mut [Reference],
) {
    for (segment, current) in segments.iter().zip(&mut *current) {
        let reference = references[(segment.start + round) as usize];
        *current = reference;
        // By the time that it is needed it will be there.
        prefetch(&points[(reference & !NEGATIVE) as usize]);
    }
    for i in segments.len()..current.len() {
        current[i] = current[0];
    }
}

/// The additions of a round: x and y, the sums so far, are the first operands.
struct Additions<'a, V: FieldVector> {
    x: &'a mut [V],
    y: &'a mut [V],
    denominators: &'a mut [V],
    before: &'a mut [V],
    operands: Operands<'a, V::Lane>,
    /// Which lanes of the last vector take part, as bits.
    last_lanes: u32,
}

impl<V: FieldVector> Additions<'_, V> {
    #[inline(always)]
    fn one() -> V {
        V::splat(&FieldElement::from_small(1))
    }

    /// Makes the additions, unless one of them is exceptional; then it returns false and has changed
    /// no sum.
    #[inline(always)]
    fn all_ordinary(&mut self) -> bool {
        let last = self.x.len() - 1;
        let mut products = [Product(Self::one()); 2];
        for even in (0..=last).step_by(2) {
            self.forward(even, &mut products[0]);
            if even < last {
                self.forward(even + 1, &mut products[1]);
            }
        }
        let (mut inverses, zeros) = Product::invert_both(products);
        if zeros != 0 {
            return false;
        }
        for even in (0..last + 1).step_by(2).rev() {
            if even < last {
                self.backward(even + 1, &mut inverses[1]);
            }
            self.backward(even, &mut inverses[0]);
        }
        true
    }

    /// The lanes of vector `v` that take part, as bits.
    #[inline(always)]
    fn lanes(&self, v: usize) -> u32 {
        if v == self.x.len() - 1 {
            self.last_lanes
        } else {
            !0
        }
    }

    /// Multiplies a product by the denominators of vector `v`.
    #[inline(always)]
    fn forward(&mut self, v: usize, product: &mut Product<V>) {
        let lanes = self.lanes(v);
        let x2: V = self.operands.x(v);
        let mut denominator = (x2 - self.x[v]).carry();
        if lanes != !0 {
            denominator = Self::one().select_lanes(denominator, lanes);
        }
        self.denominators[v] = denominator;
        self.before[v] = product.push(&denominator);
    }

    /// Takes the inverses of the denominators of vector `v` and makes its additions.
    #[inline(always)]
    fn backward(&mut self, v: usize, inverses: &mut Inverse<V>) {
        let lanes = self.lanes(v);
        let y2 = self.operands.y::<V>(v);
        let (x1, y1, denominator) = (self.x[v], self.y[v], self.denominators[v]);
        let inverse = inverses.pop(&denominator, &self.before[v]);
        let slope = (y2 - y1.into()).carry().mul_carried_inlined(&inverse);
        // x2 is x1 + denominator.
        let x3 = slope.square_inlined() - x1.into() - x1.into() - denominator.into();
        let x3 = x3.carry();
        let y3 = (slope.mul_inlined(&(x1 - x3).carry()) - y1.into()).carry();
        if lanes == !0 {
            (self.x[v], self.y[v]) = (x3, y3);
        } else {
            self.x[v] = x1.select_lanes(x3, lanes);
            self.y[v] = y1.select_lanes(y3, lanes);
        }
    }

    /// Makes the additions whatever they are. Returns whether a sum became the identity.
    #[inline(always)]
    fn careful(&mut self, exceptions: &mut Vec<Exceptions>) -> bool {
        let (mut product, mut cancelled) = (Product(Self::one()), false);
        exceptions.clear();
        for v in 0..self.x.len() {
            let (sum, summand) = self.operands_of(v);
            let (denominator, exception) = Exceptions::denominator(&sum, &summand);
            cancelled |= exception.cancel() != 0;
            exceptions.push(exception);
            self.denominators[v] = denominator;
            self.before[v] = product.push(&denominator);
        }
        let (mut inverses, _) = product.invert();
        for v in (0..self.x.len()).rev() {
            let (mut sum, summand) = self.operands_of(v);
            let inverse = inverses.pop(&self.denominators[v], &self.before[v]);
            exceptions[v].add(&mut sum, &summand, &inverse);
            (self.x[v], self.y[v]) = (sum.x, sum.y);
        }
        cancelled
    }

    /// The operands of vector `v`. In lanes that take no part nothing is added.
    #[inline(always)]
    fn operands_of(&self, v: usize) -> (Points<V>, Points<V>) {
        let (x, y) = (self.x[v], self.y[v]);
        let identity = x.zero_lanes();
        let sum = Points { x, y, identity };
        let (x, y) = (self.operands.x(v), self.operands.y::<V>(v).carry());
        let identity = !self.lanes(v);
        (sum, Points { x, y, identity })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_end_where_references_do() {
        assert_countable(1 << 31, u32::MAX as usize);
    }

    #[cfg(target_pointer_width = "64")]
    #[test]
    #[should_panic(expected = "at most 2^31 table entries")]
    fn larger_tables_panic() {
        assert_countable((1 << 31) + 1, 0);
    }

    #[cfg(target_pointer_width = "64")]
    #[test]
    #[should_panic(expected = "2^32 − 1 references")]
    fn longer_lists_panic() {
        assert_countable(0, 1 << 32);
    }
}
