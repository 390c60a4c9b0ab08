//! Lanes as the greatest numbers that they can hold: a run is a proof for all operands.
//!
//! Nothing is subtracted in these kernels, and every instruction's greatest result is that of its greatest operands
//! or, where it reads some bits only, of all those bits. A lane that could overflow, and a factor that could be longer
//! than the multiplier, panics.

use super::{Avx2, Ifma, InLanes, Lanes};

/// All numbers from 0 to this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Maximum(pub u64);

impl Maximum {
    /// The greatest product, if the multiplier reads all of both factors.
    #[track_caller]
    fn product(self, other: Self, bits: u32) -> u128 {
        for factor in [self, other] {
            assert!(
                factor.0 >> bits == 0,
                "a factor passes {bits} bits: {:#x}",
                factor.0
            );
        }
        u128::from(self.0) * u128::from(other.0)
    }

    #[track_caller]
    fn of(x: u128) -> Self {
        Self(x.try_into().expect("a lane overflows"))
    }
}

impl Lanes for Maximum {
    const NAME: &'static str = "maximum";
    const LANES: usize = 1;

    fn enter<T>(run: impl FnOnce() -> T) -> T {
        run()
    }
    fn code<R: InLanes<Self, N>, const N: usize>() -> [*const u8; 2] {
        [R::mul as *const u8, R::square as *const u8]
    }

    fn splat(x: u64) -> Self {
        Self(x)
    }
    fn load(lanes: &[u64]) -> Self {
        Self(lanes[0])
    }
    fn store(self, lanes: &mut [u64]) {
        lanes[0] = self.0;
    }
    #[track_caller]
    fn add(self, other: Self) -> Self {
        Self::of(u128::from(self.0) + u128::from(other.0))
    }
    #[track_caller]
    fn shl(self, bits: u32) -> Self {
        Self::of(u128::from(self.0) << bits)
    }
    fn shr(self, bits: u32) -> Self {
        Self(self.0 >> bits)
    }
    fn low(self, bits: u32) -> Self {
        Self(self.0.min((1 << bits) - 1))
    }
}

impl Avx2 for Maximum {
    #[track_caller]
    fn mul_32(self, other: Self) -> Self {
        Self::of(self.product(other, 32))
    }
}

impl Ifma for Maximum {
    fn factor(self) -> Self {
        self.low(52)
    }
    #[track_caller]
    fn madd_lo(self, a: Self, b: Self) -> Self {
        self.add(Self(a.product(b, 52).min((1 << 52) - 1) as u64))
    }
    #[track_caller]
    fn madd_hi(self, a: Self, b: Self) -> Self {
        self.add(Self((a.product(b, 52) >> 52) as u64))
    }
    #[track_caller]
    fn madd_short(self, a: Self, b: Self) -> Self {
        let product = a.product(b, 52);
        assert!(product >> 52 == 0, "a product has a high half");
        self.add(Self(product as u64))
    }
}
