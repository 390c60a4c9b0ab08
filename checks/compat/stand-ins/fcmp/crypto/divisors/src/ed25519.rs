//! The trait for Ed25519, whose coordinates are dalek-ff-group's; its types, and nothing behind them.

use alloc::vec::Vec;
use core::ops::{Add, Neg};

use crypto_bigint::U256;
use dalek_ff_group::{EdwardsPoint, FieldElement};
use ff::Field;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
use zeroize::Zeroize;

use crate::{DivisorCurve, Interpolator, XyPoint};

impl DivisorCurve for EdwardsPoint {
    type FieldElement = FieldElement;
    type XyPoint = Coordinates;

    fn a() -> FieldElement {
        FieldElement::from_u256(&U256::ONE)
    }
    fn b() -> FieldElement {
        FieldElement::from_u256(&U256::ONE)
    }

    type BorrowedInterpolator = Interpolator<FieldElement>;
    fn interpolator_for_scalar_mul() -> Interpolator<FieldElement> {
        Interpolator::new(128)
    }

    fn to_xy(_: Self) -> Option<(FieldElement, FieldElement)> {
        None
    }
}

#[derive(Clone, Copy, Zeroize)]
pub struct Coordinates(FieldElement, FieldElement);

impl From<EdwardsPoint> for Coordinates {
    fn from(_: EdwardsPoint) -> Self {
        Self::IDENTITY
    }
}

impl Neg for Coordinates {
    type Output = Self;
    fn neg(self) -> Self {
        Self(self.0, -self.1)
    }
}

impl Add for Coordinates {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0, self.1 + other.1)
    }
}

impl ConstantTimeEq for Coordinates {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.0.ct_eq(&other.0) & self.1.ct_eq(&other.1)
    }
}

impl ConditionallySelectable for Coordinates {
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self(
            FieldElement::conditional_select(&a.0, &b.0, choice),
            FieldElement::conditional_select(&a.1, &b.1, choice),
        )
    }
}

impl XyPoint<FieldElement> for Coordinates {
    const IDENTITY: Self = Self(FieldElement::ZERO, FieldElement::ZERO);
    fn is_identity(&self) -> Choice {
        self.ct_eq(&Self::IDENTITY)
    }
    fn double(self) -> Self {
        self + self
    }
    fn batch_to_xy(points: &[Self]) -> Vec<(FieldElement, FieldElement)> {
        points.iter().map(|point| (point.0, point.1)).collect()
    }
}
