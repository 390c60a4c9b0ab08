//! Emulated lanes: the kernels on any machine.

use core::array::from_fn;
use zeroize::Zeroize;

use super::{Doubles, FourDoubles, Kernel};
use crate::backend::Mask;

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

impl FourDoubles for Emulated<f64> {
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
    #[inline(never)]
    fn call<R>(formula: impl FnOnce() -> R) -> R {
        formula()
    }
    fn enter<R>(run: impl FnOnce() -> R) -> R {
        run()
    }
    fn from_array(lanes: [f64; 4]) -> Self {
        Self(lanes)
    }
    fn to_array(self) -> [f64; 4] {
        self.0
    }
    fn all_zero(x: &[Self; 5]) -> [bool; 4] {
        from_fn(|i| x.iter().all(|limb| limb.0[i] == 0.0))
    }
    fn bits(choice: [bool; 4]) -> u32 {
        (0..4).map(|i| u32::from(choice[i]) << i).sum()
    }
}
