//! The radix of an element's limbs, and all that depends on it.

use super::constants::{Constants, LIMBS, RADIX, multiply_low};
use super::kernel::{ConstantProduct, Product, Unreduced, reduce, reduce_biased};
use super::splat_all;
use crate::backend::HeldConstant;
use crate::backend::lanes::{Lanes, each};
use crate::field::{FieldElement, Prime};
use crate::word::{Limbs as Words, radix_51};

/// How elements stand in five limbs, and how they are reduced.
pub(crate) trait Radix<P: Prime>: Copy + Send + Sync + 'static {
    /// Bits of a limb.
    const BITS: u32;
    /// What each limb of a tight element is below.
    const TIGHT: [u64; LIMBS];
    /// What is added to a sum before it is carried, so that no limb is negative: a multiple of the prime.
    const BIAS: [u64; LIMBS];
    /// An element x is held as x·DOMAIN: what a product is divided by.
    const HELD_DOMAIN: FieldElement<P>;
    /// What multiplies a held x to yield a held x·DOMAIN: DOMAIN².
    const INTO_DOMAIN: FieldElement<P> = Self::HELD_DOMAIN.times_const(&Self::HELD_DOMAIN);

    /// The limbs of a canonical residue.
    fn limbs(x: &Words) -> [u64; LIMBS];
    /// Limbs of lanes of 256-bit integers below 2^255, from their 64-bit words.
    fn from_words<L: Lanes>(words: [L; 4]) -> [L; LIMBS];
    /// The words of canonical limbs.
    fn into_words<L: Lanes>(limbs: [L; LIMBS]) -> [L; 4];

    /// x / 2^BITS, rounded down.
    fn shr<L: Lanes>(x: L) -> L;
    /// x mod 2^BITS
    fn low<L: Lanes>(x: L) -> L;
    /// What the top limb has from 2^255 on.
    fn top_shr<L: Lanes>(x: L) -> L;
    /// What it has below.
    fn top_low<L: Lanes>(x: L) -> L;

    /// The same number in limbs of BITS bits, 255 bits in all, and the carry out of them.
    #[inline(always)]
    fn normal<L: Lanes>([x0, x1, x2, x3, x4]: [L; LIMBS]) -> ([L; LIMBS], L) {
        let x1 = x1.add(Self::shr(x0));
        let x2 = x2.add(Self::shr(x1));
        let x3 = x3.add(Self::shr(x2));
        let x4 = x4.add(Self::shr(x3));
        let limbs = [
            Self::low(x0),
            Self::low(x1),
            Self::low(x2),
            Self::low(x3),
            Self::top_low(x4),
        ];
        (limbs, Self::top_shr(x4))
    }

    /// A tight element's limbs, below twice the prime.
    fn below_twice_the_prime<L: Lanes>(x: [L; LIMBS]) -> [L; LIMBS];

    /// Tight limbs, from limbs that are not negative.
    fn carried<L: Lanes>(x: [L; LIMBS]) -> [L; LIMBS];

    /// The product modulo the prime, over DOMAIN, in signed limbs.
    fn reduce<L: Lanes, T: Unreduced<L>>(t: &T) -> [L; LIMBS];
    /// The same in tight limbs.
    fn reduce_carried<L: Lanes, T: Unreduced<L>>(t: &T) -> [L; LIMBS];
    /// The product by a constant.
    fn mul_by<L: Lanes, K: HeldConstant<P>>(a: &[L; LIMBS]) -> [L; LIMBS];
}

/// The shifts of a radix: its bits, and what is left of 255 for the top limb.
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
    };
}
pub(super) use impl_shifts;

/// 2^51: 2^255 ≡ γ is a whole number of limbs away, and a carry is one pass, all limbs at once.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Radix51;

impl<P: Prime> Radix<P> for Radix51 {
    const BITS: u32 = RADIX;
    // 2^51, and what a carry brings on top of that.
    const TIGHT: [u64; LIMBS] = [(1 << RADIX) + (1 << 18); LIMBS];
    const BIAS: [u64; LIMBS] = P::BIAS;
    const HELD_DOMAIN: FieldElement<P> = P::HELD_DOMAIN_51;
    impl_shifts!(51);

