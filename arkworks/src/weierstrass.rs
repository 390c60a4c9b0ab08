//! The curves as constants, for code that needs arkworks' own short Weierstrass types.

use alloc::vec::Vec;
use core::fmt;

use ark_ec::short_weierstrass::{self, SWCurveConfig};
use ark_ec::{AffineRepr, CurveConfig, CurveCycle, VariableBaseMSM};
use ark_ff::{AdditiveGroup, Field, PrimeField, ToConstraintField, Zero};
use ark_serialize::{Compress, Read, SerializationError, Validate, Write};
use helioselene_simd::{Curve, Point};

use crate::points::{Affine, Config, Projective};
use crate::{BaseField, Element, ScalarField, encoding, helios, selene};

impl<C: Curve> CurveConfig for Config<C> {
    type BaseField = BaseField<C>;
    type ScalarField = ScalarField<C>;

    const COFACTOR: &'static [u64] = &[1];
    const COFACTOR_INV: ScalarField<C> = Element::ONE;
}

impl<C: Curve> SWCurveConfig for Config<C> {
    const COEFF_A: BaseField<C> = {
        let mut minus_three = BaseField::<C>::MODULUS;
        minus_three.0[0] -= 3;
        Element(helioselene_simd::FieldElement::from_limbs(minus_three.0).expect("below the prime"))
    };
    const COEFF_B: BaseField<C> = Element(C::B);
    const GENERATOR: short_weierstrass::Affine<Self> = {
        let [x, y] = C::GENERATOR;
        short_weierstrass::Affine::new_unchecked(Element(x), Element(y))
    };

    fn mul_by_a(x: BaseField<C>) -> BaseField<C> {
        -(x.double() + x)
    }

    fn mul_projective(
        base: &short_weierstrass::Projective<Self>,
        limbs: &[u64],
    ) -> short_weierstrass::Projective<Self> {
        let base = Projective::try_from(*base).unwrap_or_else(|error| panic!("{error}"));
        (base * ScalarField::<C>::from_limbs_mod_order(limbs)).into()
    }

    fn mul_affine(
        base: &short_weierstrass::Affine<Self>,
        limbs: &[u64],
    ) -> short_weierstrass::Projective<Self> {
        let base = Affine::try_from(*base).unwrap_or_else(|error| panic!("{error}"));
        (base * ScalarField::<C>::from_limbs_mod_order(limbs)).into()
    }

    fn msm(
        bases: &[short_weierstrass::Affine<Self>],
        scalars: &[ScalarField<C>],
    ) -> Result<short_weierstrass::Projective<Self>, usize> {
        let bases: Result<Vec<Affine<C>>, _> =
            bases.iter().copied().map(Affine::try_from).collect();
        let bases = bases.unwrap_or_else(|error| panic!("{error}"));
        Projective::msm(&bases, scalars).map(Into::into)
    }

    fn serialize_with_mode<W: Write>(
        point: &short_weierstrass::Affine<Self>,
        writer: W,
        compress: Compress,
    ) -> Result<(), SerializationError> {
        let point = Affine::try_from(*point).map_err(|_| SerializationError::InvalidData)?;
        encoding::write(&point.0, writer, compress)
    }

    fn deserialize_with_mode<R: Read>(
        reader: R,
        compress: Compress,
        _validate: Validate,
    ) -> Result<short_weierstrass::Affine<Self>, SerializationError> {
        encoding::read(reader, compress).map(|point| Affine(point).into())
    }

    fn serialized_size(compress: Compress) -> usize {
        encoding::len(compress)
    }
}

/// Coordinates of a point that is not on the curve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotOnTheCurve;

impl fmt::Display for NotOnTheCurve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the point is not on the curve")
    }
}

impl core::error::Error for NotOnTheCurve {}

impl<C: Curve> From<Affine<C>> for short_weierstrass::Affine<Config<C>> {
    fn from(point: Affine<C>) -> Self {
        match point.xy() {
            Some((x, y)) => Self::new_unchecked(x, y),
            None => Self::identity(),
        }
    }
}

impl<C: Curve> TryFrom<short_weierstrass::Affine<Config<C>>> for Affine<C> {
    type Error = NotOnTheCurve;

    fn try_from(point: short_weierstrass::Affine<Config<C>>) -> Result<Self, NotOnTheCurve> {
        match point.xy() {
            Some((x, y)) => Self::from_xy(x, y).ok_or(NotOnTheCurve),
            None => Ok(Self::zero()),
        }
    }
}

/// From homogeneous coordinates to Jacobian ones, x = X/Z² and y = Y/Z³, without an inversion.
impl<C: Curve> From<Projective<C>> for short_weierstrass::Projective<Config<C>> {
    fn from(point: Projective<C>) -> Self {
        let [x, y, z] = point.0.to_projective().map(Element);
        if z.is_zero() {
            return Self::zero();
        }
        Self::new_unchecked(x * z, y * z.square(), z)
    }
}

/// From Jacobian coordinates, x = X/Z² and y = Y/Z³, to homogeneous ones, without an inversion.
impl<C: Curve> TryFrom<short_weierstrass::Projective<Config<C>>> for Projective<C> {
    type Error = NotOnTheCurve;

    fn try_from(point: short_weierstrass::Projective<Config<C>>) -> Result<Self, NotOnTheCurve> {
        if point.is_zero() {
            return Ok(Self::zero());
        }
        let homogeneous = [point.x * point.z, point.y, point.z.square() * point.z];
        Option::from(Point::from_projective(
            homogeneous.map(|coordinate| coordinate.0),
        ))
        .map(Self)
        .ok_or(NotOnTheCurve)
    }
}

/// Like arkworks' own points: x, y, and whether it is the identity.
impl<C: Curve, F: Field> ToConstraintField<F> for Affine<C>
where
    BaseField<C>: ToConstraintField<F>,
{
    fn to_field_elements(&self) -> Option<Vec<F>> {
        short_weierstrass::Affine::from(*self).to_field_elements()
    }
}

/// Like [`Affine`].
impl<C: Curve, F: Field> ToConstraintField<F> for Projective<C>
where
    BaseField<C>: ToConstraintField<F>,
{
    fn to_field_elements(&self) -> Option<Vec<F>> {
        Affine::from(*self).to_field_elements()
    }
}

/// The cycle of the two curves: each one's scalars are the other's coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cycle;

impl CurveCycle for Cycle {
    type E1 = helios::Projective;
    type E2 = selene::Projective;
}
