//! What a scalar instruction set offers: products modulo a prime.

use zeroize::Zeroize;

use super::sums;
use crate::mask::Mask;
use crate::primes::Modulus;
use crate::word::{Limbs, Word};

/// Multiplication of 256-bit integers modulo a prime 2^255 − γ.
///
/// Operands are any 256-bit integers. Results are congruent modulo the prime and below twice the
/// prime, so that one conditional subtraction makes them canonical. All constant time.
pub(crate) trait Kernel: Copy + core::fmt::Debug + Send + Sync + 'static {
    /// A residue in a chain of products, as the kernel likes to have it.
    type Residue: Copy + Zeroize;
    /// a·b
    fn mul<P: Modulus>(a: &Limbs, b: &Limbs) -> Limbs;
    /// a²
    fn square<P: Modulus>(a: &Limbs) -> Limbs;
    /// a·b + c·d, reduced once
    fn sum_of_products<P: Modulus>(a: &Limbs, b: &Limbs, c: &Limbs, d: &Limbs) -> Limbs;
    /// k·a for k ≤ 16
    fn times<P: Modulus>(a: &Limbs, k: Word) -> Limbs;
    /// a·b, canonical
    #[inline(always)]
    fn mul_canonical<P: Modulus>(a: &Limbs, b: &Limbs) -> Limbs {
        sums::freeze_once::<P>(&Self::mul::<P>(a, b))
    }
    /// a², canonical
    #[inline(always)]
    fn square_canonical<P: Modulus>(a: &Limbs) -> Limbs {
        sums::freeze_once::<P>(&Self::square::<P>(a))
    }
    /// a^(2^n)
    #[inline(always)]
    fn square_n<P: Modulus>(a: &Limbs, n: u32) -> Limbs {
        let mut x = *a;
        for _ in 0..n {
            x = Self::square::<P>(&x);
        }
        x
    }

    /// From a 256-bit integer.
    fn residue(x: &Limbs) -> Self::Residue;
    /// The canonical residue.
    fn canonical<P: Modulus>(x: &Self::Residue) -> Limbs;
    /// x^(2^n), times a factor if there is one.
    fn square_n_times<P: Modulus>(
        x: &Self::Residue,
        n: u32,
        factor: Option<&Self::Residue>,
    ) -> Self::Residue;
    /// `yes` if `mask`, `no` if not.
    fn select(no: &Self::Residue, yes: &Self::Residue, mask: Mask) -> Self::Residue;
}

/// For kernels whose chains compute with integers below twice the prime.
macro_rules! chains_of_limbs {
    () => {
        type Residue = $crate::word::Limbs;

        #[inline(always)]
        fn residue(x: &Limbs) -> Limbs {
            // Limb by limb, see `FieldElement::copied`.
            x.map($crate::mask::barrier)
        }

        #[inline(always)]
        fn canonical<P: Modulus>(x: &Limbs) -> Limbs {
            $crate::arithmetic::sums::freeze_once::<P>(x)
        }

        #[inline(always)]
        fn square_n_times<P: Modulus>(x: &Limbs, n: u32, factor: Option<&Limbs>) -> Limbs {
            let power = Self::square_n::<P>(x, n);
            factor.map_or(power, |factor| Self::mul::<P>(&power, factor))
        }

        #[inline(always)]
        fn select(no: &Limbs, yes: &Limbs, mask: $crate::mask::Mask) -> Limbs {
            $crate::mask::select(no, yes, mask)
        }
    };
}
pub(crate) use chains_of_limbs;
