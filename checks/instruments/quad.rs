//! Four lanes made of four single ones: runs the four-lane formulas on any machine, by the field trait's default
//! functions.

use core::ops::{Add, Sub};

use zeroize::Zeroize;

use crate::backend::tuning::Costs;
use crate::backend::vector::defaults::sum_by_pairs;
use crate::backend::{FieldVector, PRODUCTS, Sum};
use crate::field::{FieldElement, Invert};

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

impl<V: FieldVector<Sum = V> + Sum<Tight = V>> FieldVector for Quad<V> {
    type Prime = V::Prime;
    type Sum = Self;
    type Lane = V::Lane;
    const LANES: usize = 4;
    const COSTS: Costs = V::COSTS;

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

    /// No more products than the trait promises.
    fn sum_of_many(count: usize, a: impl Fn(usize) -> Self, b: impl Fn(usize) -> Self) -> Self {
        assert!(count <= PRODUCTS);
        sum_by_pairs(count, a, b)
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

    fn gather<'a>(lane: impl Fn(usize) -> &'a V::Lane) -> Self {
        Self(core::array::from_fn(|i| V::gather(|_| lane(i))))
    }

    fn scatter(self, lanes: &mut [V::Lane]) {
        for (v, lane) in self.0.into_iter().zip(lanes.chunks_exact_mut(1)) {
            v.scatter(lane);
        }
    }

    fn select_lanes(self, other: Self, lanes: u32) -> Self {
        Self(core::array::from_fn(|i| {
            self.0[i].select_lanes(other.0[i], lanes >> i)
        }))
    }

    fn invert_lanes(self, invert: Invert<V::Prime>) -> (Self, u32) {
        let mut zeros = 0;
        let inverses = core::array::from_fn(|i| {
            let (inverse, zero) = self.0[i].invert_lanes(invert);
            zeros |= zero << i;
            inverse
        });
        (Self(inverses), zeros)
    }
}

impl<V: FieldVector<Sum = V> + Sum<Tight = V>> Sum for Quad<V> {
    type Tight = Self;

    #[inline(always)]
    fn carry(self) -> Self {
        self
    }

    #[inline(never)]
    fn times<const K: u32>(self) -> Self {
        Self(self.0.map(V::times::<K>))
    }
}
