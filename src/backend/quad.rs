//! Four lanes made of four single ones: the four-lane formulas on any machine.

use core::ops::{Add, Neg, Sub};

use zeroize::Zeroize;

use super::vector::{FieldVector, FourLaneSum, FourLanes, Rearrange, Sum};
use crate::field::FieldElement;
use crate::mask::Mask;

/// Four vectors of one lane each, as one vector of four lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quad<V>(pub(crate) [V; 4]);

impl<V: Copy> Quad<V> {
    #[inline(never)]
    fn zip<W: Copy, R>(self, other: Quad<W>, f: impl Fn(V, W) -> R) -> Quad<R> {
        Quad(core::array::from_fn(|i| f(self.0[i], other.0[i])))
    }
}

impl<V: Zeroize> Zeroize for Quad<V> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

macro_rules! lane_by_lane {
    ($Op:ident $op:ident) => {
        impl<V: Copy + $Op> $Op for Quad<V> {
            type Output = Quad<V::Output>;
            #[inline(never)]
            fn $op(self, other: Self) -> Self::Output {
                self.zip(other, V::$op)
            }
        }
    };
}
lane_by_lane!(Add add);
lane_by_lane!(Sub sub);

impl<V: Neg> Neg for Quad<V> {
    type Output = Quad<V::Output>;
    #[inline(never)]
    fn neg(self) -> Self::Output {
        Quad(self.0.map(V::neg))
    }
}

impl<V: FieldVector<Sum = V> + Sum<Tight = V>> FieldVector for Quad<V> {
    type Prime = V::Prime;
    type Sum = Self;
    const LANES: usize = 4;

    #[inline(never)]
    fn call<R>(formula: impl FnOnce() -> R) -> R {
        formula()
    }

    #[inline(never)]
    fn splat(x: &FieldElement<V::Prime>) -> Self {
        Self([V::splat(x); 4])
    }

    #[inline(never)]
    fn load(lanes: &[FieldElement<V::Prime>]) -> Self {
        assert_eq!(lanes.len(), Self::LANES);
        Self(core::array::from_fn(|i| V::splat(&lanes[i])))
    }

    #[inline(never)]
    fn store(self, lanes: &mut [FieldElement<V::Prime>]) {
        for (v, lane) in self.0.into_iter().zip(lanes.chunks_exact_mut(1)) {
            v.store(lane);
        }
    }

    #[inline(never)]
    fn mul(&self, other: &Self) -> Self {
        Self(core::array::from_fn(|i| self.0[i].mul(&other.0[i])))
    }

    #[inline(never)]
    fn square(&self) -> Self {
        Self(core::array::from_fn(|i| self.0[i].square()))
    }

    #[inline(never)]
    fn sum_of_products(a: &Self, b: &Self, c: &Self, d: &Self) -> Self {
        Self(core::array::from_fn(|i| {
            V::sum_of_products(&a.0[i], &b.0[i], &c.0[i], &d.0[i])
        }))
    }

    #[inline(never)]
    fn select(self, other: Self, mask: Mask) -> Self {
        self.zip(other, |a, b| a.select(b, mask))
    }

    #[inline(never)]
    fn replace_where_zero(self, value: Self, replacement: Self) -> Self {
        Self(core::array::from_fn(|i| {
            self.0[i].replace_where_zero(value.0[i], replacement.0[i])
        }))
    }
}

impl<V: FieldVector<Sum = V> + Sum<Tight = V>> Sum for Quad<V> {
    type Tight = Self;

    #[inline(never)]
    fn carry(self) -> Self {
        self
    }

    #[inline(never)]
    fn times<const K: u32>(self) -> Self {
        Self(self.0.map(V::times::<K>))
    }
}

impl<V: Copy> Rearrange for Quad<V> {
    #[inline(never)]
    fn shuffle<const ORDER: i32>(self) -> Self {
        Self(core::array::from_fn(|i| {
            self.0[(ORDER >> (2 * i)) as usize & 3]
        }))
    }

    #[inline(never)]
    fn blend<const MASK: i32>(self, other: Self) -> Self {
        Self(core::array::from_fn(|i| {
            if MASK >> i & 1 == 1 {
                other.0[i]
            } else {
                self.0[i]
            }
        }))
    }
}

impl<V: FieldVector<Sum = V> + Sum<Tight = V>> FourLaneSum for Quad<V> {
    #[inline(never)]
    fn keep<const MASK: i32>(self) -> Self {
        let zero = Self::splat(&FieldElement::from_small(0));
        zero.blend::<MASK>(self)
    }

    #[inline(never)]
    fn scale<const FACTORS: u32>(self) -> Self {
        Self(core::array::from_fn(|i| {
            let x = self.0[i];
            match FACTORS.to_le_bytes()[i] {
                0 => V::splat(&FieldElement::from_small(0)),
                1 => x,
                2 => x.times::<2>(),
                3 => x.times::<3>(),
                4 => x.times::<4>(),
                6 => x.times::<6>(),
                9 => x.times::<9>(),
                _ => unreachable!("no formula has this factor"),
            }
        }))
    }

    #[inline(never)]
    fn negate_if<const MASK: i32>(self, negative: Mask) -> Self {
        self.blend::<MASK>(self.select(-self, negative))
    }
}

impl<V: FieldVector<Sum = V> + Sum<Tight = V>> FourLanes for Quad<V> {}
