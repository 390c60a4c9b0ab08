//! What an implementation must have to take part, and the two that do.

use std::marker::PhantomData;

use helioselene_bench_support::reference::{self, Cycle, Fp, Fq};
use helioselene_simd::{
    Field25519, HeliosPoint, HelioseleneField, SelenePoint,
    group::{Group, GroupEncoding, ff::PrimeField, prime::PrimeGroup},
};

/// A field of either kind.
pub trait FieldElement: PrimeField<Repr = [u8; 32]> {}

impl<F: PrimeField<Repr = [u8; 32]>> FieldElement for F {}

/// The points of a curve of either kind.
pub trait CurvePoint:
    PrimeGroup + Group<Scalar: FieldElement> + GroupEncoding<Repr = [u8; 32]>
{
    /// A multiple of the generator.
    fn multiply_generator(scalar: &Self::Scalar) -> Self;
    /// a·A + b·G, in a time that depends on the operands.
    fn vartime_double_base(a: &Self::Scalar, point: &Self, b: &Self::Scalar) -> Self;
}

/// The types of one implementation of one cycle.
pub trait Implementation: 'static {
    type Q: FieldElement;
    type P: FieldElement;
    type Helios: CurvePoint<Scalar = Self::Q>;
    type Selene: CurvePoint<Scalar = Self::P>;
}

/// The contest's reference.
pub struct Reference<C>(PhantomData<C>);

impl<C: Cycle> Implementation for Reference<C> {
    type Q = Fq<C>;
    type P = Fp;
    type Helios = reference::HeliosPoint<C>;
    type Selene = reference::SelenePoint<C>;
}

// The reference has one kind of scalar multiplication.
impl<C: reference::Curve, S: reference::PointField> CurvePoint for reference::Point<C, S> {
    fn multiply_generator(scalar: &S) -> Self {
        Self::generator() * scalar
    }

    fn vartime_double_base(a: &S, point: &Self, b: &S) -> Self {
        *point * a + Self::generator() * b
    }
}

macro_rules! points {
    ($($Point:ty),*) => {$(
        impl CurvePoint for $Point {
            fn multiply_generator(scalar: &Self::Scalar) -> Self {
                Self::mul_base(scalar)
            }

            fn vartime_double_base(a: &Self::Scalar, point: &Self, b: &Self::Scalar) -> Self {
                Self::vartime_double_scalar_mul_basepoint(a, point, b)
            }
        }
    )*};
}

/// This library, current cycle.
pub struct Ours;

impl Implementation for Ours {
    type Q = HelioseleneField;
    type P = Field25519;
    type Helios = HeliosPoint;
    type Selene = SelenePoint;
}

points!(HeliosPoint, SelenePoint);

#[cfg(feature = "cycle2025")]
pub use cycle2025::Ours2025;

#[cfg(feature = "cycle2025")]
mod cycle2025 {
    use super::{CurvePoint, Implementation};
    use helioselene_simd::{
        Field25519,
        cycle2025::{HeliosPoint, HelioseleneField, SelenePoint},
    };

    /// This library, cycle of 2025.
    pub struct Ours2025;

    impl Implementation for Ours2025 {
        type Q = HelioseleneField;
        type P = Field25519;
        type Helios = HeliosPoint;
        type Selene = SelenePoint;
    }

    points!(HeliosPoint, SelenePoint);
}
