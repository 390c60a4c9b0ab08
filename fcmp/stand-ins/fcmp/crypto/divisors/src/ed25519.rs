//! The trait for Ed25519, whose coordinates are dalek-ff-group's; its types, and nothing behind them.

use alloc::vec::Vec;

use crypto_bigint::U256;
use dalek_ff_group::{EdwardsPoint, FieldElement};
use group::Group;
use subtle::Choice;

use crate::{DivisorCurve, Interpolator, XyPoint};

impl DivisorCurve for EdwardsPoint {
    type FieldElement = FieldElement;
    type XyPoint = Self;

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

impl XyPoint<FieldElement> for EdwardsPoint {
    const IDENTITY: Self = unimplemented!();
    fn is_identity(&self) -> Choice {
        Group::is_identity(self)
    }
    fn double(self) -> Self {
        Group::double(&self)
    }
    fn batch_to_xy(_: &[Self]) -> Vec<(FieldElement, FieldElement)> {
        Vec::new()
    }
}
