//! Multi-scalar multiplication, by the names that curve25519-dalek gave it.
//!
//! Of two iterators the items are taken in turns, so that one without an end is noticed, and size hints are not relied on.
//!
//! Implemented for the points of every curve; see [`crate::VartimePrecomputation`] and
//! [`crate::Precomputation`] for sums over the same points again and again.

use core::borrow::Borrow;

/// Sums of products of scalars and points in constant time.
///
/// ```
/// use helioselene_simd::traits::MultiscalarMul;
/// use helioselene_simd::{Field25519, SelenePoint};
///
/// let (k, g) = (Field25519::from(3u64), SelenePoint::GENERATOR);
/// assert_eq!(SelenePoint::multiscalar_mul([k, -k], [g + g, g]), g * k);
/// ```
pub trait MultiscalarMul {
    /// A scalar.
    type Scalar;
    /// A point.
    type Point;

    /// Σ scalarsᵢ·pointsᵢ; the identity of no points at all.
    ///
    /// Constant time in scalars and points, of which only the number is public.
    ///
    /// # Panics
    ///
    /// If there are not as many scalars as points.
    fn multiscalar_mul<I, J>(scalars: I, points: J) -> Self::Point
    where
        I: IntoIterator,
        I::Item: Borrow<Self::Scalar>,
        J: IntoIterator,
        J::Item: Borrow<Self::Point>;
}

/// Sums of products of public scalars and points.
///
/// ```
/// use helioselene_simd::traits::VartimeMultiscalarMul;
/// use helioselene_simd::{Field25519, SelenePoint};
///
/// let (k, g) = (Field25519::from(3u64), SelenePoint::GENERATOR);
/// assert_eq!(SelenePoint::vartime_multiscalar_mul([k, -k], [g + g, g]), g * k);
/// assert_eq!(SelenePoint::optional_multiscalar_mul([k, k], [Some(g), None]), None);
/// ```
pub trait VartimeMultiscalarMul {
    /// A scalar.
    type Scalar;
    /// A point.
    type Point;

    /// Σ scalarsᵢ·pointsᵢ, or none if a point is none; in variable time, though its name, which is
    /// curve25519-dalek's, does not say so.
    ///
    /// So that points which may not decode can be given as they are decoded.
    ///
    /// # Panics
    ///
    /// If there are not as many scalars as points, unless a point is none before that shows.
    fn optional_multiscalar_mul<I, J>(scalars: I, points: J) -> Option<Self::Point>
    where
        I: IntoIterator,
        I::Item: Borrow<Self::Scalar>,
        J: IntoIterator<Item = Option<Self::Point>>;

    /// Σ scalarsᵢ·pointsᵢ; the identity of no points at all.
    ///
    /// # Panics
    ///
    /// If there are not as many scalars as points.
    fn vartime_multiscalar_mul<I, J>(scalars: I, points: J) -> Self::Point
    where
        I: IntoIterator,
        I::Item: Borrow<Self::Scalar>,
        J: IntoIterator,
        J::Item: Borrow<Self::Point>;
}

/// Sums of products of public scalars and points, some of which, the static ones, are known
/// beforehand and do not change.
pub trait VartimePrecomputedMultiscalarMul: Sized {
    /// A scalar.
    type Scalar;
    /// A point.
    type Point;

    /// Prepares the static points.
    fn new<I>(static_points: I) -> Self
    where
        I: IntoIterator,
        I::Item: Borrow<Self::Point>;

    /// The number of static points.
    fn len(&self) -> usize;

    /// Whether there are no static points.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Σ scalarsᵢ·pointsᵢ over the static points.
    ///
    /// Of the static points only as many take part as there are scalars.
    ///
    /// # Panics
    ///
    /// If there are more scalars than static points.
    fn vartime_multiscalar_mul<I>(&self, static_scalars: I) -> Self::Point
    where
        I: IntoIterator,
        I::Item: Borrow<Self::Scalar>;

    /// The same plus Σ dynamic_scalarsᵢ·dynamic_pointsᵢ.
    ///
    /// # Panics
    ///
    /// If there are more static scalars than static points, or not as many dynamic scalars as
    /// dynamic points.
    fn vartime_mixed_multiscalar_mul<I, J, K>(
        &self,
        static_scalars: I,
        dynamic_scalars: J,
        dynamic_points: K,
    ) -> Self::Point
    where
        I: IntoIterator,
        I::Item: Borrow<Self::Scalar>,
        J: IntoIterator,
        J::Item: Borrow<Self::Scalar>,
        K: IntoIterator,
        K::Item: Borrow<Self::Point>;

    /// The same, or none if a dynamic point is none; in variable time, though its name, which is
    /// curve25519-dalek's, does not say so.
    ///
    /// # Panics
    ///
    /// As [`Self::vartime_mixed_multiscalar_mul`], unless a dynamic point is none before it shows that dynamic scalars and
    /// points are not as many.
    fn optional_mixed_multiscalar_mul<I, J, K>(
        &self,
        static_scalars: I,
        dynamic_scalars: J,
        dynamic_points: K,
    ) -> Option<Self::Point>
    where
        I: IntoIterator,
        I::Item: Borrow<Self::Scalar>,
        J: IntoIterator,
        J::Item: Borrow<Self::Scalar>,
        K: IntoIterator<Item = Option<Self::Point>>;
}
