//! Batches: vectors of eight lanes that hold independent elements or coordinates of independent points.

#[cfg(feature = "alloc")]
use zeroize::Zeroize;

use super::constants::LIMBS;
use super::{Loose, Radix, Tight};
#[cfg(feature = "alloc")]
use crate::backend::FieldVector;
use crate::backend::lanes::{Lanes, WordRow, each, inlined};
use crate::backend::tuning::Costs;
use crate::backend::{BatchVector, PointJob, Sum as _, always};
use crate::field::{FieldElement, Prime};
use crate::word::Word;

/// Lanes for batches: eight lanes that hold independent elements.
pub(crate) trait BatchLanes: Lanes {
    /// Runs a job over single points, each in the four lanes of a narrower vector.
    fn single<P: Prime, J: PointJob<P>>(job: J) -> J::Output;

    /// Loads rows as columns: lane i of vector j is word j of `row(i)`.
    fn gather<'a>(row: impl Fn(usize) -> &'a WordRow) -> [Self; 4];
    /// Stores columns as rows: the inverse of [`Self::gather`].
    fn scatter(words: [Self; 4], rows: &mut [WordRow]);

    /// Loads the words of consecutive elements, in a permutation of lanes that [`Self::store_row`] undoes.
    fn load_row<P: Prime>(elements: &[FieldElement<P>]) -> [Self; 4];
    /// Stores the words of consecutive elements: the inverse of [`Self::load_row`].
    fn store_row<P: Prime>(words: [Self; 4], places: &mut [FieldElement<P>]);

    /// Negates lane i if bit i of `lanes` is set.
    fn negate_lanes(self, lanes: u32) -> Self;
    /// Returns a bit mask in which bit i is set if `values[i]` = `value`.
    fn equal(values: &[Word], value: Word) -> u32;

    /// Exchanges each lane i with lane i ^ `DISTANCE`, which is 1, 2 or 4.
    fn exchange<const DISTANCE: usize>(self) -> Self;
    /// Looks up lanes by secret indices: lane i of the result is the lane that byte i of `indices` names, 0 to 7 for those
    /// of `self`, 8 to 15 for those of `other`.
    fn pick(self, other: Self, indices: u64) -> Self;
    /// Transposes eight vectors: lane i of vector j becomes lane j of vector i.
    fn transpose(vectors: [Self; 8]) -> [Self; 8];
}

impl<L: BatchLanes, P: Prime, R: Radix<P>> BatchVector for Tight<L, P, R> {
    type Lane = WordRow;
    const COSTS: Costs = Costs::LIMBS;

    #[inline(never)]
    fn single<J: PointJob<P>>(job: J) -> J::Output {
        L::single(job)
    }

    // In memory a lane is four packed words, 32 bytes, instead of five limbs: two coordinates fill one cache line. The words
    // are not canonical, and stay in Montgomery form.
    #[inline(always)]
    fn gather<'a>(lane: impl Fn(usize) -> &'a WordRow) -> Self {
        Self::new(R::from_words(L::gather(lane)))
    }

    #[inline(always)]
    fn scatter(self, lanes: &mut [WordRow]) {
        L::scatter(R::into_words(R::packed(self.0)), lanes);
    }

    #[inline(always)]
    fn load_row(elements: &[FieldElement<P>]) -> Self {
        Self::new(R::from_words(L::load_row(elements))).into_domain()
    }

    // The multiplier reads 52 bits, so limbs that are only factors need no mask.
    #[inline(always)]
    fn load_factors(elements: &[FieldElement<P>]) -> Self {
        Self::new(R::factors_from_words(L::load_row(elements))).into_domain()
    }

    #[inline(always)]
    fn store_row(sum: Loose<L, P, R>, places: &mut [FieldElement<P>]) {
        // In radix 2^52 `residue` takes any nonnegative limbs, so a sum needs no carry before it.
        let residue = if R::MERGED {
            inlined!(L, R::residue(sum.0))
        } else {
            sum.carry().out_of_domain().freeze()
        };
        L::store_row(R::into_words(residue), places);
    }

    // −x in loose limbs negates each limb; the bias that a carry adds makes them nonnegative.
    #[inline(always)]
    fn with_signs(self, negative: u32) -> Loose<L, P, R> {
        Loose::new(self.map(|x| x.negate_lanes(negative)))
    }

    #[inline(always)]
    fn lanes_equal(values: &[Word], value: Word) -> u32 {
        L::equal(values, value)
    }

    /// Looks up sixteen entries in two registers per limb with one shuffle (`vpermt2q`).
    #[inline(always)]
    fn look_up(table: &[[Self; 2]], indices: u64) -> [Self; 2] {
        // The first vectors are pairs 0 to 7, the second ones pairs 8 to 15.
        let [[a, b], [c, d]] = table.first_chunk().expect("two vectors of eight");
        [
            Self::new(a.zip(*c, |a, c| a.pick(c, indices))),
            Self::new(b.zip(*d, |b, d| b.pick(d, indices))),
        ]
    }

    #[inline(always)]
    fn transpose(vectors: &mut [Self]) {
        let vectors: &mut [Self; 8] = vectors.try_into().expect("as many vectors as lanes");
        // Each limb is a matrix of its own: limb k of eight vectors is transposed as eight registers.
        for limb in 0..LIMBS {
            let lanes = L::transpose(each!([0, 1, 2, 3, 4, 5, 6, 7], i => vectors[i].0[limb]));
            for (vector, lanes) in vectors.iter_mut().zip(lanes) {
                vector.0[limb] = lanes;
            }
        }
        // Lanes only changed places, so limbs are still tight; on the tests' lanes `new` checks this.
        for vector in vectors {
            *vector = Self::new(vector.0);
        }
    }

    /// Inverts all lanes with one inversion, by a butterfly of exchanges at distances 4, 2 and 1: then each lane holds the
    /// `product` of all eight lanes and the product `rest` of the other seven, and x⁻¹ = rest/product. This takes six
    /// vector products; Montgomery's trick, lane after lane, would take fourteen dependent ones.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn invert_lanes(self, invert: crate::field::Invert<P>) -> (Self, u32) {
        always!(L::call, {
            let zeros = self.zero_lanes();
            // Replace zeros by 1, so that the product is not zero; they become zero again at the end.
            let x = self.select_lanes(Tight::one(), zeros);
            // `half` is the product of the other half of each lane's group of two, four and eight. Multiplying by it
            // extends the product of the group, and the product of the group without the lane itself.
            let half = Tight::new(x.map(L::exchange::<4>));
            let two = x.mul_carried(&half);
            let rest = half;
            let half = Tight::new(two.map(L::exchange::<2>));
            let four = two.mul_carried(&half);
            let rest = rest.mul_carried(&half);
            let half = Tight::new(four.map(L::exchange::<1>));
            let mut product = four.mul_carried(&half).store_lanes();
            let rest = rest.mul_carried(&half);
            let mut inverse = invert(&product[0]);
            let inverses = rest.mul_carried(&Tight::splat(&inverse));
            product.zeroize();
            inverse.zeroize();
            (inverses.select_lanes(Tight::zero(), zeros), zeros)
        })
    }

    #[inline(always)]
    fn sum_of_many(
        count: usize,
        a: impl Fn(usize) -> Self,
        b: impl Fn(usize) -> Self,
    ) -> Loose<L, P, R> {
        Self::sum_of_products_of(count, a, b)
    }
}
