//! Batch normalisation for the public type.

use alloc::vec::Vec;

use ff::Field;
use subtle::ConditionallySelectable;
use zeroize::Zeroize;

use super::{BatchOperation, Singles};
use crate::backend::FieldVector;
use crate::backend::tuning::Work;
use crate::curve::{Curve, Point};
use crate::field::FieldElement;

use super::affine;

/// The same points with Z = 1, the identity as (0 : 1 : 0); constant time.
pub(crate) struct Normalize<'a, C: Curve> {
    pub points: &'a [Point<C>],
    pub normalized: &'a mut [Point<C>],
}

impl<C: Curve> BatchOperation<C::Base> for Normalize<'_, C> {
    type Output = ();
    const WORK: Work = Work::Many;

    fn run<V: FieldVector<Prime = C::Base>, S: Singles<C::Base>>(self) {
        let references: Vec<&Point<C>> = self.points.iter().collect();
        let mut normal = affine::normalize::<C, V>(&references);
        for (vectors, points) in normal.iter().zip(self.normalized.chunks_mut(V::LANES)) {
            let [mut x, mut y] = V::enter(
                #[inline(always)]
                || [vectors[0].store_lanes(), vectors[1].store_lanes()],
            );
            for ((x, y), point) in x.iter().zip(&y).zip(points) {
                // x = 0 is the identity, which has x = y = 0 here.
                let is_identity = x.is_zero();
                let select = FieldElement::conditional_select;
                *point = Point::from_coordinates([
                    *x,
                    select(y, &FieldElement::ONE, is_identity),
                    select(&FieldElement::ONE, &FieldElement::ZERO, is_identity),
                ]);
            }
            x.zeroize();
            y.zeroize();
        }
        normal.zeroize();
    }
}
