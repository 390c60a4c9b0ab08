//! Batch operations give the same results as the single operation on each element or point.

#![cfg(feature = "alloc")]

mod common;

use common::oracle::{Affine, Weierstrass, le_bytes};
use common::{alone, coordinates, panic_message, point_with_z, rng, scaled, to_int};
use helioselene_simd::group::ff::Field;
use helioselene_simd::group::{Group, GroupEncoding};
use helioselene_simd::{
    Backend, Curve, FieldElement, Helios, NodeUpdate, Point, Selene, VartimePrecomputation,
};
use num_bigint::BigUint;
use rand_core::RngCore;
use subtle::Choice;

/// Lengths: zero, one, a few, and around multiples of the numbers of lanes.
const LENGTHS: [usize; 12] = [0, 1, 2, 3, 4, 5, 7, 8, 9, 16, 31, 67];

/// Where the special cases go: nowhere, at either end, at every other place, everywhere.
const PLACES: [fn(usize, usize) -> bool; 5] = [
    |_, _| false,
    |i, _| i == 0,
    |i, n| i + 1 == n,
    |i, _| i % 2 == 0,
    |_, _| true,
];

/// Random points without Z = 1, with the identity in some places; and the same points for the oracle.
fn points<C: Curve>(
    curve: &Weierstrass,
    n: usize,
    is_identity: fn(usize, usize) -> bool,
    seed: u64,
) -> (Vec<Point<C>>, Vec<Affine>) {
    let mut rng = rng(seed);
    (0..n)
        .map(|i| {
            let affine = if is_identity(i, n) {
                None
            } else {
                curve.random_point(&mut rng)
            };
            (point_with_z(&affine, &curve.field.random(&mut rng)), affine)
        })
        .unzip()
}

/// Lists of all lengths with identities in all places.
fn lists<C: Curve>(curve: &Weierstrass) -> Vec<(Vec<Point<C>>, Vec<Affine>)> {
    let mut lists = Vec::new();
    for n in LENGTHS {
        for is_identity in PLACES {
            lists.push(points(curve, n, is_identity, lists.len() as u64));
        }
    }
    lists
}

/// Checks that a point equals the oracle's, with Z = 1, or is (0 : 1 : 0).
#[track_caller]
fn check_normalized<C: Curve>(point: &Point<C>, affine: &Affine) {
    let expected = match affine {
        Some((x, y)) => [x.clone(), y.clone(), BigUint::from(1u8)],
        None => [0u8, 1, 0].map(BigUint::from),
    };
    assert_eq!(coordinates(point).map(|c| to_int(&c)), expected);
}

fn normalize<C: Curve>() {
    let curve = Weierstrass::of::<C>();
    for (points, affine) in lists::<C>(&curve) {
        // The output slice's previous contents must not matter.
        let mut normalized = vec![Point::generator(); points.len()];
        Point::batch_normalize_into(&points, &mut normalized);
        for (point, affine) in normalized.iter().zip(&affine) {
            check_normalized(point, affine);
        }
    }
}

fn to_bytes<C: Curve>() {
    let curve = Weierstrass::of::<C>();
    for (points, affine) in lists::<C>(&curve) {
        let expected: Vec<_> = affine.iter().map(|affine| curve.encode(affine)).collect();
        assert_eq!(Point::batch_to_bytes(&points), expected);
    }
}

fn to_x<C: Curve>() {
    let curve = Weierstrass::of::<C>();
    for (points, affine) in lists::<C>(&curve) {
        let expected = affine.iter().map(|affine| match affine {
            Some((x, _)) => x.clone(),
            None => BigUint::ZERO,
        });
        let x = Point::batch_to_x(&points);
        assert!(x.iter().map(to_int).eq(expected));
    }
}

/// `from_projective` accepts (X : Y : Z) with the right meaning, and nothing off the curve.
fn projective<C: Curve>() {
    let curve = Weierstrass::of::<C>();
    let [zero, one] = [FieldElement::ZERO, FieldElement::ONE];
    let (points, _) = points::<C>(&curve, 9, |i, _| i == 4, 5);
    for point in points {
        let [x, y, z] = point.to_projective();
        assert_eq!([x, y, z], coordinates(&point));
        let same = Point::<C>::from_projective([x, y, z]).unwrap();
        assert_eq!(coordinates(&same), [x, y, z]);
        for [x, y, z] in [[x + one, y, z], [x, y + z + one, z], [x, y + one, z + one]] {
            let off_curve = z != zero || x != zero;
            assert_eq!(
                bool::from(Point::<C>::from_projective([x, y, z]).is_none()),
                off_curve
            );
        }
    }
    let seven = FieldElement::from(7u64);
    let identity = Point::<C>::from_projective([zero, seven, zero]).unwrap();
    assert_eq!(coordinates(&identity), [zero, one, zero]);
    assert!(bool::from(Point::<C>::from_projective([zero; 3]).is_none()));
}

