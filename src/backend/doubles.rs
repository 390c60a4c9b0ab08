//! Field elements in double precision, for variable-time work on public data.
//!
//! Five balanced limbs of 51 bits, each an integer in a double: 5·51 = 255, so a carry out of the top limb returns to
//! the lowest times γ. All results are exact if rounding is to nearest: the tests prove it (`lanes::formal`), and the
//! backend checks the rounding at its entry. No vendor promises that floating-point time is independent of operands, so
//! no secret comes here. See `notes/vectors.md`.

mod field;
mod multiply;
#[cfg(test)]
mod tests;

pub(crate) use field::Fma;

use zeroize::Zeroize;

use super::inlining::TargetFeatures;
use crate::field::Prime;
use crate::word::{Limbs, in_radix};

/// Double-precision numbers, rounded to nearest.
///
/// The same kernel source runs on registers and, in the tests (`testing::lanes`), on arrays (`emulated`) and on
/// formal sums (`formal`), which prove for all inputs that no rounding error is left.
pub(crate) trait Doubles: Copy + Zeroize {
    /// `x` in every lane.
    fn splat(x: f64) -> Self;
    /// self + other
    fn add(self, other: Self) -> Self;
    /// self − other
    fn sub(self, other: Self) -> Self;
    /// self·other
    fn mul(self, other: Self) -> Self;
    /// self·y + z, rounded once
    fn mul_add(self, y: Self, z: Self) -> Self;
    /// z − self·y, rounded once
    fn neg_mul_add(self, y: Self, z: Self) -> Self;
    /// Reads a vector from memory once more; the compiler does not merge this read with others.
    fn reload(x: &Self) -> Self;
}

/// Doubles in lanes that hold elements.
pub(crate) trait DoubleLanes: Doubles + TargetFeatures + Send + Sync + 'static {
    /// Lanes in a vector.
    const LANES: usize;
    /// Whether these are registers.
    const REAL: bool = false;
    /// The limbs: lane i of limb j is number j of `row(i)`.
    fn gather<'a>(row: impl Fn(usize) -> &'a DoubleRow) -> [Self; 5];
    /// Two gathers at once, of the first and of the second rows of `pair(i)`.
    fn gather_pairs<'a>(pair: impl Fn(usize) -> &'a [DoubleRow; 2]) -> [[Self; 5]; 2];
    /// The inverse of `gather`.
    fn scatter(limbs: [Self; 5], rows: &mut [DoubleRow]);
    /// Bit i is set if all limbs of lane i are zero.
    fn zeros(x: &[Self; 5]) -> u32;
    /// Lane i of `other` if bit i of `lanes` is set, else of `limbs`.
    fn select_lanes(limbs: [Self; 5], other: [Self; 5], lanes: u32) -> [Self; 5];
    /// See `BatchVector::suits_thread`.
    fn suits_thread() -> bool {
        true
    }
}

/// The limbs of one lane.
pub(crate) type DoubleRow = [f64; 5];

/// 2^n
const fn exp2(n: i32) -> f64 {
    f64::from_bits(((1023 + n) as u64) << 52)
}

/// The radix.
const RADIX: f64 = exp2(51);
const INVERSE_RADIX: f64 = exp2(-51);
/// Adding this rounds a small double to an integer: between 2^52 and 2^53 the doubles are the integers.
const TO_INTEGER: f64 = 1.5 * exp2(52);

/// The bound of a tight limb, and so of every operand of a multiplication: half the radix, which a carry
/// leaves, plus what a carry adds.
pub(crate) const TIGHT: f64 = exp2(50) + exp2(28);

/// Constants of the prime `P` = 2^255 − γ.
trait DoubleConstants: Prime {
    /// γ in balanced limbs.
    const GAMMA_DOUBLES: [f64; 3] = {
        let [low, middle, high, 0, 0] = balance(radix51(&Self::GAMMA)) else {
            panic!("γ has more than three limbs")
        };
        [low as f64, middle as f64, high as f64]
    };
}

impl<P: Prime> DoubleConstants for P {}

/// The limbs of radix 2^51, signed.
#[inline(always)]
const fn radix51(x: &Limbs) -> [i64; 5] {
    let [a, b, c, d, e] = in_radix(x, 51);
    [a as i64, b as i64, c as i64, d as i64, e as i64]
}

/// The same number, with all limbs but the last in −2^50 to 2^50 − 1.
#[inline(always)]
const fn balance(mut limbs: [i64; 5]) -> [i64; 5] {
    let mut i = 0;
    while i < 4 {
        let carry = (limbs[i] + (1 << 50)) >> 51;
        limbs[i] -= carry << 51;
        limbs[i + 1] += carry;
        i += 1;
    }
    limbs
}

/// The integer nearest to t/2^51.
#[inline(always)]
fn quotient<L: Doubles>(t: L) -> L {
    t.mul_add(L::splat(INVERSE_RADIX), L::splat(TO_INTEGER))
        .sub(L::splat(TO_INTEGER))
}

/// t − carry·2^51
#[inline(always)]
fn remainder<L: Doubles>(t: L, carry: L) -> L {
    carry.neg_mul_add(L::splat(RADIX), t)
}
