//! Lanes as plain integers: every kernel on any machine.

use zeroize::Zeroize;

use super::array;
use crate::backend::PointJob;
use crate::backend::doubles::{DoubleLanes, DoubleRow, Doubles};
use crate::backend::inlining::TargetFeatures;
use crate::backend::lanes::Lanes;
use crate::backend::limbs::{BatchLanes, PointLanes, Tight};
use crate::field::{FieldElement, Prime};
use crate::mask::equal_places;
use crate::word::Word;

/// `N` lanes, integers or doubles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Emulated<const N: usize, T = u64>(pub(crate) [T; N]);

/// Operations on each lane by itself, with those of other operands or with an argument. Loops in place of closures, because
/// tests spend much of their time here, and nothing is inlined.
macro_rules! lane_by_lane {
    ($($op:ident($first:ident $(, $lane:ident)* $(; $x:ident: $X:ty)?) $value:expr;)*) => {$(
        #[inline(never)]
        fn $op(self $(, $lane: Self)* $(, $x: $X)?) -> Self {
            let mut lanes = self.0;
            let mut i = 0;
            while i < N {
                let $first = lanes[i];
                $(let $lane = $lane.0[i];)*
                lanes[i] = $value;
                i += 1;
            }
            Self(lanes)
        }
    )*};
}

/// The 104-bit product of the low 52 bits, as the instructions form it.
fn product(a: u64, b: u64) -> u128 {
    let low = |x: u64| u128::from(x & ((1 << 52) - 1));
    low(a) * low(b)
}

impl<const N: usize, T> TargetFeatures for Emulated<N, T> {
    without_features!();
}

impl<const N: usize> Lanes for Emulated<N> {
    const LANES: usize = N;
    without_barriers!();

    #[inline(never)]
    fn splat(x: u64) -> Self {
        Self([x; N])
    }
    #[inline(never)]
    fn load(lanes: &[u64]) -> Self {
        Self(lanes.try_into().expect("as many values as lanes"))
    }
    #[inline(never)]
    fn store(self, lanes: &mut [u64]) {
        lanes.copy_from_slice(&self.0);
    }

    lane_by_lane! {
        add(x, y) x.wrapping_add(y);
        sub(x, y) x.wrapping_sub(y);
        times(x; factor: u64) x.wrapping_mul(factor);
        shl(x; bits: u32) x << bits;
        shr(x; bits: u32) x >> bits;
        low(x; bits: u32) x & ((1 << bits) - 1);
        or(x, y) x | y;
        factor(x) x & ((1 << 52) - 1);
        madd_lo(x, a, b) x.wrapping_add(product(a, b) as u64 & ((1 << 52) - 1));
        madd_hi(x, a, b) x.wrapping_add((product(a, b) >> 52) as u64);
        is_zero(x) if x == 0 { u64::MAX } else { 0 };
        select(x, other, mask) match mask {
            0 => x,
            u64::MAX => other,
            _ => panic!("not a mask"),
        };
    }
}

impl PointLanes for Emulated<4> {
    rows_through_memory!();

    #[inline(never)]
    fn shuffle<const ORDER: i32>(self) -> Self {
        Self(array(|i| self.0[(ORDER >> (2 * i) & 3) as usize]))
    }
    #[inline(never)]
    fn blend<const MASK: i32>(self, other: Self) -> Self {
        Self(array(|i| [self, other][(MASK >> i & 1) as usize].0[i]))
    }
    #[inline(never)]
    fn shl_each(self, counts: [u64; 4]) -> Self {
        Self(array(|i| match counts[i] {
            count @ 0..64 => self.0[i] << count,
            _ => 0,
        }))
    }

    type Whole = Emulated<8>;
    fn concat(self, high: Self) -> Emulated<8> {
        Emulated(array(|i| [self, high][i / 4].0[i % 4]))
    }
    fn split(whole: Emulated<8>) -> [Self; 2] {
        [0, 4].map(|first| Self(array(|i| whole.0[first + i])))
    }
}

impl BatchLanes for Emulated<8> {
    lanes_in_order!();
    words_through_memory!();
    eight_through_memory!();
    fn single<P: Prime, J: PointJob<P>>(job: J) -> J::Output {
        job.run_in_four_lanes::<Tight<Emulated<4>, P>>()
    }
}

impl<const N: usize, T: Zeroize> Zeroize for Emulated<N, T> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

impl<const N: usize> Doubles for Emulated<N, f64> {
    #[inline(never)]
    fn splat(x: f64) -> Self {
        Self([x; N])
    }
    lane_by_lane! {
        add(x, y) x + y;
        sub(x, y) x - y;
        mul(x, y) x * y;
        mul_add(x, y, z) x.mul_add(y, z);
        neg_mul_add(x, y, z) (-x).mul_add(y, z);
    }
    #[inline(never)]
    fn reload(x: &Self) -> Self {
        *x
    }
}

impl<const N: usize> DoubleLanes for Emulated<N, f64> {
    const LANES: usize = N;
    #[inline(never)]
    fn select_lanes(limbs: [Self; 5], other: [Self; 5], lanes: u32) -> [Self; 5] {
        let chosen = |i| if lanes >> i & 1 == 1 { other } else { limbs };
        array(|j| Self(array(|i| chosen(i)[j].0[i])))
    }
    #[inline(never)]
    fn gather<'a>(row: impl Fn(usize) -> &'a DoubleRow) -> [Self; 5] {
        array(|j| Self(array(|i| row(i)[j])))
    }
    fn gather_pairs<'a>(pair: impl Fn(usize) -> &'a [DoubleRow; 2]) -> [[Self; 5]; 2] {
        [Self::gather(|i| &pair(i)[0]), Self::gather(|i| &pair(i)[1])]
    }
    #[inline(never)]
    fn scatter(limbs: [Self; 5], rows: &mut [DoubleRow]) {
        assert_eq!(rows.len(), N, "as many rows as lanes");
        for (i, row) in rows.iter_mut().enumerate() {
            *row = limbs.map(|limb| limb.0[i]);
        }
    }
    #[inline(never)]
    fn zeros(x: &[Self; 5]) -> u32 {
        let is_zero = |i| x.iter().all(|limb| limb.0[i] == 0.0);
        (0..N).map(|i| u32::from(is_zero(i)) << i).sum()
    }
}
