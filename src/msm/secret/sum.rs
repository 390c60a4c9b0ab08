//! Constant-time multi-scalar multiplication.

use alloc::sync::Arc;
use alloc::vec::Vec;

use zeroize::Zeroize;

use crate::backend::tuning::sums::one_by_one;
use crate::backend::{BatchVector, Job};
use crate::curve::{Curve, Point, Tables, Term};
use crate::mask::Mask;
use crate::msm::secret::places::{Places, PointTables};
use crate::msm::secret::tables::points_at_once;
use crate::point_ops::OnePoint;
use crate::scalar_mul::{Addition, VariableBase};

/// The job that computes Σ scalar·point, and whether it is right; constant time.
pub(crate) struct ConstantTimeSum<'a, C: Curve> {
    pub terms: &'a [Term<'a, C>],
    /// Tables, and the numbers that the first points, or all, have in them. The other points get tables of their own.
    pub tables: Option<(&'a Tables, &'a [usize])>,
    /// Whether the scalars, an even number of them, are short. Then the sum is Σ (2·scalar + 1)·point, where each
    /// identity adds the generator once.
    pub short: bool,
    /// Whether the caller vouches that nobody knows a relation between the points. Then additions are not complete: if two
    /// sums of points are equal or opposite along the way nevertheless, the sum is wrong, and is reported as wrong.
    pub independent: bool,
}

impl<C: Curve> Job<C::Base> for ConstantTimeSum<'_, C> {
    type Output = (Point<C>, Mask);

    fn run<V: BatchVector<Prime = C::Base>>(self) -> (Point<C>, Mask) {
        let terms = self.terms;
        if terms.is_empty() {
            return (Point::IDENTITY, Mask::YES);
        }
        // Tables made for another backend's vectors are ignored.
        let tables = self.tables.and_then(|(tables, numbers)| {
            let tables: &PointTables<V> = tables.downcast_ref()?;
            Some((tables, numbers))
        });
        if tables.is_none() && !self.short && terms.len() <= one_by_one(V::LANES) {
            // Too few terms to fill a batch: complete products of single points, which are always right.
            let mut sum = Point::IDENTITY;
            for (scalar, point) in terms {
                let mut b = V::single(OnePoint(VariableBase { scalar, point }));
                sum = V::single(OnePoint(Addition { a: &sum, b: &b }));
                b.zeroize();
            }
            return (sum, Mask::YES);
        }
        // Terms with tables come first, then the others in groups whose tables fit the cache; all add to the same
        // accumulators.
        let mut places = Places::<V>::new::<C>(terms.len(), self.short, self.independent);
        let mut tabled = 0;
        if let Some((tables, numbers)) = tables {
            tabled = terms.len().min(numbers.len());
            places.add(&terms[..tabled], tables, &numbers[..tabled]);
        }
        let at_once = points_at_once::<V>();
        let numbers: Vec<usize> = (0..at_once.min(terms.len())).collect();
        for terms in terms[tabled..].chunks(at_once) {
            let points: Vec<_> = terms.iter().map(|(_, point)| *point).collect();
            places.add(terms, &PointTables::new(&points), &numbers[..terms.len()]);
        }
        let is_right = places.is_right();
        (places.total::<C>(), is_right)
    }
}

/// The job that makes tables for [`ConstantTimeSum`].
pub(crate) struct Prepare<'a, C: Curve> {
    pub points: &'a [Point<C>],
}

impl<C: Curve> Job<C::Base> for Prepare<'_, C> {
    type Output = Tables;

    fn run<V: BatchVector<Prime = C::Base>>(self) -> Tables {
        let points: Vec<_> = self.points.iter().collect();
        Arc::new(PointTables::<V>::new(&points))
    }
}
