//! The curves: every operation on points against affine formulas.

use helioselene_simd::group::Group;
use helioselene_simd::group::ff::Field;
use helioselene_simd::{Curve, Point};
use num_bigint::BigUint;

use crate::common::oracle::{Affine, Doublings, Integers, Weierstrass, power_of_two};
use crate::common::{check_point as check, from_int, on_every_backend, point_with_z, rng, scaled};

/// Values of Z: 1, −1, small, full and empty limbs, random.
fn lambdas(field: &Integers, seed: u64) -> Vec<BigUint> {
    let m = &field.modulus;
    let mut lambdas = vec![BigUint::from(1u8), m - 1u8, BigUint::from(2u8), m / 2u8];
    lambdas.extend([51, 52, 104, 128, 204, 255].map(|k| (power_of_two(k) - 1u8) % m));
    lambdas.extend([power_of_two(254), power_of_two(255) - m]);
    let mut rng = rng(seed);
    lambdas.extend((0..8).map(|_| field.random(&mut rng)));
    lambdas
}

/// Points that are exceptional to one another (equal, opposite, the identity, with the same y), small multiples of the
/// generator, points with an extreme x, random points and their sums.
fn operands(curve: &Weierstrass, seed: u64) -> Vec<Affine> {
    let mut rng = rng(seed);
    let field = &curve.field;
    let g = &curve.generator;
    let half = curve.mul(&(&curve.order.modulus / 2u8), g); // half·2 = −G
    let mut points = vec![None, g.clone(), half];
    for _ in 0..3 {
        points.push(curve.add(points.last().expect("not empty"), g));
    }
    points.push(curve.add(g, g));

    let edges: Vec<_> = field.residues().into_iter().collect();
    let mut extreme: Vec<_> = edges.iter().filter_map(|x| curve.lift_x(x)).collect();
    let step = extreme.len().div_ceil(scaled(48));
    points.extend(extreme.drain(..).step_by(step));

    let (p, q) = (curve.random_point(&mut rng), curve.random_point(&mut rng));
    points.extend([curve.add(&p, &q), curve.add(&p, &curve.neg(&q)), p, q]);
    points.extend(curve.same_y(&mut rng));

    let negatives: Vec<_> = points.iter().map(|point| curve.neg(point)).collect();
    points.extend(negatives);
    points
}

fn add_subtract<C: Curve>(name: &str) {
    let curve = Weierstrass::of::<C>();
    let points = operands(&curve, 1);
    let lambdas = lambdas(&curve.field, 2);
    let mut cases = Vec::new();
    for (i, a) in points.iter().enumerate() {
        for (j, b) in points.iter().enumerate() {
            // Both normalised, and both not.
            for (k, l) in [(0, 0), (i + 3 * j, 5 * i + j)] {
                let x: Point<C> = point_with_z(a, &lambdas[k % lambdas.len()]);
                let y: Point<C> = point_with_z(b, &lambdas[l % lambdas.len()]);
                cases.push((x, y, i, j));
            }
        }
    }
    let sums: Vec<Vec<_>> = points
        .iter()
        .map(|a| {
            let pairs: Vec<_> = points.iter().map(|b| [a, b]).collect();
            curve.add_pairs(&pairs)
        })
        .collect();
    // operands() ends with the negatives of its first half.
    let negative = |j: usize| (j + points.len() / 2) % points.len();
    on_every_backend(name, || {
        for (x, y, i, j) in &cases {
            check(&curve, &(x + y), &sums[*i][*j], (x, y));
            check(&curve, &(x - y), &sums[*i][negative(*j)], (x, y));
            assert_eq!(x == y, points[*i] == points[*j], "{x:?} {y:?}");
        }
    });
}

fn double_negate<C: Curve>(name: &str) {
    let curve = Weierstrass::of::<C>();
    let points = operands(&curve, 3);
    let lambdas = lambdas(&curve.field, 4);
    on_every_backend(name, || {
        for point in &points {
            let (doubled, negated) = (curve.add(point, point), curve.neg(point));
            for lambda in &lambdas {
                let x: Point<C> = point_with_z(point, lambda);
                check(&curve, &x, point, x);
                check(&curve, &x.double(), &doubled, x);
                check(&curve, &-x, &negated, x);
            }
        }
    });
}

