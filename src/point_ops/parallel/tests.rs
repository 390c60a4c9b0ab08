//! The formulas on interval lanes: for every input, no lane is misread.

use super::*;
use crate::backend::limbs::{Loose, Radix, Radix51, Tight};
use crate::curves::{Helios, Selene};
use crate::testing::lanes::interval::Interval;
use crate::word::{LIMBS, Word};

type V<C, R> = Tight<Interval, <C as Curve>::Base, R>;
type S<C, R> = Loose<Interval, <C as Curve>::Base, R>;

/// All values of a point after any operations: the least set that all operations keep.
fn points<C: Curve, R: Radix<C::Base> + PartialEq>() -> S<C, R> {
    // Canonical coordinates: any number of 255 bits.
    let mut any = [Word::MAX; LIMBS];
    any[LIMBS - 1] >>= 1;
    let any = FieldElement::from_canonical(any);
    let loaded = Parallel::<V<C, R>>::load(&Point::<C>::from_coordinates([any; 3]));
    let mut points = loaded.lanes;
    loop {
        let before = points;
        let point = Spread {
            lanes: points,
            negated: Mask::NO,
        };
        let mut grow = |point: Spread<V<C, R>>| points = points.join(point.lanes);
        let cached = <Parallel<V<C, R>> as PointOps<C>>::cache(point);
        grow(<Parallel<V<C, R>> as PointOps<C>>::uncache(&cached));
        let mut sum = point;
        <Parallel<V<C, R>> as PointOps<C>>::add(&mut sum, &cached, Mask::NO);
        grow(sum);
        let mut sum = point;
        <Parallel<V<C, R>> as PointOps<C>>::add_affine(&mut sum, &[any; 2], Mask::NO);
        grow(sum);
        for end in runs::<C, R>(point.lanes) {
            grow(Spread {
                lanes: end,
                negated: Mask::NO,
            });
        }
        let mut double = point;
        <Parallel<V<C, R>> as PointOps<C>>::double_n(&mut double, 1);
        grow(double);
        let _ = <Parallel<V<C, R>> as PointOps<C>>::store(point);
        let public = Point::<C>::from_coordinates([any; 3]);
        let _ = <Parallel<V<C, R>> as PointOps<C>>::sum(&public, &public);
        let _ = <Parallel<V<C, R>> as PointOps<C>>::double(&public);
        if points == before {
            return points;
        }
    }
}

/// The possible ends of runs of any length: their middle is tight, so it is the same in every
/// round.
fn runs<C: Curve, R: Radix<C::Base> + PartialEq>(point: S<C, R>) -> [S<C, R>; 3] {
    let known = Begun::<V<C, R>>::new(point).proceed();
    let owed = known.double();
    assert!(owed.double() == known, "not all tight");
    [
        Begun::<V<C, R>>::new(point).end(),
        known.end(),
        owed.halfway().end(),
    ]
}

#[test]
fn bounds_hold_for_all_inputs() {
    fn check<C: Curve>() {
        std::println!("{}: {:?}", C::POINT_NAME, points::<C, Radix51>());
        let without_vpmullq = points::<C, Radix51<false>>();
        std::println!("without vpmullq: {without_vpmullq:?}");
    }
    check::<Helios>();
    check::<Selene>();
    check::<crate::curves::cycle2025::Selene>();
}
