//! Field elements in integers, for secrets on vectors whose widest multiplier takes 32 bits.
//!
//! Nine unsigned limbs of 29 bits: a column of a product, up to nine products of limbs, fits 64 bits without a carry.
//! Outside of products two limbs share a 64-bit lane, so that sums take half of the
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
/// The kernels' source runs on registers and, in the tests, on other lanes, as that of [`super::lanes`] does.
pub(crate) trait Whole: Copy {
    /// `x` in every lane.
    fn splat(x: u64) -> Self;
    /// self + other
    fn add(self, other: Self) -> Self;
    /// self·2^n
    fn shl(self, n: u32) -> Self;
    /// self/2^n, rounded down.
    fn shr(self, n: u32) -> Self;
    /// self mod 2^n
    fn low(self, n: u32) -> Self;
    /// Bitwise or.
    fn or(self, other: Self) -> Self;
    /// self mod 2^32, only for use as a factor: the multiplier reads 32 bits, so registers are unchanged.
    fn factor(self) -> Self;
    /// self·other for factors below 2^32.
    fn times(self, other: Self) -> Self;
    /// Bit i is set if lane i is zero.
    fn zeros(self) -> u32;
    /// Lane i of vector j is word j of element i.
    fn load_elements<P: Prime>(elements: &[FieldElement<P>]) -> [Self; 4];
    /// The inverse of `load_elements`; words must be below the prime.
    fn store_elements<P: Prime>(words: [Self; 4], places: &mut [FieldElement<P>]);
}

/// A vector of 64-bit lanes with two numbers of 32 bits each, a *lower* and an *upper* one.
pub(crate) trait Halves:
    TargetFeatures + Copy + zeroize::Zeroize + Send + Sync + 'static
{
    /// The vector for products.
    type Whole: Whole;
    /// The number of lanes.
    const LANES: usize;
    /// Whether these are registers.
    const REAL: bool = false;

    /// These two numbers in every lane.
    fn splat(lower: u64, upper: u64) -> Self;
    /// self + other
    fn add(self, other: Self) -> Self;
    /// self − other
    fn sub(self, other: Self) -> Self;
    /// Each number over 2^n, rounded down.
    fn shr(self, n: u32) -> Self;
    /// The numbers modulo 2^`lower` and 2^`upper`.
    fn low(self, lower: u32, upper: u32) -> Self;
    /// The lower numbers, only for use as a factor.
    fn lower(self) -> Self::Whole;
    /// The upper numbers.
    fn upper(self) -> Self::Whole;
    /// The vector of two numbers below 2^32, of which the upper one may be a [factor](Whole::factor).
    fn join(lower: Self::Whole, upper: Self::Whole) -> Self;

    /// Lane i of `other` if bit i of `lanes` is set, else of `limbs`.
    fn select_lanes(limbs: HalfLimbs<Self>, other: HalfLimbs<Self>, lanes: u32) -> HalfLimbs<Self>;
    /// The limbs: lane i of vector j is number j of `row(i)`.
    fn gather<'a>(row: impl Fn(usize) -> &'a HalfRow) -> HalfLimbs<Self>;
    /// The inverse of `gather`.
    fn scatter(limbs: HalfLimbs<Self>, rows: &mut [HalfRow]);
    /// Transposes four vectors of four lanes.
    fn transpose(vectors: [Self; 4]) -> [Self; 4];
    /// Lane i is the one that byte i of `indices` names among the sixteen of these vectors.
    fn pick(vectors: [Self; 4], indices: u64) -> Self;
}

/// Nine limbs: limbs j and j + 5 are the numbers of vector j, and the upper numbers of the last vector are zero.
pub(crate) type HalfLimbs<H> = [H; 5];

/// The limbs of one lane.
pub(crate) type HalfRow = [u64; 5];

/// The number of limbs.
const COUNT: usize = 9;
/// Bits of a limb.
pub(super) const BITS: u32 = 29;
/// 2^255 is this power of two in limb 8.
const TOP: u32 = 255 - 8 * BITS;
/// Limbs of a multiple of γ below 2^145.
const FOLD: usize = 5;

/// Tight limbs are below these bounds. The top limb has more than 23 bits: products fold what is above 2^261.
pub(crate) const TIGHT: [u64; COUNT] = {
    let limb = (1 << BITS) + 8;
    let top = 5 << (BITS - 2);
    [limb, limb, limb, limb, limb, limb, limb, limb, top]
};

/// The limbs of 2^`shift`·γ.
const fn gamma<P: Modulus>(shift: u32) -> [u64; FOLD] {
    let [low, high, ..] = word::words(&P::GAMMA);
    let gamma = (low as u128) | (high as u128) << 64;
    each!(i => {
        let bit = i as u32 * BITS;
        let bits = if bit >= shift { gamma >> (bit - shift) } else { gamma << (shift - bit) };
        bits as u64 & ((1 << BITS) - 1)
    })
}

/// A multiple of the prime in limbs that are at least `units` times those of a tight number, and below 2^29·(`units` + 1); the top
/// one is below 1.25·2^29·`units` + 2^23.
const fn bias<P: Modulus>(units: u32) -> [u64; COUNT] {
    let (gamma, units) = (gamma::<P>(0), units as i64);
    // scale·(2^255 − γ), each limb but the top one with `units` borrowed from the next.
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

/// These limbs in every lane.
#[inline(always)]
fn splat<H: Halves>(x: [u64; COUNT]) -> HalfLimbs<H> {
    each!(i => H::splat(x[i], if i + 5 < COUNT { x[i + 5] } else { 0 }))
}
