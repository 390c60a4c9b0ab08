//! The trait of curves: constants and slow operations.

use subtle::{Choice, CtOption};

use super::Point;
use crate::field::{FieldElement, Prime};
use crate::primes::sealed::Sealed;

/// A short Weierstrass curve y² = x³ − 3x + b of prime order, and its generator.
pub trait Curve:
    Sealed + ManyPoints + Copy + Eq + core::fmt::Debug + Send + Sync + 'static
{
    /// The field of the coordinates.
    type Base: Prime;
    /// The field of the scalars: its prime is the order of the curve.
    type Scalar: Prime;
    /// b of the equation: no square, so that no point has x = 0.
    const B: FieldElement<Self::Base>;
    /// 3b, by which the addition law multiplies.
    #[doc(hidden)]
    const THREE_B: FieldElement<Self::Base> = Self::B.plus_const(&Self::B).plus_const(&Self::B);
    /// x and y of the generator.
    const GENERATOR: [FieldElement<Self::Base>; 2];
    /// Z of the map SSWU to the curve, RFC 9380, section 6.6.2.
    #[doc(hidden)]
    const SSWU_Z: u8;
    /// The name of the type of its points, for `Debug`.
    #[doc(hidden)]
    const POINT_NAME: &'static str;
    /// Multiples of the generator, see `scalar_mul::tables`.
    #[doc(hidden)]
    const GENERATOR_TABLE: &'static [u8];

    // Slow operations are functions of each curve, not generic ones, so that they are compiled once,
    // in this crate and with its optimisation level, not in every crate that calls them.

    /// a + b
    #[doc(hidden)]
    fn add(a: &Point<Self>, b: &Point<Self>) -> Point<Self>;
    /// a − b
    #[doc(hidden)]
    fn sub(a: &Point<Self>, b: &Point<Self>) -> Point<Self>;
    /// 2a
    #[doc(hidden)]
    fn double(a: &Point<Self>) -> Point<Self>;
    /// scalar · point
    #[doc(hidden)]
    fn mul(scalar: &FieldElement<Self::Scalar>, point: &Point<Self>) -> Point<Self>;
    /// scalar · generator
    #[doc(hidden)]
    fn mul_base(scalar: &FieldElement<Self::Scalar>) -> Point<Self>;
    /// a · point + b · generator, variable time
    #[doc(hidden)]
    fn vartime_double_base(
        a: &FieldElement<Self::Scalar>,
        point: &Point<Self>,
        b: &FieldElement<Self::Scalar>,
    ) -> Point<Self>;
}

#[cfg(feature = "alloc")]
/// A curve's operations on many points, in constant time unless their names say otherwise.
pub trait ManyPoints: Sized {
    /// Σ scalars[i]·points[i], by an algorithm of the caller's choice or the fastest.
    fn vartime_sum(
        workspace: &mut super::MultiscalarWorkspace,
        scalars: &[FieldElement<Self::Scalar>],
        points: &[Point<Self>],
        algorithm: Option<super::Algorithm>,
    ) -> Point<Self>
    where
        Self: Curve;
    /// Σ scalars[i]·points[i].
    fn sum(scalars: &[FieldElement<Self::Scalar>], points: &[Point<Self>]) -> Point<Self>
    where
        Self: Curve;
    /// scalars[i]·points[i] for each i.
    fn products(
        scalars: &[FieldElement<Self::Scalar>],
        points: &[Point<Self>],
        products: &mut [Point<Self>],
    ) where
        Self: Curve;
    /// Tables of points for [`Self::vartime_prepared_sums`], of about `bytes` bytes at most, and their size.
    fn vartime_prepare(points: &[Point<Self>], bytes: usize) -> (super::Tables, usize)
    where
        Self: Curve;
    /// For each `(offset, scalars)`: Σ scalars[i]·points[offset + i], over the points of the tables.
    fn vartime_prepared_sums(
        tables: &super::Tables,
        points: &[Point<Self>],
        sums: &[(usize, &[FieldElement<Self::Scalar>])],
    ) -> alloc::vec::Vec<Point<Self>>
    where
        Self: Curve;
    /// Tables of points for [`Self::prepared_sum`].
    fn prepare(points: &[Point<Self>]) -> super::Tables
    where
        Self: Curve;
    /// Σ scalars[i]·points[i] over the first points of the tables.
    fn prepared_sum(
        tables: &super::Tables,
        points: &[Point<Self>],
        scalars: &[FieldElement<Self::Scalar>],
    ) -> Point<Self>
    where
        Self: Curve;
    /// Writes the affine coordinates of points, to a slice of the same length.
    fn normalize(points: &[Point<Self>], affine: &mut [super::AffinePoint<Self>])
    where
        Self: Curve;
    /// Decodes points, to a slice of the same length.
    fn decode(encodings: &[[u8; 32]], points: &mut [CtOption<Point<Self>>])
    where
        Self: Curve;
    /// The same for public encodings, variable time.
    fn vartime_decode(encodings: &[[u8; 32]], points: &mut [Option<Point<Self>>])
    where
        Self: Curve;
    /// Decodes points, or the identity with `valid` 0, to slices of the same length.
    fn decode_into(encodings: &[[u8; 32]], points: &mut [Point<Self>], valid: &mut [Choice])
    where
        Self: Curve;
    /// The same for public encodings, variable time.
    fn vartime_decode_into(encodings: &[[u8; 32]], points: &mut [Point<Self>], valid: &mut [bool])
    where
        Self: Curve;
}

/// The one operation on many points that needs no allocator.
#[doc(hidden)]
#[cfg(not(feature = "alloc"))]
pub trait ManyPoints: Sized {
    /// Writes the affine coordinates of points, to a slice of the same length.
    fn normalize(points: &[Point<Self>], affine: &mut [super::AffinePoint<Self>])
    where
        Self: Curve,
    {
        for (point, affine) in points.iter().zip(affine) {
            *affine = point.into();
        }
    }
}
#[cfg(not(feature = "alloc"))]
impl<T> ManyPoints for T {}
