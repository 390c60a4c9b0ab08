//! The primes and their constants.
//!
//! The trait is public because the public types are generic over it; it is sealed, and implemented
//! by this library's marker types only. See `notes/cycle.md`.

use crate::word::{self, LIMBS, Limbs, Word, from_hex};

pub(crate) mod sealed {
    pub trait Sealed {}
}
use sealed::Sealed;

/// A prime 2^255 − γ with γ < 2^127, and its constants, those of `ff::PrimeField` included.
pub trait Modulus: Sealed + Copy + Eq + core::fmt::Debug + Send + Sync + 'static {
    /// The prime.
    const MODULUS: Limbs;
    /// γ = 2^255 − MODULUS.
    const GAMMA: Limbs = gamma(&Self::MODULUS);
    /// 2γ ≡ 2^256, at most 128 bits.
    const TWO_GAMMA: Limbs = word::add(&Self::GAMMA, &Self::GAMMA).0;
    /// The number of limbs of 2γ.
    const TWO_GAMMA_LIMBS: usize = used_limbs(&Self::TWO_GAMMA);
    /// The prime as `ff::PrimeField::MODULUS` prints it.
    const MODULUS_HEX: &'static str;
    /// The smallest generator of the multiplicative group.
    const GENERATOR: Word;
    /// The exponent of 2 in MODULUS − 1.
    const S: u32 = (Self::MODULUS[0] - 1).trailing_zeros();
    /// GENERATOR^((MODULUS − 1) / 2^S).
    const ROOT_OF_UNITY: Limbs;
    /// GENERATOR^(2^S).
    const DELTA: Word = Self::GENERATOR.pow(1 << Self::S);
    /// Whether γ < 32, so that a limb times γ fits a word. Otherwise γ has up to 127 bits.
    const GAMMA_IS_SMALL: bool = used_limbs(&Self::GAMMA) == 1 && Self::GAMMA[0] < 32;
}

const fn gamma(modulus: &Limbs) -> Limbs {
    let mut two_255 = [0; LIMBS];
    two_255[LIMBS - 1] = 1 << (Word::BITS - 1);
    let (gamma, borrow) = word::sub(&two_255, modulus);
    assert!(borrow == 0 && used_limbs(&word::add(&gamma, &gamma).0) <= LIMBS / 2);
    gamma
}

const fn used_limbs(x: &Limbs) -> usize {
    let mut n = LIMBS;
    while n > 0 && x[n - 1] == 0 {
        n -= 1;
    }
    n
}

/// p = 2^255 − 19: Helios' base field, Selene's order, Ed25519's field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct P25519;

impl Sealed for P25519 {}
impl Modulus for P25519 {
    const MODULUS: Limbs =
        from_hex("7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed");
    const MODULUS_HEX: &'static str =
        "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed";
    const GENERATOR: Word = 2;
    const ROOT_OF_UNITY: Limbs =
        from_hex("2b8324804fc1df0b2b4d00993dfbd7a72f431806ad2fe478c4ee1b274a0ea0b0");
}

/// Defines a cycle's prime q ≡ 3 (mod 4): Selene's base field and Helios' order.
macro_rules! crandall_prime {
    ($(#[$doc:meta])* $name:ident, $modulus:literal, generator: $generator:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $name;

        impl Sealed for $name {}
        impl Modulus for $name {
            const MODULUS: Limbs = from_hex($modulus);
            const MODULUS_HEX: &'static str = concat!("0x", $modulus);
            const GENERATOR: Word = $generator;
            const ROOT_OF_UNITY: Limbs = {
                let mut minus_one = Self::MODULUS;
                minus_one[0] -= 1;
                minus_one
            };
        }
    };
}

crandall_prime!(
    /// q = 2^255 − γ with γ of 124 bits: Selene's base field and Helios' order in the current cycle.
    Q,
    "7ffffffffffffffffffffffffffffffff735481d1969f317f9850b68df11df53",
    generator: 2
);

#[cfg(feature = "cycle2025")]
crandall_prime!(
    /// q = 2^255 − γ with γ of 127 bits: Selene's base field and Helios' order in the 2025 cycle.
    Q2025,
    "7fffffffffffffffffffffffffffffffbf7f782cb7656b586eb6d2727927c79f",
    generator: 5
);
