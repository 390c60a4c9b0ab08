//! Sums and differences in plain Rust, for any word size. See [`super`] for the bounds.

use crate::arithmetic::portable::clear_top_bit;
use crate::mask::{Mask, barrier, select};
use crate::primes::Modulus;
use crate::word::{self, BITS, LIMBS, Limbs};

/// a + b, all weakly reduced: arithmetic modulo 2·prime = 2^256 − 2γ.
#[inline(always)]
pub(crate) fn add<P: Modulus>(a: &Limbs, b: &Limbs) -> Limbs {
    let (s, carry) = word::add(a, b);
    // 2·prime is subtracted, by adding 2γ, where either sum carries; never both do, as the first
    // carry leaves less than 2^256 − 4γ.
    let (reduced, carry_again) = word::add(&s, &P::TWO_GAMMA);
    select(&s, &reduced, Mask::of_bit(carry | carry_again))
}

/// a − b, all weakly reduced.
#[inline(always)]
pub(crate) fn sub<P: Modulus>(a: &Limbs, b: &Limbs) -> Limbs {
    let (d, borrow) = word::sub(a, b);
    // After a borrow d = 2^256 + a − b > 2γ. That less 2γ is a − b + 2·prime; no second borrow.
    word::sub(&d, &masked(&P::TWO_GAMMA, Mask::of_bit(borrow))).0
}

/// x modulo the prime, for weakly reduced x.
#[inline(always)]
pub(crate) fn freeze_once<P: Modulus>(x: &Limbs) -> Limbs {
    // y < 2^256 − γ, and x ≥ 2^255 − γ exactly where y has its top bit set. There x − prime is y
    // without that bit; elsewhere γ is subtracted again.
    let gamma = opaque(&P::GAMMA);
    let (y, _) = word::add(x, &gamma);
    let below = Mask::of_bit(1 ^ (y[LIMBS - 1] >> (BITS - 1)));
    clear_top_bit(word::sub(&y, &masked(&gamma, below)).0)
}

/// a + b for canonical a and b, canonical.
#[inline(always)]
pub(crate) fn add_canonical<P: Modulus>(a: &Limbs, b: &Limbs) -> Limbs {
    // The sum of two residues is weakly reduced: no carry.
    freeze_once::<P>(&word::add(a, b).0)
}

/// a − b for canonical a and b, canonical.
#[inline(always)]
pub(crate) fn sub_canonical<P: Modulus>(a: &Limbs, b: &Limbs) -> Limbs {
    let (d, borrow) = word::sub(a, b);
    // Where a < b, d = 2^256 + a − b ≥ 2^255 + 2γ, and a − b + prime = d − γ − 2^255: the top bit is
    // cleared. Elsewhere it is not set. Neither case borrows.
    clear_top_bit(word::sub(&d, &masked(&P::GAMMA, Mask::of_bit(borrow))).0)
}

/// A constant hidden from LLVM, which would compute the carries of a known summand by comparisons,
/// at three times the instructions.
#[inline(always)]
fn opaque(constant: &Limbs) -> Limbs {
    constant.map(|limb| if limb == 0 { 0 } else { barrier(limb) })
}

/// `x` if `mask`, zero if not.
#[inline(always)]
fn masked(x: &Limbs, mask: Mask) -> Limbs {
    x.map(|limb| limb & mask.word())
}
