//! Batch normalisation for the public type.

use alloc::vec::Vec;

use zeroize::Zeroize;

use crate::backend::{FieldVector, Job, always};
use crate::curve::many::Normalize;
use crate::curve::{AffinePoint, Curve, Point};
use crate::field::Prime as _;

use super::affine;

impl<C: Curve> Job<C::Base> for Normalize<'_, C> {
    type Output = ();

    fn run<V: FieldVector<Prime = C::Base>>(self) {
        let references: Vec<&Point<C>> = self.points.iter().collect();
        let mut normal = affine::normalize::<C, V>(&references, C::Base::invert);
        for (vectors, points) in normal.iter().zip(self.affine.chunks_mut(V::LANES)) {
            let [mut x, mut y] = always!(
                V::enter,
                [vectors[0].store_lanes(), vectors[1].store_lanes()]
            );
            for ((x, y), point) in x.iter().zip(&y).zip(points) {
                *point = AffinePoint::from_coordinates([*x, *y]);
            }
            x.zeroize();
            y.zeroize();
        }
        normal.zeroize();
    }
}
