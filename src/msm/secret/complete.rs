//! Complete affine additions: the same instructions add any points, also equal and opposite ones and the identity.
//! Each takes 5M + 2S if many share an inversion.
//!
//! All cases are computed like the general one, but the slope is the tangent's where the points are equal, and has the
//! denominator 1 where it does not matter. Masks then choose the result. So the product of all denominators is never 0,
//! one inversion is enough whatever the points are, and neither time nor addresses reveal which case occurred.

use alloc::boxed::Box;
use alloc::vec::Vec;

use zeroize::{DefaultIsZeroes, Zeroize, Zeroizing};

use crate::backend::inverses::RunningProduct;
use crate::backend::{BatchVector, MAX_LANES, Sum as _, always};
use crate::field::{FieldElement, Prime as _};
use crate::wiped::wiped;

use crate::msm::points::operands::{tangent_minus_three, third_point, zero_limbs};

/// Affine points in the lanes.
#[derive(Clone, Copy)]
pub(in crate::msm) struct Points<V> {
    pub x: V,
    pub y: V,
    /// The lanes with the identity, as bits; x and y are arbitrary there.
    pub identity: u32,
    /// In the place of padding, to which a copy could write bytes of the stack that nobody wipes.
    _zeros: [u32; 15],
}

impl<V: BatchVector> Points<V> {
    /// Makes points from x and y, and the lanes with the identity, as bits.
    #[inline(always)]
    pub(in crate::msm) fn new(x: V, y: V, identity: u32) -> Self {
        const { assert!(size_of::<Self>() == 2 * size_of::<V>() + 64, "no padding") };
        Self {
            x,
            y,
            identity,
            _zeros: [0; 15],
        }
    }

    /// Loads the points of the rows from `start` on, with (0, 0) as the identity; further lanes repeat the last row.
    #[inline(always)]
    pub(in crate::msm) fn gather(&mut self, rows: &[[V::Lane; 2]], start: usize) {
        let last = rows.len() - 1;
        [self.x, self.y] = always!(V::gather_pairs, |lane| &rows[(start + lane).min(last)]);
        self.identity = self.x.zero_lanes();
    }

    /// Returns x and y, both 0 for the identity.
    #[inline(always)]
    pub(in crate::msm) fn coordinates(&self) -> [V; 2] {
        let zero: V = zero_limbs();
        [
            self.x.select_lanes(zero, self.identity),
            self.y.select_lanes(zero, self.identity),
        ]
    }

    /// Stores each lane, the identity as (0, 0).
    #[inline(always)]
    pub(in crate::msm) fn scatter(&self, rows: &mut [[V::Lane; 2]]) {
        let mut lanes = [V::Lane::default(); MAX_LANES];
        for (i, coordinate) in self.coordinates().into_iter().enumerate() {
            coordinate.scatter(&mut lanes[..V::LANES]);
            for (row, lane) in rows.iter_mut().zip(&lanes) {
                row[i] = *lane;
            }
        }
        // Copies of the coordinates; the caller wipes `rows`.
        lanes.zeroize();
    }
}

wiped!([V: Zeroize] Points<V>: x y identity);

/// The exceptional cases of an addition a + b, as the lanes in which each occurs, as bits. They are secret.
#[derive(Clone, Copy, Default)]
pub(in crate::msm) struct Exceptions {
    /// b = −a, and neither is the identity.
    pub cancel: u32,
    /// a is the identity.
    from_identity: u32,
    /// b is the identity.
    of_identity: u32,
}

impl DefaultIsZeroes for Exceptions {}

impl Exceptions {
    /// Returns the slope's numerator and denominator, and the exceptional cases, given `tangent`, which is 3x² + a on the
    /// curve y² = x³ + ax + b. The slope is (y2 − y1)/(x2 − x1); for a double (3x² + a)/2y; in all other cases anything
    /// over 1. The denominator is 0 only for the double of a point with y = 0, which is of order two.
    #[inline(always)]
    pub(in crate::msm) fn slope<V: BatchVector>(
        a: &Points<V>,
        b: &Points<V>,
        tangent: impl FnOnce(V) -> V::Sum,
    ) -> ([V; 2], Self) {
        let [x, y] = [(b.x - a.x).carry(), (b.y - a.y).carry()];
        // Two points other than the identity with equal x are equal if their y are, else opposite.
        let equal_x = x.zero_lanes() & !(a.identity | b.identity);
        let double = equal_x & y.zero_lanes();
        let cancel = equal_x & !double;
        let exceptions = Self {
            cancel,
            from_identity: a.identity,
            of_identity: b.identity,
        };
        let numerator = y.select_lanes(tangent(a.x).carry(), double);
        let denominator = x
            .select_lanes((a.y + a.y).carry(), double)
            .select_lanes(V::one(), cancel | a.identity | b.identity);
        ([numerator, denominator], exceptions)
    }

