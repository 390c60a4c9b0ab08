//! Lanes that are numbers and intervals at once: the values of this run, and the ranges of all runs.
//!
//! The numbers decide the control flow; the intervals prove that no lane is misread on this path, whatever the numbers.

use super::array;
use super::emulated::Emulated;
use super::halves::Multiplier;
use super::interval::Interval;
use crate::backend::inlining::TargetFeatures;
use crate::backend::lanes::{Lanes, WordRow};
use crate::backend::limbs::{BatchLanes, PointLanes as _, Tight};
use crate::backend::{PointJob, order};
use crate::field::{FieldElement, Prime};
use crate::mask::equal_places;
use crate::word::Word;

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
        let mut i = 0;
        while i < N {
            let x = value.0[i];
            assert!(range.0[i % 4].contains(x), "{x:#x} is not in {range:?}");
            i += 1;
        }
        Self { value, range }
    }

    /// Exactly these numbers; the caller must promise their ranges.
    fn of(value: Emulated<N>) -> Self {
        Self::new(value, Interval::of(&value.0))
    }
}

/// Operations on both the numbers and the intervals. Arguments before the semicolon are lanes.
macro_rules! pairwise {
    ($($op:ident ($($lanes:ident),*; $($x:ident: $X:ty)?))*) => {$(
        #[inline(never)]
        fn $op(self $(, $lanes: Self)* $(, $x: $X)?) -> Self {
            Self::new(
                self.value.$op($($lanes.value,)* $($x)?),
                self.range.$op($($lanes.range,)* $($x)?),
            )
        }
    )*};
}

impl<const N: usize> TargetFeatures for Bounded<N> {
    without_features!();
}

impl<const N: usize> Lanes for Bounded<N> {
    const LANES: usize = N;
    without_barriers!();

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

    pairwise! {
        add(other;)
        sub(other;)
        times(; factor: u64)
        shl(; bits: u32)
        shr(; bits: u32)
        low(; bits: u32)
        or(other;)
        factor(;)
        madd_lo(a, b;)
        madd_hi(a, b;)
        below(; bound: u64)
        is_zero(;)
        select(other, mask;)
    }
}

impl BatchLanes for Bounded<8> {
    lanes_in_order!();
    #[inline(never)]
    fn gather<'a>(row: impl Fn(usize) -> &'a WordRow) -> [Self; 4] {
        array(|j| Self::of(Emulated(array(|i| row(i).0[j]))))
    }
    fn scatter(words: [Self; 4], rows: &mut [WordRow]) {
        for word in words {
            word.range.store(&mut [0; 4]);
        }
        BatchLanes::scatter(words.map(|word| word.value), rows);
    }
    /// On arrays.
    fn single<P: Prime, J: PointJob<P>>(job: J) -> J::Output {
        job.run_in_four_lanes::<Tight<Emulated<4>, P>>()
    }
    fn exchange<const DISTANCE: usize>(self) -> Self {
        let range = match DISTANCE {
            1 => self.range.shuffle::<{ order([1, 0, 3, 2]) }>(),
            2 => self.range.shuffle::<{ order([2, 3, 0, 1]) }>(),
            // Lanes i and i + 4 share a range.
            _ => self.range,
        };
        Self::new(self.value.exchange::<DISTANCE>(), range)
    }
    fn pick(self, other: Self, indices: u64) -> Self {
        Self::of(self.value.pick(other.value, indices))
    }
    fn transpose(vectors: [Self; 8]) -> [Self; 8] {
        BatchLanes::transpose(vectors.map(|vector| vector.value)).map(Self::of)
    }
}

impl Multiplier for Bounded<4> {
    fn product(self, other: Self) -> Self {
        self.assert_half();
        other.assert_half();
        Self::new(
            self.value.product(other.value),
            self.range.product(other.range),
        )
    }
    fn assert_half(self) {
        let _ = self.range.below(1 << 32);
    }
    fn bound(self) -> u64 {
        let mut greatest = [0; 4];
        self.range.store(&mut greatest);
        greatest[0]
            .max(greatest[1])
            .max(greatest[2])
            .max(greatest[3])
            + 1
    }
    fn load_below(lanes: [u64; 4], bound: u64) -> Self {
        let range = Interval::splat(0).join(Interval::splat(bound - 1));
        Self::new(Emulated(lanes), range)
    }
}
