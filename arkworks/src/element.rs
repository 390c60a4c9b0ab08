//! Elements of the prime fields.

mod encoding;
mod field;
mod integers;
mod operators;

use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};

use ark_ff::{BigInt, PrimeField as _};
use ark_std::rand::Rng;
use ark_std::rand::distributions::{Distribution, Standard};
use helioselene_simd::group::ff::{Field as _, PrimeField};
use helioselene_simd::{FieldElement, Prime};
use zeroize::Zeroize;

/// An element of the field of `P` elements: a [`FieldElement`] with arkworks' traits.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Element<P: Prime>(pub FieldElement<P>);

/// The element congruent to an integer; its pieces are 256 bits each, little-endian, the most significant first.
fn reduced<P: Prime>(pieces: impl Iterator<Item = [u8; 32]>) -> FieldElement<P> {
    pieces.fold(FieldElement::ZERO, |high, low| {
        let mut wide = [0; 64];
        wide[..32].copy_from_slice(&low);
        wide[32..].copy_from_slice(&high.to_repr());
        FieldElement::wide_reduce(wide)
    })
}

impl<P: Prime> Element<P> {
    /// The element congruent to an integer of any length; its limbs are little-endian.
    pub(crate) fn from_limbs_mod_order(limbs: &[u64]) -> Self {
        Self(reduced(limbs.chunks(4).rev().map(|limbs| {
            let mut piece = [0; 32];
            for (bytes, limb) in piece.chunks_exact_mut(8).zip(limbs) {
                bytes.copy_from_slice(&limb.to_le_bytes());
            }
            piece
        })))
    }
}

/// The prime, from the hexadecimal digits that `ff` publishes.
const fn modulus<P: Prime>() -> BigInt<4> {
    let digits = <FieldElement<P> as PrimeField>::MODULUS.as_bytes();
    let mut limbs = [0; 4];
    let mut i = 0;
    while i < 64 {
        // The last 64 digits: some of the primes have the prefix 0x.
        let digit = digits[digits.len() - 1 - i];
        let value = match digit {
            b'0'..=b'9' => digit - b'0',
            b'a'..=b'f' => digit - b'a' + 10,
            _ => panic!("no hexadecimal digit"),
        };
        limbs[i / 16] |= (value as u64) << (4 * (i % 16));
        i += 1;
    }
    BigInt(limbs)
}

/// Hashes the 32 bytes of its encoding.
impl<P: Prime> Hash for Element<P> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

/// Zero.
impl<P: Prime> Default for Element<P> {
    fn default() -> Self {
        Self(FieldElement::ZERO)
    }
}

/// Compares as integers below the prime; variable time.
impl<P: Prime> Ord for Element<P> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.into_bigint().cmp(&other.into_bigint())
    }
}

/// Compares as integers below the prime; variable time.
impl<P: Prime> PartialOrd for Element<P> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The residue in hexadecimal. Prints secrets like any other value.
impl<P: Prime> fmt::Debug for Element<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

/// The residue in decimal.
impl<P: Prime> fmt::Display for Element<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.into_bigint(), f)
    }
}

impl<P: Prime> Zeroize for Element<P> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

/// Uniform, as drawn by [`FieldElement`]'s `random`.
impl<P: Prime> Distribution<Element<P>> for Standard {
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Element<P> {
        Element(FieldElement::random(rng))
    }
}
