//! Lanes that are numbers and intervals at once: what they are in this run, and what they could
//! have been in any other.
//!
//! The numbers decide which way an algorithm goes; the intervals prove that on this way no lane is
//! misread, whatever the numbers.

use super::Lanes;
use super::emulated::Emulated;
use super::interval::Interval;
#[cfg(feature = "alloc")]
use super::{IndependentLanes, Row};
#[cfg(feature = "alloc")]
use crate::word::Word;

/// `N` lanes and their ranges, of which lanes i and i + 4 share one.
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
}

/// Operations, each on the numbers and on the intervals. Before the semicolon are other lanes.
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
        shl<K: u32>(;)
        shl_each(; counts: [u64; 4])
        shr<K: u32>(;)
        low<K: u32>(;)
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
}

#[cfg(feature = "alloc")]
impl<const N: usize> IndependentLanes for Bounded<N> {
    type Choice = u32;

    fn enter<R>(run: impl FnOnce() -> R) -> R {
        run()
    }

    fn choice(bits: u32) -> u32 {
        bits
    }

    #[inline(never)]
    fn choose(self, other: Self, choice: u32) -> Self {
        let mask: [u64; N] = core::array::from_fn(|i| u64::from(choice >> i & 1).wrapping_neg());
        self.select(other, Self::load(&mask))
    }

    fn equal(values: &[Word], value: Word) -> u32 {
        (0..N).fold(0, |bits, i| bits | u32::from(values[i] == value) << i)
    }

    fn zeros(self) -> u32 {
        let Emulated(zero) = self.is_zero().value;
        (0..N).fold(0, |bits, i| bits | (zero[i] as u32 & 1) << i)
    }

    fn gather<'a>(row: impl Fn(usize) -> &'a Row) -> [Self; 5] {
        core::array::from_fn(|j| {
            let value = Emulated(core::array::from_fn(|i| row(i)[j]));
            // No other numbers: it is for the reader to promise what they can be.
            Self::new(value, Interval::of(&value.0))
        })
    }

    fn scatter(limbs: [Self; 5], rows: &mut [Row]) {
        for (i, row) in rows[..N].iter_mut().enumerate() {
            *row = limbs.map(|limb| limb.value.0[i]);
        }
    }
}
