//! Batched affine additions of vectors of points: a batch shares an inversion, so that each addition costs 5M + 1S.
//!
//! The slope of the line through (x1, y1) and (x2, y2) is λ = (y2 − y1)/d with d = x2 − x1. Montgomery's trick
//! inverts all d_i at once. The *forward* pass multiplies them, c_i = d_1 ⋯ d_i, and keeps each c_(i−1). Then c_n
//! is inverted. The *backward* pass recovers the inverses: d_i⁻¹ = c_i⁻¹·c_(i−1), and c_(i−1)⁻¹ = c_i⁻¹·d_i. So an
//! addition takes one product forwards and two backwards for its inverse, one for y2 − y1, and λ² and λ·(x1 − x3) for
//! the sum: 5M + 1S.
//!
//! Points are arbitrary. If an addition is of equal or opposite points, its denominator is zero, and so is the product
//! of all, which its inversion detects. Then the exceptional additions are found, and the product is computed again with
//! other denominators for them.

use alloc::vec::Vec;

use crate::backend::inverses::{RunningInverse, RunningProduct};
use crate::backend::tuning::sums::{ADDITIONS_AHEAD, NEAR_BYTES};
use crate::backend::{BatchVector, Lane, MAX_LANES, Sum as _, always, prefetch};
use crate::field::{FieldElement, Prime as _};
use crate::msm::points::empty::empty;

use crate::msm::points::operands::{
    Affine, NEGATIVE, Reference, gather, identity_lanes, tangent, third_point,
};
use crate::msm::secret::complete::{Exceptions, Points};

/// Vectors of points in places, and a batch of additions to them.
///
/// The memory is reused: two elements for each point, three for each addition of a batch.
pub(in crate::msm) struct Batched<V: BatchVector> {
    pub x: Vec<V>,
    pub y: Vec<V::Sum>,
    /// The next batch. No place may be in two of its additions.
    pub additions: Vec<PairAddition>,
    /// x2 − x1 of each addition.
    denominators: Vec<V>,
    /// y2 − y1 of each addition.
    differences: Vec<V>,
    /// c_(i−1) of each addition, from [`RunningProduct::push`]; the backward pass multiplies it by y2 − y1.
    numerators: Vec<V>,
    /// The exceptional additions, by increasing index.
    exceptional: Vec<Exceptional<V>>,
}

/// An addition that has equal or opposite points, or the identity, in some lane.
struct Exceptional<V> {
    addition: usize,
    summand: Points<V>,
    exceptions: Exceptions,
}

/// An addition of two vectors; on the first level, of two vectors of points from lists.
#[derive(Clone, Copy)]
pub(in crate::msm) struct PairAddition {
    /// The place of the sum; after the first level also the first operand's.
    pub sum: u32,
    /// The place of the second operand; on the first level, the index of the vector of lists.
    pub summand: u32,
    /// On the first level, the index of the first operand in its list.
    pub place: u32,
    /// The lanes that have an addition, as bits; the others keep their first point. `!0` stands for all lanes.
    pub lanes: u32,
}

empty!(Batched: x y additions denominators differences numerators exceptional);

impl<V: BatchVector> Batched<V> {
    /// Grows the memory to hold this many vectors of points.
    #[inline(always)]
    pub(in crate::msm) fn make_room(&mut self, places: usize) {
        let one = V::one();
        grow(&mut self.x, places, one);
        grow(&mut self.y, places, one.into());
    }

    /// Carries out the additions: with `segments`, on the first level, of points of lists; without, of points in places.
    /// `identities` says whether a point may be the identity; returns whether a sum may be. The curve is y² = x³ + ax + b.
    #[inline(always)]
    pub(in crate::msm) fn add(
        &mut self,
        segments: Option<&Segments<'_, V::Lane>>,
        a: &FieldElement<V::Prime>,
        identities: bool,
    ) -> bool {
        if self.additions.is_empty() {
            return identities;
        }
        // In the common case, with no identities and no two points with equal x, the first backward pass computes the
        // sums. Otherwise it returns before it has changed any.
        let (count, one) = (self.additions.len(), V::one());
        grow(&mut self.denominators, count, one);
        grow(&mut self.differences, count, one);
        grow(&mut self.numerators, count, one);
        self.exceptional.clear();
        let products = self.forward_pass(segments);
        if !identities && self.call_backward_pass(products) {
            return false;
        }
        let (products, cancelled) = always!(V::call, self.look_for_exceptions(a, identities));
        let is_complete = self.call_backward_pass(products);
        assert!(is_complete, "no denominator is zero any more");
        cancelled || identities
    }

