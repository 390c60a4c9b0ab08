//! The formulas on interval lanes: for every input, no lane is misread.
//!
//! Points are tight, and one tight interval includes all tight values, so each formula runs once.

use super::*;
use crate::backend::limbs::{Radix51, Radix52, Tight};
use crate::curves::{Helios, Selene, cycle2025};
use crate::testing::lanes::interval::Interval;

fn check<C: Curve, V: FieldVector<Prime = C::Base>>() {
    let generator = Point::<C>::GENERATOR;
    let mut point = <Independent<V> as PointOps<C>>::load(&generator);
    let mut cached = <Independent<V> as PointOps<C>>::cache(point);
    cached = <Independent<V> as PointOps<C>>::select(cached, cached, Mask::NO);
    <Independent<V> as PointOps<C>>::conditional_negate(&mut point, Mask::NO);
    <Independent<V> as PointOps<C>>::add(&mut point, &cached, Mask::NO);
    <Independent<V> as PointOps<C>>::add_affine(&mut point, &C::GENERATOR, Mask::NO);
    // A run's beginning, middle and end.
    for n in 1..=4 {
        <Independent<V> as PointOps<C>>::double_n(&mut point, n);
    }
    let [x, y] = &C::GENERATOR.map(|coordinate| V::splat(&coordinate));
    let sum = Jacobian::identity().select_lanes(Jacobian::affine([*x, *y]), 1);
    let _ = sum.plus_affine([x, y]).select_lanes(sum.doubled(), 1);
    let point = <Independent<V> as PointOps<C>>::uncache(&cached).with_true_identity();
    for x in [point.x, point.y, point.z] {
        x.store(&mut [FieldElement::from_small(0); 4]);
    }
}

#[test]
fn bounds_hold_for_all_inputs() {
    check::<Helios, Tight<Interval, _, Radix51>>();
    check::<Helios, Tight<Interval, _, Radix52>>();
    check::<Selene, Tight<Interval, _, Radix52>>();
    check::<cycle2025::Selene, Tight<Interval, _, Radix52>>();
}
