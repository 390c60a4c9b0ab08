//! Scalars and points by their encodings, which are the same on both sides.

use std::fmt;

use ciphersuite::Ciphersuite;
use ciphersuite::group::ff::PrimeField;
use ciphersuite::group::{Group, GroupEncoding};
use serde::{Deserialize, Serialize};

/// The encoding of a scalar or point, or any other 32 bytes.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Element(pub [u8; 32]);

impl Element {
    /// The encoding of a scalar.
    pub fn of_scalar<F: PrimeField>(scalar: &F) -> Self {
        Self(scalar.to_repr().as_ref().try_into().expect("32 bytes"))
    }

    /// The scalar of this encoding.
    pub fn scalar<F: PrimeField>(&self) -> F {
        let mut encoding = F::Repr::default();
        encoding.as_mut().copy_from_slice(&self.0);
        F::from_repr(encoding).expect("a scalar's encoding")
    }

    /// The encoding of a point.
    pub fn of_point<G: GroupEncoding>(point: &G) -> Self {
        Self(point.to_bytes().as_ref().try_into().expect("32 bytes"))
    }

    /// The point with this encoding; zeros are the identity, whatever the curve crate decodes from them.
    pub fn point<C: Ciphersuite>(&self) -> C::G {
        if self.0 == [0; 32] {
            C::G::identity()
        } else {
            self.decoded::<C>()
        }
    }

    /// The point that the curve crate decodes from this encoding.
    pub fn decoded<C: Ciphersuite>(&self) -> C::G {
        let mut encoding = <C::G as GroupEncoding>::Repr::default();
        encoding.as_mut().copy_from_slice(&self.0);
        C::G::from_bytes(&encoding).expect("a point's encoding")
    }

    /// Adds two strings of 32 bytes as numbers modulo 2^256.
    pub fn plus(self, other: Self) -> Self {
        let mut sum = [0; 32];
        let mut carry = 0;
        for ((sum, a), b) in sum.iter_mut().zip(self.0).zip(other.0) {
            let word = u16::from(a) + u16::from(b) + carry;
            *sum = word.to_le_bytes()[0];
            carry = word >> 8;
        }
        Self(sum)
    }

    /// A small number; negative ones modulo 2^256.
    pub fn number(number: i64) -> Self {
        let mut bytes = [if number < 0 { 0xff } else { 0 }; 32];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        Self(bytes)
    }
}

/// Bytes of any number.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Bytes(pub Vec<u8>);

fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn of_hex(text: &str) -> Result<Vec<u8>, String> {
    let digits: Option<Vec<u32>> = text.chars().map(|digit| digit.to_digit(16)).collect();
    let digits = digits.filter(|digits| digits.len() % 2 == 0);
    let digits = digits.ok_or_else(|| format!("no bytes: {text}"))?;
    let byte = |pair: &[u32]| u8::try_from(16 * pair[0] + pair[1]).expect("two digits");
    Ok(digits.chunks(2).map(byte).collect())
}

macro_rules! in_hexadecimal {
    ($Type:ty) => {
        impl From<$Type> for String {
            fn from(bytes: $Type) -> Self {
                to_hex(&bytes.0)
            }
        }

        impl TryFrom<String> for $Type {
            type Error = String;

            fn try_from(text: String) -> Result<Self, String> {
                let bytes = of_hex(&text)?.try_into();
                bytes.map(Self).map_err(|_| format!("not 32 bytes: {text}"))
            }
        }

        impl fmt::Debug for $Type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&to_hex(&self.0))
            }
        }
    };
}
in_hexadecimal!(Element);
in_hexadecimal!(Bytes);
