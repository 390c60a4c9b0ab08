//! One addition, one doubling: what the operators of the public types do.

use crate::backend::{Mask, Operation, Work};
use crate::curve::Point;
use crate::params::Curve;
use crate::point_ops::PointOps;

/// a + b, or a − b if `negate`.
pub(crate) struct Addition<'a, C: Curve> {
    pub a: &'a Point<C>,
    pub b: &'a Point<C>,
    pub negate: Mask,
}

impl<C: Curve> Operation<C> for Addition<'_, C> {
    type Output = Point<C>;
    const WORK: Work = Work::Addition;

    #[inline(always)]
    fn run<O: PointOps<C>>(self) -> Point<C> {
        let mut sum = O::load(self.a);
        O::add(&mut sum, &O::cache(O::load(self.b)), self.negate);
        O::store(sum)
    }
}

/// 2a.
pub(crate) struct Doubling<'a, C: Curve> {
    pub a: &'a Point<C>,
}

impl<C: Curve> Operation<C> for Doubling<'_, C> {
    type Output = Point<C>;
    const WORK: Work = Work::Addition;

    #[inline(always)]
    fn run<O: PointOps<C>>(self) -> Point<C> {
        let mut double = O::load(self.a);
        O::double_n(&mut double, 1);
        O::store(double)
    }
}