    /// Adds b to a, given the quotient of the [`slope`](Self::slope). Where they cancel, x and y become 0.
    // Coordinate by coordinate, because whole points of vectors would be moved by `memmove`.
    #[inline(always)]
    pub(in crate::msm) fn add<V: BatchVector>(self, a: &mut Points<V>, b: &Points<V>, slope: &V) {
        // This is the sum for different points and for doubles; masks replace it in the other cases.
        let [x, y] = third_point(a.x, a.y.into(), a.x + b.x, slope);
        let zero = zero_limbs();
        a.x = x
            .select_lanes(zero, self.cancel)
            .select_lanes(b.x, self.from_identity)
            .select_lanes(a.x, self.of_identity);
        a.y = y
            .select_lanes(zero, self.cancel)
            .select_lanes(b.y, self.from_identity)
            .select_lanes(a.y, self.of_identity);
        // The sum is the identity where the points cancel, and where both are the identity.
        a.identity = self.cancel | self.from_identity & self.of_identity;
    }
}

/// A slice on the heap that is wiped when dropped. It cannot grow, which would leave a copy behind.
pub(in crate::msm) type Wiped<T> = Zeroizing<Box<[T]>>;

/// Returns `count` copies of an item.
pub(in crate::msm) fn copies<T: Clone + Zeroize>(item: T, count: usize) -> Wiped<T> {
    Zeroizing::new(alloc::vec![item; count].into())
}

/// Returns x and y of the points in the first `count` lanes, (0, 0) for the identity.
#[inline(always)]
pub(in crate::msm) fn affine<V: BatchVector>(
    vectors: &[Points<V>],
    count: usize,
) -> Wiped<[FieldElement<V::Prime>; 2]> {
    // At its final length at once: neither growing nor the conversion to a slice leaves a copy behind.
    let mut points = Vec::with_capacity(count);
    for vector in vectors {
        let [x, y] = vector.coordinates();
        let lanes = x.store_lanes().into_iter().zip(y.store_lanes());
        let left = V::LANES.min(count - points.len());
        points.extend(lanes.take(left).map(<[_; 2]>::from));
    }
    Zeroizing::new(points.into())
}

/// Memory for additions that share an inversion. It holds what reveals the points, and is wiped when dropped.
pub(in crate::msm) struct Batch<V: BatchVector> {
    denominators: Wiped<V>,
    /// What [`RunningProduct::push`] returned for each denominator, times the slope's numerator.
    numerators: Wiped<V>,
    exceptions: Wiped<Exceptions>,
}

impl<V: BatchVector> Batch<V> {
    /// Makes memory for at most `most` additions of vectors at once, initialised with any vector.
    pub(in crate::msm) fn new(most: usize, any: V) -> Self {
        Self {
            denominators: copies(any, most),
            numerators: copies(any, most),
            exceptions: copies(Exceptions::default(), most),
        }
    }

    /// Adds `summands[i]` to `sums[i]` for each i, none the identity, in slices of equal lengths. Returns, as bits, the
    /// lanes in which two points were equal or opposite: there all sums of the batch are wrong, because they share the
    /// inversion. Constant time, 5M + 1S each; a function of its own.
    #[inline(always)]
    pub(in crate::msm) fn add_distinct(
        &mut self,
        sums: &mut [Points<V>],
        summands: &[Points<V>],
    ) -> u32 {
        always!(V::call, {
            let mut products = RunningProduct::pair();
            for (i, (sum, summand)) in sums.iter().zip(summands).enumerate() {
                let denominator = (summand.x - sum.x).carry();
                let prefix = products[i % 2].push(&denominator);
                self.numerators[i] = prefix.mul_carried(&(summand.y - sum.y).carry());
                self.denominators[i] = denominator;
            }
            // If two points have the same x, a denominator is zero, and so is the lane's product, with the inverse 0.
            let (mut inverses, zeros) = RunningProduct::invert_pair(products, V::Prime::invert);
            for (i, (sum, summand)) in sums.iter_mut().zip(summands).enumerate().rev() {
                let slope = inverses[i % 2].pop(&self.denominators[i], &self.numerators[i]);
                [sum.x, sum.y] = third_point(sum.x, sum.y.into(), sum.x + summand.x, &slope);
            }
            zeros
        })
    }

    /// Adds `summands[i]` to `sums[i]` for each i, whatever the points are; the slices have equal lengths. Constant time,
    /// 5M + 2S each; a function of its own.
    #[inline(always)]
    pub(in crate::msm) fn add(&mut self, sums: &mut [Points<V>], summands: &[Points<V>]) {
        always!(V::call, {
            let mut products = RunningProduct::pair();
            for (i, (sum, summand)) in sums.iter().zip(summands).enumerate() {
                let ([numerator, denominator], exceptions) =
                    Exceptions::slope(sum, summand, tangent_minus_three);
                let prefix = products[i % 2].push(&denominator);
                self.numerators[i] = prefix.mul_carried(&numerator);
                self.denominators[i] = denominator;
                self.exceptions[i] = exceptions;
            }
            // No denominator is zero: the curves have no point of order two.
            let (mut inverses, _) = RunningProduct::invert_pair(products, V::Prime::invert);
            for (i, (sum, summand)) in sums.iter_mut().zip(summands).enumerate().rev() {
                let slope = inverses[i % 2].pop(&self.denominators[i], &self.numerators[i]);
                self.exceptions[i].add(sum, summand, &slope);
            }
        });
    }
}
