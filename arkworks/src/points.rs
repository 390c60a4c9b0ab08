//! The types of points, and of a curve's constants. Files named like traits have their implementations.

use core::marker::PhantomData;

use helioselene_simd::{AffinePoint, Curve, Point};

/// A point of the curve `C`: a [`Point`] with arkworks' traits.
///
/// Its coordinates are homogeneous, x = X/Z and y = Y/Z, not Jacobian like those of arkworks' own curves.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Projective<C: Curve>(pub Point<C>);

/// A point of the curve `C` in affine coordinates: an [`AffinePoint`] with arkworks' traits.
///
/// Every value is on the curve, and the curve has prime order.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Affine<C: Curve>(pub AffinePoint<C>);

/// The constants of the curve `C`, and its scalar multiplication for arkworks' own types.
///
/// `short_weierstrass::Projective<Config<C>>` adds and doubles by arkworks' formulas, in variable time, over this crate's field.
/// Products and [`SWCurveConfig::msm`] are this library's. So are encodings: they equal those of [`Affine`].
/// `VariableBaseMSM::msm_bigint` is arkworks' there, right only for integers below 2^255, as over every order of 255 bits.
///
/// # Panics
///
/// Products and sums panic if a point is not on the curve, which only `new_unchecked` and deserialising without validation can
/// cause.
///
/// [`SWCurveConfig::msm`]: ark_ec::short_weierstrass::SWCurveConfig::msm
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Config<C: Curve>(PhantomData<C>);
