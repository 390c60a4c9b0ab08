//! Constant-time multi-scalar multiplication.

use alloc::vec::Vec;

use zeroize::Zeroize;

use super::places::{Places, PointTables};
use super::tables::points_at_once;
use crate::backend::tuning::sums::one_by_one;
use crate::backend::{FieldVector, Job};
use crate::curve::many::Sum;
use crate::curve::{Curve, Point};
use crate::point_ops::Single;
use crate::scalar_mul::{Addition, VariableBase};

impl<C: Curve> Job<C::Base> for Sum<'_, C> {
    type Output = Point<C>;

    fn run<V: FieldVector<Prime = C::Base>>(self) -> Point<C> {
        if self.points.len() <= one_by_one(V::LANES) {
            let mut products = Vec::with_capacity(self.points.len());
            for (scalar, point) in self.scalars.iter().zip(self.points) {
                products.push(V::single(Single::<C, _>::new(VariableBase {
                    scalar,
                    point,
                })));
            }
            let mut sum = Point::IDENTITY;
            for product in &products {
                let (a, b) = (&sum, product);
                sum = V::single(Single::<C, _>::new(Addition { a, b }));
            }
            products.iter_mut().zeroize();
            return sum;
        }
        let at_once = points_at_once::<V>();
        let mut places = Places::<V>::new::<C>(self.points.len());
        for (scalars, points) in self
            .scalars
            .chunks(at_once)
            .zip(self.points.chunks(at_once))
        {
            let tables = PointTables::new::<C>(points);
            places.add(scalars, points, &tables, 0);
        }
        places.total::<C>()
    }
}
