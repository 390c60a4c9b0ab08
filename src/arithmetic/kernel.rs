//! What a scalar instruction set offers: products modulo a prime.

use super::sums;
use crate::primes::Modulus;
use crate::word::{Limbs, Word};

/// Multiplication of 256-bit integers modulo a prime 2^255 − γ.
///
/// Operands are any 256-bit integers. Results are congruent modulo the prime and below twice the
/// prime, so that one conditional subtraction makes them canonical. All constant time.
pub(crate) trait Kernel: Copy + core::fmt::Debug + Send + Sync + 'static {
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
}
