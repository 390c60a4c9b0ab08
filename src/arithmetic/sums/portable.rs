//! Sums and differences in plain Rust, for any word size. See [`super`] for the bounds.

use crate::arithmetic::portable::clear_top_bit;
use crate::mask::{Mask, barrier, select};
use crate::primes::Modulus;
use crate::word::{self, BITS, LIMBS, Limbs};

/// Returns a + b modulo 2·prime = 2^256 − 2γ, for weakly reduced a and b.
#[inline(always)]
pub(crate) fn add<P: Modulus>(a: &Limbs, b: &Limbs) -> Limbs {
    let (s, carry) = word::add(a, b);
    // Subtracting 2·prime is adding 2γ and dropping 2^256. It is needed if a + b ≥ 2^256 (the first sum carries) or if
    // a + b + 2γ ≥ 2^256 (the second one does). They never both do: a + b < 2^257 − 4γ, so a first carry leaves less than
    // 2^256 − 4γ.
    let (reduced, carry_again) = word::add(&s, &P::TWO_GAMMA);
    select(&s, &reduced, Mask::of_bit(carry | carry_again))
}

/// Returns a − b modulo 2·prime = 2^256 − 2γ, for weakly reduced a and b.
#[inline(always)]
pub(crate) fn sub<P: Modulus>(a: &Limbs, b: &Limbs) -> Limbs {
    let (d, borrow) = word::sub(a, b);
    // After a borrow d = 2^256 + a − b, which exceeds 2γ because b < 2^256 − 2γ. So d − 2γ = a − b + 2·prime does not
    // borrow again.
    word::sub(&d, &masked(&P::TWO_GAMMA, Mask::of_bit(borrow))).0
}

/// Returns the canonical residue of a weakly reduced x.
#[inline(always)]
pub(crate) fn freeze_once<P: Modulus>(x: &Limbs) -> Limbs {
    // y = x + γ < 2^256 − γ does not carry, and its bit 255 is set exactly if x ≥ 2^255 − γ, the prime. If so,
    // x − prime is y without that bit; if not, γ is subtracted again.
    let gamma = opaque(&P::GAMMA);
    let (y, _) = word::add(x, &gamma);
    let below = Mask::of_bit(1 ^ (y[LIMBS - 1] >> (BITS - 1)));
    clear_top_bit(word::sub(&y, &masked(&gamma, below)).0)
}

/// Returns the canonical residue of a + b, for canonical a and b.
#[inline(always)]
pub(crate) fn add_canonical<P: Modulus>(a: &Limbs, b: &Limbs) -> Limbs {
    // The sum of two canonical residues is weakly reduced: it does not carry.
    freeze_once::<P>(&word::add(a, b).0)
}

/// Returns the canonical residue of a − b, for canonical a and b.
#[inline(always)]
pub(crate) fn sub_canonical<P: Modulus>(a: &Limbs, b: &Limbs) -> Limbs {
    let (d, borrow) = word::sub(a, b);
    // If a < b, d = 2^256 + a − b > 2^255 + γ, and the residue a − b + prime = d − γ − 2^255 is below 2^255: so d − γ
    // does not borrow, and has bit 255 set, which is cleared. If a ≥ b, d is the residue, and bit 255 is clear already.
    clear_top_bit(word::sub(&d, &masked(&P::GAMMA, Mask::of_bit(borrow))).0)
}

/// Hides a constant from LLVM, which would compute the carries of a known summand by comparisons, with three times as
/// many instructions.
#[inline(always)]
fn opaque(constant: &Limbs) -> Limbs {
    constant.map(|limb| if limb == 0 { 0 } else { barrier(limb) })
}

/// Returns `x` if `mask` is true, else zero.
#[inline(always)]
fn masked(x: &Limbs, mask: Mask) -> Limbs {
    x.map(|limb| limb & mask.word())
}
