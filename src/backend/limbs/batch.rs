//! Batches: lanes of independent elements and points.

use super::{Loose, Radix, Tight};
use crate::backend::lanes::{Lanes, WordRow, inlined};
use crate::backend::tuning::Costs;
#[cfg(feature = "alloc")]
use crate::backend::vector::invert_one_by_one;
use crate::backend::vector::{look_up_by_masks, transpose_in_memory};
use crate::backend::{BatchVector, PointJob, Sum as _};
use crate::field::{FieldElement, Prime};
use crate::mask::equal_places;
use crate::word::Word;

/// Lanes of independent elements.
pub(crate) trait BatchLanes: Lanes {
    /// Runs a job on single points, in the four lanes that are best for these.
    fn single<P: Prime, J: PointJob<P>>(job: J) -> J::Output;

    /// Lane i of vector j is word j of `row(i)`.
    fn gather<'a>(row: impl Fn(usize) -> &'a WordRow) -> [Self; 4];
    /// The inverse of `gather`.
    fn scatter(words: [Self; 4], rows: &mut [WordRow]);

    /// The words of elements, in a permutation of lanes that `store_row` undoes.
    #[inline(always)]
    fn load_row<P: Prime>(elements: &[FieldElement<P>]) -> [Self; 4] {
        Self::load_elements(elements)
    }
    /// The inverse of `load_row`.
    #[inline(always)]
    fn store_row<P: Prime>(words: [Self; 4], places: &mut [FieldElement<P>]) {
        Self::store_elements(words, places);
    }

    /// Negates lane i if bit i of `lanes` is set.
    #[inline(always)]
    fn negate_lanes(self, lanes: u32) -> Self {
        self.select_lanes(Self::splat(0).sub(self), lanes)
    }

    /// Bit i is set if `values[i]` = `value`.
    #[inline(always)]
    fn equal(values: &[Word], value: Word) -> u32 {
        equal_places(&values[..Self::LANES], value)
    }

    /// See [`BatchVector::invert_lanes`].
    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn invert<P: Prime, R: Radix<P>>(
        x: Tight<Self, P, R>,
        invert: crate::field::Invert<P>,
    ) -> (Tight<Self, P, R>, u32) {
        invert_one_by_one(x, invert)
    }

    /// See [`BatchVector::look_up`].
    #[inline(always)]
    fn look_up<P: Prime, R: Radix<P>>(
        table: &[[Tight<Self, P, R>; 2]],
        indices: u64,
    ) -> [Tight<Self, P, R>; 2] {
        look_up_by_masks(table, indices)
    }

    /// See [`BatchVector::transpose`].
    #[inline(always)]
    fn transpose<P: Prime, R: Radix<P>>(vectors: &mut [Tight<Self, P, R>]) {
        transpose_in_memory(vectors);
    }
}

impl<L: BatchLanes, P: Prime, R: Radix<P>> BatchVector for Tight<L, P, R> {
    type Lane = WordRow;
    const COSTS: Costs = Costs::LIMBS;

    #[inline(never)]
    fn single<J: PointJob<P>>(job: J) -> J::Output {
        L::single(job)
    }

    // In memory a lane is 32 bytes, packed words, not five limbs: two coordinates fill one cache line. The words are
    // not canonical, and keep the factor of Montgomery form.
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
        // The residue of a sum in radix 2^52 needs no carry first.
        let residue = if R::MERGED {
            inlined!(L, R::residue(sum.0))
        } else {
            sum.carry().out_of_domain().freeze()
        };
        L::store_row(R::into_words(residue), places);
    }

    // −x in loose limbs is each limb's negative; the carry's bias makes it nonnegative.
    #[inline(always)]
    fn with_signs(self, negative: u32) -> Loose<L, P, R> {
        Loose::new(self.map(|x| x.negate_lanes(negative)))
    }

    #[inline(always)]
    fn lanes_equal(values: &[Word], value: Word) -> u32 {
        L::equal(values, value)
    }

    #[inline(always)]
    fn look_up(table: &[[Self; 2]], indices: u64) -> [Self; 2] {
        L::look_up(table, indices)
    }

    #[inline(always)]
    fn transpose(vectors: &mut [Self]) {
        L::transpose(vectors);
    }

    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn invert_lanes(self, invert: crate::field::Invert<P>) -> (Self, u32) {
        L::invert(self, invert)
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
