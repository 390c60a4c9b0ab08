//! The two prime fields: canonical residues in saturated limbs.

mod arithmetic;
#[cfg(feature = "alloc")]
mod batch;
mod ff;
mod prime;
pub(crate) mod roots;
mod slices;

use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
use zeroize::Zeroize;

use crate::arithmetic::{portable, sums};
use crate::mask::{Mask, select};
use crate::word::{self, BITS, LIMBS, Limbs, Word};

pub(crate) use arithmetic::{binary, folded, operator};
#[cfg(feature = "alloc")]
pub(crate) use batch::invert_all;
pub use prime::{Invert, Prime};
pub(crate) use roots::{Powers, root_candidate};
pub use slices::Row;

/// An element of the prime field of `P`, as its canonical residue.
///
/// 32 bytes, least significant limb first, aligned like `usize`. This layout is part of the C ABI of
/// programs that pass elements by value, and will not change. Every function is constant time in the
/// element unless its name says `vartime`.
///
/// The operators and [`ff::Field`](crate::group::ff::Field) have the arithmetic.
///
/// ```
/// use helioselene_simd::group::ff::{Field, PrimeField};
/// use helioselene_simd::Field25519;
///
/// let (two, three) = (Field25519::from(2u64), Field25519::from(3u64));
/// assert_eq!(two * three - Field25519::ONE, Field25519::from(5u64));
/// assert_eq!(three * three.invert().unwrap(), Field25519::ONE);
/// // Encodings are little-endian residues; 32 bytes that are not below the prime are rejected.
/// assert_eq!(Field25519::from_repr(two.to_repr()).unwrap(), two);
/// assert!(bool::from(Field25519::from_repr([0xff; 32]).is_none()));
/// ```
#[repr(transparent)]
#[derive(Clone, Copy)]
pub struct FieldElement<P: Prime> {
    limbs: Limbs,
    prime: PhantomData<P>,
}

impl<P: Prime> FieldElement<P> {
    /// Makes the element with the given residue, which must be below the prime: equality compares limbs.
    #[inline(always)]
    pub(crate) const fn from_canonical(limbs: Limbs) -> Self {
        Self {
            limbs,
            prime: PhantomData,
        }
    }

    /// Makes the element with the residue x: a word is below either prime.
    pub(crate) const fn from_small(x: Word) -> Self {
        let mut limbs = [0; LIMBS];
        limbs[0] = x;
        Self::from_canonical(limbs)
    }

    /// Returns the canonical residue.
    #[inline(always)]
    pub(crate) const fn as_limbs(&self) -> &Limbs {
        &self.limbs
    }

    /// Returns the sum, for constants.
    pub(crate) const fn plus_const(&self, other: &Self) -> Self {
        // The sum of two residues is below 2^256, so there is no carry; the product with 1 reduces it.
        let (sum, _) = word::add(&self.limbs, &other.limbs);
        Self::from_canonical(sum).times_const(&Self::from_small(1))
    }

    /// Returns the product, for constants.
    pub(crate) const fn times_const(&self, other: &Self) -> Self {
        Self::reduced(&portable::product(&self.limbs, &other.limbs))
    }

    /// Reduces a 512-bit integer, for constants.
    const fn reduced(t: &[Word; 2 * LIMBS]) -> Self {
        // The primes of the toy curve, and products of two of their residues, fit one limb.
        #[cfg(test)]
        if P::MODULUS[LIMBS - 1] == 0 {
            return Self::from_small(t[0] % P::MODULUS[0]);
        }
        Self::from_canonical(portable::freeze::<P>(&portable::reduce::<P>(t, 0)))
    }

    /// Returns the element with the given little-endian residue, or `None` if that is not below the prime:
    /// [`from_repr`](crate::group::ff::PrimeField::from_repr) for constants. Constant time except for whether it is `None`.
    pub const fn from_le_bytes(bytes: &[u8; 32]) -> Option<Self> {
        Self::below_prime(word::from_le_bytes(bytes))
    }

    /// Returns the element with the given residue, or `None` unless subtracting the prime borrows, that is unless the
    /// residue is below it.
    const fn below_prime(limbs: Limbs) -> Option<Self> {
        match word::sub(&limbs, &P::MODULUS) {
            (_, 1) => Some(Self::from_canonical(limbs)),
            _ => None,
        }
    }

