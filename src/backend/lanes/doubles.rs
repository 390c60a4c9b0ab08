//! The traits of the instructions in which kernels of doubles are written.
//!
//! One text of a kernel runs on registers, and in the tests (`instruments::lanes`) on arrays on any machine
//! (`emulated`) and on formal sums, which prove for all inputs that no rounding error is left (`formal`).

use zeroize::Zeroize;

use super::gather_each;
use crate::mask::Mask;

/// Double-precision numbers, rounded to nearest.
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
    /// A vector read from memory once more: a read that the compiler does not merge with others.
    fn again(x: &Self) -> Self;
}

/// Doubles in lanes that hold elements.
pub(crate) trait DoubleLanes: Doubles + Send + Sync + 'static {
    /// Lanes in a vector.
    const LANES: usize;
    /// Whether these are registers.
    const REAL: bool = false;
    /// A boolean for each lane.
    type Choice: Copy;
    /// The limbs: lane i of limb j is number j of `row(i)`.
    fn gather<'a>(row: impl Fn(usize) -> &'a Row) -> [Self; 5];
    /// Two such gathers, of the rows of `pair(i)`.
    #[inline(always)]
    fn gather_pairs<'a>(pair: impl Fn(usize) -> &'a [Row; 2]) -> [[Self; 5]; 2] {
        gather_each!(pair)
    }
    /// The inverse of `gather`.
    fn scatter(limbs: [Self; 5], rows: &mut [Row]);
    /// The lanes in which all limbs are zero.
    fn all_zero(x: &[Self; 5]) -> Self::Choice;
    /// The chosen lanes, as bits.
    fn bits(choice: Self::Choice) -> u32;
    /// All lanes, or none.
    fn all(mask: Mask) -> Self::Choice;
    /// The lanes whose bits are set.
    fn choice(bits: u32) -> Self::Choice;
    /// `then` in the chosen lanes, `otherwise` in the others.
    fn choose(choice: Self::Choice, then: Self, otherwise: Self) -> Self;
    /// See `FieldVector::call`.
    fn call<R>(formula: impl FnOnce() -> R) -> R;
    /// See `FieldVector::enter`.
    fn enter<R>(run: impl FnOnce() -> R) -> R;
}

/// The limbs of one lane.
pub(crate) type Row = [f64; 5];
