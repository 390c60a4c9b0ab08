//! The traits of `ff` and `group` 0.14, with the generators of `rand_core` 0.10.
//!
//! They call the same functions as the traits of 0.13, so that no arithmetic is compiled twice, and seeded generators
//! give the same elements and points.

use ff_0_14::Field;
use rand_core_0_10::TryRng;
use subtle::{Choice, ConstantTimeEq, CtOption};

use crate::curve::group::{encodings, traits_of_group};
use crate::curve::{AffinePoint, Curve, Point};
use crate::field::ff::traits_of_ff;
use crate::field::{FieldElement, Prime};
use crate::word;

traits_of_ff! {
    ff_0_14,
    fn try_random<R: TryRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        P::random(|bytes| rng.try_fill_bytes(bytes))
    }
}

traits_of_group! {
    group_0_14, group_0_14::CurveAffine, Affine,
    /// The same point as from `random` of `group` 0.13.
    fn try_random<R: TryRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        loop {
            let x = FieldElement::<C::Base>::try_random(rng)?;
            let sign = rng.try_next_u32()? % 2;
            if let Some(point) = Self::drawn(&x, sign as u8) {
                return Ok(point);
            }
        }
    }

    /// scalar · generator, from tables; constant time.
    fn mul_by_generator(scalar: &Self::Scalar) -> Self {
        Self::mul_base(scalar)
    }
}

impl<C: Curve> group_0_14::prime::PrimeCurve for Point<C> {}
