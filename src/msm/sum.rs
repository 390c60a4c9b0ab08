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

use crate::backend::{BatchVector, Sum as _};
use crate::field::FieldElement;

/// An affine point in a backend's own limbs. (0, 0), which is on no curve, is the identity.
#[derive(Clone, Copy, PartialEq, Default)]
pub(crate) struct Affine<L> {
    pub x: L,
    pub y: L,
}

impl<L: Default + PartialEq> Affine<L> {
    /// Whether this is the identity. b is no square, so no point has x = 0.
    #[inline(always)]
    pub(crate) fn is_identity(&self) -> bool {
        self.x == L::default()
    }
}

/// A point of an array: its index, and [`NEGATIVE`] if it is to be subtracted.
pub(crate) type Reference = u32;
/// The sign of a [`Reference`].
pub(crate) const NEGATIVE: Reference = 1 << 31;

/// Additions that should share an inversion: an inversion costs about as much as a hundred.
const BATCH: usize = 1024;
/// The longest segment. Longer ones would save nothing.
const LONGEST: usize = 64;

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

/// Which lanes of a vector are exceptional in a careful round, as bits.
#[derive(Clone, Copy)]
struct Exceptions {
    /// P + P
    double: u32,
    /// P − P
    cancel: u32,
    /// 0 + P
    from_identity: u32,
}

/// The memory of [`sum_lists`], to be used again.
///
/// Per segment 4 elements and 20 bytes; per partial sum one point.
pub(crate) struct Buffers<V: BatchVector> {
    x: Vec<V>,
    y: Vec<V>,
    /// x2 − x1 of the additions of a round.
    denominators: Vec<V>,
    /// The product of the denominators before this one in its chain.
    products: Vec<V>,
    exceptions: Vec<Exceptions>,
    segments: Vec<Segment>,
    partial: Partial<V>,
    next: Partial<V>,
}

/// The lists of a pass: all that a pass needs.
struct Partial<V: BatchVector> {
    points: Vec<Affine<V::Lane>>,
    references: Vec<Reference>,
    ends: Vec<u32>,
    /// The place of each list's sum.
    targets: Vec<u32>,
}

impl<V: BatchVector> Partial<V> {
    const fn new() -> Self {
        Self {
            points: Vec::new(),
            references: Vec::new(),
            ends: Vec::new(),
            targets: Vec::new(),
        }
    }
}

