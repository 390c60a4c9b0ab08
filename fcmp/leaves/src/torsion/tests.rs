use super::super::clearing::without_torsion;
use super::*;
use alloc::vec::Vec;
use helioselene_simd::group::ff::{Field, PrimeField as _};
use helioselene_simd::unstable::FieldVector as _;
use helioselene_simd::unstable::ed25519::{Homogeneous, x_of};
use helioselene_suite::Counted;

type V = Counted<P25519, 1>;

/// The constants satisfy their definitions.
#[test]
fn constants() {
    let [two, four] = [2u64, 4].map(Field25519::from);
    assert_eq!(T.square(), A + two);
    assert_eq!(I.square(), -Field25519::ONE);
    assert_eq!(KAPPA.square(), -I * (A.square() - four));
    assert!(bool::from((A.square() - four).sqrt().is_none()));
}

/// A point has no torsion if and only if it equals its part of prime order.
#[test]
fn own_part_of_prime_order() {
    let element = |x: V| x.store_lanes()[0];
    let affine = |point: Homogeneous<V>| {
        let inverse = element(point.z).invert().unwrap();
        [point.x, point.y].map(|c| element(c) * inverse)
    };
    let is_free = |point: [Field25519; 2]| torsion_free([point.map(|c| V::splat(&c)); 2]) == [1; 2];
    let (mut with, mut without) = (0, 0);
    for y in (2..200u64).map(Field25519::from) {
        let [(x, is_point), _] = x_of([V::splat(&y); 2]);
        if is_point == 0 {
            continue;
        }
        let point = [element(x), y];
        let part = affine(without_torsion(Homogeneous::from_xy(x, V::splat(&y))));
        assert!(is_free(part));
        assert_eq!(is_free(point), point == part);
        let count = if point == part {
            &mut without
        } else {
            &mut with
        };
        *count += 1;
    }
    assert!(without > 5 && with > 50, "{without} {with}");
    let identity = [Field25519::ZERO, Field25519::ONE];
    assert!(!is_free(identity) && !is_free(identity.map(|c| -c)));
}

/// Encodings of small y give the same in one lane, in four and in eight: some have no point, some torsion.
#[test]
fn of_encodings() {
    let encodings: Vec<[u8; 32]> = (0..60u64).map(|y| Field25519::from(y).to_repr()).collect();
    let mut results = [[true; 60]; 3];
    let [one, four, eight] = results.each_mut().map(|free| AreTorsionFree {
        encodings: &encodings,
        free,
    });
    one.run::<V>();
    four.run::<Counted<P25519, 4>>();
    eight.run::<Counted<P25519, 8>>();
    let [free, four, eight] = results;
    assert_eq!([four, eight], [free; 2]);
    for (encoding, free) in encodings.iter().zip(free) {
        let y = V::splat(&Field25519::from_repr(*encoding).unwrap());
        let [(x, is_point), _] = x_of([y; 2]);
        assert_eq!(free, is_point == 1 && torsion_free([[x, y]; 2]) == [1; 2]);
    }
    let count = free.iter().filter(|free| **free).count();
    assert!((2..30).contains(&count), "{count}");
}
