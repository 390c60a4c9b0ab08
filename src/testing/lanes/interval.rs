//! Lanes as ranges of numbers: the bounds of a kernel for ANY input.

use core::cell::{Cell, RefCell};
use core::hash::{BuildHasherDefault, Hash, Hasher};
use std::boxed::Box;
use std::collections::HashSet;

use super::array;
use crate::backend::inlining::TargetFeatures;
use crate::backend::lanes::Lanes;
use crate::backend::limbs::PointLanes;

/// All numbers from `min` to `max`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Range {
    pub(crate) min: i128,
    pub(crate) max: i128,
}

/// The hash of the maximum: few ranges differ only in the minimum.
impl Hash for Range {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_i128(self.max);
    }
}

impl Range {
    /// A range that a lane can hold: signed, or unsigned.
    #[track_caller]
    fn checked(min: i128, max: i128) -> Self {
        assert!(
            min >= -(1 << 63) && max < 1 << 64 && min <= max,
            "a lane wraps: {min} … {max}"
        );
        Self { min, max }
    }

    /// All numbers of `bits` bits.
    fn of_bits(bits: u32) -> Self {
        Self::checked(0, (1 << bits) - 1)
    }

    /// The range itself, if its bits may be read.
    #[track_caller]
    fn readable(self) -> Self {
        assert!(self.min >= 0, "a negative lane is read: {}", self.min);
        self
    }

    /// The range itself, if it may enter the 52-bit multiplier.
    #[track_caller]
    fn multipliable(self) -> Self {
        assert!(self.max < 1 << 52, "52 bits pass: {:#x}", self.max);
        self.readable()
    }

    /// Whether a lane with these bits, as a signed or an unsigned number, is in the range.
    pub(crate) fn contains(self, bits: u64) -> bool {
        // Ranges are within [−2^63, 2^64), where the two are the only numbers with these bits, 2^64 apart.
        let above = bits.wrapping_sub(self.min as u64);
        i128::from(above) <= self.max - self.min
    }

    pub(crate) fn join(self, other: Self) -> Self {
        Self {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }
}

/// A range for each of four lanes. An operation that could misread a lane panics.
///
/// Ranges are interned for each thread and never freed, as there are few of them, so that kernels move
/// references; moving ranges would be most of a kernel's code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Interval(pub(crate) &'static [Range; 4]);

type Ranges = HashSet<&'static [Range; 4], BuildHasherDefault<Mixed>>;

std::thread_local!(static KEPT: RefCell<Ranges> = RefCell::default());

/// A hash of two numbers.
fn hash(x: u64, y: u64) -> u64 {
    // An odd number without structure: the fraction of the golden ratio.
    let product = (x.rotate_left(20) ^ y).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    product ^ product >> 32
}

/// A fast hash of ranges: the standard one would take most of the time.
#[derive(Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_i128((*byte).into());
        }
    }
    fn write_usize(&mut self, _the_length_of_an_array: usize) {}
    fn write_i128(&mut self, x: i128) {
        self.0 = hash(self.0, x as u64);
    }
    fn finish(&self) -> u64 {
        self.0
    }
}

/// Results of an operation by its operands: kernels repeat few of them, and computing ranges would take most of a test's time.
struct Memo(Box<[Cell<Option<Entry>>]>);

#[derive(Clone, Copy)]
struct Entry {
    operands: (u64, u64),
    result: Interval,
}

impl Memo {
    const BITS: u32 = 12;

    fn new() -> Self {
        Self(std::vec![Cell::new(None); 1 << Self::BITS].into_boxed_slice())
    }

    /// The result for x and y, which is computed unless another's took its place.
    #[track_caller]
    fn get(&self, x: u64, y: u64, compute: impl FnOnce() -> Interval) -> Interval {
        let place = &self.0[(hash(x, y) & ((1 << Self::BITS) - 1)) as usize];
        match place.get() {
            Some(entry) if entry.operands.0 == x && entry.operands.1 == y => entry.result,
            _ => {
                let result = compute();
                let operands = (x, y);
                place.set(Some(Entry { operands, result }));
                result
            }
        }
    }
}

/// The result of an operation on x and y, remembered for each thread.
macro_rules! remembered {
    ($x:expr, $y:expr, $value:expr) => {{
        std::thread_local!(static MEMO: Memo = Memo::new());
        MEMO.with(|memo| memo.get($x, $y, || $value))
    }};
}

impl Interval {
    fn new(ranges: [Range; 4]) -> Self {
        KEPT.with_borrow_mut(|kept| {
            if let Some(ranges) = kept.get(&ranges) {
                return Self(ranges);
            }
            let ranges = Box::leak(Box::new(ranges));
            kept.insert(ranges);
            Self(ranges)
        })
    }

    fn map(self, f: impl Fn(Range) -> Range) -> Self {
        Self::new(array(|i| f(self.0[i])))
    }

    fn zip(self, other: Self, f: impl Fn(Range, Range) -> Range) -> Self {
        Self::new(array(|i| f(self.0[i], other.0[i])))
    }

    /// What identifies the ranges.
    fn key(self) -> u64 {
        core::ptr::from_ref(self.0).addr() as u64
    }

    /// Any numbers with at most as many bits as those given. Of eight lanes the first four share a range, and so do the
    /// last four. From 51 bits on, where it may matter, the maximum is exact.
    pub(crate) fn of(lanes: &[u64]) -> Self {
        Self::new(array(|i| {
            let lanes = lanes.iter().skip(i).step_by(4).copied();
            match lanes.max().expect("four lanes or eight") {
                max @ ..0x8_0000_0000_0000 => Range::of_bits(64 - max.leading_zeros()),
                max => Range::checked(0, max.into()),
            }
        }))
    }

