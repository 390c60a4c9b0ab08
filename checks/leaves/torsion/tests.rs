use super::super::clearing::without_torsion;
use super::*;
use crate::arithmetic::portable::Portable;
use crate::backend::serial::Serial;
use crate::ed25519::edwards::{Homogeneous, x_of};
use ff::Field;

type V = Serial<Portable, P25519>;

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
