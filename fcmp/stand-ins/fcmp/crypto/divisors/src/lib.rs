//! The signatures of FCMP++'s `ec-divisors`, and nothing behind them.

#![no_std]

extern crate alloc;

use alloc::vec::Vec;
use core::borrow::Borrow;
use core::marker::PhantomData;
use core::ops::{Add, Neg};

use ff::{Field, PrimeField};
use group::Group;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
use zeroize::Zeroize;

/// A curve whose points divisors can be computed of.
pub trait DivisorCurve: Group + ConstantTimeEq + ConditionallySelectable + Zeroize {
    /// The field of the coordinates.
    type FieldElement: Zeroize + PrimeField + ConditionallySelectable;
    /// Points in the form that is computed with.
    type XyPoint: XyPoint<Self::FieldElement> + From<Self>;

    /// The a of y² = x³ + ax + b.
    fn a() -> Self::FieldElement;
    /// The b of y² = x³ + ax + b.
    fn b() -> Self::FieldElement;

    /// An interpolator, owned or not.
    type BorrowedInterpolator: Borrow<Interpolator<Self::FieldElement>>;
    /// The interpolator that suffices for the divisor of a scalar multiplication.
    fn interpolator_for_scalar_mul() -> Self::BorrowedInterpolator;

    /// The affine coordinates; none of the identity.
    fn to_xy(point: Self) -> Option<(Self::FieldElement, Self::FieldElement)>;
}

/// A point whose affine coordinates are cheap to have.
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
    fn double(self) -> Self;
    /// The affine coordinates of points, none of which is the identity.
    fn batch_to_xy(points: &[Self]) -> Vec<(F, F)>;
}

/// Interpolates polynomials of some degree; here only its degree.
#[derive(Clone)]
pub struct Interpolator<F: Field> {
    /// What it was created with.
    pub degree: usize,
    field: PhantomData<F>,
}

impl<F: PrimeField> Interpolator<F> {
    /// An interpolator for polynomials up to this degree.
    pub fn new(degree: usize) -> Self {
        Self {
            degree,
            field: PhantomData,
        }
    }
}

// SINCE_31C26D9 // What git calls this file tells the check which root the sign of y is by: the odd one.

#[cfg(feature = "ed25519")]
mod ed25519;
