//! Constant-time multi-scalar multiplication.

use alloc::vec::Vec;

use zeroize::Zeroize;

use super::places::{Places, PointTables};
use super::tables::points_at_once;
use crate::backend::tuning::sums::one_by_one;
use crate::backend::{FieldVector, Job};
use crate::curve::many::ConstantTimeSum;
use crate::curve::{Curve, Point};
use crate::scalar_mul::{Addition, VariableBase};

impl<C: Curve> Job<C::Base> for ConstantTimeSum<'_, C> {
    type Output = Point<C>;

    fn run<V: FieldVector<Prime = C::Base>>(self) -> Point<C> {
        let (scalars, points) = (self.scalars, self.points);
        let tables = self.tables.and_then(|(tables, first)| {
            let tables: &Vec<PointTables<V>> = tables.downcast_ref()?;
            Some((tables, first))
        });
        if tables.is_none() && points.len() <= one_by_one(V::LANES) {
            let mut sum = Point::IDENTITY;
            for (scalar, point) in scalars.iter().zip(points) {
                let mut b = V::single(VariableBase { scalar, point });
                sum = V::single(Addition { a: &sum, b: &b });
                b.zeroize();
            }
            return sum;
        }
        let at_once = points_at_once::<V>();
        let mut places = Places::<V>::new::<C>(points.len(), self.is_right.is_some());
        let first = tables.map_or(0, |(_, first)| first);
        let mut done = 0;
        while done < points.len() {
            let (table, from) = ((first + done) / at_once, (first + done) % at_once);
            let now = done..points.len().min(done + at_once - from);
            done = now.end;
            let (scalars, points) = (&scalars[now.clone()], &points[now]);
            match tables {
                Some((tables, _)) => places.add(scalars, points, &tables[table], from),
                None => places.add(scalars, points, &PointTables::new::<C>(points), 0),
            }
        }
        if let Some(is_right) = self.is_right {
            *is_right = places.is_right();
        }
        places.total::<C>()
    }
}
