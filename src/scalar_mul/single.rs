//! Single additions and doublings, for the operators of the public types.

use crate::curve::{Curve, Point};
use crate::point_ops::{Operation, PointOps};

/// a + b.
pub(crate) struct Addition<'a, C: Curve> {
    pub a: &'a Point<C>,
    pub b: &'a Point<C>,
}

impl<C: Curve> Operation<C> for Addition<'_, C> {
    type Output = Point<C>;

    #[inline(always)]
    fn run<O: PointOps<C>>(self) -> Point<C> {
        O::sum(self.a, self.b)
    }
}

/// 2a.
pub(crate) struct Doubling<'a, C: Curve> {
    pub a: &'a Point<C>,
}

impl<C: Curve> Operation<C> for Doubling<'_, C> {
    type Output = Point<C>;

    #[inline(always)]
    fn run<O: PointOps<C>>(self) -> Point<C> {
        O::double(self.a)
    }
}
