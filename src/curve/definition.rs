//! The trait of curves: constants and slow operations.

use super::Point;
use crate::field::{FieldElement, Prime};
use crate::primes::sealed::Sealed;

/// A short Weierstrass curve y² = x³ − 3x + b of prime order, and its generator.
pub trait Curve: Sealed + Copy + Eq + core::fmt::Debug + Send + Sync + 'static {
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
    fn mul(point: &Point<Self>, scalar: &FieldElement<Self::Scalar>) -> Point<Self>;
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
    /// An operation on many points.
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    fn on_points(work: OnPoints<'_, Self>);
}

#[cfg(feature = "alloc")]
/// An operation of [`Curve::on_points`], constant time unless the name says `vartime`. The caller has checked lengths.
pub enum OnPoints<'a, C: Curve> {
    /// Σ scalar·point, by an algorithm of the caller's choice or the fastest.
    VartimeSum(
        alloc::vec::Vec<(&'a FieldElement<C::Scalar>, &'a Point<C>)>,
        Option<super::Algorithm>,
        &'a mut super::MultiscalarWorkspace,
        &'a mut Point<C>,
    ),
    /// Σ scalars[i]·points[i].
    Sum(
        (&'a [FieldElement<C::Scalar>], &'a [Point<C>]),
        &'a mut Point<C>,
    ),
    /// scalars[i]·points[i] for each i.
    Products(
        (&'a [FieldElement<C::Scalar>], &'a [Point<C>]),
        &'a mut [Point<C>],
    ),
    /// Tables for [`Self::VartimePreparedSums`], of about that many bytes at most, and their size.
    VartimePrepare(
        &'a [Point<C>],
        usize,
        &'a mut Option<(super::Tables, usize)>,
    ),
    /// For each `(offset, scalars)`: Σ scalars[i]·points[offset + i], over the points of the tables.
    VartimePreparedSums(
        &'a super::Tables,
        &'a [Point<C>],
        &'a [(usize, &'a [FieldElement<C::Scalar>])],
        &'a mut [Point<C>],
    ),
    /// Tables for [`Self::PreparedSum`].
    Prepare(&'a [Point<C>], &'a mut Option<super::Tables>),
    /// Σ scalars[i]·points[i] over the points of the tables from a first one on.
    PreparedSum(
        &'a super::Tables,
        usize,
        (&'a [FieldElement<C::Scalar>], &'a [Point<C>]),
        &'a mut Point<C>,
    ),
    /// The affine coordinates of points.
    Normalize(&'a [Point<C>], &'a mut [super::AffinePoint<C>]),
    /// Decodes points, in variable time if they are public.
    Decode {
        /// The encodings.
        encodings: &'a [[u8; 32]],
        /// Whether they are public.
        public: bool,
        /// Takes the index of each encoding and its point.
        put: &'a mut dyn FnMut(usize, subtle::CtOption<Point<C>>),
    },
}
