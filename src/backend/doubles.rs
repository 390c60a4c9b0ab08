//! Field elements in double precision, for variable-time work on public data.
//!
//! An element has five balanced (signed) limbs of 51 bits, each an integer in a double. 5·51 = 255, so a carry out of the
//! top limb returns to the lowest limb, times γ. All results are exact if rounding is to nearest: the tests prove it
//! (`testing::lanes::formal`), and the backend checks the rounding mode before each job. No vendor promises that the time
//! of floating-point instructions is independent of their operands, so they never get secrets. See `notes/vectors.md`.

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
    /// Returns `x` in every lane.
    fn splat(x: f64) -> Self;
    /// Returns self + other.
    fn add(self, other: Self) -> Self;
    /// Returns self − other.
    fn sub(self, other: Self) -> Self;
    /// Returns self·other.
    fn mul(self, other: Self) -> Self;
    /// Returns self·y + z, rounded once (a fused multiply-add).
    fn mul_add(self, y: Self, z: Self) -> Self;
    /// Returns z − self·y, rounded once.
    fn neg_mul_add(self, y: Self, z: Self) -> Self;
    /// Reads a vector from memory again, by a read that the compiler does not merge with others.
    fn reload(x: &Self) -> Self;
}

/// Vectors of doubles that hold an element in each lane.
pub(crate) trait DoubleLanes: Doubles + TargetFeatures + Send + Sync + 'static {
    /// The number of lanes in a vector.
    const LANES: usize;
    /// Whether these are registers.
    const REAL: bool = false;
    /// Loads rows as columns: lane i of limb j is number j of `row(i)`.
    fn gather<'a>(row: impl Fn(usize) -> &'a DoubleRow) -> [Self; 5];
    /// Gathers the first and the second rows of `pair(i)`, in one go.
    fn gather_pairs<'a>(pair: impl Fn(usize) -> &'a [DoubleRow; 2]) -> [[Self; 5]; 2];
    /// Stores limbs as rows: the inverse of [`Self::gather`].
    fn scatter(limbs: [Self; 5], rows: &mut [DoubleRow]);
    /// Returns a bit mask in which bit i is set if all limbs of lane i are zero.
    fn zeros(x: &[Self; 5]) -> u32;
    /// Selects lane i of `other` if bit i of `lanes` is set, else of `limbs`.
    fn select_lanes(limbs: [Self; 5], other: [Self; 5], lanes: u32) -> [Self; 5];
    /// Returns whether the calling thread's floating-point environment suits the kernels, see `BatchVector::suits_thread`.
    fn suits_thread() -> bool {
        true
    }
}

/// The limbs of one lane.
pub(crate) type DoubleRow = [f64; 5];

/// Returns 2^n, for −1022 ≤ n ≤ 1023, by writing the biased exponent.
const fn exp2(n: i32) -> f64 {
    f64::from_bits(((1023 + n) as u64) << 52)
}

/// The radix.
const RADIX: f64 = exp2(51);
/// The inverse of the radix, which is exact.
const INVERSE_RADIX: f64 = exp2(-51);
/// Adding this rounds a double below 2^51 in magnitude to an integer, because the doubles between 2^52 and 2^53 are the
/// integers. Starting in the middle of that range leaves room for both signs.
const TO_INTEGER: f64 = 1.5 * exp2(52);

/// The bound of the magnitude of a tight limb, and so of every factor: half the radix, which is what a carry leaves of a
/// limb, plus 2^28, more than what the carry of the limb below and a multiple of γ's short top limb add.
pub(crate) const TIGHT: f64 = exp2(50) + exp2(28);

/// Constants of the prime `P` = 2^255 − γ.
trait DoubleConstants: Prime {
    /// γ in balanced limbs: at most 2^50 in magnitude, and the top one below 2^26.
    const GAMMA_DOUBLES: [f64; 3] = {
        let [low, middle, high, 0, 0] = balance(radix51(&Self::GAMMA)) else {
            panic!("γ has more than three limbs")
        };
        [low as f64, middle as f64, high as f64]
    };
}

impl<P: Prime> DoubleConstants for P {}

/// Splits a 256-bit integer into limbs of radix 2^51, as signed integers.
#[inline(always)]
const fn radix51(x: &Limbs) -> [i64; 5] {
    let [a, b, c, d, e] = in_radix(x, 51);
    [a as i64, b as i64, c as i64, d as i64, e as i64]
}

/// Balances limbs: returns the same number with all limbs but the last in −2^50 to 2^50 − 1.
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

/// Returns the integer nearest to t/2^51: the carry of t. The multiply-add rounds once, so t/2^51 itself is not rounded.
#[inline(always)]
fn quotient<L: Doubles>(t: L) -> L {
    t.mul_add(L::splat(INVERSE_RADIX), L::splat(TO_INTEGER))
        .sub(L::splat(TO_INTEGER))
}

/// Returns t − carry·2^51. It is exact, as the result is an integer that a double holds.
#[inline(always)]
fn remainder<L: Doubles>(t: L, carry: L) -> L {
    carry.neg_mul_add(L::splat(RADIX), t)
}
