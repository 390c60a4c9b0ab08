//! The four-lane formulas against the independent ones, on every kind of lanes.

use core::marker::PhantomData;
use std::vec::Vec;

use ff::Field;
use group::{Group, GroupEncoding};
use rand_core::SeedableRng;
use subtle::ConstantTimeEq;
use zeroize::Zeroize;

use super::parallel::Parallel;
use super::{Independent, PointOps};
use crate::arithmetic::portable::Portable;
use crate::backend::limbs::{Radix51, Tight};
use crate::backend::serial::Serial;
use crate::curve::{Curve, Point};
use crate::curves::{Helios, Selene};
use crate::dispatch::Backend;
use crate::field::FieldElement;
use crate::mask::Mask;
use crate::point_ops::{OnePoint, Operation};
use crate::testing::counted::Counted;
use crate::testing::lanes::emulated::Emulated;

/// Random points, their negatives and doubles, and the identity: the pairs include every exception.
fn points<C: Curve>() -> Vec<Point<C>> {
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(5);
    let mut points = std::vec![Point::IDENTITY, Point::GENERATOR];
    points.extend((0..4).map(|_| Point::random(&mut rng)));
    let all = points.clone();
    points.extend(all.iter().map(|p| -*p));
    points.extend(all.iter().map(|p| p.double()));
    points
}

/// Compares every operation of [`PointOps`] with the independent formulas on the portable kernel.
struct Check<C>(PhantomData<C>);

impl<C: Curve> Operation for Check<C> {
    type Curve = C;

    #[inline(always)]
    fn run<O: PointOps<C>>(self) -> Point<C> {
        let points = points::<C>();
        for a in &points {
            let p = O::load(a);
            same(O::store(p), *a);
            same(O::store(O::uncache(&O::cache(p))), *a);
            same(O::double(a), reference_sum(a, a));
            for negative in [false, true] {
                let mut signed = p;
                O::conditional_negate(&mut signed, Mask::public(negative));
                let mut expected = if negative { -*a } else { *a };
                same(O::store(signed), expected);
                // A pending sign must reach everything that reads the point.
                for n in 1..=9 {
                    expected = reference_sum(&expected, &expected);
                    let mut multiple = signed;
                    O::double_n(&mut multiple, n);
                    same(O::store(multiple), expected);
                }
            }
            for b in &points {
                same(O::sum(a, b), reference_sum(a, b));
                for (i, negative) in [(false, false), (false, true), (true, false), (true, true)]
                    .into_iter()
                    .enumerate()
                {
                    sums::<C, O>(a, b, negative, i);
                }
            }
        }
        Point::IDENTITY
    }
}

/// ±a ± b by `negative`, and operations on the result.
#[inline(always)]
fn sums<C: Curve, O: PointOps<C>>(a: &Point<C>, b: &Point<C>, negative: (bool, bool), i: usize) {
    let signed = |p: &Point<C>, negative| if negative { -*p } else { *p };
    let expected = reference_sum(&signed(a, negative.0), &signed(b, negative.1));
    let twice = reference_sum(&expected, &expected);
    let negate = Mask::public(negative.1);

    let mut p = O::load(a);
    O::conditional_negate(&mut p, Mask::public(negative.0));
    let other = O::select(
        O::cache([p, O::load(b)][i % 2]),
        O::cache([O::load(b), p][i % 2]),
        Mask::public(i.is_multiple_of(2)),
    );
    let mut sum = p;
    O::add(&mut sum, &other, negate);
    same(O::store(sum), expected);
    // Sums become operands in turn.
    let mut next = sum;
    O::add(&mut next, &O::cache(sum), Mask::NO);
    same(O::store(next), twice);
    let mut next = sum;
    O::double_n(&mut next, 2);
    same(O::store(next), reference_sum(&twice, &twice));

    if !bool::from(b.is_identity()) {
        let [x, y, z] = b.coordinates();
        let inverse = z.invert().unwrap();
        O::add_affine(&mut p, &[*x * inverse, *y * inverse], negate);
        same(O::store(p), expected);
    }
}

/// A wiped point has no coordinate left.
struct Wiped<C>(PhantomData<C>);

impl<C: Curve> Operation for Wiped<C> {
    type Curve = C;

    #[inline(always)]
    fn run<O: PointOps<C>>(self) -> Point<C> {
        let mut p = O::load(&points::<C>()[2]);
        let mut cached = O::cache(p);
        p.zeroize();
        cached.zeroize();
        for point in [O::store(p), O::store(O::uncache(&cached))] {
            let [x, y, z] = point.coordinates();
            assert!(bool::from(x.is_zero() & z.is_zero()));
            // The four-lane formulas set the identity's Y.
            assert!(bool::from(y.is_zero() | y.ct_eq(&FieldElement::ONE)));
        }
        Point::IDENTITY
    }
}

#[test]
fn points_are_wiped() {
    Operation::run::<Independent<Serial<Portable, _>>>(Wiped::<Helios>(PhantomData));
    Operation::run::<Parallel<Counted<_, 4>>>(Wiped::<Helios>(PhantomData));
}

fn reference_sum<C: Curve>(a: &Point<C>, b: &Point<C>) -> Point<C> {
    fn run<C: Curve, O: PointOps<C>>(a: &Point<C>, b: &Point<C>) -> Point<C> {
        let mut sum = O::load(a);
        O::add(&mut sum, &O::cache(O::load(b)), Mask::NO);
        O::store(sum)
    }
    run::<C, Independent<Serial<Portable, C::Base>>>(a, b)
}

#[track_caller]
fn same<C: Curve>(got: Point<C>, expected: Point<C>) {
    // It must be the true identity: (0 : 0 : 0) would equal everything.
    let [x, y, z] = got.coordinates();
    assert!(bool::from(!z.is_zero() | (x.is_zero() & !y.is_zero())));
    assert_eq!(got.to_bytes(), expected.to_bytes());
}

fn on_lanes<C: Curve>() {
    let check = || Check::<C>(PhantomData);
    Operation::run::<Parallel<Counted<C::Base, 4>>>(check());
    Operation::run::<Parallel<Tight<Emulated<4>, C::Base>>>(check());
    Operation::run::<Parallel<Tight<Emulated<4>, C::Base, Radix51<false>>>>(check());
    match Backend::Ifma.missing() {
        None => assert_eq!(Backend::Ifma.one(OnePoint(check())), Point::IDENTITY),
        Some(missing) => std::println!("real IFMA lanes not run: {missing}"),
    }
}

#[test]
fn parallel_helios() {
    on_lanes::<Helios>();
}

#[test]
fn parallel_selene() {
    on_lanes::<Selene>();
}

#[test]
fn parallel_2025() {
    on_lanes::<crate::curves::cycle2025::Helios>();
    on_lanes::<crate::curves::cycle2025::Selene>();
}
