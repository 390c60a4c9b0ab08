//! Lanes that are numbers and intervals at once: the values of this run, and the ranges of all runs.
//!
//! The numbers decide the control flow; the intervals prove that no lane is misread on this path, whatever the numbers.

use super::emulated::Emulated;
use super::interval::Interval;
use crate::backend::lanes::{Lanes, WordRow};

/// `N` lanes and their ranges; lanes i and i + 4 share one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounded<const N: usize> {
    value: Emulated<N>,
    range: Interval,
}

impl<const N: usize> Bounded<N> {
    #[track_caller]
    fn new(value: Emulated<N>, range: Interval) -> Self {
        // So the numbers check the intervals.
        for (i, x) in value.0.into_iter().enumerate() {
            assert!(range.0[i % 4].contains(x), "{x:#x} is not in {range:?}");
        }
        Self { value, range }
    }

    /// Exactly these numbers; the caller must promise their ranges.
    fn of(value: Emulated<N>) -> Self {
        Self::new(value, Interval::of(&value.0))
    }
}

/// Operations on both the numbers and the intervals. Arguments before the semicolon are lanes.
macro_rules! both {
    ($($op:ident $(<$K:ident: $k:ty>)? ($($lanes:ident),*; $($x:ident: $X:ty)?))*) => {$(
        #[inline(never)]
        fn $op$(<const $K: $k>)?(self $(, $lanes: Self)* $(, $x: $X)?) -> Self {
            Self::new(
                self.value.$op$(::<$K>)?($($lanes.value,)* $($x)?),
                self.range.$op$(::<$K>)?($($lanes.range,)* $($x)?),
            )
        }
    )*};
}

impl<const N: usize> Lanes for Bounded<N> {
    const LANES: usize = N;
    type Whole = Bounded<8>;
    type Half = Emulated<4>;
    without_registers!();

    #[inline(never)]
    fn splat(x: u64) -> Self {
        Self::new(Emulated::splat(x), Interval::splat(x))
    }
    #[inline(never)]
    fn load(lanes: &[u64]) -> Self {
        Self::new(Emulated::load(lanes), Interval::load(lanes))
    }
    #[inline(never)]
    fn store(self, lanes: &mut [u64]) {
        self.range.store(lanes);
        self.value.store(lanes);
    }

    both! {
        add(other;)
        sub(other;)
        times(; factor: u64)
        shl(; bits: u32)
        shl_each(; counts: [u64; 4])
        shr(; bits: u32)
        low(; bits: u32)
        or(other;)
        factor(;)
        madd_lo(a, b;)
        madd_hi(a, b;)
        below(; bound: u64)
        is_zero(;)
        select(other, mask;)
        shuffle<ORDER: i32>(;)
        blend<MASK: i32>(other;)
    }
    fn swap_halves(self) -> Self {
        // Lanes i and i + 4 share a range.
        Self::new(self.value.swap_halves(), self.range)
    }
    fn beside(self, high: Self) -> Bounded<8> {
        let (value, range) = (self.value.beside(high.value), self.range.beside(high.range));
        Bounded::new(value, range)
    }
    fn split(whole: Bounded<8>) -> [Self; 2] {
        let ([low, high], [range, _]) =
            (Emulated::split(whole.value), Interval::split(whole.range));
        [Self::new(low, range), Self::new(high, range)]
    }

    fn pick(self, other: Self, indices: u64) -> Self {
        Self::of(self.value.pick(other.value, indices))
    }
    fn transpose(vectors: [Self; 8]) -> [Self; 8] {
        Emulated::transpose(vectors.map(|vector| vector.value)).map(Self::of)
    }

    #[inline(never)]
    fn gather<'a>(row: impl Fn(usize) -> &'a WordRow) -> [Self; 4] {
        core::array::from_fn(|j| Self::of(Emulated(core::array::from_fn(|i| row(i).0[j]))))
    }
}