    #[inline(always)]
    fn limbs(x: &Words) -> [u64; LIMBS] {
        radix_51(x)
    }

    #[inline(always)]
    fn from_words<L: Lanes>([w0, w1, w2, w3]: [L; 4]) -> [L; LIMBS] {
        [
            w0.low::<51>(),
            w0.shr::<51>().or(w1.low::<38>().shl::<13>()),
            w1.shr::<38>().or(w2.low::<25>().shl::<26>()),
            w2.shr::<25>().or(w3.low::<12>().shl::<39>()),
            w3.shr::<12>(),
        ]
    }

    #[inline(always)]
    fn into_words<L: Lanes>([l0, l1, l2, l3, l4]: [L; LIMBS]) -> [L; 4] {
        [
            l0.or(l1.low::<13>().shl::<51>()),
            l1.shr::<13>().or(l2.low::<26>().shl::<38>()),
            l2.shr::<26>().or(l3.low::<39>().shl::<25>()),
            l3.shr::<39>().or(l4.shl::<12>()),
        ]
    }

    // Tight limbs hold less than 2^255 + 2^223.
    #[inline(always)]
    fn below_twice_the_prime<L: Lanes>(x: [L; LIMBS]) -> [L; LIMBS] {
        x
    }

    /// One pass, all limbs at once: what passes 51 bits moves up a limb, and from the top to the bottom by
    /// 2^255 ≡ γ.
    #[inline(always)]
    fn carried<L: Lanes>([x0, x1, x2, x3, x4]: [L; LIMBS]) -> [L; LIMBS] {
        let [g0, _, g2, ..] = splat_all::<L>(P::GAMMA_51);
        let top = x4.shr::<RADIX>();
        if P::GAMMA_IS_SMALL {
            return [
                x0.low::<RADIX>().madd_lo(top, g0),
                x1.low::<RADIX>().add(x0.shr::<RADIX>()),
                x2.low::<RADIX>().add(x1.shr::<RADIX>()),
                x3.low::<RADIX>().add(x2.shr::<RADIX>()),
                x4.low::<RADIX>().add(x3.shr::<RADIX>()),
            ];
        }
        // top·γ comes first, for it fills limbs. top has 13 bits, so that its products fit in 64.
        let x0 = x0.add(top.times(P::GAMMA_51[0]));
        let x1 = x1.add(top.times(P::GAMMA_51[1]));
        let x2 = x2.madd_lo(top, g2);
        [
            x0.low::<RADIX>(),
            x1.low::<RADIX>().add(x0.shr::<RADIX>()),
            x2.low::<RADIX>().add(x1.shr::<RADIX>()),
            x3.low::<RADIX>().add(x2.shr::<RADIX>()),
            x4.low::<RADIX>().add(x3.shr::<RADIX>()),
        ]
    }

    #[inline(always)]
    fn reduce<L: Lanes, T: Unreduced<L>>(t: &T) -> [L; LIMBS] {
        reduce::<L, P, _>(t)
    }

    #[inline(always)]
    fn reduce_carried<L: Lanes, T: Unreduced<L>>(t: &T) -> [L; LIMBS] {
        <Self as Radix<P>>::carried(reduce_biased::<L, P, _>(t))
    }

    #[inline(always)]
    fn mul_by<L: Lanes, K: HeldConstant<P>>(a: &[L; LIMBS]) -> [L; LIMBS] {
        let factor = const { radix_51(K::HELD.as_limbs()) };
        let quotient = const {
            let [k0, k1, k2, ..] = radix_51(K::HELD.as_limbs());
            multiply_low(&[k0, k1, k2], &P::INVERSE_51)
        };
        let factor = splat_all(factor);
        let quotient = each!([0, 1, 2], i => L::splat(quotient[i]));
        reduce::<L, P, _>(&ConstantProduct(Product(a, &factor), quotient))
    }
}
