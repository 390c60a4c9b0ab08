//! Lanes as plain integers: the instructions' effect, on any machine.

use super::{Avx2, Ifma, InLanes, Lanes};

/// Four lanes that are not registers. They check only what Rust checks; [`super::maximum`] checks the rest.
#[derive(Clone, Copy, Debug)]
pub struct Emulated([u64; 4]);

impl Emulated {
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Self(core::array::from_fn(|i| f(self.0[i], other.0[i])))
    }
}

/// The 104-bit product of the low 52 bits.
fn product(a: u64, b: u64) -> u128 {
    let low = |x: u64| u128::from(x & ((1 << 52) - 1));
    low(a) * low(b)
}

impl Lanes for Emulated {
    const NAME: &'static str = "emulated";
    const LANES: usize = 4;

    fn enter<T>(run: impl FnOnce() -> T) -> T {
        run()
    }
    fn code<R: InLanes<Self, N>, const N: usize>() -> [*const u8; 2] {
        [R::mul as *const u8, R::square as *const u8]
    }

    fn splat(x: u64) -> Self {
        Self([x; 4])
    }
    fn load(lanes: &[u64]) -> Self {
        Self(lanes.try_into().expect("as many values as lanes"))
    }
    fn store(self, lanes: &mut [u64]) {
        lanes.copy_from_slice(&self.0);
    }
    fn add(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_add)
    }
    fn shl(self, bits: u32) -> Self {
        Self(self.0.map(|x| x << bits))
    }
    fn shr(self, bits: u32) -> Self {
        Self(self.0.map(|x| x >> bits))
    }
    fn low(self, bits: u32) -> Self {
        Self(self.0.map(|x| x & ((1 << bits) - 1)))
    }
}

impl Avx2 for Emulated {
    fn mul_32(self, other: Self) -> Self {
        self.zip(other, |x, y| u64::from(x as u32) * u64::from(y as u32))
    }
}

impl Ifma for Emulated {
    // As in registers: higher bits stay.
    fn factor(self) -> Self {
        self
    }
    fn madd_lo(self, a: Self, b: Self) -> Self {
        self.add(a.zip(b, |a, b| product(a, b) as u64 & ((1 << 52) - 1)))
    }
    fn madd_hi(self, a: Self, b: Self) -> Self {
        self.add(a.zip(b, |a, b| (product(a, b) >> 52) as u64))
    }
}
