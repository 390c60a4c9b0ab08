//! Conversions from integers and to them.

use core::str::FromStr;

use ark_ff::{BigInt, PrimeField};
use helioselene_simd::{FieldElement, Prime};
use num_bigint::{BigUint, Sign};

use super::Element;

macro_rules! from_unsigned {
    ($($integer:ty)*) => {$(
        impl<P: Prime> From<$integer> for Element<P> {
            fn from(x: $integer) -> Self {
                Self(FieldElement::from(x))
            }
        }
    )*};
}
from_unsigned!(u8 u16 u32 u64 u128);

macro_rules! from_signed {
    ($($integer:ty)*) => {$(
        /// Variable time in the sign.
        impl<P: Prime> From<$integer> for Element<P> {
            fn from(x: $integer) -> Self {
                let magnitude = Self::from(x.unsigned_abs());
                if x < 0 { -magnitude } else { magnitude }
            }
        }
    )*};
}
from_signed!(i8 i16 i32 i64 i128);

impl<P: Prime> From<bool> for Element<P> {
    fn from(x: bool) -> Self {
        Self::from(u8::from(x))
    }
}

/// # Panics
///
/// If the integer is not below the prime, like arkworks' own fields.
impl<P: Prime> From<BigInt<4>> for Element<P> {
    fn from(integer: BigInt<4>) -> Self {
        Self::from_bigint(integer).expect("an integer below the prime")
    }
}

impl<P: Prime> From<Element<P>> for BigInt<4> {
    fn from(element: Element<P>) -> Self {
        element.into_bigint()
    }
}

/// The element congruent to the integer.
impl<P: Prime> From<BigUint> for Element<P> {
    fn from(integer: BigUint) -> Self {
        Self::from_le_bytes_mod_order(&integer.to_bytes_le())
    }
}

impl<P: Prime> From<Element<P>> for BigUint {
    fn from(element: Element<P>) -> Self {
        element.into_bigint().into()
    }
}

/// From a decimal integer, which may be negative and of any length; variable time.
impl<P: Prime> FromStr for Element<P> {
    type Err = ();

    fn from_str(s: &str) -> Result<Self, ()> {
        let (sign, magnitude) = num_bigint::BigInt::from_str(s)
            .map_err(|_| ())?
            .into_parts();
        let magnitude = Self::from(magnitude);
        Ok(if sign == Sign::Minus {
            -magnitude
        } else {
            magnitude
        })
    }
}