    /// Returns the element with the given residue in 64-bit limbs, least significant first, or `None` if that is not
    /// below the prime. Constant time except for whether it is `None`.
    ///
    /// ```
    /// use helioselene_simd::Field25519;
    ///
    /// const TWO_TO_64: Field25519 = Field25519::from_limbs([0, 1, 0, 0]).unwrap();
    /// assert_eq!(TWO_TO_64, Field25519::from(1u128 << 64));
    /// assert!(Field25519::from_limbs([u64::MAX; 4]).is_none());
    /// ```
    pub const fn from_limbs(limbs: [u64; 4]) -> Option<Self> {
        Self::below_prime(word::from_words(limbs))
    }

    /// Reduces a 256-bit integer modulo the prime; constant time. [`Self::from_limbs`] takes a residue as plain words.
    ///
    /// ```
    /// use helioselene_simd::{Field25519, U256};
    ///
    /// assert_eq!(Field25519::from_u256(&U256::from_u8(7)), Field25519::from(7u8));
    /// ```
    pub const fn from_u256(x: &crypto_bigint::U256) -> Self {
        // `freeze` reduces any 256-bit integer, not only residues.
        Self::from_canonical(portable::freeze::<P>(&word::from_u256(x)))
    }

    /// Reduces a little-endian 512-bit integer modulo the prime; constant time.
    ///
    /// From 64 uniform bytes the element is uniform up to a bias below 2^−256. The function wipes its own copy of the
    /// bytes, not the caller's.
    ///
    /// ```
    /// use helioselene_simd::HelioseleneField;
    ///
    /// let mut bytes = [0; 64];
    /// bytes[0] = 7;
    /// assert_eq!(HelioseleneField::wide_reduce(bytes), HelioseleneField::from(7u64));
    /// ```
    pub fn wide_reduce(mut bytes: [u8; 64]) -> Self {
        let mut t = [0; 2 * LIMBS];
        for (limb, bytes) in t.iter_mut().zip(bytes.chunks_exact(BITS / 8)) {
            *limb = Word::from_le_bytes(bytes.try_into().expect("the bytes of a limb"));
        }
        // `reduce` leaves less than twice the prime, from which `freeze_once` subtracts it at most once.
        let residue = sums::freeze_once::<P>(&portable::reduce::<P>(&t, 0));
        // The bytes reveal the element, and `t` is a copy of them.
        bytes.zeroize();
        t.zeroize();
        Self::from_canonical(residue)
    }
}

/// Implements `PartialEq` by the constant-time comparison, and `Default` as the value to which `Zeroize` sets a type.
macro_rules! compared {
    ([$($parameters:tt)*] $Type:ty, zeroised: $zeroised:expr) => {
        impl<$($parameters)*> PartialEq for $Type {
            #[inline(always)]
            fn eq(&self, other: &Self) -> bool {
                self.ct_eq(other).into()
            }
        }
        impl<$($parameters)*> Eq for $Type {}
        /// Returns the value that zeroising leaves.
        impl<$($parameters)*> Default for $Type {
            fn default() -> Self {
                $zeroised
            }
        }
        impl<$($parameters)*> zeroize::DefaultIsZeroes for $Type {}
    };
}
pub(crate) use compared;
compared!([P: Prime] FieldElement<P>, zeroised: Self::from_small(0));

impl<P: Prime> ConstantTimeEq for FieldElement<P> {
    #[inline(always)]
    fn ct_eq(&self, other: &Self) -> Choice {
        // Residues are canonical, so equal elements have equal limbs.
        let mut difference = self.limbs;
        for (d, limb) in difference.iter_mut().zip(&other.limbs) {
            *d ^= limb;
        }
        Mask::all_zero(&difference).into()
    }
}

/// Hashes the 32-byte encoding.
impl<P: Prime> Hash for FieldElement<P> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        word::to_le_bytes(&self.limbs).hash(state);
    }
}

impl<P: Prime> ConditionallySelectable for FieldElement<P> {
    #[inline(always)]
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self::from_canonical(select(&a.limbs, &b.limbs, choice.into()))
    }
}

/// Prints the residue in hexadecimal, secret or not.
impl<P: Prime> fmt::Debug for FieldElement<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("0x")?;
        word::to_le_bytes(&self.limbs)
            .iter()
            .rev()
            .try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Converts primitive integers; constant time.
macro_rules! from_integer {
    ($($integer:ty)*) => {$(
        impl<P: Prime> From<$integer> for FieldElement<P> {
            fn from(x: $integer) -> Self {
                let mut bytes = [0; 32];
                bytes[..size_of::<$integer>()].copy_from_slice(&x.to_le_bytes());
                // x < 2^128 is below either prime.
                Self::from_canonical(word::from_le_bytes(&bytes))
            }
        }
    )*};
}
from_integer!(u8 u16 u32 u64 u128);