    /// The product of lanes whose bits may be read.
    pub(crate) fn product(self, other: Self) -> Self {
        self.zip(other, |x, y| {
            let (x, y) = (x.readable(), y.readable());
            Range::checked(x.min * y.min, x.max * y.max)
        })
    }

    /// The union.
    pub(crate) fn join(self, other: Self) -> Self {
        remembered!(self.key(), other.key(), self.zip(other, Range::join))
    }
}

/// Operations on each lane by itself, with the other operand's or with an argument.
macro_rules! remembered_lane_by_lane {
    ($($op:ident |$x:ident, $y:ident $(: $Y:ty)?| $value:expr;)*) => {$(
        remembered_lane_by_lane!(@ $op $x $y $($Y)?, $value);
    )*};
    (@ $op:ident $x:ident $y:ident, $value:expr) => {
        #[inline(never)]
        fn $op(self, other: Self) -> Self {
            remembered!(self.key(), other.key(), self.zip(other, |$x, $y| $value))
        }
    };
    (@ $op:ident $x:ident $y:ident $Y:ty, $value:expr) => {
        #[inline(never)]
        fn $op(self, $y: $Y) -> Self {
            remembered!(self.key(), $y.into(), self.map(|$x| $value))
        }
    };
}

impl TargetFeatures for Interval {
    without_features!();
}

impl Lanes for Interval {
    const LANES: usize = 4;
    without_barriers!();

    /// A constant: this number and no other.
    #[inline(never)]
    fn splat(x: u64) -> Self {
        let x = i128::from(x);
        Self::new([Range::checked(x, x); 4])
    }
    /// Data: any numbers with at most as many bits as those given.
    #[inline(never)]
    fn load(lanes: &[u64]) -> Self {
        Self::new(array(|i| {
            let bits = lanes.iter().skip(i).step_by(4).fold(0, |bits, x| bits | x);
            Range::of_bits(64 - bits.leading_zeros())
        }))
    }
    /// The greatest numbers.
    #[inline(never)]
    fn store(self, lanes: &mut [u64]) {
        for (lane, range) in lanes.iter_mut().zip(self.0) {
            *lane = range.readable().max as u64;
        }
    }

    remembered_lane_by_lane! {
        add |x, y| Range::checked(x.min + y.min, x.max + y.max);
        sub |x, y| Range::checked(x.min - y.max, x.max - y.min);
        times |x, factor: u64| Range::checked(x.min * i128::from(factor), x.max * i128::from(factor));
        shl |x, bits: u32| Range::checked(x.min << bits, x.max << bits);
        shr |x, bits: u32| Range::checked(x.readable().min >> bits, x.max >> bits);
        low |x, bits: u32| match x.readable() {
            x if x.max < 1 << bits => x,
            _ => Range::of_bits(bits),
        };
        or |x, y| {
            let max = x.readable().max.max(y.readable().max) as u128;
            Range::checked(0, ((max + 1).next_power_of_two() - 1) as i128)
        };
        below |x, bound: u64| {
            let max = x.readable().max;
            assert!(max < bound.into(), "{bound} is promised, not {max:#x}");
            Range::checked(0, i128::from(bound) - 1)
        };
    }
    #[inline(never)]
    fn factor(self) -> Self {
        self.low(52)
    }
    #[inline(never)]
    fn madd_lo(self, a: Self, b: Self) -> Self {
        let low = |a: Range, b: Range| {
            let max = a.multipliable().max * b.multipliable().max;
            if max < 1 << 52 {
                Range::checked(a.min * b.min, max)
            } else {
                Range::of_bits(52)
            }
        };
        self.add(remembered!(a.key(), b.key(), a.zip(b, low)))
    }
    #[inline(never)]
    fn madd_hi(self, a: Self, b: Self) -> Self {
        let high = |a: Range, b: Range| {
            let (a, b) = (a.multipliable(), b.multipliable());
            Range::checked((a.min * b.min) >> 52, (a.max * b.max) >> 52)
        };
        self.add(remembered!(a.key(), b.key(), a.zip(b, high)))
    }

    #[inline(never)]
    fn is_zero(self) -> Self {
        self.map(|x| {
            x.readable();
            Range::checked(0, u64::MAX.into())
        })
    }
    #[inline(never)]
    fn select(self, other: Self, mask: Self) -> Self {
        let _any = mask;
        self.join(other)
    }
}

impl PointLanes for Interval {
    rows_through_memory!();

    #[inline(never)]
    fn shuffle<const ORDER: i32>(self) -> Self {
        Self::new(array(|i| self.0[(ORDER >> (2 * i) & 3) as usize]))
    }
    #[inline(never)]
    fn blend<const MASK: i32>(self, other: Self) -> Self {
        Self::new(array(|i| match MASK >> i & 1 {
            1 => other.0[i],
            _ => self.0[i],
        }))
    }

    #[inline(never)]
    fn shl_each(self, counts: [u64; 4]) -> Self {
        Self::new(array(|i| match counts[i] {
            n @ 0..64 => Range::checked(self.0[i].min << n, self.0[i].max << n),
            _ => Range::checked(0, 0),
        }))
    }

    /// Lanes i and i + 4 share a range.
    type Whole = Self;

    #[inline(never)]
    fn concat(self, high: Self) -> Self {
        self.join(high)
    }
    #[inline(never)]
    fn split(whole: Self) -> [Self; 2] {
        [whole; 2]
    }
}
