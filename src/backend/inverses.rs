//! Montgomery's trick on vectors, lane by lane.

use super::BatchVector;
use crate::field::Invert;

/// The running product of factors, initially 1.
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

    /// Two empty products, for [`Self::invert_pair`].
    #[inline(always)]
    pub(crate) fn pair() -> [Self; 2] {
        [Self(V::one()); 2]
    }

    /// The inverses of two products, and the lanes where one of them is 0, as bits. Constant time if `invert` is.
    ///
    /// Many vectors are multiplied alternately to two products, so that a multiplication need not wait for
    /// the one before it.
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
    /// The inverse of the last factor, if `prefix` is what [`RunningProduct::push`] returned for it. If `prefix` is
    /// that times a numerator, the numerator over the factor.
    #[inline(always)]
    pub(crate) fn pop(&mut self, factor: &V, prefix: &V) -> V {
        let inverse = self.0.mul_carried_inlined(prefix);
        self.0 = self.0.mul_carried_inlined(factor);
        inverse
    }
}
