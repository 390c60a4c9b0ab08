//! What eight lanes do with few instructions: they change places, and look up in registers.

#[cfg(feature = "alloc")]
use zeroize::Zeroize;

use super::constants::LIMBS;
use super::{Radix, Tight};
#[cfg(feature = "alloc")]
use crate::backend::FieldVector;
use crate::backend::lanes::{Lanes, each};
#[cfg(feature = "alloc")]
use crate::field::Invert;
use crate::field::Prime;

/// Eight lanes.
pub(crate) trait EightLanes: Lanes {
    /// Exchanges each lane i with lane i ^ `DISTANCE`, which is 1, 2 or 4.
    fn exchange<const DISTANCE: usize>(self) -> Self;
    /// Lane i of the result is the one that byte i of `indices` names, 0 to 7 in `self`, 8 to 15 in `other`.
    fn pick(self, other: Self, indices: u64) -> Self;
    /// Transposes eight vectors.
    fn transpose(vectors: [Self; 8]) -> [Self; 8];
}

/// The functions of [`BatchLanes`](super::BatchLanes) that [`EightLanes`] have.
macro_rules! eight_lanes {
    () => {
        #[cfg(feature = "alloc")]
        #[inline(always)]
        fn invert<P: $crate::field::Prime, R: $crate::backend::limbs::Radix<P>>(
            x: $crate::backend::limbs::Tight<Self, P, R>,
            invert: $crate::field::Invert<P>,
        ) -> ($crate::backend::limbs::Tight<Self, P, R>, u32) {
            x.inverses_of_eight(invert)
        }

        #[inline(always)]
        fn look_up<P: $crate::field::Prime, R: $crate::backend::limbs::Radix<P>>(
            table: &[[$crate::backend::limbs::Tight<Self, P, R>; 2]],
            indices: u64,
        ) -> [$crate::backend::limbs::Tight<Self, P, R>; 2] {
            $crate::backend::limbs::Tight::look_up_among_sixteen(table, indices)
        }

        #[inline(always)]
        fn transpose<P: $crate::field::Prime, R: $crate::backend::limbs::Radix<P>>(
            vectors: &mut [$crate::backend::limbs::Tight<Self, P, R>],
        ) {
            $crate::backend::limbs::Tight::transpose_eight(vectors);
        }
    };
}
pub(crate) use eight_lanes;

impl<L: EightLanes, P: Prime, R: Radix<P>> Tight<L, P, R> {
    /// The inverses of the lanes, 0 for 0, and the lanes that are 0, as bits; with one inversion.
    ///
    /// It takes three steps of products with other lanes; lane after lane would take fourteen dependent products.
    /// After the steps for distances 4, 2 and 1 each lane has `product`, of all eight, and `rest`, of the seven
    /// others: x⁻¹ = rest/product.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub(crate) fn inverses_of_eight(self, invert: Invert<P>) -> (Self, u32) {
        L::call(
            #[inline(always)]
            || {
                let zeros = self.zero_lanes();
                // Zeros are replaced by 1.
                let x = self.select_lanes(Tight::one(), zeros);
                // For the pair, the four and the eight of each lane: the product of the other half. This gives the
                // products of all lanes, and of all but the lane itself.
                let half = Tight::new(x.map(L::exchange::<4>));
                let two = x.mul_carried(&half);
                let rest = half;
                let half = Tight::new(two.map(L::exchange::<2>));
                let four = two.mul_carried(&half);
                let rest = rest.mul_carried(&half);
                let half = Tight::new(four.map(L::exchange::<1>));
                let mut product = four.mul_carried(&half).store_lanes();
                let rest = rest.mul_carried(&half);
                let mut inverse = invert(&product[0]);
                let inverses = rest.mul_carried(&Tight::splat(&inverse));
                product.zeroize();
                inverse.zeroize();
                (inverses.select_lanes(Tight::zero(), zeros), zeros)
            },
        )
    }

    /// Looks up in a table of two pairs of vectors.
    #[inline(always)]
    pub(crate) fn look_up_among_sixteen(table: &[[Self; 2]], indices: u64) -> [Self; 2] {
        let [[a, b], [c, d]] = table.first_chunk().expect("two vectors of eight");
        [
            Self::new(a.zip(*c, |a, c| a.pick(c, indices))),
            Self::new(b.zip(*d, |b, d| b.pick(d, indices))),
        ]
    }

    /// Transposes eight vectors of eight lanes.
    #[inline(always)]
    pub(crate) fn transpose_eight(vectors: &mut [Self]) {
        let vectors: &mut [Self; 8] = vectors.try_into().expect("as many vectors as lanes");
        for limb in 0..LIMBS {
            let lanes = L::transpose(each!([0, 1, 2, 3, 4, 5, 6, 7], i => vectors[i].0[limb]));
            for (vector, lanes) in vectors.iter_mut().zip(lanes) {
                vector.0[limb] = lanes;
            }
        }
        for vector in vectors {
            *vector = Self::new(vector.0);
        }
    }
}