/// Scalars with extreme digits: next to 0, n, n/2 and powers of two; the same digit in all windows of 4, 5 or 6 bits;
/// long runs; the negatives of all these, because recoding may replace k by −k; and random ones.
fn scalars(order: &Integers, seed: u64) -> Vec<BigUint> {
    let n = &order.modulus;
    let mut scalars: Vec<BigUint> = (0u8..36).map(BigUint::from).collect();
    scalars.extend([n / 2u8, n / 2u8 - 1u8, n / 3u8, n / 4u8, n / 31u8, n / 32u8]);
    for k in (5..255)
        .step_by(5)
        .chain([32, 51, 52, 63, 64, 127, 128, 191, 192, 252, 253, 254])
    {
        scalars.extend([
            power_of_two(k),
            power_of_two(k) - 1u8,
            power_of_two(k) + 1u8,
        ]);
    }
    for width in [4, 5, 6] {
        for digit in 1u32..1 << width {
            let repeated = (0..255 / width).fold(BigUint::ZERO, |k, _| (k << width) + digit);
            scalars.push(repeated << (255 % width));
        }
    }
    let mut scalars: Vec<_> = scalars.iter().map(|k| order.reduce(k)).collect();
    let negatives: Vec<_> = scalars.iter().map(|k| order.neg(k)).collect();
    scalars.extend(negatives);
    let mut rng = rng(seed);
    scalars.extend((0..100).map(|_| order.random(&mut rng)));
    scalars
}

/// About `count` elements, evenly spread over the list.
fn spread<T>(list: Vec<T>, count: usize) -> Vec<T> {
    let step = list.len().div_ceil(count);
    list.into_iter().step_by(step).collect()
}

fn mul_base<C: Curve>(name: &str) {
    let curve = Weierstrass::of::<C>();
    let doublings = Doublings::new(&curve, &curve.generator);
    let scalars = scalars(&curve.order, 6);
    let count = scaled(scalars.len() / 2);
    let cases: Vec<_> = spread(scalars, count)
        .into_iter()
        .map(|k| (from_int(&k), doublings.mul(&k)))
        .collect();
    on_every_backend(name, || {
        for (k, expected) in &cases {
            check(&curve, &Point::<C>::mul_base(k), expected, k);
            check(&curve, &(Point::<C>::generator() * k), expected, k);
        }
    });
}

fn mul<C: Curve>(name: &str) {
    let curve = Weierstrass::of::<C>();
    let mut rng = rng(7);
    let lambdas = lambdas(&curve.field, 8);
    let mut points = vec![curve.neg(&curve.generator)];
    points.extend(curve.same_y(&mut rng));
    points.extend((0..scaled(2)).map(|_| curve.random_point(&mut rng)));
    let mut cases = Vec::new();
    for (i, point) in points.iter().enumerate() {
        let doublings = Doublings::new(&curve, point);
        for (j, k) in spread(scalars(&curve.order, 9), scaled(100))
            .iter()
            .enumerate()
        {
            let x: Point<C> = point_with_z(point, &lambdas[(i + j) % lambdas.len()]);
            cases.push((x, from_int(k), doublings.mul(k)));
        }
    }
    on_every_backend(name, || {
        for (point, k, expected) in &cases {
            check(&curve, &(point * k), expected, (point, k));
        }
    });
}

fn double_base<C: Curve>(name: &str) {
    let curve = Weierstrass::of::<C>();
    let mut rng = rng(12);
    let lambdas = lambdas(&curve.field, 13);
    let of_generator = Doublings::new(&curve, &curve.generator);
    let small = [0u8, 1, 2, 3, 15, 16, 17, 31, 32, 33].map(BigUint::from);
    let small = &small[..scaled(small.len()).max(4)];
    let mut scalars = spread(scalars(&curve.order, 14), scaled(24));
    scalars.extend(small.iter().flat_map(|k| [k.clone(), curve.order.neg(k)]));
    let multiples: Vec<_> = scalars.iter().map(|b| of_generator.mul(b)).collect();
    let mut points = vec![None, curve.generator.clone(), curve.neg(&curve.generator)];
    points.extend([
        curve.add(&points[1], &points[1]),
        curve.random_point(&mut rng),
    ]);
    let mut cases = Vec::new();
    for point in &points {
        let of_point = Doublings::new(&curve, point);
        for (i, a) in scalars.iter().enumerate() {
            let multiple = of_point.mul(a);
            let x: Point<C> = point_with_z(point, &lambdas[i % lambdas.len()]);
            let pairs: Vec<_> = multiples.iter().map(|other| [&multiple, other]).collect();
            for (b, expected) in scalars.iter().zip(curve.add_pairs(&pairs)) {
                cases.push((from_int(a), x, from_int(b), expected));
            }
        }
    }
    // Some of these sums must vanish.
    let vanishing = cases
        .iter()
        .filter(|(a, .., expected)| expected.is_none() && !a.is_zero_vartime());
    assert!(vanishing.count() > scalars.len());
    on_every_backend(name, || {
        for (a, point, b, expected) in &cases {
            let sum = Point::vartime_double_scalar_mul_basepoint(a, point, b);
            check(&curve, &sum, expected, (a, point, b));
        }
    });
}

/// Each test computes once what it compares on every backend.
fn once(name: &str, test: impl FnOnce(&str)) {
    test(name);
}

crate::common::generic_tests! { super::once, curves:
    add_subtract double_negate mul_base mul double_base
}
