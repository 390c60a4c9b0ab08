//! Field elements in 29-bit integer limbs, for secret data on vectors whose widest multiplier takes 32 bits.
//!
//! An element has nine unsigned limbs of 29 bits, so that a column of a product, up to nine products of limbs, fits 64 bits
//! without a carry. Outside of products two limbs share a 64-bit lane, so that sums take half as many
//! instructions, and vectors half of the memory. See `notes/vectors.md`.

mod field;
pub(super) mod multiply;
#[cfg(test)]
mod tests;

pub(crate) use field::Integers;

use super::inlining::TargetFeatures;
use super::lanes::each;
use crate::field::{FieldElement, Prime};
use crate::primes::Modulus;
use crate::word;

/// A vector of 64-bit lanes.
///
/// As with `super::lanes`, the same kernels run on registers and, in the tests, on other lanes.
pub(crate) trait Whole: Copy {
    /// Returns `x` in every lane.
    fn splat(x: u64) -> Self;
    /// Returns self + other.
    fn add(self, other: Self) -> Self;
    /// Returns self·2^n.
    fn shl(self, n: u32) -> Self;
    /// Returns self/2^n, rounded down.
    fn shr(self, n: u32) -> Self;
    /// Returns self mod 2^n.
    fn low(self, n: u32) -> Self;
    /// Returns the bitwise or.
    fn or(self, other: Self) -> Self;
    /// Returns self mod 2^32, only for use as a factor: `vpmuludq` reads 32 bits, so registers are left unchanged.
    fn factor(self) -> Self;
    /// Returns self·other, for factors below 2^32 (`vpmuludq`).
    fn times(self, other: Self) -> Self;
    /// Returns a bit mask in which bit i is set if lane i is zero.
    fn zeros(self) -> u32;
    /// Loads elements: lane i of vector j is word j of element i.
    fn load_elements<P: Prime>(elements: &[FieldElement<P>]) -> [Self; 4];
    /// Stores elements, the inverse of [`Self::load_elements`]; the numbers must be below the prime.
    fn store_elements<P: Prime>(words: [Self; 4], places: &mut [FieldElement<P>]);
}

/// A vector of 64-bit lanes that hold two numbers of 32 bits each, a *lower* and an *upper* one.
pub(crate) trait Halves:
    TargetFeatures + Copy + zeroize::Zeroize + Send + Sync + 'static
{
    /// The vector for products.
    type Whole: Whole;
    /// The number of lanes.
    const LANES: usize;
    /// Whether these are registers.
    const REAL: bool = false;

    /// Returns these two numbers in every lane.
    fn splat(lower: u64, upper: u64) -> Self;
    /// Adds lower numbers and upper numbers, each modulo 2^32.
    fn add(self, other: Self) -> Self;
    /// Subtracts lower numbers and upper numbers, each modulo 2^32.
    fn sub(self, other: Self) -> Self;
    /// Divides each number by 2^n, rounding down.
    fn shr(self, n: u32) -> Self;
    /// Returns the lower numbers modulo 2^`lower` and the upper ones modulo 2^`upper`.
    fn low(self, lower: u32, upper: u32) -> Self;
    /// Returns the lower numbers, only for use as a factor: registers keep the upper numbers above bit 31.
    fn lower(self) -> Self::Whole;
    /// Returns the upper numbers.
    fn upper(self) -> Self::Whole;
    /// Packs two numbers below 2^32 into each lane. The upper one may be a [factor](Whole::factor), as the shift drops what
    /// it has above bit 31.
    fn join(lower: Self::Whole, upper: Self::Whole) -> Self;

    /// Selects lane i of `other` if bit i of `lanes` is set, else of `limbs`.
    fn select_lanes(limbs: HalfLimbs<Self>, other: HalfLimbs<Self>, lanes: u32) -> HalfLimbs<Self>;
    /// Loads rows as columns: lane i of vector j is number j of `row(i)`.
    fn gather<'a>(row: impl Fn(usize) -> &'a HalfRow) -> HalfLimbs<Self>;
    /// Stores columns as rows: the inverse of [`Self::gather`].
    fn scatter(limbs: HalfLimbs<Self>, rows: &mut [HalfRow]);
    /// Transposes four vectors of four lanes.
    fn transpose(vectors: [Self; 4]) -> [Self; 4];
    /// Looks up lanes by secret indices: lane i of the result is the lane that byte i of `indices` names, among the sixteen
    /// of these vectors.
    fn pick(vectors: [Self; 4], indices: u64) -> Self;
}