    /// Stores the coordinate differences of all additions, and returns the products of the denominators with even and with
    /// odd index.
    #[inline(always)]
    fn forward_pass(&mut self, segments: Option<&Segments<'_, V::Lane>>) -> [RunningProduct<V>; 2] {
        let count = self.additions.len();
        let mut products = RunningProduct::pair();
        // Two products, so that while one multiplication waits for the last, another can start.
        for i in (0..count).step_by(2) {
            self.push(i, segments, &mut products[0]);
            if i + 1 < count {
                self.push(i + 1, segments, &mut products[1]);
            }
        }
        products
    }

    /// Stores the coordinate differences of addition `i`, and multiplies a product by its denominator.
    #[inline(always)]
    fn push(
        &mut self,
        i: usize,
        segments: Option<&Segments<'_, V::Lane>>,
        product: &mut RunningProduct<V>,
    ) {
        let addition = self.additions[i];
        let (sum, summand) = (addition.sum as usize, addition.summand as usize);
        let [(x1, y1), (x2, y2)] = if let Some(segments) = segments {
            if let Some(addition) = self.additions.get(i + ADDITIONS_AHEAD) {
                segments.prefetch::<V>(addition.summand as usize, addition.place as usize);
            }
            // The first operand goes to its place, where the backward pass finds it; of the second one only the
            // differences are needed.
            let place = addition.place as usize;
            let point = segments.gather(summand, place);
            (self.x[sum], self.y[sum]) = point;
            [point, segments.gather(summand, place + 1)]
        } else {
            [
                (self.x[sum], self.y[sum]),
                (self.x[summand], self.y[summand]),
            ]
        };
        self.differences[i] = (y2 - y1).carry();
        // Lanes without an addition divide by 1: what they have loaded is arbitrary, and might make the product zero.
        let mut denominator = (x2 - x1).carry();
        if addition.lanes != !0 {
            denominator = V::one().select_lanes(denominator, addition.lanes);
        }
        self.denominators[i] = denominator;
        self.numerators[i] = product.push(&denominator);
    }

    /// Calls [`Self::backward_pass`] as a function of its own.
    #[inline(always)]
    fn call_backward_pass(&mut self, products: [RunningProduct<V>; 2]) -> bool {
        always!(V::call, self.backward_pass(products))
    }

    /// Computes the sums and returns true, unless one of the products is zero: then it changes no point.
    #[inline(always)]
    fn backward_pass(&mut self, products: [RunningProduct<V>; 2]) -> bool {
        let count = self.additions.len();
        let (mut inverses, zeros) = RunningProduct::invert_pair(products, V::Prime::vartime_invert);
        // Some denominator is zero in some lane. No point has changed yet, so the caller can look for it.
        if zeros != 0 {
            return false;
        }
        // In a loop of their own, because these products do not depend on each other.
        for (numerator, difference) in self.numerators[..count].iter_mut().zip(&*self.differences) {
            *numerator = numerator.mul_carried_inlined(difference);
        }
        // In the reverse of the order in which denominators were pushed.
        for i in (0..count).step_by(2).rev() {
            if i + 1 < count {
                self.pop(i + 1, &mut inverses[1]);
            }
            self.pop(i, &mut inverses[0]);
        }
        true
    }

    /// Computes sum `i`, and takes its denominator out of the inverse.
    #[inline(always)]
    fn pop(&mut self, i: usize, inverses: &mut RunningInverse<V>) {
        let PairAddition { sum, lanes, .. } = self.additions[i];
        let sum = sum as usize;
        let denominator = self.denominators[i];
        let slope = inverses.pop(&denominator, &self.numerators[i]);
        // Exceptional additions were pushed by increasing index, and indices decrease here.
        let exceptional = self.exceptional.last();
        if exceptional.is_some_and(|last| last.addition == i) {
            return self.pop_exceptional(sum, slope);
        }
        // Neither the second point nor y2 is read again: x1 + x2 = 2·x1 + d, and y3 needs y1 only.
        let (x1, y1) = (self.x[sum], self.y[sum]);
        // x2 = x1 + denominator.
        let [x3, y3] = third_point(x1, y1, x1 + x1 + denominator.into(), &slope);
        if lanes == !0 {
            (self.x[sum], self.y[sum]) = (x3, y3.into());
        } else {
            self.x[sum] = x1.select_lanes(x3, lanes);
            self.y[sum] = y1.carry().select_lanes(y3, lanes).into();
        }
    }