/// Sizes of tables.
const TABLE_BYTES: [usize; 2] = [0, 1 << 16];

fn hash_nodes<C: Curve>() {
    for bytes in TABLE_BYTES {
        check_nodes::<C>(bytes, || ());
    }
}

#[test]
fn hash_nodes_by_tables_of_another_backend() {
    fn check<C: Curve>(maker: Backend) {
        for bytes in TABLE_BYTES {
            maker.select().unwrap();
            check_nodes::<C>(bytes, || Backend::Serial.select().unwrap());
        }
    }
    alone("hash_nodes_by_tables_of_another_backend", || {
        for maker in Backend::available() {
            check::<Helios>(maker);
            check::<Selene>(maker);
            #[cfg(feature = "cycle2025")]
            {
                check::<helioselene_simd::cycle2025::Helios>(maker);
                check::<helioselene_simd::cycle2025::Selene>(maker);
            }
        }
    });
}

/// Checks nodes that are new, grow, are trimmed, change in the middle, or stay the same. Tables are made on the
/// selected backend; then `select` may select another.
fn check_nodes<C: Curve>(bytes: usize, select: impl Fn()) {
    let mut rng = rng(9);
    let mut generators: Vec<_> = (0..9).map(|_| Point::<C>::random(&mut rng)).collect();
    generators[5] = Point::identity();
    let mut scalars = |n| -> Vec<FieldElement<C::Scalar>> {
        (0..n).map(|_| FieldElement::random(&mut rng)).collect()
    };
    let (old, new) = (scalars(9), scalars(9));
    let first = Point::generator();
    let node = |hash, offset, old, new| NodeUpdate::<C> {
        hash,
        offset,
        old,
        new,
    };
    let updates = [
        node(first, 0, &[], &new),
        node(Point::identity(), 0, &[], &new[..4]),
        node(first, 3, &old[..1], &new[..5]),
        node(first, 8, &old[..1], &new[..1]),
        node(first, 2, &old[..6], &new[..1]),
        node(first, 4, &old[..5], &[]),
        node(first, 0, &old, &old),
        node(first, 9, &[], &[]),
    ];
    let child = |of: &[FieldElement<_>], i: usize| of.get(i).copied().unwrap_or(FieldElement::ZERO);
    let expected = updates.each_ref().map(|node| {
        let terms = generators[node.offset..].iter().enumerate();
        terms.fold(node.hash, |sum, (i, g)| {
            sum + *g * (child(node.new, i) - child(node.old, i))
        })
    });
    let tables = VartimePrecomputation::with_memory(&generators, bytes);
    select();
    assert_eq!(tables.vartime_batch_hash_nodes(&[]), []);
    assert_eq!(tables.vartime_batch_hash_nodes(&updates), expected);
    for (update, hash) in updates.iter().zip(expected) {
        assert_eq!(tables.vartime_batch_hash_nodes(&[*update]), [hash]);
    }
}

#[test]
fn children_have_generators() {
    let tables = VartimePrecomputation::<Helios>::new([Point::generator(); 3]);
    let children = [FieldElement::ONE; 4];
    for (offset, old, new) in [(2, 1, 2), (0, 4, 1), (usize::MAX, 0, 1)] {
        let node = NodeUpdate {
            hash: Point::identity(),
            offset,
            old: &children[..old],
            new: &children[..new],
        };
        let refusal = panic_message(|| tables.vartime_batch_hash_nodes(&[node])).unwrap_err();
        let words = "at most as many children as there are static points";
        assert!(refusal.contains(words), "{refusal}");
    }
}

