//! The trait of point operations that scalar multiplications are written over. See `notes/formulas.md`.

mod independent;
pub(crate) mod parallel;
#[cfg(test)]
mod tests;

pub(crate) use independent::{Independent, Jacobian, Projective};

use zeroize::Zeroize;

use crate::backend::{FieldVector, PointJob, PointVector, always};
use crate::curve::{Curve, Point};
use crate::field::FieldElement;
use crate::field::Prime;
use crate::mask::Mask;

/// An operation with single points, written once for all backends.
///
/// `run` must be `#[inline(always)]`: it is compiled inside the backend's entry function, under that backend's target
/// features.
pub(crate) trait Operation {
    /// The curve.
    type Curve: Curve;
    /// Computes the result over the points of one backend.
    fn run<O: PointOps<Self::Curve>>(self) -> Point<Self::Curve>;
}

/// Makes an operation a job for a backend, which runs it with a point in the first lane of each vector or in four lanes.
pub(crate) struct OnePoint<T>(pub T);

impl<P: Prime, C: Curve<Base = P>, T: Operation<Curve = C>> PointJob<P> for OnePoint<T> {
    type Output = Point<C>;

    #[inline(always)]
    fn run<V: FieldVector<Prime = P>>(self) -> Point<C> {
        always!(V::enter, self.0.run::<Independent<V>>())
    }

    #[inline(always)]
    fn run_in_four_lanes<V: PointVector<Prime = P>>(self) -> Point<C> {
        always!(V::enter, self.0.run::<parallel::Parallel<V>>())
    }
}

/// The point operations that scalar multiplications are written over.
///
/// Two implementations, each generic over the field trait: [`Independent`], whose lanes hold
/// independent points (the serial backend has one lane), and the four-lane one, whose lanes hold
/// the independent products of one point operation.
///
/// All additions and doublings are complete: no input is exceptional. They work in place, because a point returned by
/// value would be copied with vector moves, which delay the scalar code that reads its limbs.
pub(crate) trait PointOps<C: Curve> {
    /// A point.
    type Point: Copy + Zeroize;
    /// A point prepared for additions.
    type Cached: Copy + Zeroize;
    /// These operations, inlined: for hot loops, each of which is a function of its own.
    type Inlined: PointOps<C, Point = Self::Point, Cached = Self::Cached>;

    /// Runs a loop over [`Self::Inlined`], under the backend's target features.
    fn call<R>(run: impl FnOnce() -> R) -> R;

    /// Loads a point of the public type.
    fn load(point: &Point<C>) -> Self::Point;
    /// Stores to the public type: canonical, with the identity as (0:1:0).
    fn store(point: Self::Point) -> Point<C>;
    /// Prepares a point for additions.
    fn cache(point: Self::Point) -> Self::Cached;
    /// Returns the point that [`Self::cache`] prepared.
    fn uncache(cached: &Self::Cached) -> Self::Point;
    /// Returns `yes` if `mask`, else `no`.
    fn select(no: Self::Cached, yes: Self::Cached, mask: Mask) -> Self::Cached;
    /// Negates a point if `mask`.
    fn conditional_negate(point: &mut Self::Point, mask: Mask);
    /// Adds `other`, or subtracts it if `negate`.
    fn add(point: &mut Self::Point, other: &Self::Cached, negate: Mask);
    /// Returns the sum of two points of the public type, each of which is added just once.
    #[inline(always)]
    fn sum(a: &Point<C>, b: &Point<C>) -> Point<C> {
        let mut sum = Self::load(a);
        Self::add(&mut sum, &Self::cache(Self::load(b)), Mask::NO);
        Self::store(sum)
    }
    /// Returns the double of a point of the public type.
    #[inline(always)]
    fn double(point: &Point<C>) -> Point<C> {
        let mut double = Self::load(point);
        Self::double_n(&mut double, 1);
        Self::store(double)
    }
    /// Adds an affine point, or subtracts it if `negate`.
    fn add_affine(point: &mut Self::Point, affine: &[FieldElement<C::Base>; 2], negate: Mask);
    /// Doubles a point n times, n ≥ 1.
    fn double_n(point: &mut Self::Point, n: u32);
}
