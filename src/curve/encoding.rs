//! The encoding of points, a consensus rule: little-endian x with the parity of y in bit 255; the
//! identity is 32 zero bytes.

use ff::{Field, PrimeField};
use subtle::{Choice, ConditionallyNegatable, ConditionallySelectable, ConstantTimeEq, CtOption};

use super::{AffinePoint, Point};
use crate::curve::Curve;
use crate::field::FieldElement;

impl<C: Curve> Point<C> {
    /// Decodes a point; constant time.
    ///
    /// Returns none if x is not below the prime or not on the curve, or if the parity bit is set where y = 0 or for
    /// the identity. So each point has exactly one encoding.
    pub(crate) fn decode(bytes: &[u8; 32]) -> CtOption<Self> {
        let (x, sign, in_range) = Self::decode_x(bytes);
        let root = Self::y_squared(&x).sqrt();
        Self::from_decoded(&x, root, sign, in_range)
    }

    /// Splits an encoding: returns x, or 0 if it is not below the prime; the parity of y; whether x is below the prime.
    pub(crate) fn decode_x(bytes: &[u8; 32]) -> (FieldElement<C::Base>, Choice, Choice) {
        let mut x_bytes = *bytes;
        x_bytes[31] &= 0x7f;
        let sign = Choice::from(bytes[31] >> 7);
        let x = FieldElement::<C::Base>::from_repr(x_bytes);
        let in_range = x.is_some();
        (x.unwrap_or(FieldElement::ZERO), sign, in_range)
    }

    /// Makes the point from the results of [`Self::decode_x`] and either root of x³ − 3x + b.
    pub(crate) fn from_decoded(
        x: &FieldElement<C::Base>,
        root: CtOption<FieldElement<C::Base>>,
        sign: Choice,
        in_range: Choice,
    ) -> CtOption<Self> {
        // Nothing returns early: all cases are computed, and the choice among them is a mask.
        let on_curve = root.is_some();
        let mut y = root.unwrap_or(FieldElement::ZERO);
        // The prime is odd, so y and −y have different parities unless y = 0.
        y.conditional_negate(y.is_odd().ct_ne(&sign));

        // 32 zero bytes. No other point has x = 0, because b is not a square: `is_point` is false there.
        let is_identity = in_range & x.is_zero() & !sign;
        // The parity is wrong only for y = 0, which no point of a curve of odd order has.
        let is_point = in_range & on_curve & y.is_odd().ct_eq(&sign);
        let point = Self {
            x: *x,
            y,
            z: FieldElement::ONE,
        };
        CtOption::new(
            Self::conditional_select(&point, &Self::IDENTITY, is_identity),
            is_identity | is_point,
        )
    }

    /// Returns the encoding; takes an inversion.
    pub(crate) fn encode(&self) -> [u8; 32] {
        AffinePoint::from(self).encode()
    }
}
