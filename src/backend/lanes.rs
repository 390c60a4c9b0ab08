//! The trait [`Lanes`]: the instructions in which the 52-bit kernels are written.
//!
//! The same source runs on registers and, in the tests, on other lanes (`testing::lanes`): arrays on any machine
//! (`emulated`); intervals, which prove for all inputs that no lane overflows (`interval`); both at once where
//! control flow depends on data (`bounded`); and polynomials, which prove that the result is right (`symbolic`).

use zeroize::DefaultIsZeroes;

use super::inlining::TargetFeatures;
use super::lane::Lane;
use crate::field::{FieldElement, Prime};
use crate::word::{from_words, words};

/// Expands to `[e(0), … e(4)]` for five limbs, or for the listed indices. Unlike a closure it is certainly inlined; code
/// that is not inlined into the backend's entry gets no vector instructions.
macro_rules! each {
    ($i:ident => $e:expr) => {
        each!([0, 1, 2, 3, 4], $i => $e)
    };
    ([$($n:literal),*], $i:ident => $e:expr) => {
        [$({
            let $i: usize = $n;
            $e
        }),*]
    };
}
pub(crate) use each;

/// Evaluates a kernel, inlined on registers in optimised builds, and as a function of its own elsewhere.
///
/// In unoptimised builds each value of an inlined function takes its own place on the stack, which may have only two
/// megabytes; with overflow checks inlining takes minutes of compilation; on the tests' lanes it saves nothing.
macro_rules! inlined {
    ($L:ident, $kernel:expr) => {
        if $L::REAL && $crate::backend::inlining::INLINING {
            $kernel
        } else {
            $L::call(
                #[inline(always)]
                || $kernel,
            )
        }
    };
}
pub(crate) use inlined;

/// A vector of 64-bit lanes.
///
/// Addition, subtraction and left shifts are modulo 2^64, so intermediate values may be negative (two's complement);
/// operations that read bits of a lane, such as right shifts and masks, need a value in [0, 2^64).
pub(crate) trait Lanes: TargetFeatures + Copy + Send + Sync + 'static {
    /// The number of lanes, 4 or 8.
    const LANES: usize;
    /// Whether these are registers.
    const REAL: bool = false;

    /// Returns `x` in every lane.
    fn splat(x: u64) -> Self;
    /// Loads as many numbers as there are lanes.
    fn load(lanes: &[u64]) -> Self;
    /// Stores the lanes.
    fn store(self, lanes: &mut [u64]);

    /// Returns self + other.
    fn add(self, other: Self) -> Self;
    /// Returns self − other.
    fn sub(self, other: Self) -> Self;
    /// Multiplies by a constant modulo 2^64: `vpmullq`. Registers without it need only cover 13-bit lanes times limbs
    /// of γ, and any lane times 19, which are the only uses.
    fn times(self, factor: u64) -> Self;
    /// Returns self·2^n.
    fn shl(self, n: u32) -> Self;

    /// Returns x/2^n, rounded down.
    fn shr(self, n: u32) -> Self;
    /// Joins limbs to a word: returns x/2^n for x < 2^52, plus the low k bits of y from bit 52 − n on.
    #[inline(always)]
    fn join(x: Self, y: Self, n: u32, k: u32) -> Self {
        x.shr(n).or(y.low(k).shl(52 - n))
    }
    /// Cuts a limb out of two words: returns x from bit n on, and the low k bits of y from bit 64 − n on. 52 bits, only for
    /// use as a factor.
    #[inline(always)]
    fn cut(x: Self, y: Self, n: u32, k: u32) -> Self {
        x.shr(n).or(y.low(k).shl(64 - n))
    }
    /// Returns x mod 2^n.
    fn low(self, n: u32) -> Self;
    /// Returns the bitwise or.
    fn or(self, other: Self) -> Self;

    /// Returns x mod 2^52, only for use as a factor: the multiplier reads 52 bits, so registers are left unchanged.
    fn factor(self) -> Self;
    /// Returns self + (a·b mod 2^52), for a, b < 2^52 (`vpmadd52luq`).
    fn madd_lo(self, a: Self, b: Self) -> Self;
    /// Returns self + ⌊a·b/2^52⌋, for a, b < 2^52 (`vpmadd52huq`).
    fn madd_hi(self, a: Self, b: Self) -> Self;

    /// States that the lanes are below this bound, as their type says, and returns them.
    ///
    /// Interval lanes check this, and keep only the bound.
    #[inline(always)]
    fn below(self, _bound: u64) -> Self {
        self
    }

    /// Returns the vectors unchanged, but makes the compiler compute all of them before any is used. A compiler that
    /// schedules for few registers would delay vectors on which much depends.
    fn in_order(vectors: [Self; 4]) -> [Self; 4];

    /// Hides a vector from the compiler, which would merge shifts and additions into a multiplication.
    fn hidden(self) -> Self;

    /// Returns a mask for each lane: all ones if the lane is zero, else zero.
    fn is_zero(self) -> Self;
    /// Selects by masks: takes a lane of `other` if the lane of `mask` is all ones, of `self` if it is zero.
    fn select(self, other: Self, mask: Self) -> Self;

    /// Selects lane i of `other` if bit i of `lanes` is set, else of `self`.
    #[inline(always)]
    fn select_lanes(self, other: Self, lanes: u32) -> Self {
        let mask = [0, 1, 2, 3, 4, 5, 6, 7].map(|i| u64::from(lanes >> i & 1).wrapping_neg());
        self.select(other, Self::load(&mask[..Self::LANES]))
    }

    /// Returns a bit mask in which bit i is set if lane i is zero.
    #[inline(always)]
    fn zeros(self) -> u32 {
        let mut zeros = [0; 8];
        self.is_zero().store(&mut zeros[..Self::LANES]);
        (0..Self::LANES).fold(0, |bits, i| bits | (zeros[i] as u32 & 1) << i)
    }

    /// Loads elements: lane i of vector j is word j of element i.
    #[inline(always)]
    fn load_elements<P: Prime>(elements: &[FieldElement<P>]) -> [Self; 4] {
        let elements = &elements[..Self::LANES];
        each!([0, 1, 2, 3], j => {
            let mut word = [0; 8];
            for (lane, x) in word.iter_mut().zip(elements) {
                *lane = words(x.as_limbs())[j];
            }
            Self::load(&word[..Self::LANES])
        })
    }

    /// Stores elements, the inverse of [`Self::load_elements`]; the numbers must be below the prime.
    #[inline(always)]
    fn store_elements<P: Prime>(vectors: [Self; 4], places: &mut [FieldElement<P>]) {
        let mut words = [[0; 8]; 4];
        for (vector, words) in vectors.into_iter().zip(&mut words) {
            vector.store(&mut words[..Self::LANES]);
        }
        for (i, x) in places[..Self::LANES].iter_mut().enumerate() {
            *x = FieldElement::from_canonical(from_words(words.map(|word| word[i])));
        }
    }
}

/// The words of one lane's 256-bit number, in memory. Two of them, such as x and y of a point, fill a cache line.
#[derive(Clone, Copy, Default)]
pub(crate) struct WordRow(pub [u64; 4]);

/// A type with the alignment of a cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(crate) struct CacheLine;

impl Lane for WordRow {
    type Aligned = CacheLine;

    #[inline(always)]
    fn is_zero(&self) -> bool {
        self.0.is_zero()
    }
}

impl DefaultIsZeroes for WordRow {}