/// Encodings of points, with invalid ones in some places, decoded in each way.
fn from_bytes<C: Curve>() {
    let curve = Weierstrass::of::<C>();
    let mut signed_identity = [0; 32];
    signed_identity[31] = 0x80;
    let mut off_curve = BigUint::from(7u8);
    while curve.lift_x(&off_curve).is_some() {
        off_curve += 1u8;
    }
    let invalid = [[0xff; 32], signed_identity, le_bytes(&off_curve)];
    let lists = lists::<C>(&curve);
    for is_invalid in PLACES {
        for (_, affine) in &lists {
            let n = affine.len();
            let encodings: Vec<_> = (0..n)
                .map(|i| {
                    if is_invalid(i, n) {
                        invalid[i % invalid.len()]
                    } else {
                        curve.encode(&affine[i])
                    }
                })
                .collect();
            let decoded = Point::<C>::batch_from_bytes(&encodings).into_iter();
            let decoded: Vec<Option<Point<C>>> = decoded.map(Option::from).collect();
            assert_eq!(decoded.len(), n);
            for (i, decoded) in decoded.iter().enumerate() {
                assert_eq!(decoded.is_none(), is_invalid(i, n), "{i} of {n}");
                if let Some(point) = decoded {
                    check_normalized(point, &affine[i]);
                }
            }
            assert_eq!(Point::vartime_batch_from_bytes(&encodings), decoded);
            // What the places held before must not matter.
            let mut points = vec![Point::GENERATOR; n];
            let (mut choices, mut mask) = (vec![Choice::from(1); n], vec![true; n]);
            let places = decoded.iter().map(|p| p.unwrap_or(Point::IDENTITY));
            let valid = decoded.iter().map(Option::is_some);
            Point::batch_from_bytes_into(&encodings, &mut points, &mut choices);
            assert!(places.clone().eq(points.iter().copied()), "n = {n}");
            assert!(choices.into_iter().map(bool::from).eq(valid.clone()));
            points.fill(Point::GENERATOR);
            Point::vartime_batch_from_bytes_into(&encodings, &mut points, &mut mask);
            assert!(places.eq(points.iter().copied()), "n = {n}");
            assert!(valid.eq(mask.iter().copied()));
        }
    }
}

/// As many points as trees and blocks of proofs have, more than any batch takes at a time: each is treated as if it were alone.
fn many<C: Curve>() {
    let mut rng = rng(11);
    let n = scaled(2100);
    let mut kinds = vec![0; n];
    rng.fill_bytes(&mut kinds);
    let mut point = Point::<C>::random(&mut rng);
    let mut next = || {
        point = point.double() + Point::GENERATOR;
        point
    };
    let points: Vec<_> = (kinds.iter())
        .map(|kind| match kind % 4 {
            0 => Point::IDENTITY,
            _ => next(),
        })
        .collect();
    let encodings: Vec<_> = points.iter().map(Point::to_bytes).collect();
    assert!(Point::batch_to_bytes(&points) == encodings);
    let x = points
        .iter()
        .map(|point| point.to_xy().map(|[x, _]| x).unwrap_or(FieldElement::ZERO));
    assert!(Point::batch_to_x(&points).into_iter().eq(x));
    let mut normalized = vec![Point::generator(); n];
    Point::batch_normalize_into(&points, &mut normalized);
    assert!(normalized == points);
    let affine = normalized.iter().map(|point| point.to_projective()[2]);
    assert!(
        affine
            .zip(&points)
            .all(|(z, point)| (z == FieldElement::ONE) != bool::from(point.is_identity()))
    );

    let encoding = |(kind, encoding): (&u8, &[u8; 32])| match kind / 4 % 4 {
        0 => [0xff; 32],
        _ => *encoding,
    };
    let encodings: Vec<_> = kinds.iter().zip(&encodings).map(encoding).collect();
    let one_by_one = encodings
        .iter()
        .map(|bytes| Option::<Point<C>>::from(Point::from_bytes(bytes)));
    let one_by_one: Vec<_> = one_by_one.collect();
    let decoded = Point::batch_from_bytes(&encodings).into_iter();
    assert!(decoded.map(Option::from).eq(one_by_one.iter().copied()));
    assert!(Point::vartime_batch_from_bytes(&encodings) == one_by_one);

    // Nodes that grow, shrink and change, each with its own children.
    let generators: Vec<_> = points.iter().copied().take(7).collect();
    let tables = VartimePrecomputation::with_memory(&generators, 1 << 16);
    let mut children = || FieldElement::<C::Scalar>::random(&mut rng);
    let children: Vec<_> = (0..n).map(|_| [(); 6].map(|()| children())).collect();
    let node = |(i, kind): (usize, &u8)| {
        let (new, old) = children[i].split_at(usize::from(kind % 7));
        NodeUpdate {
            hash: points[i],
            offset: usize::from(kind % 2),
            old: &old[..usize::from(kind / 64).min(old.len())],
            new,
        }
    };
    let nodes: Vec<_> = kinds.iter().enumerate().map(node).collect();
    let one_by_one = nodes
        .iter()
        .map(|node| tables.vartime_batch_hash_nodes(&[*node])[0]);
    assert!(one_by_one.eq(tables.vartime_batch_hash_nodes(&nodes)));
}

common::generic_tests! { curves: normalize to_bytes to_x projective hash_nodes from_bytes many }
