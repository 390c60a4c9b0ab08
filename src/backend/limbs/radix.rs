//! The trait of the radix of an element's limbs, with all that depends on it.

use super::constants::LIMBS;
use crate::backend::HeldConstant;
use crate::backend::lanes::{Lanes, each};
use crate::field::{FieldElement, Prime};
use crate::word::Limbs as Words;

/// `[e(0), … e(4)]`, a few instructions: inlined on registers, a function of its own on other lanes, where
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

/// 2x
#[inline(always)]
pub(super) fn twice<L: Lanes>(x: L) -> L {
    x.add(x)
}

/// Limbs that are the same in every lane.
#[inline(always)]
pub(super) fn splat_all<L: Lanes>(x: [u64; LIMBS]) -> [L; LIMBS] {
    limbs!(L, i => L::splat(x[i]))
}

/// A representation of elements in five limbs, and its reductions.
pub(crate) trait Radix<P: Prime>: Copy + Send + Sync + 'static {
    /// The bounds of a tight element's limbs.
    const TIGHT: [u64; LIMBS];
    /// The multiple of the prime that is added to a sum before it is carried, so that no limb is negative.
    const BIAS: [u64; LIMBS];
    /// The divisor of products: an element x is held as x·DOMAIN.
    const HELD_DOMAIN: FieldElement<P>;
    /// The factor that converts into the domain, DOMAIN².
    const INTO_DOMAIN: FieldElement<P> = Self::HELD_DOMAIN.times_const(&Self::HELD_DOMAIN);

    /// The limbs of a canonical residue.
    fn limbs(x: &Words) -> [u64; LIMBS];
    /// Limbs of lanes of 256-bit integers from their 64-bit words, tight for integers below 2^255 and those of
    /// [`Self::packed`].
    fn from_words<L: Lanes>(words: [L; 4]) -> [L; LIMBS];
    /// The same, as factors only.
    #[inline(always)]
    fn factors_from_words<L: Lanes>(words: [L; 4]) -> [L; LIMBS] {
        Self::from_words(words)
    }
    /// The words of canonical or [packed](Self::packed) limbs.
    fn into_words<L: Lanes>(limbs: [L; LIMBS]) -> [L; 4];

    /// x / 2^BITS, rounded down.
    fn shr<L: Lanes>(x: L) -> L;
    /// x mod 2^BITS
    fn low<L: Lanes>(x: L) -> L;
    /// The top limb's part from 2^255 on.
    fn top_shr<L: Lanes>(x: L) -> L;
    /// The top limb's part below 2^255.
    fn top_low<L: Lanes>(x: L) -> L;

    /// The same number in limbs of BITS bits, with the excess in the top limb.
    #[inline(always)]
    fn ripple<L: Lanes>([x0, x1, x2, x3, x4]: [L; LIMBS]) -> [L; LIMBS] {
        let x1 = x1.add(Self::shr(x0));
        let x2 = x2.add(Self::shr(x1));
        let x3 = x3.add(Self::shr(x2));
        let x4 = x4.add(Self::shr(x3));
        [
            Self::low(x0),
            Self::low(x1),
            Self::low(x2),
            Self::low(x3),
            x4,
        ]
    }

    /// The same with 255 bits in all, and the carry out.
    #[inline(always)]
    fn normal<L: Lanes>(x: [L; LIMBS]) -> ([L; LIMBS], L) {
        let [x0, x1, x2, x3, x4] = Self::ripple(x);
        ([x0, x1, x2, x3, Self::top_low(x4)], Self::top_shr(x4))
    }

    /// The limbs of the canonical residue of a tight element; in radix 2^52 of any with limbs ≥ 0.
    fn residue<L: Lanes>(x: [L; LIMBS]) -> [L; LIMBS];

    /// Whether low and high halves of products go to the same columns, so that many can be summed up: radix 2^52.
    const MERGED: bool;

    /// Tight limbs, from limbs ≥ 0.
    fn carried<L: Lanes>(x: [L; LIMBS]) -> [L; LIMBS];
    /// Tight limbs of a number below 2^256, all but the top one of BITS bits, from tight limbs.
    fn packed<L: Lanes>(x: [L; LIMBS]) -> [L; LIMBS];

    /// a·b modulo the prime, over DOMAIN, in signed limbs, or tight if `CARRIED`, as those that follow.
    fn mul<L: Lanes, const CARRIED: bool>(a: &[L; LIMBS], b: &[L; LIMBS]) -> [L; LIMBS];
    /// a²
    fn square<L: Lanes, const CARRIED: bool>(a: &[L; LIMBS]) -> [L; LIMBS];
    /// a·b + c·d
    fn sum_of_products<L: Lanes, const CARRIED: bool>(
        ab: [&[L; LIMBS]; 2],
        cd: [&[L; LIMBS]; 2],
    ) -> [L; LIMBS];
    /// The product by a constant, in signed limbs.
    fn mul_by<L: Lanes, K: HeldConstant<P>>(a: &[L; LIMBS]) -> [L; LIMBS];
}

/// The shifts of a radix, and what is made of them.
macro_rules! impl_shifts {
    ($bits:literal) => {
        #[inline(always)]
        fn shr<L: Lanes>(x: L) -> L {
            x.shr::<$bits>()
        }
        #[inline(always)]
        fn low<L: Lanes>(x: L) -> L {
            x.low::<$bits>()
        }
        #[inline(always)]
        fn top_shr<L: Lanes>(x: L) -> L {
            x.shr::<{ 255 - 4 * $bits }>()
        }
        #[inline(always)]
        fn top_low<L: Lanes>(x: L) -> L {
            x.low::<{ 255 - 4 * $bits }>()
        }
        #[inline(always)]
        fn from_words<L: Lanes>([w0, w1, w2, w3]: [L; 4]) -> [L; LIMBS] {
            let w1_low = w1.low::<{ 2 * $bits - 64 }>().shl::<{ 64 - $bits }>();
            let w2_low = w2.low::<{ 3 * $bits - 128 }>().shl::<{ 128 - 2 * $bits }>();
            let w3_low = w3.low::<{ 4 * $bits - 192 }>().shl::<{ 192 - 3 * $bits }>();
            [
                w0.low::<$bits>(),
                w0.shr::<$bits>().or(w1_low),
                w1.shr::<{ 2 * $bits - 64 }>().or(w2_low),
                w2.shr::<{ 3 * $bits - 128 }>().or(w3_low),
                w3.shr::<{ 4 * $bits - 192 }>(),
            ]
        }
    };
}
pub(super) use impl_shifts;
