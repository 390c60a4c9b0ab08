//! Two vectors of intervals in place of one that is twice as wide.

use super::interval::Interval;
use super::{Lanes, PointLanes};

/// The low and the high half.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair<L>(L, L);

impl<L: Lanes> Lanes for Pair<L> {
    const LANES: usize = 2 * L::LANES;
    const REAL: bool = L::REAL;

    #[inline(always)]
    fn call<R>(formula: impl FnOnce() -> R) -> R {
        L::call(formula)
    }

    #[inline(never)]
    fn splat(x: u64) -> Self {
        Self(L::splat(x), L::splat(x))
    }
    #[inline(never)]
    fn load(lanes: &[u64]) -> Self {
        let (low, high) = lanes.split_at(L::LANES);
        Self(L::load(low), L::load(high))
    }
    #[inline(never)]
    fn store(self, lanes: &mut [u64]) {
        let (low, high) = lanes.split_at_mut(L::LANES);
        self.0.store(low);
        self.1.store(high);
    }

    #[inline(never)]
    fn add(self, other: Self) -> Self {
        Self(self.0.add(other.0), self.1.add(other.1))
    }
    #[inline(never)]
    fn sub(self, other: Self) -> Self {
        Self(self.0.sub(other.0), self.1.sub(other.1))
    }
    #[inline(never)]
    fn times(self, factor: u64) -> Self {
        Self(self.0.times(factor), self.1.times(factor))
    }
    #[inline(never)]
    fn shl<const N: u32>(self) -> Self {
        Self(self.0.shl::<N>(), self.1.shl::<N>())
    }
    #[inline(never)]
    fn shl_each(self, counts: [u64; 4]) -> Self {
        Self(self.0.shl_each(counts), self.1.shl_each(counts))
    }

    #[inline(never)]
    fn shr<const N: u32>(self) -> Self {
        Self(self.0.shr::<N>(), self.1.shr::<N>())
    }
    #[inline(never)]
    fn low<const N: u32>(self) -> Self {
        Self(self.0.low::<N>(), self.1.low::<N>())
    }
    #[inline(never)]
    fn or(self, other: Self) -> Self {
        Self(self.0.or(other.0), self.1.or(other.1))
    }

    #[inline(never)]
    fn factor(self) -> Self {
        Self(self.0.factor(), self.1.factor())
    }
    #[inline(never)]
    fn madd_lo(self, a: Self, b: Self) -> Self {
        Self(self.0.madd_lo(a.0, b.0), self.1.madd_lo(a.1, b.1))
    }
    #[inline(never)]
    fn madd_hi(self, a: Self, b: Self) -> Self {
        Self(self.0.madd_hi(a.0, b.0), self.1.madd_hi(a.1, b.1))
    }

    #[inline(never)]
    fn in_order(vectors: [Self; 4]) -> [Self; 4] {
        let low = L::in_order(vectors.map(|vector| vector.0));
        let high = L::in_order(vectors.map(|vector| vector.1));
        [0, 1, 2, 3].map(|i| Self(low[i], high[i]))
    }

    #[inline(never)]
    fn below(self, bound: u64) -> Self {
        Self(self.0.below(bound), self.1.below(bound))
    }

    #[inline(never)]
    fn is_zero(self) -> Self {
        Self(self.0.is_zero(), self.1.is_zero())
    }
    #[inline(never)]
    fn select(self, other: Self, mask: Self) -> Self {
        Self(
            self.0.select(other.0, mask.0),
            self.1.select(other.1, mask.1),
        )
    }

    #[inline(never)]
    fn shuffle<const ORDER: i32>(self) -> Self {
        Self(self.0.shuffle::<ORDER>(), self.1.shuffle::<ORDER>())
    }
    #[inline(never)]
    fn blend<const MASK: i32>(self, other: Self) -> Self {
        Self(self.0.blend::<MASK>(other.0), self.1.blend::<MASK>(other.1))
    }
}

impl PointLanes for Interval {
    type Whole = Pair<Self>;
    #[inline(never)]
    fn beside(self, high: Self) -> Pair<Self> {
        Pair(self, high)
    }
    #[inline(never)]
    fn split(whole: Pair<Self>) -> [Self; 2] {
        [whole.0, whole.1]
    }
}
