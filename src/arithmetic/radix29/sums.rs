//! Sums and differences of canonical residues in 64-bit words, whatever the width of limbs: WebAssembly adds 64-bit words
//! in one instruction, although its addresses have 32 bits.
//!
//! It has no carry flag, so carries and borrows are computed by comparisons, which yield 0 or 1 without a branch.

use crate::mask::Mask;
use crate::primes::Modulus;
use crate::word::{self, Limbs, Word};

/// Masks the top word of the lowest 255 bits.
const LOW: u64 = u64::MAX >> 1;

/// Returns the canonical residue of a + b, for canonical a and b.
#[inline(always)]
pub(crate) fn add_canonical<P: Modulus>(a: &Limbs, b: &Limbs) -> Limbs {
    // As in `portable::freeze_once`: the sum plus γ is below 2^256, and its bit 255 is set exactly if the sum reaches
    // the prime. Clearing it then subtracts the prime; otherwise γ is subtracted again.
    let sum = add(word::words(a), word::words(b));
    let [g0, g1, ..] = word::words(&P::GAMMA);
    let [y0, y1, y2, y3] = add(sum, [g0, g1, 0, 0]);
    let below = Mask::of_bit(1 ^ (y3 >> 63) as Word).word_64();
    word::from_words(subtract_low([y0, y1, y2, y3 & LOW], g0 & below, g1 & below))
}

/// Returns the canonical residue of a − b, for canonical a and b.
#[inline(always)]
pub(crate) fn sub_canonical<P: Modulus>(a: &Limbs, b: &Limbs) -> Limbs {
    // As in `portable::sub_canonical`: after a borrow γ is subtracted as well, and bit 255 is cleared.
    let ([d0, d1, d2, d3], borrow) = sub(word::words(a), word::words(b));
    let borrow = Mask::of_bit(borrow as Word).word_64();
    let [g0, g1, ..] = word::words(&P::GAMMA);
    let [d0, d1, d2, d3] = subtract_low([d0, d1, d2, d3], g0 & borrow, g1 & borrow);
    word::from_words([d0, d1, d2, d3 & LOW])
}

/// Returns x − low − 2^64·high, which must not be negative.
#[inline(always)]
pub(crate) fn subtract_low([x0, x1, x2, x3]: [u64; 4], low: u64, high: u64) -> [u64; 4] {
    let y1 = x1.wrapping_sub(high);
    let b0 = u64::from(x0 < low);
    // At most one of the two borrows: x1 − high − 1 ≥ −2^64.
    let b1 = u64::from(x1 < high) | u64::from(y1 < b0);
    [
        x0.wrapping_sub(low),
        y1.wrapping_sub(b0),
        x2.wrapping_sub(b1),
        x3.wrapping_sub(u64::from(x2 < b1)),
    ]
}

/// Returns a + b, which must be below 2^256.
#[inline(always)]
fn add(a: [u64; 4], b: [u64; 4]) -> [u64; 4] {
    let (mut sum, mut carry) = ([0; 4], 0);
    for i in 0..4 {
        let partial = a[i].wrapping_add(b[i]);
        sum[i] = partial.wrapping_add(carry);
        // At most one of the two additions carries: a + b + 1 < 2·2^64.
        carry = u64::from(partial < b[i]) | u64::from(sum[i] < carry);
    }
    sum
}

/// Returns a − b modulo 2^256 and the borrow, 0 or 1.
#[inline(always)]
fn sub(a: [u64; 4], b: [u64; 4]) -> ([u64; 4], u64) {
    let (mut difference, mut borrow) = ([0; 4], 0);
    for i in 0..4 {
        let partial = a[i].wrapping_sub(b[i]);
        difference[i] = partial.wrapping_sub(borrow);
        // At most one of the two subtractions borrows: a − b − 1 ≥ −2·2^64 + 1.
        borrow = u64::from(a[i] < b[i]) | u64::from(partial < borrow);
    }
    (difference, borrow)
}
