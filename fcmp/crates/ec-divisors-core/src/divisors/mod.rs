//! The API of FCMP++'s `ec-divisors` 0.1: functions on elliptic curves with given zeros (Eagen,
//! <https://eprint.iacr.org/2022/596>). README.md says what differs inside, and how to depend on it.
mod decomposition;
mod divisor;
#[cfg(feature = "ed25519")]
mod ed25519;
mod function;
mod interpolator;
mod line;
mod poly;
mod projective;
mod repeat;
mod wiped;

use alloc::vec::Vec;
use core::borrow::Borrow;
use core::ops::{Add, Neg};

use ff::{Field, PrimeField};
use group::Group;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
use zeroize::Zeroize;

pub use decomposition::ScalarDecomposition;
pub use divisor::new_divisor;
pub use interpolator::Interpolator;
pub use poly::Poly;
pub use projective::Projective;

/// A curve y² = x³ + ax + b, or one isomorphic to it, for whose points divisors can be computed.
pub trait DivisorCurve: Group + ConstantTimeEq + ConditionallySelectable + Zeroize {
    /// The field of the coordinates.
    type FieldElement: Zeroize + PrimeField + ConditionallySelectable;
    /// Points in the form used for computing.
    type XyPoint: XyPoint<Self::FieldElement> + From<Self>;

    /// The a of y² = x³ + ax + b.
    fn a() -> Self::FieldElement;
    /// The b of y² = x³ + ax + b.
    fn b() -> Self::FieldElement;

    /// An interpolator, owned or borrowed.
    type BorrowedInterpolator: Borrow<Interpolator<Self::FieldElement>>;
    /// The interpolator for the divisor of a scalar multiplication.
    fn interpolator_for_scalar_mul() -> Self::BorrowedInterpolator;

    /// The affine coordinates; `None` for the identity. The time may reveal whether it is the identity.
    fn to_xy(point: Self) -> Option<(Self::FieldElement, Self::FieldElement)>;
}

/// A point whose affine coordinates are cheap to get.
pub trait XyPoint<F: Field>:
    Sized
    + Clone
    + Copy
    + Neg<Output = Self>
    + Add<Output = Self>
    + Zeroize
    + ConstantTimeEq
    + ConditionallySelectable
{
    /// The identity.
    const IDENTITY: Self;
    /// Whether it is the identity.
    fn is_identity(&self) -> Choice;
    /// Twice the point.
    #[must_use]
    fn double(self) -> Self;
    /// The affine coordinates of points.
    ///
    /// # Panics
    /// May panic, or return anything, if one is the identity.
    fn batch_to_xy(points: &[Self]) -> Vec<(F, F)>;
}
