//! The trait [`Radix`]: everything that depends on the radix of limbs.

use super::constants::LIMBS;
use super::products::Unreduced;
use crate::backend::lanes::{Lanes, each};
use crate::field::{FieldElement, Prime};

/// Expands to `[e(0), … e(4)]` for short expressions. On registers it is inlined; on the tests' lanes, where each
/// operation is a call, it is a function of its own.
macro_rules! limbs {
    ($L:ident, $i:ident => $e:expr) => {
        if $L::REAL {
            each!($i => $e)
        } else {
            $L::call(
                #[inline(always)]
                || each!($i => $e),
            )
        }
    };
}

pub(super) use limbs;

/// Returns five vectors with the same limb in every lane.
#[inline(always)]
pub(super) fn splat_all<L: Lanes>(x: [u64; LIMBS]) -> [L; LIMBS] {
    limbs!(L, i => L::splat(x[i]))
}

/// Returns three vectors with the same limb in every lane.
#[inline(always)]
pub(super) fn splat_three<L: Lanes>(x: [u64; 3]) -> [L; 3] {
    each!([0, 1, 2], i => L::splat(x[i]))
}

/// A representation of elements in five limbs, and its reductions.
///
/// Limbs x_0 … x_4 represent the number Σ x_i·2^(BITS·i). *Tight* limbs are below [`TIGHT`](Self::TIGHT) and may be
/// factors; *loose* ones are signed 64-bit numbers, sums of uncarried products. Lanes wrap modulo 2^64, so a loose limb
/// is right if its final value fits, whatever wrapped on the way.
pub(crate) trait Radix<P: Prime>: Copy + Send + Sync + 'static {
    /// The bits of each limb but the top one, which holds the rest of 255.
    const BITS: u32;
    /// The exclusive upper bounds of a tight element's limbs.
    const TIGHT: [u64; LIMBS];
    /// A multiple of the prime that is added to a sum before it is carried, so that no limb is negative. The interval
    /// tests check that no formula's sum has a limb below −BIAS.
    const BIAS: [u64; LIMBS];
    /// DOMAIN, the Montgomery factor: products are divided by it, so an element x is held as x·DOMAIN.
    const HELD_DOMAIN: FieldElement<P> = FieldElement::from_small(1);

    /// Cuts 256-bit integers, given as 64-bit words, into limbs. They are tight for integers below 2^255 and for those of
    /// [`Self::packed`].
    #[inline(always)]
    fn from_words<L: Lanes>([w0, w1, w2, w3]: [L; 4]) -> [L; LIMBS] {
        // Limb i begins at bit i·b of the integer. Limbs 1 to 3 are the upper end of word i − 1, joined by the low
        // (i + 1)·b − 64·i bits of word i; the bits above those begin limb i + 1.
        let b = Self::BITS;
        let w1_low = w1.low(2 * b - 64).shl(64 - b);
        let w2_low = w2.low(3 * b - 128).shl(128 - 2 * b);
        let w3_low = w3.low(4 * b - 192).shl(192 - 3 * b);
        [
            w0.low(b),
            w0.shr(b).or(w1_low),
            w1.shr(2 * b - 64).or(w2_low),
            w2.shr(3 * b - 128).or(w3_low),
            w3.shr(4 * b - 192),
        ]
    }
    /// Cuts words into limbs as [`Self::from_words`] does, but leaves garbage above bit 51 if the radix allows: for limbs
    /// that are only used as factors.
    #[inline(always)]
    fn factors_from_words<L: Lanes>(words: [L; 4]) -> [L; LIMBS] {
        Self::from_words(words)
    }
    /// Joins canonical or [packed](Self::packed) limbs to 64-bit words.
    fn into_words<L: Lanes>(limbs: [L; LIMBS]) -> [L; 4];

    /// Ripples carries through nonnegative limbs: returns the same number in limbs of BITS bits, with the excess in the
    /// top limb.
    #[inline(always)]
    fn ripple<L: Lanes>([x0, x1, x2, x3, x4]: [L; LIMBS]) -> [L; LIMBS] {
        let b = Self::BITS;
        // A chain of four shifts and additions. A carry is below 2^(64 − BITS), at most 2^13.
        let x1 = x1.add(x0.shr(b));
        let x2 = x2.add(x1.shr(b));
        let x3 = x3.add(x2.shr(b));
        let x4 = x4.add(x3.shr(b));
        [x0.low(b), x1.low(b), x2.low(b), x3.low(b), x4]
    }

    /// Ripples carries and cuts the number at 2^255: returns the low 255 bits and the carry out of them.
    #[inline(always)]
    fn normal<L: Lanes>(x: [L; LIMBS]) -> ([L; LIMBS], L) {
        let [x0, x1, x2, x3, x4] = Self::ripple(x);
        let top = 255 - 4 * Self::BITS;
        ([x0, x1, x2, x3, x4.low(top)], x4.shr(top))
    }

    /// Returns the limbs of the canonical residue of a tight element; in radix 2^52 of any limbs ≥ 0.
    fn residue<L: Lanes>(x: [L; LIMBS]) -> [L; LIMBS];

    /// Whether low and high halves of products go to the same columns, as in radix 2^52. Then many products can be summed
    /// before a reduction.
    const MERGED: bool;

    /// Makes limbs ≥ 0 tight.
    fn carried<L: Lanes>(x: [L; LIMBS]) -> [L; LIMBS];
    /// Carries tight limbs further, to a number below 2^256 whose limbs, except for the top one, have BITS bits. It can be
    /// stored as 256-bit words.
    #[inline(always)]
    fn packed<L: Lanes>(x: [L; LIMBS]) -> [L; LIMBS] {
        Self::carried(x)
    }

    /// Reduces T modulo the prime, divided by DOMAIN, to signed limbs, or to tight ones if `CARRIED`.
    ///
    /// `quotient` is a pair of factors whose product is T/P modulo 2^153, if such a pair is known before T, each in three
    /// limbs below 2^52. Only Montgomery reductions use it.
    fn reduced<L: Lanes, T: Unreduced<L>, const CARRIED: bool>(
        t: &T,
        quotient: Option<[[L; 3]; 2]>,
    ) -> [L; LIMBS];
}
