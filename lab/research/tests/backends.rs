//! The backends of this package, as the library uses them.

use helioselene_research::counting::{Counting, Operation, count};
use helioselene_research::fiat;
use helioselene_simd::group::{Group, GroupEncoding, ff::Field};
use helioselene_simd::unstable::{BatchVector, On};
use helioselene_simd::{Curve, Helios, HeliosPoint, HelioseleneField};
use helioselene_suite::check;
use rand_core::SeedableRng;

fn inputs(n: usize) -> (Vec<HelioseleneField>, Vec<HeliosPoint>) {
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(13);
    let scalars = (0..n).map(|_| Field::random(&mut rng)).collect();
    let points = (0..n).map(|_| Group::random(&mut rng)).collect();
    (scalars, points)
}

/// The library's operations on a backend against the public ones.
fn operations<V: BatchVector<Prime = <Helios as Curve>::Base>>() {
    let (mut scalars, mut points) = inputs(11);
    (scalars[1], scalars[2]) = (HelioseleneField::ZERO, -HelioseleneField::ONE);
    points[3] = HeliosPoint::identity();
    points[5] = points[4];
    points[7] = -points[6];
    let products: Vec<_> = scalars.iter().zip(&points).map(|(k, p)| *p * k).collect();
    for i in 0..4 {
        assert_eq!(On::<V>::mul(&scalars[i], &points[i]), products[i]);
        assert_eq!(
            On::<V>::mul_base::<Helios>(&scalars[i]),
            HeliosPoint::mul_base(&scalars[i])
        );
    }
    for i in 2..8 {
        let (p, q) = (&points[i], &points[i + 1]);
        assert_eq!(On::<V>::add(p, q), p + q);
        assert_eq!(On::<V>::double(p), p.double());
    }
    let double_base =
        On::<V>::vartime_double_scalar_mul_basepoint(&scalars[0], &points[0], &scalars[4]);
    assert_eq!(
        double_base,
        products[0] + HeliosPoint::mul_base(&scalars[4])
    );
    assert_eq!(On::<V>::batch_mul(&scalars, &points), products);
    let sum: HeliosPoint = products.iter().sum();
    assert_eq!(On::<V>::vartime_multiscalar_mul(&scalars, &points), sum);
    assert_eq!(On::<V>::multiscalar_mul(&scalars, &points), sum);
    let encodings: Vec<_> = points.iter().map(GroupEncoding::to_bytes).collect();
    let decoded = On::<V>::batch_from_bytes::<Helios>(&encodings);
    for (decoded, point) in decoded.iter().zip(&points) {
        assert_eq!(decoded.unwrap(), *point);
    }
}

#[test]
fn suite_on_fiat() {
    check::<fiat::Element>();
}

#[test]
fn suite_on_a_counted_backend() {
    check::<Counting<fiat::Element>>();
}

#[test]
fn points_on_fiat() {
    operations::<fiat::Element>();
}

#[test]
fn points_on_a_counted_backend() {
    operations::<Counting<fiat::Element>>();
}

/// The calls on a backend do not depend on a secret.
#[test]
fn the_count_is_the_same_for_all_scalars() {
    type V = Counting<fiat::Element>;
    let (scalars, points) = inputs(2);
    let on = |scalar, point| count(|| On::<V>::mul::<Helios>(scalar, point)).1;
    let counts = on(&scalars[0], &points[0]);
    assert_eq!(on(&scalars[1], &points[1]), counts);
    assert_eq!(
        on(&HelioseleneField::ZERO, &HeliosPoint::identity()),
        counts
    );
    // 51 digits, so 50 runs of five doublings: two squares to begin, four for W and each further doubling, one to end.
    // The table's doubling is a run of one.
    assert_eq!(counts[&Operation::Square], 50 * (2 + 2 + 4 * 4 + 1) + 3);
    // Each run may end in the identity, and so may the result.
    let identities = 50 + 1 + 1;
    assert_eq!(counts[&Operation::Compare], identities);
    // Each digit is looked up by 15 choices of three coordinates; each of 50 + 15 additions selects a sign, and so does
    // the result.
    assert_eq!(
        counts[&Operation::Select],
        51 * 45 + 50 + 15 + 1 + identities
    );
    assert_eq!(counts[&Operation::Store], 3);
}
