//! Lanes as plain numbers, on any machine: exact ones, or the greatest that each lane can hold.
//!
//! A run on the greatest is a proof for all operands. Nothing is subtracted in these kernels, and every instruction's greatest
//! result is that of its greatest operands or, where it reads some bits only, of all those bits. A lane that could overflow,
//! and a factor that could be longer than the multiplier, panics.

use super::{Avx2, Ifma, InLanes, Lanes};

/// Numbers, which are bounds if `MAXIMUM`: each lane then may be any number from 0 to its own.
#[derive(Clone, Copy, Debug)]
pub struct Numbers<const LANES: usize, const MAXIMUM: bool>(pub [u64; LANES]);

/// Four lanes that have the instructions' effect. They check only what Rust checks.
pub type Emulated = Numbers<4, false>;
/// The greatest numbers. They check the bounds.
pub type Maximum = Numbers<1, true>;

impl<const LANES: usize, const MAXIMUM: bool> Numbers<LANES, MAXIMUM> {
    #[track_caller]
    fn zip(self, other: Self, f: impl Fn(u128, u128) -> u128) -> Self {
        Self(core::array::from_fn(|i| {
            let result = f(self.0[i].into(), other.0[i].into());
            assert!(!MAXIMUM || result >> 64 == 0, "a lane overflows");
            result as u64
        }))
    }

    /// x mod 2^bits
    fn low_bits(x: u128, bits: u32) -> u128 {
        let all = (1 << bits) - 1;
        if MAXIMUM { x.min(all) } else { x & all }
    }

    /// The product by a multiplier that reads this many bits of each factor.
    #[track_caller]
    fn product(x: u128, y: u128, bits: u32) -> u128 {
        let [x, y] = [x, y].map(|factor| {
            let fits = !MAXIMUM || factor >> bits == 0;
            assert!(fits, "a factor passes {bits} bits: {factor:#x}");
            Self::low_bits(factor, bits)
        });
        x * y
    }
}

impl<const LANES: usize, const MAXIMUM: bool> Lanes for Numbers<LANES, MAXIMUM> {
    const NAME: &'static str = if MAXIMUM { "maximum" } else { "emulated" };
    const LANES: usize = LANES;

    fn enter<T>(run: impl FnOnce() -> T) -> T {
        run()
    }
    fn code<R: InLanes<Self, N>, const N: usize>() -> [*const u8; 2] {
        [R::mul as *const u8, R::square as *const u8]
    }

    fn splat(x: u64) -> Self {
        Self([x; LANES])
    }
    fn load(lanes: &[u64]) -> Self {
        Self(lanes.try_into().expect("as many values as lanes"))
    }
    fn store(self, lanes: &mut [u64]) {
        lanes.copy_from_slice(&self.0);
    }
    #[track_caller]
    fn add(self, other: Self) -> Self {
        self.zip(other, |x, y| x + y)
    }
    #[track_caller]
    fn shl(self, bits: u32) -> Self {
        self.zip(self, |x, _| x << bits)
    }
    fn shr(self, bits: u32) -> Self {
        self.zip(self, |x, _| x >> bits)
    }
    fn low(self, bits: u32) -> Self {
        self.zip(self, |x, _| Self::low_bits(x, bits))
    }
}

impl<const LANES: usize, const MAXIMUM: bool> Avx2 for Numbers<LANES, MAXIMUM> {
    #[track_caller]
    fn mul_32(self, other: Self) -> Self {
        self.zip(other, |x, y| Self::product(x, y, 32))
    }
}

impl<const LANES: usize, const MAXIMUM: bool> Ifma for Numbers<LANES, MAXIMUM> {
    // In registers higher bits stay.
    fn factor(self) -> Self {
        if MAXIMUM { self.low(52) } else { self }
    }
    #[track_caller]
    fn madd_lo(self, a: Self, b: Self) -> Self {
        self.add(a.zip(b, |a, b| Self::low_bits(Self::product(a, b, 52), 52)))
    }
    #[track_caller]
    fn madd_hi(self, a: Self, b: Self) -> Self {
        self.add(a.zip(b, |a, b| Self::product(a, b, 52) >> 52))
    }
    #[track_caller]
    fn madd_short(self, a: Self, b: Self) -> Self {
        let high = a.zip(b, |a, b| Self::product(a, b, 52) >> 52);
        assert!(
            !MAXIMUM || high.0 == [0; LANES],
            "a product has a high half"
        );
        self.madd_lo(a, b)
    }
}
