//! The traits of `ff` and `group` 0.14, with the generators of `rand_core` 0.10.
//!
//! They call the same functions as 0.13's traits, so that no arithmetic is compiled twice, and seeded generators give the
//! same elements and points.

use ff_0_14::Field;
use group_0_14::prime::{PrimeCurve, PrimeGroup};
use group_0_14::{CurveAffine, Group};
use rand_core_0_10::TryRng;
use subtle::{Choice, CtOption};

use crate::curve::group::encodings;
use crate::curve::{AffinePoint, Curve, Point};
use crate::field::ff::traits_of_ff;
use crate::field::{FieldElement, Prime};
use crate::word;

/// A fallible generator for functions that take infallible ones.
struct Infallible<'a, R: TryRng + ?Sized> {
    rng: &'a mut R,
    /// The error of the first draw that failed; later draws give zeros.
    failure: Option<R::Error>,
}

impl<R: TryRng + ?Sized> Infallible<'_, R> {
    /// The result of a draw, `T::default()` after a failure.
    fn draw<T: Default>(&mut self, draw: impl FnOnce(&mut R) -> Result<T, R::Error>) -> T {
        if self.failure.is_none() {
            match draw(self.rng) {
                Ok(drawn) => return drawn,
                Err(failure) => self.failure = Some(failure),
            }
        }
        T::default()
    }
}

impl<R: TryRng + ?Sized> rand_core::RngCore for Infallible<'_, R> {
    fn next_u32(&mut self) -> u32 {
        self.draw(R::try_next_u32)
    }

    fn next_u64(&mut self) -> u64 {
        self.draw(R::try_next_u64)
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        self.draw(|rng| rng.try_fill_bytes(bytes));
        if self.failure.is_some() {
            bytes.fill(0);
        }
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), rand_core::Error> {
        self.fill_bytes(bytes);
        Ok(())
    }
}

traits_of_ff! {
    ff_0_14,
    fn try_random<R: TryRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        let mut rng = Infallible { rng, failure: None };
        let drawn = P::random(&mut rng);
        rng.failure.map_or(Ok(drawn), Err)
    }
}

impl<C: Curve> Group for Point<C> {
    type Scalar = FieldElement<C::Scalar>;

    /// The same point as `random` of `group` 0.13.
    fn try_random<R: TryRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        loop {
            let x = FieldElement::<C::Base>::try_random(rng)?;
            let sign = rng.try_next_u32()? % 2;
            if let Some(point) = Self::drawn(&x, sign as u8) {
                return Ok(point);
            }
        }
    }

    fn identity() -> Self {
        Self::IDENTITY
    }

    fn generator() -> Self {
        Self::GENERATOR
    }

    fn is_identity(&self) -> Choice {
        group::Group::is_identity(self)
    }

    fn double(&self) -> Self {
        group::Group::double(self)
    }

    /// scalar · generator, from tables; constant time.
    fn mul_by_generator(scalar: &Self::Scalar) -> Self {
        Self::mul_base(scalar)
    }
}

encodings!(group_0_14);

impl<C: Curve> PrimeGroup for Point<C> {}

impl<C: Curve> group_0_14::Curve for Point<C> {
    type Affine = AffinePoint<C>;

    fn to_affine(&self) -> AffinePoint<C> {
        self.into()
    }

    /// With one inversion for all.
    fn batch_normalize(points: &[Self], affine: &mut [AffinePoint<C>]) {
        <Self as group::Curve>::batch_normalize(points, affine);
    }
}

impl<C: Curve> PrimeCurve for Point<C> {}

impl<C: Curve> CurveAffine for AffinePoint<C> {
    type Curve = Point<C>;
    type Scalar = FieldElement<C::Scalar>;

    fn identity() -> Self {
        Self::IDENTITY
    }

    fn generator() -> Self {
        Self::GENERATOR
    }

    fn is_identity(&self) -> Choice {
        group::prime::PrimeCurveAffine::is_identity(self)
    }

    fn to_curve(&self) -> Point<C> {
        self.into()
    }
}

impl<C: Curve> group_0_14::WnafGroup for Point<C> {
    fn recommended_wnaf_for_num_scalars(num_scalars: usize) -> usize {
        <Self as group::WnafGroup>::recommended_wnaf_for_num_scalars(num_scalars)
    }
}