    /// Computes the sum of the last exceptional addition that is left, by masks.
    #[cold]
    fn pop_exceptional(&mut self, place: usize, slope: V) {
        let exceptional = self.exceptional.pop();
        let Exceptional {
            summand,
            exceptions,
            ..
        } = exceptional.expect("the caller has seen it");
        always!(V::call, {
            let mut sum = self.sum(place);
            exceptions.add(&mut sum, &summand, &slope);
            (self.x[place], self.y[place]) = (sum.x, sum.y.into());
        });
    }

    /// Finds the exceptional additions after [`Self::forward_pass`], gives them other denominators, and multiplies all
    /// denominators again: now none is zero. Also returns whether two points cancel.
    #[inline(always)]
    fn look_for_exceptions(
        &mut self,
        a: &FieldElement<V::Prime>,
        identities: bool,
    ) -> ([RunningProduct<V>; 2], bool) {
        let (a, one) = (V::splat(a), V::one());
        let (mut products, mut cancelled) = (RunningProduct::pair(), false);
        for i in 0..self.additions.len() {
            let PairAddition { sum, lanes, .. } = self.additions[i];
            let denominator = self.denominators[i];
            // With equal x the points are equal or opposite. With x = 0 one may be the identity, (0, 0): on Helios and
            // Selene it must be, and on other curves `points` tests y as well.
            let mut suspects = denominator.zero_lanes();
            if identities {
                let x1 = self.x[sum as usize];
                suspects |= x1.zero_lanes() | (x1 + denominator).carry().zero_lanes();
            }
            if suspects & lanes != 0 {
                let [sum, summand] = self.points(i);
                let ([numerator, denominator], mut exceptions) = Exceptions::slope(
                    &sum,
                    &summand,
                    #[inline(always)]
                    |x| tangent(x, a),
                );
                // 2y = 0: the double of a point of order 2 is the identity. Helios and Selene have no such point.
                let order_two = denominator.zero_lanes();
                exceptions.cancel |= order_two;
                self.differences[i] = numerator;
                self.denominators[i] = denominator.select_lanes(one, order_two);
                cancelled |= exceptions.cancel != 0;
                self.exceptional.push(Exceptional {
                    addition: i,
                    summand,
                    exceptions,
                });
            }
            self.numerators[i] = products[i % 2].push(&self.denominators[i]);
        }
        (products, cancelled)
    }

    /// Returns the points in a place, with the lanes that hold the identity.
    #[inline(always)]
    fn sum(&self, place: usize) -> Points<V> {
        let (x, y) = (self.x[place], self.y[place].carry());
        Points::new(x, y, identity_lanes(x, y))
    }

    /// Returns the operands of addition `i`, the second as the first plus the differences. In lanes without an addition the
    /// second is the identity.
    #[inline(always)]
    fn points(&self, i: usize) -> [Points<V>; 2] {
        let PairAddition { sum, lanes, .. } = self.additions[i];
        let sum = self.sum(sum as usize);
        let x = (sum.x + self.denominators[i]).carry();
        let y = (sum.y + self.differences[i]).carry();
        let identity = identity_lanes(x, y) | !lanes;
        [sum, Points::new(x, y, identity)]
    }
}

/// Grows a vector to at least `len` items.
#[inline(always)]
fn grow<T: Clone>(vec: &mut Vec<T>, len: usize, value: T) {
    if vec.len() < len {
        vec.resize(len, value);
    }
}

/// Lists of points, sorted by decreasing length, as indices into an array of references.
#[derive(Clone, Copy)]
pub(in crate::msm) struct Segments<'a, L: Lane> {
    pub points: &'a [Affine<L>],
    pub references: &'a [Reference],
    /// The first reference of each list, padded arbitrarily to fill vectors.
    pub starts: &'a [u32],
}

impl<L: Lane> Segments<'_, L> {
    /// Loads the points at an index of the lists of vector `v`, with their signs; arbitrary for lists that end earlier.
    #[inline(always)]
    pub(in crate::msm) fn gather<V: BatchVector<Lane = L>>(
        &self,
        v: usize,
        place: usize,
    ) -> (V, V::Sum) {
        // For a list that has ended this reads whatever reference follows, or takes entry 0: its lane has no addition.
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

    /// Prefetches the points at an index, and at the next one, of the lists of vector `v`.
    #[inline(always)]
    fn prefetch<V: BatchVector<Lane = L>>(&self, v: usize, place: usize) {
        if size_of_val(self.points) <= NEAR_BYTES {
            return;
        }
        for start in &self.starts[v * V::LANES..][..V::LANES] {
            let first = *start as usize + place;
            for reference in self.references.get(first..first + 2).unwrap_or(&[]) {
                prefetch(&self.points[(reference & !NEGATIVE) as usize]);
            }
        }
    }
}
