//! This library as the contest takes it.

use helioselene_bench_support::contest::{Implementation, ScalarMul};
use helioselene_simd::{Curve, FieldElement, Helios, Point, Selene};
use helioselene_simd::{Field25519, HeliosPoint, HelioseleneField, SelenePoint};

macro_rules! scalar_mul {
    ($Ours:ty: $($C:ty),*) => {$(
        impl ScalarMul<Point<$C>> for $Ours {
            fn multiply_generator(scalar: &FieldElement<<$C as Curve>::Scalar>) -> Point<$C> {
                Point::mul_base(scalar)
            }

            fn vartime_double_base(
                a: &FieldElement<<$C as Curve>::Scalar>,
                point: &Point<$C>,
                b: &FieldElement<<$C as Curve>::Scalar>,
            ) -> Point<$C> {
                Point::vartime_double_scalar_mul_basepoint(a, point, b)
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

scalar_mul!(Ours: Helios, Selene);

#[cfg(feature = "cycle2025")]
pub use self::cycle2025::Ours2025;

#[cfg(feature = "cycle2025")]
mod cycle2025 {
    use super::*;
    use helioselene_simd::cycle2025::{Helios, HeliosPoint, HelioseleneField, Selene, SelenePoint};

    /// This library, cycle of 2025.
    pub struct Ours2025;

    impl Implementation for Ours2025 {
        type Q = HelioseleneField;
        type P = Field25519;
        type Helios = HeliosPoint;
        type Selene = SelenePoint;
    }

    scalar_mul!(Ours2025: Helios, Selene);
}
