//! Montgomery's trick over vectors, lane by lane.

use super::FieldVector;
use crate::field::{Factor, Invert, RunningInverse, RunningProduct};

impl<V: FieldVector> Factor for V {
    #[inline(always)]
    fn times(&self, other: &Self) -> Self {
        self.mul_carried_inlined(other)
    }
}

impl<V: FieldVector> RunningProduct<V> {
    /// Two empty products, for [`Self::invert_both`].
    #[inline(always)]
    pub(crate) fn pair() -> [Self; 2] {
        [Self(V::one()); 2]
    }

    /// The inverses of two products, and the lanes where one of them is 0, as bits.
    ///
    /// Many vectors are multiplied to two products in turns, so that a multiplication need not wait for
    /// the one before it. Constant time if `invert` is.
    #[inline(always)]
    pub(crate) fn invert_both(
        [a, b]: [Self; 2],
        invert: Invert<V::Prime>,
    ) -> ([RunningInverse<V>; 2], u32) {
        let mut both = a;
        let before = both.push(&b.0);
        let (inverse, zeros) = both.0.invert_lanes(invert);
        let mut inverse = RunningInverse(inverse);
        let inverse_of_b = RunningInverse(inverse.pop(&b.0, &before));
        ([inverse, inverse_of_b], zeros)
    }
}
