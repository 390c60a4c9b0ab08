//! A model of a small accelerator for Curve25519, and the field of Helios' coordinates on it.
//!
//! The engine is that of Precursor (betrusted's `curve25519-engine`): registers of 256 bits, a multiplier
//! modulo 2^255 − 19 with limbs of 17 bits, and an adder, a masker and a test for numbers that reach the
//! prime. It runs straight-line microcode, one instruction at a time. What is modelled are its numbers, bit
//! for bit but for the multiplier's normalisation ([`multiplier`]), its instructions ([`engine`]), and the
//! time that they and the transport of operands take ([`registers`]).
//!
//! ```
//! use helioselene_research::accelerator::{Element, engine, registers};
//! use helioselene_simd::unstable::On;
//! use helioselene_simd::{HelioseleneField, HeliosPoint};
//!
//! let scalar = HelioseleneField::from(2026u16);
//! let point = HeliosPoint::mul_base(&scalar);
//! let (product, trace) = engine::record(|| On::<Element>::mul(&scalar, &point));
//! assert_eq!(product, point * scalar);
//! let cost = registers::cost(&trace, registers::WINDOW);
//! println!("{} cycles", cost.cycles());
//! ```

pub mod engine;
pub mod multiplier;
#[cfg(test)]
mod proof;
pub mod registers;

use core::ops::{Add, Sub};

use helioselene_simd::group::ff::{Field, PrimeField};
use helioselene_simd::unstable::{BatchVector, FieldVector, Sum};
use helioselene_simd::{Curve, FieldElement, Helios};
use zeroize::Zeroize;

use engine::{
    Register, add, load, load_mask, mask, multiply, returned, store, sub, test_reduce, xor,
};

/// The prime of Helios' coordinates, 2^255 − 19, the only one that the engine has.
pub type Prime = <Helios as Curve>::Base;

/// A field element in a register of the engine: a number up to the prime, inclusive.
#[derive(Clone, Copy, Debug)]
pub struct Element(Register);

impl Element {
    fn from_host(x: &FieldElement<Prime>) -> Self {
        Self(load(words(x.to_repr())))
    }

    fn to_host(self) -> FieldElement<Prime> {
        let residue = reduced(self.0);
        let mut bytes = [0; 32];
        for (bytes, word) in bytes.chunks_exact_mut(8).zip(store(residue)) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        // The bytes are canonical, so there always is an element, and no test is needed.
        FieldElement::from_repr(bytes).unwrap_or(FieldElement::ZERO)
    }
}

/// A number up to twice the prime, minus the prime if it reaches it.
fn reduced(x: Register) -> Register {
    sub(x, test_reduce(x))
}

/// `yes` if the decision's lowest bit is set, else `no`.
fn chosen(no: Register, yes: Register, decision: Register) -> Register {
    xor(no, mask(decision, xor(no, yes)))
}

fn words(bytes: [u8; 32]) -> [u64; 4] {
    let (chunks, _) = bytes.as_chunks::<8>();
    core::array::from_fn(|i| u64::from_le_bytes(chunks[i]))
}

impl Zeroize for Element {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

impl Add for Element {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(returned(reduced(add(self.0, other.0))))
    }
}

impl Sub for Element {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        let negative = sub(Register::PRIME, other.0);
        Self(returned(reduced(add(self.0, negative))))
    }
}

impl FieldVector for Element {
    type Prime = Prime;
    type Sum = Self;
    const LANES: usize = 1;

    fn load(lanes: &[FieldElement<Prime>]) -> Self {
        Self::from_host(&lanes[0])
    }
    fn store(self, lanes: &mut [FieldElement<Prime>]) {
        lanes[0] = self.to_host();
    }
    fn mul(&self, other: &Self) -> Self {
        Self(returned(multiply(self.0, other.0)))
    }
    fn select_lanes(self, other: Self, lanes: u32) -> Self {
        Self(returned(chosen(self.0, other.0, load_mask(lanes))))
    }
    /// Without asking the host, which would have to read the number.
    fn replace_where_zero(self, value: Self, replacement: Self) -> Self {
        let x = reduced(self.0);
        // If x is not zero, x + p − 1 reaches p; and p, the answer then, is odd.
        let is_not_zero = test_reduce(add(x, sub(Register::PRIME, Register::ONE)));
        Self(returned(chosen(replacement.0, value.0, is_not_zero)))
    }
}

impl BatchVector for Element {
    type Lane = [u64; 4];

    fn gather<'a>(lane: impl Fn(usize) -> &'a [u64; 4]) -> Self {
        Self(load(*lane(0)))
    }
    fn scatter(self, lanes: &mut [[u64; 4]]) {
        lanes[0] = store(self.0);
    }
}

impl Sum for Element {
    type Tight = Self;
    fn carry(self) -> Self {
        self
    }
    /// The prime minus the number: 0 becomes the prime, and the prime 0.
    fn neg(self) -> Self {
        Self(returned(sub(Register::PRIME, self.0)))
    }
}
