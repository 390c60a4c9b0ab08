//! The kernel in plain Rust, for any word size: the reference that every other kernel must match.
//!
//! Factors are ANY 256-bit integers, summands weakly reduced (below twice the prime). Results are
//! congruent to the exact ones modulo the prime, and weakly reduced. Below, `T` is the exact
//! integer that is reduced, and γ = 2^255 − prime, so that 2^255 ≡ γ and 2^256 ≡ 2γ.
//!
//! A reduction folds three times: T < 2^512 (or 2^513) to T1 < 2^256 + 2^385, T1 to T2 < 2^257, and T2's bits from
//! 255 up to a result below 2^255 + 32γ. For p, with γ = 19, `g` is one limb and the loops over it run once.

use super::kernel::{Kernel, chains_of_limbs};
use crate::primes::Modulus;
use crate::word::{self, BITS, LIMBS, Limbs, Wide, Word, adc, mac};

/// Plain Rust on machine words.
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
            fold_top::<P>(&product, top)
        }
    }
}

/// a·b, exact.
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
        t[i + LIMBS] = carry;
        i += 1;
    }
    t
}

/// a², exact: the products a_i·a_j with i < j once, doubled by a shift, and the squares a_i².
#[inline(always)]
pub(crate) fn square(a: &Limbs) -> [Word; 2 * LIMBS] {
    let mut t = [0; 2 * LIMBS];
    for i in 0..LIMBS {
        let mut carry = 0;
        for j in i + 1..LIMBS {
            (t[i + j], carry) = mac(t[i + j], a[i], a[j], carry);
        }
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
    // T1 < 2^256 + 2^257·2^128 has at most LIMBS + g + 1 limbs.
    let mut t1 = [0; 2 * LIMBS + 1];
    *t1.first_chunk_mut().unwrap() = *t.first_chunk::<LIMBS>().unwrap();
    let mut i = 0;
    while i < g {
        let (mut carry, mut j) = (0, 0);
        while j < LIMBS {
            (t1[i + j], carry) = mac(t1[i + j], t[LIMBS + j], P::TWO_GAMMA[i], carry);
            j += 1;
        }
        // `top` ≤ 1: a masked limb, and the running sum stays below 2^(BITS·(LIMBS + i + 2)).
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
    // All bits from 255 up: h < 32, and 2^255·h ≡ h·γ.
    let h = (top << 1) | (x[LIMBS - 1] >> (BITS - 1));
    let mut r = clear_top_bit(*x);
    let (mut carry, mut i) = (0, 0);
    while i < LIMBS {
        (r[i], carry) = mac(r[i], P::GAMMA[i], h, carry);
        i += 1;
    }
    // r < 2^255 + 32γ < 2^256: the last carry is zero.
    r
}

/// x with bit 255 cleared.
#[inline(always)]
pub(super) const fn clear_top_bit(mut x: Limbs) -> Limbs {
    x[LIMBS - 1] &= Word::MAX >> 1;
    x
}

/// Hides x from the optimiser in functions that constants call too, which excludes the barrier of masks. Before Rust
/// 1.86 no barrier works there, and this returns x as it is.
#[inline(always)]
#[clippy::msrv = "1.86"]
const fn opaque(x: Word) -> Word {
    #[cfg(helioselene_has = "const_black_box")]
    let x = core::hint::black_box(x);
    x
}

/// x modulo the prime, for any 256-bit x.
///
/// Constants call it too, so it multiplies where others mask: by 0, 1 or 2, because compilers turn a multiplication by
/// 0 or 1 into a branch.
pub(crate) const fn freeze<P: Modulus>(x: &Limbs) -> Limbs {
    // x ≥ prime where x + γ reaches 2^255, x ≥ 2·prime where x + 2γ reaches 2^256.
    let (once, carry) = word::add(x, &P::GAMMA);
    let (_, carry_twice) = word::add(&once, &P::GAMMA);
    let quotient = opaque((once[LIMBS - 1] >> (BITS - 1) | carry) + (carry | carry_twice));
    // Each subtraction takes away 2^255 − γ.
    let (mut reduced, mut carry, mut i) = ([0; LIMBS], 0, 0);
    while i < LIMBS {
        (reduced[i], carry) = mac(x[i], P::GAMMA[i], quotient, carry);
        i += 1;
    }
    clear_top_bit(reduced)
}

#[cfg(test)]
mod tests;
