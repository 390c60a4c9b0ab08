//! What all operations require of an implementation, and the reference.

use std::marker::PhantomData;

use ff::PrimeField;
use group::{GroupEncoding, prime::PrimeGroup};

use crate::reference::{self, Cycle, Fp, Fq};

/// An element of either field.
pub trait FieldElement: PrimeField<Repr = [u8; 32]> {}

impl<F: PrimeField<Repr = [u8; 32]>> FieldElement for F {}

/// A point of either curve.
pub trait CurvePoint: PrimeGroup<Scalar: FieldElement> + GroupEncoding<Repr = [u8; 32]> {}

impl<P: PrimeGroup<Scalar: FieldElement> + GroupEncoding<Repr = [u8; 32]>> CurvePoint for P {}

/// How an implementation multiplies points, if it has several ways.
pub trait ScalarMul<P: CurvePoint> {
    /// A multiple of the generator.
    fn multiply_generator(scalar: &P::Scalar) -> P {
        P::generator() * scalar
    }

    /// a·A + b·G, in a time that may depend on the operands.
    fn vartime_double_base(a: &P::Scalar, point: &P, b: &P::Scalar) -> P {
        *point * a + P::generator() * b
    }
}

/// The types of one implementation of one cycle.
pub trait Implementation: ScalarMul<Self::Helios> + ScalarMul<Self::Selene> + 'static {
    /// The field with q elements.
    type Q: FieldElement;
    /// The field with p elements.
    type P: FieldElement;
    /// The curve over the field with p elements.
    type Helios: CurvePoint<Scalar = Self::Q>;
    /// The curve over the field with q elements.
    type Selene: CurvePoint<Scalar = Self::P>;
}

/// The contest's reference, which has one kind of scalar multiplication.
#[derive(Debug)]
pub struct Reference<C>(PhantomData<C>);

impl<C: Cycle> Implementation for Reference<C> {
    type Q = Fq<C>;
    type P = Fp;
    type Helios = reference::HeliosPoint<C>;
    type Selene = reference::SelenePoint<C>;
}

impl<C: Cycle, P: CurvePoint> ScalarMul<P> for Reference<C> {}
