//! The traits of the `ff` crate.

use ::ff::{Field, FieldBits, FromUniformBytes, PrimeField, PrimeFieldBits};
use rand_core::RngCore;
use subtle::{Choice, ConstantTimeEq, CtOption};

use super::FieldElement;
use crate::field::Prime;
use crate::word;

impl<P: Prime> Field for FieldElement<P> {
    const ZERO: Self = Self::from_small(0);
    const ONE: Self = Self::from_small(1);

    fn random(mut rng: impl RngCore) -> Self {
        let Ok(element) = P::random(|bytes| {
            rng.fill_bytes(bytes);
            Ok::<_, core::convert::Infallible>(())
        });
        element
    }

    #[inline]
    fn square(&self) -> Self {
        self.squared()
    }

    #[inline]
    fn double(&self) -> Self {
        self + self
    }

    #[inline]
    fn is_zero_vartime(&self) -> bool {
        self.as_limbs().iter().all(|limb| *limb == 0)
    }

    /// Returns the inverse, or none for zero; constant time (safegcd, Bernstein and Yang, eprint 2019/266).
    fn invert(&self) -> CtOption<Self> {
        CtOption::new(P::invert(self), !self.is_zero())
    }

    fn sqrt_ratio(numerator: &Self, denominator: &Self) -> (Choice, Self) {
        P::sqrt_ratio(numerator, denominator)
    }

    /// Returns a square root, or none if self is not a square; constant time. In the field of order q it is the even
    /// root; in the field of order 2^255 − 19 the candidate of RFC 8032, section 5.1.3, of either parity.
    fn sqrt(&self) -> CtOption<Self> {
        P::sqrt(self)
    }
}

impl<P: Prime> PrimeField for FieldElement<P> {
    type Repr = [u8; 32];

    const MODULUS: &'static str = P::MODULUS_HEX;
    // Both primes are just below 2^255, so 254 bits always fit.
    const NUM_BITS: u32 = 255;
    const CAPACITY: u32 = 254;
    /// (MODULUS + 1) / 2, the inverse of 2.
    const TWO_INV: Self = {
        // MODULUS is odd, so that ⌊MODULUS/2⌋ + 1 is the same.
        let one = Self::from_small(1);
        Self::from_canonical(word::add(&word::half(&P::MODULUS), one.as_limbs()).0)
    };
    const MULTIPLICATIVE_GENERATOR: Self = Self::from_small(P::GENERATOR);
    const S: u32 = P::S;
    const ROOT_OF_UNITY: Self = Self::from_canonical(P::ROOT_OF_UNITY);
    /// The inverse of `ROOT_OF_UNITY`, without an inversion: −1 is its own inverse (S = 1), and that of i is −i (S = 2).
    const ROOT_OF_UNITY_INV: Self = {
        if P::S == 1 {
            Self::from_canonical(P::ROOT_OF_UNITY)
        } else {
            Self::from_canonical(word::sub(&P::MODULUS, &P::ROOT_OF_UNITY).0)
        }
    };
    const DELTA: Self = Self::from_small(P::DELTA);

    /// Returns the element with the given little-endian residue, or none if that is not below the prime; constant time.
    #[inline]
    fn from_repr(bytes: [u8; 32]) -> CtOption<Self> {
        let limbs = word::from_le_bytes(&bytes);
        // The subtraction borrows exactly if the residue is below the prime.
        let (_, borrow) = word::sub(&limbs, &P::MODULUS);
        CtOption::new(Self::from_canonical(limbs), borrow.ct_eq(&1))
    }

    #[inline]
    fn to_repr(&self) -> [u8; 32] {
        word::to_le_bytes(self.as_limbs())
    }

    #[inline]
    fn is_odd(&self) -> Choice {
        (self.as_limbs()[0] & 1).ct_eq(&1)
    }

    fn from_u128(x: u128) -> Self {
        Self::from(x)
    }
}

impl<P: Prime> PrimeFieldBits for FieldElement<P> {
    type ReprBits = [u8; 32];

    fn to_le_bits(&self) -> FieldBits<[u8; 32]> {
        self.to_repr().into()
    }

    fn char_le_bits() -> FieldBits<[u8; 32]> {
        word::to_le_bytes(&P::MODULUS).into()
    }
}

impl<P: Prime> FromUniformBytes<64> for FieldElement<P> {
    fn from_uniform_bytes(bytes: &[u8; 64]) -> Self {
        Self::wide_reduce(*bytes)
    }
}
