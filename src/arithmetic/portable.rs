//! The kernel in plain Rust, for any word size: the reference that every other kernel must match.
//!
//! Factors may be ANY 256-bit integers. Results are congruent to the exact ones modulo the prime, and below twice the
//! prime. In the comments, T is the exact integer that is reduced, and γ = 2^255 − prime, so that 2^255 ≡ γ and
//! 2^256 ≡ 2γ. Where it helps, limbs are listed from the top down, as in `[t_n … t_0]`.
//!
//! The reduction is Crandall's: it folds three times, T < 2^512 (2^513 for a sum of two products) to T1 < 2^256 +
//! 2^385, T1 to T2 < 2^257, and T2's bits from 255 up to a result below 2^255 + 32γ. For p, with γ = 19, 2γ is one limb
//! and the loops over its limbs run once.

use super::kernel::{Kernel, chains_of_limbs};
use crate::primes::Modulus;
use crate::word::{self, BITS, LIMBS, Limbs, Wide, Word, adc, mac};

/// The kernel in plain Rust on machine words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

/// Keeps functions out of line on x86-64, where only CPUs without BMI2 and ADX run them.
macro_rules! apart {
    ($($kernel:item)*) => {$(
        #[cfg_attr(target_arch = "x86_64", cold, inline(never))]
        #[cfg_attr(not(target_arch = "x86_64"), inline)]
        $kernel
    )*};
}

impl Kernel for Portable {
    chains_of_limbs!();

    apart! {
        fn mul<P: Modulus>(a: &Limbs, b: &Limbs) -> Limbs {
            reduce::<P>(&product(a, b), 0)
        }

        fn square<P: Modulus>(a: &Limbs) -> Limbs {
            reduce::<P>(&square(a), 0)
        }

        fn sum_of_products<P: Modulus>(a: &Limbs, b: &Limbs, c: &Limbs, d: &Limbs) -> Limbs {
            let (mut t, u) = (product(a, b), product(c, d));
            let mut carry = 0;
            // The sum of two products is below 2^513: the last carry is bit 512, which `reduce` takes separately.
            for (t, u) in t.iter_mut().zip(&u) {
                (*t, carry) = adc(*t, *u, carry);
            }
            reduce::<P>(&t, carry)
        }

        fn times<P: Modulus>(a: &Limbs, k: Word) -> Limbs {
            let (mut product, mut top) = ([0; LIMBS], 0);
            for (limb, a) in product.iter_mut().zip(a) {
                (*limb, top) = mac(0, *a, k, top);
            }
            // k ≤ 16, so k·a < 2^260 and top < 16, as `fold_top` requires.
            fold_top::<P>(&product, top)
        }
    }
}

/// Returns the exact product a·b, by rows (operand scanning): row i adds b_i·a at limb i.
#[inline(always)]
pub(crate) const fn product(a: &Limbs, b: &Limbs) -> [Word; 2 * LIMBS] {
    let mut t = [0; 2 * LIMBS];
    let mut i = 0;
    while i < LIMBS {
        let (mut carry, mut j) = (0, 0);
        while j < LIMBS {
            (t[i + j], carry) = mac(t[i + j], a[j], b[i], carry);
            j += 1;
        }
        // No row before this one has reached limb i + LIMBS, so the row's carry is that limb.
        t[i + LIMBS] = carry;
        i += 1;
    }
    t
}

/// Returns the exact square a²: the products a_i·a_j with i < j once, doubled by a shift, plus the squares a_i².
#[inline(always)]
pub(crate) fn square(a: &Limbs) -> [Word; 2 * LIMBS] {
    let mut t = [0; 2 * LIMBS];
    for i in 0..LIMBS {
        let mut carry = 0;
        for j in i + 1..LIMBS {
            (t[i + j], carry) = mac(t[i + j], a[i], a[j], carry);
        }
        // As in `product`, this limb is still untouched. Row i starts at limb 2i + 1.
        t[i + LIMBS] = carry;
    }
    // Twice the cross products is at most a² < 2^512: no bit is shifted out.
    for k in (1..2 * LIMBS).rev() {
        t[k] = (t[k] << 1) | (t[k - 1] >> (BITS - 1));
    }
    let mut carry = 0;
    for (i, a) in a.iter().enumerate() {
        let square = (*a as Wide) * (*a as Wide);
        (t[2 * i], carry) = adc(t[2 * i], square as Word, carry);
        (t[2 * i + 1], carry) = adc(t[2 * i + 1], (square >> BITS) as Word, carry);
    }
    // The sum is a² < 2^512, so the last carry is zero.
    t
}

