//! This library as a contender.

use std::marker::PhantomData;

use helioselene_bench_support::contest::{Implementation, ScalarMul};
#[cfg(feature = "cycle2025")]
use helioselene_simd::cycle2025;
use helioselene_simd::{Curve, FieldElement, Helios, Point, Selene};

/// This library, with the current cycle.
pub type Ours = Library<Helios, Selene>;

/// This library, with the 2025 cycle.
#[cfg(feature = "cycle2025")]
pub type Ours2025 = Library<cycle2025::Helios, cycle2025::Selene>;

/// This library's types for the cycle of the curves `H` and `S`.
pub struct Library<H, S>(PhantomData<(H, S)>);

impl<H: Curve, S: Curve> Implementation for Library<H, S> {
    type Q = FieldElement<H::Scalar>;
    type P = FieldElement<S::Scalar>;
    type Helios = Point<H>;
    type Selene = Point<S>;
}

impl<H, S, C: Curve> ScalarMul<Point<C>> for Library<H, S> {
    fn multiply_generator(scalar: &FieldElement<C::Scalar>) -> Point<C> {
        Point::mul_base(scalar)
    }

    fn vartime_double_base(
        a: &FieldElement<C::Scalar>,
        point: &Point<C>,
        b: &FieldElement<C::Scalar>,
    ) -> Point<C> {
        Point::vartime_double_scalar_mul_basepoint(a, point, b)
    }
}
