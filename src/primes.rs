//! The primes p and q and their constants.
//!
//! [`Modulus`] is public because public types are generic over it. Other crates cannot name it, so only this
//! library's marker types implement it. See `notes/cycle.md`.
//!
//! All primes are pseudo-Mersenne (Crandall) primes 2^255 − γ. Everything else that kernels need, such as γ in their
//! radix or an inverse of the prime, is computed from the prime at compile time.

use crate::word::{self, LIMBS, Limbs, Word, from_hex};

/// A prime 2^255 − γ with γ < 2^127 and its constants, including those of `ff::PrimeField`.
///
/// The bound on γ makes 2γ fit half of a 256-bit integer, so that folding a 512-bit product by 2^256 ≡ 2γ leaves 385
/// bits, and folding again leaves 257.
pub trait Modulus: Copy + Eq + core::fmt::Debug + Send + Sync + 'static {
    /// The prime.
    const MODULUS: Limbs;
    /// γ = 2^255 − MODULUS.
    const GAMMA: Limbs = gamma(&Self::MODULUS);
    /// 2γ ≡ 2^256 modulo the prime; at most 128 bits.
    const TWO_GAMMA: Limbs = word::add(&Self::GAMMA, &Self::GAMMA).0;
    /// The number of nonzero limbs of 2γ: how many rows a fold by 2^256 takes.
    const TWO_GAMMA_LIMBS: usize = used_limbs(&Self::TWO_GAMMA);
    /// The prime as `ff::PrimeField::MODULUS` prints it.
    const MODULUS_HEX: &'static str;
    /// The smallest generator of the multiplicative group, `ff::PrimeField::MULTIPLICATIVE_GENERATOR`.
    const GENERATOR: Word;
    /// The exponent of 2 in MODULUS − 1: 2 for p, 1 for the other primes.
    const S: u32 = (Self::MODULUS[0] - 1).trailing_zeros();
    /// GENERATOR^((MODULUS − 1) / 2^S), a primitive 2^S-th root of unity.
    const ROOT_OF_UNITY: Limbs;
    /// GENERATOR^(2^S), a generator of the subgroup of odd order. It fits a word, as GENERATOR ≤ 5 and S ≤ 2.
    const DELTA: Word = Self::GENERATOR.pow(1 << Self::S);
    /// Whether γ < 32, as for p, where γ = 19: then kernels multiply by γ as by one short limb, and a fold is one row.
    /// Otherwise γ has up to 127 bits, as for q.
    const GAMMA_IS_SMALL: bool = used_limbs(&Self::GAMMA) == 1 && Self::GAMMA[0] < 32;
}

/// Returns 2^255 − `modulus`.
const fn gamma(modulus: &Limbs) -> Limbs {
    let mut two_255 = [0; LIMBS];
    two_255[LIMBS - 1] = 1 << (Word::BITS - 1);
    let (gamma, borrow) = word::sub(&two_255, modulus);
    // 0 ≤ γ < 2^127: every bound that holds for any γ relies on this.
    assert!(borrow == 0 && used_limbs(&word::add(&gamma, &gamma).0) <= LIMBS / 2);
    gamma
}

/// Returns the number of limbs up to the highest nonzero one.
const fn used_limbs(x: &Limbs) -> usize {
    let mut n = LIMBS;
    while n > 0 && x[n - 1] == 0 {
        n -= 1;
    }
    n
}

/// Defines a marker type for a prime, from the hexadecimal digits of the prime and of its root of unity.
macro_rules! prime {
    (
        $(#[$doc:meta])* $name:ident, $hex:literal, prefix: $prefix:literal,
        generator: $generator:literal, root_of_unity: $root:literal
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $name;

        impl Modulus for $name {
            const MODULUS: Limbs = from_hex($hex);
            const MODULUS_HEX: &'static str = concat!($prefix, $hex);
            const GENERATOR: Word = $generator;
            const ROOT_OF_UNITY: Limbs = from_hex($root);
        }
    };
}

prime!(
    /// p = 2^255 − 19: Helios' base field, Selene's order, Ed25519's field.
    P25519,
    "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed",
    prefix: "",
    generator: 2,
    root_of_unity: "2b8324804fc1df0b2b4d00993dfbd7a72f431806ad2fe478c4ee1b274a0ea0b0"
);

// Every q is ≡ 3 (mod 4), so S = 1 and the root of unity is −1.
prime!(
    /// q = 2^255 − γ with γ of 124 bits: Selene's base field and Helios' order in the current cycle.
    Q,
    "7ffffffffffffffffffffffffffffffff735481d1969f317f9850b68df11df53",
    prefix: "0x",
    generator: 2,
    root_of_unity: "7ffffffffffffffffffffffffffffffff735481d1969f317f9850b68df11df52"
);

#[cfg(any(test, feature = "cycle2025"))]
prime!(
    /// q = 2^255 − γ with γ of 127 bits: Selene's base field and Helios' order in the 2025 cycle.
    Q2025,
    "7fffffffffffffffffffffffffffffffbf7f782cb7656b586eb6d2727927c79f",
    prefix: "0x",
    generator: 5,
    root_of_unity: "7fffffffffffffffffffffffffffffffbf7f782cb7656b586eb6d2727927c79e"
);
