//! Traits of multi-scalar multiplication, by curve25519-dalek's names.
//!
//! Items of two iterators are taken in turns, so that an endless one is noticed; size hints are not relied on.
//!
//! Implemented for the points of every curve; [`crate::VartimePrecomputation`] and [`crate::Precomputation`] are for
//! repeated sums over the same points.

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

    /// Σ scalarsᵢ·pointsᵢ; the identity if there are no points.
    ///
    /// Constant time in scalars and points; their number is public.
    ///
    /// # Panics
    ///
    /// If the numbers of scalars and points differ.
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

    /// Σ scalarsᵢ·pointsᵢ, or `None` if a point is `None`; variable time, though the name, which is
    /// curve25519-dalek's, does not say so.
    ///
    /// For points that are decoded by the iterator, and may be invalid.
    ///
    /// # Panics
    ///
    /// If the numbers of scalars and points differ, unless a `None` comes first.
    fn optional_multiscalar_mul<I, J>(scalars: I, points: J) -> Option<Self::Point>
    where
        I: IntoIterator,
        I::Item: Borrow<Self::Scalar>,
        J: IntoIterator<Item = Option<Self::Point>>;

    /// Σ scalarsᵢ·pointsᵢ; the identity if there are no points. Variable time.
    ///
    /// # Panics
    ///
    /// If the numbers of scalars and points differ.
    fn vartime_multiscalar_mul<I, J>(scalars: I, points: J) -> Self::Point
    where
        I: IntoIterator,
        I::Item: Borrow<Self::Scalar>,
        J: IntoIterator,
        J::Item: Borrow<Self::Point>;
}

/// Sums of products of public scalars and points, some of which (the static ones) are prepared.
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

    /// Σ scalarsᵢ·pointsᵢ over the first static points, as many as there are scalars; variable time.
    ///
    /// # Panics
    ///
    /// If there are more scalars than static points.
    fn vartime_multiscalar_mul<I>(&self, static_scalars: I) -> Self::Point
    where
        I: IntoIterator,
        I::Item: Borrow<Self::Scalar>;

    /// The same plus Σ dynamic_scalarsᵢ·dynamic_pointsᵢ; variable time.
    ///
    /// # Panics
    ///
    /// If there are more static scalars than static points, or if the numbers of dynamic scalars and
    /// dynamic points differ.
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

    /// The same, or `None` if a dynamic point is `None`; variable time, though the name, which is
    /// curve25519-dalek's, does not say so.
    ///
    /// # Panics
    ///
    /// As [`Self::vartime_mixed_multiscalar_mul`], unless a `None` comes before the numbers of dynamic scalars and points
    /// are seen to differ.
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
