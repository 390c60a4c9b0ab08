//! The formulas of one point in four lanes that `lab/rocq/prove` proves, as functions of lanes (Y, –, X, Z) in memory.

use super::*;

/// Adds a point.
#[inline(always)]
pub(crate) fn add_in_memory<C: Curve, V: PointVector<Prime = C::Base>>(point: &mut V, other: &V) {
    *point = add::<V>((*point).into(), &cached::<C, V>(*other)).carry();
}

/// Doubles the point and negates it, but leaves the identity as (0, –, 0, 0).
#[inline(always)]
pub(crate) fn double_in_memory<V: PointVector>(point: &mut V) {
    *point = Begun::<V>::new((*point).into()).end().carry();
}