impl<V: BatchVector> Buffers<V> {
    pub(crate) const fn new() -> Self {
        Self {
            x: Vec::new(),
            y: Vec::new(),
            denominators: Vec::new(),
            products: Vec::new(),
            exceptions: Vec::new(),
            segments: Vec::new(),
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
        V::enter(|| self.pass(points, references, ends, targets, sums));
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
        let (segments, lanes) = (self.segments.len(), V::LANES);
        // Lanes beyond the last segment compute with the first one's point, to no effect.
        let padded = segments.next_multiple_of(lanes);
        let first = self.segments.first().copied();
        self.segments.extend(
            first
                .into_iter()
                .cycle()
                .take(padded - segments)
                .map(|first| Segment {
                    start: first.start,
                    target: u32::MAX,
                }),
        );

        self.first_round(points, references);
        let mut careful = false;
        for (round, count) in (1..).zip(counts.into_iter().take(longest).skip(1)) {
            if count == 0 {
                break;
            }
            careful = self.round(points, references, round, count, careful);
        }
        self.hand_out(segments, sums);
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
        for segments in self.segments.chunks_exact(V::LANES) {
            let (x, y) = operand::<V>(points, references, segments, 0);
            self.x.push(x);
            self.y.push(y);
        }
        if let (Some(first), true) = (self.x.first(), self.products.len() < self.x.len()) {
            self.denominators.resize(self.x.len(), *first);
            self.products.resize(self.x.len(), *first);
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
        // Which lanes of the last vector take part.
        let last = V::mask(!0 >> (31 - (count - 1) % V::LANES));
        let is_partial = count % V::LANES != 0;
        let one = V::splat(&FieldElement::from_small(1));
        let (x, y) = (&mut self.x[..vectors], &mut self.y[..vectors]);
        let denominators = &mut self.denominators[..vectors];
        let products = &mut self.products[..vectors];
        let segments = &self.segments[..vectors * V::LANES];
        let segments = |v: usize| &segments[v * V::LANES..][..V::LANES];
        // Two chains of products, so that one vector need not wait for the other.
        let mut chains = [one; 2];

        if !careful {
            let mut forward = |v: usize, chain: &mut V| {
                let x2 = operand_x::<V>(points, references, segments(v), round);
                let mut denominator = (x2 - x[v]).carry();
                if is_partial && v == vectors - 1 {
                    denominator = one.select_lanes(denominator, last);
                }
                denominators[v] = denominator;
                products[v] = *chain;
                *chain = chain.mul(&denominator).carry();
            };
            for pair in 0..vectors / 2 {
                forward(2 * pair, &mut chains[0]);
                forward(2 * pair + 1, &mut chains[1]);
            }
            if vectors % 2 == 1 {
                forward(vectors - 1, &mut chains[0]);
            }
            if let Some(mut inverses) = invert_chains(chains) {
                let mut backward = |v: usize, inverse: &mut V| {
                    let y2 = operand_y::<V>(points, references, segments(v), round);
                    let (x1, y1, denominator) = (x[v], y[v], denominators[v]);
                    let slope = (y2 - y1)
                        .carry()
                        .mul(&inverse.mul(&products[v]).carry())
                        .carry();
                    *inverse = inverse.mul(&denominator).carry();
                    // x2 is x1 + denominator.
                    let x3 = slope.square() - x1.into() - x1.into() - denominator.into();
                    let x3 = x3.carry();
                    let y3 = (slope.mul(&(x1 - x3).carry()) - y1.into()).carry();
                    if is_partial && v == vectors - 1 {
                        x[v] = x1.select_lanes(x3, last);
                        y[v] = y1.select_lanes(y3, last);
                    } else {
                        (x[v], y[v]) = (x3, y3);
                    }
                };
                if vectors % 2 == 1 {
                    backward(vectors - 1, &mut inverses[0]);
                }
                for pair in (0..vectors / 2).rev() {
                    backward(2 * pair + 1, &mut inverses[1]);
                    backward(2 * pair, &mut inverses[0]);
                }
                return false;
            }
        }

        // The same with every case considered.
        self.exceptions.clear();
        let mut cancelled = careful;
        let mut chain = one;
        for v in 0..vectors {
            let lanes = if v == vectors - 1 {
                !0 >> (31 - (count - 1) % V::LANES)
            } else {
                !0
            };
            let (x2, y2) = operand::<V>(points, references, segments(v), round);
            let difference = (x2 - x[v]).carry();
            let from_identity = x[v].zero_lanes() & lanes;
            let equal_x = difference.zero_lanes() & lanes;
            let double = equal_x & (y2 - y[v]).carry().zero_lanes();
            let cancel = equal_x & !double;
            cancelled |= cancel != 0;
            let denominator = difference
                .select_lanes((y[v] + y[v]).carry(), V::mask(double))
                .select_lanes(one, V::mask(cancel | from_identity | !lanes));
            self.exceptions.push(Exceptions {
                double,
                cancel,
                from_identity,
            });
            denominators[v] = denominator;
            products[v] = chain;
            chain = chain.mul(&denominator).carry();
        }
        // No factor is zero: x2 ≠ x1, or 2y of a point of odd order, or one.
        let (mut inverse, _) = chain.invert_lanes();
        let zero_lane = V::Lane::default();
        let zero = V::gather(|_| &zero_lane);
        for v in (0..vectors).rev() {
            let Exceptions {
                double,
                cancel,
                from_identity,
            } = self.exceptions[v];
            let (x2, y2) = operand::<V>(points, references, segments(v), round);
            let (x1, y1) = (x[v], y[v]);
            let tangent = (x1.square() - one.into()).times::<3>().carry();
            let numerator = (y2 - y1).carry().select_lanes(tangent, V::mask(double));
            let slope = numerator.mul(&inverse.mul(&products[v]).carry()).carry();
            inverse = inverse.mul(&denominators[v]).carry();
            let x3 = (slope.square() - x1.into() - x2.into()).carry();
            let y3 = (slope.mul(&(x1 - x3).carry()) - y1.into()).carry();
            let pick = |old: V, new: V, operand: V| {
                let new = new
                    .select_lanes(operand, V::mask(from_identity))
                    .select_lanes(zero, V::mask(cancel));
                if v == vectors - 1 {
                    old.select_lanes(new, last)
                } else {
                    new
                }
            };
            (x[v], y[v]) = (pick(x1, x3, x2), pick(y1, y3, y2));
        }
        cancelled
    }

    /// Puts the sums where they belong, and makes the lists of the next pass.
    #[inline(always)]
    fn hand_out(&mut self, segments: usize, sums: &mut [Affine<V::Lane>]) {
        let next = &mut self.next.points;
        for (v, chunk) in self.segments[..segments].chunks(V::LANES).enumerate() {
            let mut out = [Affine::default(); crate::backend::MAX_LANES];
            self.x[v].scatter(|lane, x| out[lane].x = x);
            self.y[v].scatter(|lane, y| out[lane].y = y);
            for (segment, sum) in chunk.iter().zip(out) {
                if segment.target & PARTIAL == 0 {
                    sums[segment.target as usize] = sum;
                } else {
                    next[(segment.target ^ PARTIAL) as usize] = sum;
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

/// The inverses of the products of two chains; none if a product is zero in some lane.
#[inline(always)]
fn invert_chains<V: BatchVector>([a, b]: [V; 2]) -> Option<[V; 2]> {
    let (inverse, zeros) = a.mul(&b).carry().invert_lanes();
    (zeros == 0).then(|| [inverse.mul(&b).carry(), inverse.mul(&a).carry()])
}

/// The `round`-th reference of a segment.
#[inline(always)]
fn reference(references: &[Reference], segment: &Segment, round: u32) -> Reference {
    // Lanes that take no part may point past the end.
    references[((segment.start + round) as usize).min(references.len() - 1)]
}

/// x of the `round`-th point of each segment.
#[inline(always)]
fn operand_x<V: BatchVector>(
    points: &[Affine<V::Lane>],
    references: &[Reference],
    segments: &[Segment],
    round: u32,
) -> V {
    V::gather(|lane| {
        let reference = reference(references, &segments[lane], round);
        &points[(reference & !NEGATIVE) as usize].x
    })
}

/// y of the `round`-th point of each segment, with its sign.
#[inline(always)]
fn operand_y<V: BatchVector>(
    points: &[Affine<V::Lane>],
    references: &[Reference],
    segments: &[Segment],
    round: u32,
) -> V {
    let reference = |lane: usize| reference(references, &segments[lane], round);
    let y = V::gather(|lane| &points[(reference(lane) & !NEGATIVE) as usize].y);
    let negative = (0..V::LANES).fold(0, |bits, lane| bits | (reference(lane) >> 31) << lane);
    y.select_lanes((-y).carry(), V::mask(negative))
}

/// Both coordinates.
#[inline(always)]
fn operand<V: BatchVector>(
    points: &[Affine<V::Lane>],
    references: &[Reference],
    segments: &[Segment],
    round: u32,
) -> (V, V) {
    (
        operand_x(points, references, segments, round),
        operand_y(points, references, segments, round),
    )
}