/// Reduces T + 2^512·`top` (`top` ≤ 1) to a congruent value below twice the prime.
#[inline(always)]
pub(crate) const fn reduce<P: Modulus>(t: &[Word; 2 * LIMBS], top: Word) -> Limbs {
    let g = P::TWO_GAMMA_LIMBS;
    // Fold 2^256: T1 = low + high·2γ, with high = top·2^256 + the upper half.
    // T1 < 2^256 + 2^257·2^128 has at most LIMBS + g + 1 limbs. Row i adds 2γ's limb i times the upper half at limb i:
    // [t1_(LIMBS+i+1) … t1_i] += [t_(2·LIMBS−1) … t_LIMBS]·(2γ)_i.
    let mut t1 = [0; 2 * LIMBS + 1];
    *t1.first_chunk_mut().unwrap() = *t.first_chunk::<LIMBS>().unwrap();
    let mut i = 0;
    while i < g {
        let (mut carry, mut j) = (0, 0);
        while j < LIMBS {
            (t1[i + j], carry) = mac(t1[i + j], t[LIMBS + j], P::TWO_GAMMA[i], carry);
            j += 1;
        }
        // `top`·2^256 times the same limb of 2γ, at limb i + LIMBS: as `top` ≤ 1, a mask replaces the product. Limb
        // i + LIMBS + 1 is still zero, so it takes the carry; the rows so far sum to less than 2^(BITS·(LIMBS + i + 2)).
        let (limb, carry) = adc(t1[i + LIMBS], P::TWO_GAMMA[i] & top.wrapping_neg(), carry);
        t1[i + LIMBS] = limb;
        t1[i + LIMBS + 1] = carry;
        i += 1;
    }
    // Fold again: T1 = low + h·2^256 with h < 2^129 + 1 in g + 1 limbs, T2 = low + h·2γ.
    // For `top` = 0, h ≤ 2γ and h·2γ ≤ (2γ)² < 0.26·2^256; for `top` = 1 four times that at most
    // (h ≤ 4γ, so h·2γ ≤ 8γ² < 0.51·2^256). So T2 < 2^257: one carry limb, 0 or 1.
    let mut t2 = [0; LIMBS + 1];
    *t2.first_chunk_mut().unwrap() = *t1.first_chunk::<LIMBS>().unwrap();
    let mut i = 0;
    while i < g {
        let (mut carry, mut j) = (0, 0);
        while j <= g {
            (t2[i + j], carry) = mac(t2[i + j], t1[LIMBS + j], P::TWO_GAMMA[i], carry);
            j += 1;
        }
        // Row i ends at limb i + g. Its carry ripples to the top limb, t2_LIMBS.
        let mut k = i + g + 1;
        while k <= LIMBS {
            (t2[k], carry) = adc(t2[k], 0, carry);
            k += 1;
        }
        i += 1;
    }
    let [low @ .., top] = t2;
    fold_top::<P>(&low, top)
}

/// Reduces x + 2^256·`top` (`top` < 16) to a congruent value below 2^255 + 32γ, so below twice the prime.
#[inline(always)]
const fn fold_top<P: Modulus>(x: &Limbs, top: Word) -> Limbs {
    // All bits from 255 up: h = 2·top + bit 255 < 32, and 2^255·h ≡ h·γ. What is shifted out of `top` is nothing, as
    // top < 16.
    let h = (top << 1) | (x[LIMBS - 1] >> (BITS - 1));
    let mut r = clear_top_bit(*x);
    let (mut carry, mut i) = (0, 0);
    while i < LIMBS {
        (r[i], carry) = mac(r[i], P::GAMMA[i], h, carry);
        i += 1;
    }
    // r < 2^255 + 32γ < 2^256: the last carry is zero. And 32γ < 2^255 − 2γ, so r is below twice the prime.
    r
}

/// Clears bit 255 of x.
#[inline(always)]
pub(super) const fn clear_top_bit(mut x: Limbs) -> Limbs {
    x[LIMBS - 1] &= Word::MAX >> 1;
    x
}

/// Hides x from the optimiser in functions that are also evaluated at compile time, where the assembly barrier of masks
/// is not allowed. Before Rust 1.86 no barrier is `const`, and this returns x unhidden.
#[inline(always)]
#[clippy::msrv = "1.86"]
const fn opaque(x: Word) -> Word {
    #[cfg(helioselene_has = "const_black_box")]
    let x = core::hint::black_box(x);
    x
}

/// Reduces any 256-bit x to its canonical residue.
///
/// Constants call it too, so it cannot use the barrier of masks. Instead it multiplies γ by the quotient, which is 0, 1
/// or 2 because x < 2^256 is less than three times the prime. Two factors of 0 or 1 would not do, as compilers turn a
/// multiplication by 0 or 1 into a branch.
pub(crate) const fn freeze<P: Modulus>(x: &Limbs) -> Limbs {
    // x ≥ prime exactly if x + γ ≥ 2^255: then bit 255 is set, or the addition carries. x ≥ 2·prime exactly if
    // x + 2γ ≥ 2^256: then one of the two additions of γ carries.
    let (once, carry) = word::add(x, &P::GAMMA);
    let (_, carry_twice) = word::add(&once, &P::GAMMA);
    let quotient = opaque((once[LIMBS - 1] >> (BITS - 1) | carry) + (carry | carry_twice));
    // x − quotient·prime = x + quotient·γ − quotient·2^255, which is below 2^255: so bit 255 and the carry of the sum
    // are exactly quotient·2^255, and dropping them subtracts it.
    let (mut reduced, mut carry, mut i) = ([0; LIMBS], 0, 0);
    while i < LIMBS {
        (reduced[i], carry) = mac(x[i], P::GAMMA[i], quotient, carry);
        i += 1;
    }
    clear_top_bit(reduced)
}

#[cfg(test)]
mod tests;
