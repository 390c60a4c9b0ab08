//! Vectors of four lanes that hold one point.

use super::radix::limbs;
use super::{Loose, Radix, Tight, VectorLimbs, bitwise_or};
use crate::backend::lanes::{Lanes, each};
use crate::backend::{FieldVector as _, HeldConstant, PointSum, PointVector, Sum as _, order};
use crate::field::{FieldElement, Prime};
use crate::mask::Mask;
use crate::word::{Limbs, from_words};

/// Lanes for one point: four lanes that can be permuted and blended.
pub(crate) trait PointLanes: Lanes {
    /// Permutes lanes: lane i of the result is lane `lanes[i]` of `self`, for ORDER = [`order(lanes)`](order), the coding of
    /// `vpermq`.
    fn shuffle<const ORDER: i32>(self) -> Self;
    /// Blends two vectors: takes lane i of `other` if bit i of `MASK` is set, else of `self`.
    fn blend<const MASK: i32>(self, other: Self) -> Self;
    /// Shifts lane i left by `counts[i]` bits; 64 or more yield zero.
    fn shl_each(self, counts: [u64; 4]) -> Self;

    /// Loads four elements a, b, c and d: vector i has the lanes (a_i, b_i, c_i, d_i), their 64-bit words number i.
    fn from_rows(rows: [&Limbs; 4]) -> [Self; 4];
    /// Returns the words of each of four elements: the inverse of [`Self::from_rows`].
    fn into_rows(words: [Self; 4]) -> [[u64; 4]; 4];

    /// A vector twice as wide.
    type Whole: Lanes;
    /// Joins two vectors to a wide one.
    fn concat(self, high: Self) -> Self::Whole;
    /// Splits a wide vector into halves.
    fn split(whole: Self::Whole) -> [Self; 2];
}

impl<L: PointLanes, P: Prime, R: Radix<P>, const TIGHT: bool> VectorLimbs<L, P, R, TIGHT> {
    /// Joins two vectors to a wide one.
    #[inline(always)]
    fn concat(&self, high: &Self) -> VectorLimbs<L::Whole, P, R, TIGHT> {
        VectorLimbs::new(limbs!(L, i => self.0[i].concat(high.0[i])))
    }

    /// Splits a wide vector into halves.
    #[inline(always)]
    fn split(whole: VectorLimbs<L::Whole, P, R, TIGHT>) -> [Self; 2] {
        each!([0, 1], half => Self::new(limbs!(L, i => L::split(whole.0[i])[half])))
    }
}

impl<L: PointLanes, P: Prime, R: Radix<P>> PointVector for Tight<L, P, R> {
    const DOMAIN: FieldElement<P> = R::HELD_DOMAIN;

    #[inline(always)]
    fn splat_held(x: &FieldElement<P>) -> Self {
        Self::splat_unconverted(x)
    }

    #[inline(always)]
    fn load_held(lanes: &[FieldElement<P>; 4]) -> Self {
        Self::load_unconverted(lanes)
    }

    #[inline(always)]
    fn load_four(lanes: [&FieldElement<P>; 4]) -> Self {
        let words = L::from_rows(lanes.map(FieldElement::as_limbs));
        Self::new(R::from_words(words))
    }

    #[inline(always)]
    fn store_point(self) -> [FieldElement<P>; 3] {
        // The canonical residues of (X, Y, Z, –). The public identity is (0 : 1 : 0), so if Z = 0, Y is set to 1, by a mask.
        // X is 0 then, as Z = 0 only for the identity.
        let limbs = self.freeze();
        // A mask that is nonzero only in the lane of Y (lane 1), and there all ones if Z, lane 2, is zero.
        let zero = bitwise_or(limbs).is_zero();
        let zero = L::splat(0).blend::<0b0010>(zero.shuffle::<{ order([2, 2, 2, 2]) }>());
        let limbs = limbs!(L, i => limbs[i].select(L::splat(u64::from(i == 0)), zero));
        let [rows @ .., _] = L::into_rows(R::into_words(limbs));
        rows.map(|row| FieldElement::from_canonical(from_words(row)))
    }

    #[inline(always)]
    fn mul_by<K: HeldConstant<P>>(&self) -> Loose<L, P, R> {
        self.times_constant::<K>()
    }

    #[inline(always)]
    fn shuffle<const ORDER: i32>(self) -> Self {
        Self::new(self.map(L::shuffle::<ORDER>))
    }

    #[inline(always)]
    fn blend<const MASK: i32>(self, other: Self) -> Self {
        Self::new(self.zip(other, L::blend::<MASK>))
    }

    #[inline(always)]
    fn two_products([a, b]: [&Self; 2], [c, d]: [&Self; 2]) -> [Loose<L, P, R>; 2] {
        // One product in eight lanes; two in four lanes would take twice as many multiply-adds.
        Loose::split(a.concat(b).mul(&c.concat(d)))
    }

    #[inline(always)]
    fn two_carries([a, b]: [Loose<L, P, R>; 2]) -> [Self; 2] {
        Self::split(a.concat(&b).carry())
    }
}

impl<L: PointLanes, P: Prime, R: Radix<P>> PointSum for Loose<L, P, R> {
    #[inline(always)]
    fn shuffle<const ORDER: i32>(self) -> Self {
        Self::new(self.map(L::shuffle::<ORDER>))
    }

    #[inline(always)]
    fn blend<const MASK: i32>(self, other: Self) -> Self {
        Self::new(self.zip(other, L::blend::<MASK>))
    }

    #[inline(always)]
    fn keep<const MASK: i32>(self) -> Self {
        Self::new(self.map(|x| L::splat(0).blend::<MASK>(x)))
    }

    #[inline(always)]
    fn scale<const FACTORS: u32>(self) -> Self {
        // Each factor is a sum of at most two powers of two, so a multiple takes two shifts and an addition.
        // `low` is the lowest set bit of each factor and `high` the rest; a factor 0 has neither.
        let factors = FACTORS.to_le_bytes();
        let low = factors.map(|k| k & k.wrapping_neg());
        let high: [u8; 4] = core::array::from_fn(|i| factors[i] - low[i]);
        if high == [0; 4] {
            return self.times_powers(low);
        }
        // Hidden, because LLVM would merge two shifts and an addition into a product of 64-bit lanes (`vpmullq`).
        let low = Self::new(self.times_powers(low).map(L::hidden));
        low + self.times_powers(high)
    }

    #[inline(always)]
    fn negate_if<const MASK: i32>(self, negative: Mask) -> Self {
        // Only lanes of MASK change, such as Y's when a point is negated. The mask selects without a branch.
        let mask = L::splat(0).blend::<MASK>(L::splat(negative.word_64()));
        Self::new(self.zip(self.neg(), |x, negated| x.select(negated, mask)))
    }
}

impl<L: PointLanes, P: Prime, R: Radix<P>> Loose<L, P, R> {
    /// Multiplies each lane by a power of two or zero.
    #[inline(always)]
    fn times_powers(self, powers: [u8; 4]) -> Self {
        match powers {
            [1, 1, 1, 1] => self,
            [2, 2, 2, 2] => self + self,
            _ => {
                // The factor 0 is a shift by 64.
                let counts = powers.map(|power| u64::from(power.checked_ilog2().unwrap_or(64)));
                Self::new(self.map(|x| x.shl_each(counts)))
            }
        }
    }
}
