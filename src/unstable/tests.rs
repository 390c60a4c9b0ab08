//! Backends as outsiders would write them, right and wrong; and the suite on every backend of the crate.

use std::string::String;
use std::vec::Vec;

use group::{Group, GroupEncoding};
use zeroize::Zeroize;

use super::*;
use crate::arithmetic::portable::Portable;
use crate::backend::MAX_LANES;
use crate::backend::doubles::Fma;
use crate::backend::halves::Integers;
use crate::backend::limbs::Tight;
use crate::backend::serial::Serial;
use crate::primes::{P25519, Q};
use crate::testing::counted::*;
use crate::testing::lanes::emulated::Emulated;
use crate::testing::lanes::halves::Two;
use crate::testing::suite::{check, check_point};
use crate::{Helios, Selene};

fn elements<P: Prime>(n: u64) -> Vec<FieldElement<P>> {
    let element = |i| ff::Field::pow_vartime(&FieldElement::from_small(7), [i, 1 << 40, i, i + 1]);
    (0..n).map(element).collect()
}

/// The operations of [`On`] against those of the points.
fn operations<C: Curve, V: BatchVector<Prime = C::Base>>() {
    let scalars = elements::<C::Scalar>(20);
    let mut points: Vec<Point<C>> = scalars.iter().rev().map(|k| Point::mul_base(k)).collect();
    points[3] = Point::IDENTITY;
    points[5] = points[4];
    points[7] = -points[6];
    for (k, p) in scalars.iter().zip(&points).take(6) {
        assert_eq!(On::<V>::mul(k, p), *p * k);
        assert_eq!(On::<V>::mul_base::<C>(k), Point::mul_base(k));
        for q in &points[2..8] {
            assert_eq!(On::<V>::add(p, q), *p + q);
        }
        assert_eq!(On::<V>::double(p), p.double());
        let l = &scalars[9];
        let double_base = On::<V>::vartime_double_scalar_mul_basepoint(k, p, l);
        assert_eq!(double_base, *p * k + Point::mul_base(l));
    }
    let products: Vec<_> = scalars.iter().zip(&points).map(|(k, p)| *p * k).collect();
    assert_eq!(On::<V>::batch_mul(&scalars, &points), products);
    for n in [0, 1, 2, 9, 20] {
        let (scalars, points) = (&scalars[..n], &points[..n]);
        let sum: Point<C> = products[..n].iter().sum();
        assert_eq!(On::<V>::vartime_multiscalar_mul(scalars, points), sum);
        assert_eq!(On::<V>::multiscalar_mul(scalars, points), sum);
    }
    let encodings: Vec<_> = points.iter().map(GroupEncoding::to_bytes).collect();
    let decoded = On::<V>::batch_from_bytes::<C>(&encodings);
    for (decoded, point) in decoded.iter().zip(&points) {
        assert_eq!(decoded.unwrap(), *point);
    }
}

#[test]
fn one_lane_from_outside() {
    operations::<Helios, Counted<P25519, 1>>();
}

#[test]
fn two_lanes_from_outside() {
    operations::<Helios, Counted<P25519, 2>>();
}

#[test]
fn four_lanes_from_outside() {
    operations::<Selene, Counted<Q, 4>>();
}

#[test]
fn slices_from_outside() {
    crate::slices::tests::check::<Counted<P25519, 1>>();
    crate::slices::tests::check::<Counted<Q, 4>>();
}

/// The backends' own vectors are tested in `limbs::tests::kernels`, `doubles::tests` and `halves::tests`.
#[test]
fn suite() {
    check::<Counted<P25519, 1>>();
    check::<Counted<Q, 2>>();
    check::<Counted<Q, 4>>();
    check_point::<Counted<Q, 4>>();
    check::<Serial<Portable, P25519>>();
    check::<Serial<Portable, Q>>();
    check::<crate::backend::serial::lazy::Lazy<P25519>>();
    check::<crate::backend::serial::lazy::Lazy<Q>>();
}

/// Not in the suite, which also runs on lanes with bounds, which cannot be all zeros.
fn wiped<V: FieldVector>() {
    let mut tight = V::splat(&FieldElement::from_small(7));
    let mut loose = tight.square();
    tight.zeroize();
    loose.zeroize();
    for lanes in [tight.store_lanes(), loose.carry().store_lanes()] {
        assert_eq!(lanes, [FieldElement::from_small(0); MAX_LANES]);
    }
}

#[test]
fn vectors_are_wiped() {
    wiped::<Serial<Portable, Q>>();
    wiped::<crate::backend::serial::lazy::Lazy<Q>>();
    wiped::<Fma<Emulated<4, f64>, Q>>();
    wiped::<Integers<Two<Emulated<4>>, Q>>();
    wiped::<Tight<Emulated<4>, Q>>();
}

/// Whether the suite refuses vectors, and reports the wrong function and its operands.
#[track_caller]
fn is_refused<const FAULT: usize>(what: &str) {
    let refusal = std::panic::catch_unwind(check::<Counted<Q, 1, FAULT>>).expect_err(what);
    let message = refusal.downcast::<String>().expect("a message");
    let said = message.split_once(" of a, b");
    let said =
        said.is_some_and(|(wrong, operands)| wrong.contains(what) && operands.contains(" = ["));
    assert!(said, "{message}");
}

#[test]
fn wrong_backends_are_refused() {
    is_refused::<AT_ONE_EDGE>("a·b");
    // With one lane: not its bit, but bits past it.
    is_refused::<WHERE_ANY_BIT_SELECTS>("a or b, lanes ");
    is_refused::<WHERE_ANY_BIT_NEGATES>("±a, lanes ");
    is_refused::<WHERE_ANY_BIT_SIGNS>("±a as a summand, lanes ");
}

/// A visitor sees the vectors of each backend that this CPU can run.
#[test]
fn every_kind_of_vectors_is_visited() {
    struct Seen(Vec<(&'static str, usize)>);
    impl Visitor<Q> for Seen {
        fn visit<V: FieldVector<Prime = Q>>(&mut self, name: &'static str) {
            self.0.push((name, V::LANES));
        }
    }
    let mut seen = Seen(Vec::new());
    visit(&mut seen);
    let has = |lanes| seen.0.iter().any(|(_, of)| *of == lanes);
    let [avx2, ifma] =
        [crate::Backend::Avx2, crate::Backend::Ifma].map(|backend| backend.missing().is_none());
    assert!(has(1));
    assert_eq!([has(4), has(8)], [avx2, ifma]);
    let name = seen.0.iter().filter(|(name, _)| name.contains("Portable"));
    assert_eq!(name.count(), 1, "each kind once");
}
