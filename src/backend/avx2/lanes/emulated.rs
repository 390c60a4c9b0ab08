//! Emulated lanes: the kernels on any machine.

use core::array::from_fn;
use zeroize::Zeroize;

use super::{Doubles, Four, FourDoubles, FourWords, Kernel, Words};
use crate::backend::Mask;
use crate::backend::vector::Rearrange;

/// Four lanes, one at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Emulated<T>(pub(crate) [T; 4]);

impl<T: Copy> Emulated<T> {
    fn zip(self, other: Self, f: impl Fn(T, T) -> T) -> Self {
        Self(from_fn(|i| f(self.0[i], other.0[i])))
    }
}

impl<T: Zeroize> Zeroize for Emulated<T> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

impl<T: Copy> Rearrange for Emulated<T> {
    fn shuffle<const ORDER: i32>(self) -> Self {
        Self(from_fn(|i| self.0[(ORDER >> (2 * i)) as usize & 3]))
    }
    fn blend<const MASK: i32>(self, other: Self) -> Self {
        Self(from_fn(|i| {
            [self.0[i], other.0[i]][(MASK >> i) as usize & 1]
        }))
    }
}

impl Doubles for Emulated<f64> {
    fn splat(x: f64) -> Self {
        Self([x; 4])
    }
    fn add(self, other: Self) -> Self {
        self.zip(other, |x, y| x + y)
    }
    fn sub(self, other: Self) -> Self {
        self.zip(other, |x, y| x - y)
    }
    fn mul(self, other: Self) -> Self {
        self.zip(other, |x, y| x * y)
    }
    fn mul_add(self, y: Self, z: Self) -> Self {
        Self(from_fn(|i| self.0[i].mul_add(y.0[i], z.0[i])))
    }
    fn neg_mul_add(self, y: Self, z: Self) -> Self {
        Self(from_fn(|i| (-self.0[i]).mul_add(y.0[i], z.0[i])))
    }
    fn again(x: &Self) -> Self {
        *x
    }
    fn out_of_line<K: Kernel<V>, V>(a: &V, b: &V, c: &V, d: &V) -> V {
        K::run(a, b, c, d)
    }
}

impl<T: Copy + Send + Sync + 'static> Four for Emulated<T> {
    type Choice = [bool; 4];
    fn all(mask: Mask) -> [bool; 4] {
        [mask.word() != 0; 4]
    }
    fn choice(bits: u32) -> [bool; 4] {
        from_fn(|i| bits >> i & 1 == 1)
    }
    fn choose(choice: [bool; 4], then: Self, otherwise: Self) -> Self {
        Self(from_fn(
            |i| if choice[i] { then.0[i] } else { otherwise.0[i] },
        ))
    }
    #[cfg(feature = "alloc")]
    fn enter<R>(run: impl FnOnce() -> R) -> R {
        run()
    }
}

impl FourDoubles for Emulated<f64> {
    fn from_array(lanes: [f64; 4]) -> Self {
        Self(lanes)
    }
    fn to_array(self) -> [f64; 4] {
        self.0
    }
    fn all_zero(x: &[Self; 5]) -> [bool; 4] {
        from_fn(|i| x.iter().all(|limb| limb.0[i] == 0.0))
    }
    #[cfg(feature = "alloc")]
    fn bits(choice: [bool; 4]) -> u32 {
        (0..4).map(|i| u32::from(choice[i]) << i).sum()
    }
}

impl Words for Emulated<u64> {
    fn splat(x: u64) -> Self {
        Self([x; 4])
    }
    fn add(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_add)
    }
    fn sub(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_sub)
    }
    fn mul(self, other: Self) -> Self {
        self.zip(other, |x, y| u64::from(x as u32) * u64::from(y as u32))
    }
    fn low<const N: i32>(self) -> Self {
        Self(self.0.map(|x| x & ((1 << N) - 1)))
    }
    fn shr<const N: i32>(self) -> Self {
        Self(self.0.map(|x| x >> N))
    }
    fn shl<const N: i32>(self) -> Self {
        Self(self.0.map(|x| x << N))
    }
    fn out_of_line<K: Kernel<V>, V>(a: &V, b: &V, c: &V, d: &V) -> V {
        K::run(a, b, c, d)
    }
}

impl FourWords for Emulated<u64> {
    fn from_array(lanes: [u64; 4]) -> Self {
        Self(lanes)
    }
    fn to_array(self) -> [u64; 4] {
        self.0
    }
}
