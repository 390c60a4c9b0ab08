//! The trait of a radix, with everything that depends on it.

use super::constants::LIMBS;
use super::products::Unreduced;
use crate::backend::lanes::{Lanes, each};
use crate::field::{FieldElement, Prime};

/// `[e(0), … e(4)]` for short expressions: inlined on registers, a function of its own on other lanes, where
/// operations are calls.
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

/// Limbs that are the same in every lane.
#[inline(always)]
pub(super) fn splat_all<L: Lanes>(x: [u64; LIMBS]) -> [L; LIMBS] {
    limbs!(L, i => L::splat(x[i]))
}

/// [`splat_all`] for three limbs.
#[inline(always)]
pub(super) fn splat_three<L: Lanes>(x: [u64; 3]) -> [L; 3] {
    each!([0, 1, 2], i => L::splat(x[i]))
}

/// A representation of elements in five limbs, and its reductions.
///
/// The number of limbs x_0 … x_4 is Σ x_i·2^(BITS·i). *Tight* limbs are below [`TIGHT`](Self::TIGHT) and may be
/// factors; *loose* ones are signed 64-bit numbers, sums of products that nobody has carried. A lane wraps modulo
/// 2^64, so a loose limb is right as long as it fits, whatever wrapped on the way.
pub(crate) trait Radix<P: Prime>: Copy + Send + Sync + 'static {
    /// The bits of all limbs but the top one, which holds the rest of 255.
    const BITS: u32;
    /// The bounds of a tight element's limbs.
    const TIGHT: [u64; LIMBS];
    /// A multiple of the prime, added to a sum before it is carried so that no limb is negative. The interval tests
    /// check the least value of the formulas' sums.
    const BIAS: [u64; LIMBS];
    /// The divisor DOMAIN of products: an element x is held as x·DOMAIN.
    const HELD_DOMAIN: FieldElement<P> = FieldElement::from_small(1);

    /// The limbs of 256-bit integers from their 64-bit words; tight for integers below 2^255 and for those of
    /// [`Self::packed`].
    #[inline(always)]
    fn from_words<L: Lanes>([w0, w1, w2, w3]: [L; 4]) -> [L; LIMBS] {
        // Limb i begins at bit i·b of the integer. What a word has above the limb's end is the low end of the next
        // limb.
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
    /// [`Self::from_words`] for limbs that are only used as factors.
    #[inline(always)]
    fn factors_from_words<L: Lanes>(words: [L; 4]) -> [L; LIMBS] {
        Self::from_words(words)
    }
    /// The words of canonical or [packed](Self::packed) limbs.
    fn into_words<L: Lanes>(limbs: [L; LIMBS]) -> [L; 4];

    /// The same number in limbs of BITS bits; the top limb holds the excess.
    #[inline(always)]
    fn ripple<L: Lanes>([x0, x1, x2, x3, x4]: [L; LIMBS]) -> [L; LIMBS] {
        let b = Self::BITS;
        // Limbs ≥ 0: a chain of four additions, each of a carry below 2^(64 − BITS). The top limb keeps what it has.
        let x1 = x1.add(x0.shr(b));
        let x2 = x2.add(x1.shr(b));
        let x3 = x3.add(x2.shr(b));
        let x4 = x4.add(x3.shr(b));
        [x0.low(b), x1.low(b), x2.low(b), x3.low(b), x4]
    }

    /// [`Self::ripple`] to 255 bits in all, and the carry out of them.
    #[inline(always)]
    fn normal<L: Lanes>(x: [L; LIMBS]) -> ([L; LIMBS], L) {
        let [x0, x1, x2, x3, x4] = Self::ripple(x);
        let top = 255 - 4 * Self::BITS;
        ([x0, x1, x2, x3, x4.low(top)], x4.shr(top))
    }

    /// The limbs of the canonical residue, from a tight element; in radix 2^52 from any limbs ≥ 0.
    fn residue<L: Lanes>(x: [L; LIMBS]) -> [L; LIMBS];

    /// Whether low and high halves of products go to the same columns, so that many products can be summed: radix 2^52.
    const MERGED: bool;

    /// Tight limbs, from limbs ≥ 0.
    fn carried<L: Lanes>(x: [L; LIMBS]) -> [L; LIMBS];
    /// From tight limbs: tight limbs of a number below 2^256, all but the top one of BITS bits.
    #[inline(always)]
    fn packed<L: Lanes>(x: [L; LIMBS]) -> [L; LIMBS] {
        Self::carried(x)
    }

    /// The number modulo the prime, divided by DOMAIN, in signed limbs, or tight ones if `CARRIED`.
    ///
    /// `quotient` is two factors whose product is T/P modulo 2^153, if they are known before T: three limbs below 2^52
    /// each.
    fn reduced<L: Lanes, T: Unreduced<L>, const CARRIED: bool>(
        t: &T,
        quotient: Option<[[L; 3]; 2]>,
    ) -> [L; LIMBS];
}
