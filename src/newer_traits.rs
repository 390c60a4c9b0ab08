//! Implements the traits of `ff` and `group` 0.14, with the generators of `rand_core` 0.10.
//!
//! They call the functions of the traits of 0.13, so that no arithmetic is compiled twice. A generator that is seeded
//! alike gives the same elements and points.

use ff_0_14::{Field, FieldBits, FromUniformBytes, PrimeField, PrimeFieldBits};
use group_0_14::prime::{PrimeCurve, PrimeGroup};
use group_0_14::{CurveAffine, Group, GroupEncoding, WnafGroup};
use rand_core_0_10::TryRng;
use subtle::{Choice, CtOption};

use crate::curve::{AffinePoint, Curve, Point};
use crate::field::{FieldElement, Prime};

impl<P: Prime> Field for FieldElement<P> {
    const ZERO: Self = <Self as ff::Field>::ZERO;
    const ONE: Self = <Self as ff::Field>::ONE;

    fn try_random<R: TryRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        P::random(|bytes| rng.try_fill_bytes(bytes))
    }

    #[inline]
    fn square(&self) -> Self {
        ff::Field::square(self)
    }

    #[inline]
    fn double(&self) -> Self {
        ff::Field::double(self)
    }

    #[inline]
    fn is_zero_vartime(&self) -> bool {
        ff::Field::is_zero_vartime(self)
    }

    fn invert(&self) -> CtOption<Self> {
        ff::Field::invert(self)
    }

    fn sqrt_ratio(numerator: &Self, denominator: &Self) -> (Choice, Self) {
        ff::Field::sqrt_ratio(numerator, denominator)
    }

    fn sqrt(&self) -> CtOption<Self> {
        ff::Field::sqrt(self)
    }
}

impl<P: Prime> PrimeField for FieldElement<P> {
    type Repr = [u8; 32];

    const MODULUS: &'static str = <Self as ff::PrimeField>::MODULUS;
    const NUM_BITS: u32 = <Self as ff::PrimeField>::NUM_BITS;
    const CAPACITY: u32 = <Self as ff::PrimeField>::CAPACITY;
    const TWO_INV: Self = <Self as ff::PrimeField>::TWO_INV;
    const MULTIPLICATIVE_GENERATOR: Self = <Self as ff::PrimeField>::MULTIPLICATIVE_GENERATOR;
    const S: u32 = <Self as ff::PrimeField>::S;
    const ROOT_OF_UNITY: Self = <Self as ff::PrimeField>::ROOT_OF_UNITY;
    /// The inverse of `ROOT_OF_UNITY`.
    const ROOT_OF_UNITY_INV: Self = <Self as ff::PrimeField>::ROOT_OF_UNITY_INV;
    const DELTA: Self = <Self as ff::PrimeField>::DELTA;

    #[inline]
    fn from_repr(bytes: [u8; 32]) -> CtOption<Self> {
        ff::PrimeField::from_repr(bytes)
    }

    #[inline]
    fn to_repr(&self) -> [u8; 32] {
        ff::PrimeField::to_repr(self)
    }

    #[inline]
    fn is_odd(&self) -> Choice {
        ff::PrimeField::is_odd(self)
    }

    fn from_u128(x: u128) -> Self {
        ff::PrimeField::from_u128(x)
    }
}

impl<P: Prime> PrimeFieldBits for FieldElement<P> {
    type ReprBits = [u8; 32];

    fn to_le_bits(&self) -> FieldBits<[u8; 32]> {
        ff::PrimeField::to_repr(self).into()
    }

    fn char_le_bits() -> FieldBits<[u8; 32]> {
        crate::word::to_le_bytes(&P::MODULUS).into()
    }
}

impl<P: Prime> FromUniformBytes<64> for FieldElement<P> {
    fn from_uniform_bytes(bytes: &[u8; 64]) -> Self {
        Self::wide_reduce(*bytes)
    }
}

impl<C: Curve> Group for Point<C> {
    type Scalar = FieldElement<C::Scalar>;

    /// Returns the point that `random` of `group` 0.13 returns for the same random bytes.
    fn try_random<R: TryRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        loop {
            let x = FieldElement::<C::Base>::try_random(rng)?;
            let sign = rng.try_next_u32()? % 2;
            if let Some(point) = Self::from_x(&x, sign as u8) {
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
        C::double(self)
    }

    /// Returns scalar · generator, from tables; constant time.
    fn mul_by_generator(scalar: &Self::Scalar) -> Self {
        Self::mul_base(scalar)
    }
}

impl<C: Curve> PrimeGroup for Point<C> {}

impl<C: Curve> PrimeCurve for Point<C> {}

impl<C: Curve> group_0_14::Curve for Point<C> {
    type Affine = AffinePoint<C>;

    fn to_affine(&self) -> AffinePoint<C> {
        self.into()
    }

    /// Converts points with an inversion for hundreds of them; constant time.
    fn batch_normalize(points: &[Self], affine: &mut [AffinePoint<C>]) {
        <Self as group::Curve>::batch_normalize(points, affine);
    }
}

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

impl<C: Curve> WnafGroup for Point<C> {
    fn recommended_wnaf_for_num_scalars(num_scalars: usize) -> usize {
        <Self as group::WnafGroup>::recommended_wnaf_for_num_scalars(num_scalars)
    }
}

impl<C: Curve> GroupEncoding for Point<C> {
    type Repr = [u8; 32];

    fn from_bytes(bytes: &[u8; 32]) -> CtOption<Self> {
        Self::decode(bytes)
    }

    fn from_bytes_unchecked(bytes: &[u8; 32]) -> CtOption<Self> {
        Self::decode(bytes)
    }

    fn to_bytes(&self) -> [u8; 32] {
        self.encode()
    }
}

impl<C: Curve> GroupEncoding for AffinePoint<C> {
    type Repr = [u8; 32];

    fn from_bytes(bytes: &[u8; 32]) -> CtOption<Self> {
        Self::decode(bytes)
    }

    fn from_bytes_unchecked(bytes: &[u8; 32]) -> CtOption<Self> {
        Self::decode(bytes)
    }

    fn to_bytes(&self) -> [u8; 32] {
        self.encode()
    }
}
