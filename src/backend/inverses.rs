//! Montgomery's trick on vectors: many inversions for one inversion and three products each, in every lane.

use super::BatchVector;
use crate::field::Invert;

/// The product of the factors pushed so far, initially 1.
#[derive(Clone, Copy)]
pub(crate) struct RunningProduct<V>(pub V);

impl<V: BatchVector> RunningProduct<V> {
    /// Multiplies by a factor. Returns the previous product, which [`RunningInverse::pop`] needs.
    #[inline(always)]
    pub(crate) fn push(&mut self, factor: &V) -> V {
        let prefix = self.0;
        self.0 = self.0.mul_carried_inlined(factor);
        prefix
    }

    /// Returns two empty products, for [`Self::invert_pair`].
    #[inline(always)]
    pub(crate) fn pair() -> [Self; 2] {
        [Self(V::one()); 2]
    }

    /// Returns the inverses of two products with one inversion, and the lanes where either product is 0, as bits. Constant
    /// time if `invert` is.
    ///
    /// Callers multiply vectors alternately into two products, so that a multiplication need not wait for the previous
    /// one.
    #[inline(always)]
    pub(crate) fn invert_pair(
        [a, b]: [Self; 2],
        invert: Invert<V::Prime>,
    ) -> ([RunningInverse<V>; 2], u32) {
        let mut product = a;
        let prefix = product.push(&b.0);
        let (inverse, zeros) = product.0.invert_lanes(invert);
        let mut inverse = RunningInverse(inverse);
        let inverse_of_b = RunningInverse(inverse.pop(&b.0, &prefix));
        ([inverse, inverse_of_b], zeros)
    }
}

/// The inverse of the product of the factors that are not popped yet.
#[derive(Clone, Copy)]
pub(crate) struct RunningInverse<V>(pub V);

impl<V: BatchVector> RunningInverse<V> {
    /// Returns the inverse of the last factor, where `prefix` is what [`RunningProduct::push`] returned for it. If `prefix`
    /// is multiplied by a numerator, returns the numerator divided by the factor.
    #[inline(always)]
    pub(crate) fn pop(&mut self, factor: &V, prefix: &V) -> V {
        let inverse = self.0.mul_carried_inlined(prefix);
        self.0 = self.0.mul_carried_inlined(factor);
        inverse
    }
}