/// Nine limbs in five vectors: limbs j and j + 5 are the lower and the upper numbers of vector j; the upper numbers of the
/// last vector are zero.
pub(crate) type HalfLimbs<H> = [H; 5];

/// The limbs of one lane, two to a word, in memory.
pub(crate) type HalfRow = [u64; 5];

/// The number of limbs.
const COUNT: usize = 9;
/// Number of bits in a limb.
pub(super) const BITS: u32 = 29;
/// 2^255 is 2^TOP in limb 8.
const TOP: u32 = 255 - 8 * BITS;
/// Number of limbs of 2^`shift`·γ, which is below 2^145.
const FOLD: usize = 5;

/// The exclusive upper bounds of tight limbs: 2^29 + 8, as a carry adds less than 8, and 1.25·2^29 for the top limb, which
/// has more than the 23 bits up to 2^255 because products fold at 2^261, the boundary of limbs 8 and 9.
pub(crate) const TIGHT: [u64; COUNT] = {
    let limb = (1 << BITS) + 8;
    let top = 5 << (BITS - 2);
    [limb, limb, limb, limb, limb, limb, limb, limb, top]
};

/// Returns the limbs of 2^`shift`·γ.
const fn gamma<P: Modulus>(shift: u32) -> [u64; FOLD] {
    let [low, high, ..] = word::words(&P::GAMMA);
    let gamma = (low as u128) | (high as u128) << 64;
    each!(i => {
        let bit = i as u32 * BITS;
        let bits = if bit >= shift { gamma >> (bit - shift) } else { gamma << (shift - bit) };
        bits as u64 & ((1 << BITS) - 1)
    })
}

/// Returns a multiple of the prime whose limbs are at least `units` times those of any tight number, and below
/// 2^29·(`units` + 1); the top one is below 1.25·2^29·`units` + 2^23. Subtracting up to `units` tight numbers from it leaves
/// no negative limb.
const fn bias<P: Modulus>(units: u32) -> [u64; COUNT] {
    let (gamma, units) = (gamma::<P>(0), units as i64);
    // scale·(2^255 − γ), in which each limb but the top one borrows `units` from the next. The scale makes the top limb
    // large enough: scale·2^23 is units·TIGHT[8] and another 2^23, of which limbs below borrow.
    let scale = ((TIGHT[8] >> TOP) as i64) * units + 1;
    let (mut limbs, mut i) = ([0; COUNT], 0);
    let mut carry = 0;
    while i < COUNT - 1 {
        let limb = carry - if i < FOLD { scale * gamma[i] as i64 } else { 0 };
        carry = (limb >> BITS) - units;
        let limb = (limb & ((1 << BITS) - 1)) + (units << BITS);
        assert!(limb >= units * TIGHT[i] as i64);
        limbs[i] = limb as u64;
        i += 1;
    }
    let top = (scale << TOP) + carry;
    assert!(top >= units * TIGHT[8] as i64);
    limbs[8] = top as u64;
    limbs
}

/// Returns these limbs in every lane, two to a lane.
#[inline(always)]
fn splat<H: Halves>(x: [u64; COUNT]) -> HalfLimbs<H> {
    each!(i => H::splat(x[i], if i + 5 < COUNT { x[i + 5] } else { 0 }))
}
