//! Encodings of points against the oracle's square roots.

use helioselene_simd::group::{Group, GroupEncoding};
use helioselene_simd::{Curve, Point};
use num_bigint::BigUint;

use super::input::Input;
use super::on_a_curve;
use crate::common::oracle::{Affine, Weierstrass, le_bytes};
use crate::common::{check_point, each_backend, from_int, point_with_z, to_int};

/// Encodings in a batch, around the lengths of vectors.
const MOST: usize = 19;

/// Bytes that may encode a point, singly and in batches; points and pairs of coordinates.
pub fn encodings(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    on_a_curve!(input.below(6), of(&mut input));
}

/// The point that 32 bytes encode, if any.
fn decoded(curve: &Weierstrass, encoding: &[u8; 32]) -> Option<Affine> {
    if *encoding == [0; 32] {
        return Some(None);
    }
    let mut x_bytes = *encoding;
    x_bytes[31] &= 0x7f;
    let x = BigUint::from_bytes_le(&x_bytes);
    if x >= curve.field.modulus {
        return None;
    }
    let (_, y) = curve.lift_x(&x)??;
    [curve.field.neg(&y), y]
        .into_iter()
        .map(|y| Some((x.clone(), y)))
        .find(|point| curve.encode(point) == *encoding)
}

fn of<C: Curve>(input: &mut Input<'_>) {
    let curve = Weierstrass::of::<C>();
    let m = &curve.field.modulus;
    let mut integers: Vec<BigUint> = Vec::new();
    let encodings: Vec<[u8; 32]> = (0..input.below(MOST + 1))
        .map(|_| {
            let x = input.integer(m, &integers);
            integers.push(x.clone());
            let mut bytes = le_bytes(&x);
            bytes[31] ^= input.byte() << 7;
            bytes
        })
        .collect();
    let lambda = input.residue(&(m - 1u8), &integers) + 1u8;
    let expected: Vec<Option<Affine>> = encodings.iter().map(|e| decoded(&curve, e)).collect();
    let affine: Vec<Affine> = expected.iter().flatten().cloned().collect();
    let points: Vec<Point<C>> = affine.iter().map(|a| point_with_z(a, &lambda)).collect();
    let accepted: Vec<[u8; 32]> = affine.iter().map(|point| curve.encode(point)).collect();

    each_backend(|backend| {
        let many = Point::<C>::batch_from_bytes(&encodings);
        let public = Point::<C>::vartime_batch_from_bytes(&encodings);
        assert_eq!(
            (many.len(), public.len()),
            (encodings.len(), encodings.len())
        );
        for (i, (encoding, expected)) in encodings.iter().zip(&expected).enumerate() {
            let ways = [
                Point::<C>::from_bytes(encoding).into(),
                Point::<C>::from_bytes_unchecked(encoding).into(),
                many[i].into(),
                public[i],
            ];
            for (way, decoded) in ways.into_iter().enumerate() {
                let what = format!("{backend}, encoding {i}, way {way}: {encoding:02x?}");
                assert_eq!(decoded.is_some(), expected.is_some(), "{what}");
                if let (Some(point), Some(affine)) = (decoded, expected) {
                    check_point(&curve, &point, affine, what);
                }
            }
        }
        assert_eq!(Point::batch_to_bytes(&points), accepted, "{backend}");
        let mut normal = vec![Point::<C>::generator(); points.len()];
        Point::batch_normalize_into(&points, &mut normal);
        for (point, affine) in points.iter().chain(&normal).zip(affine.iter().cycle()) {
            check_point(&curve, point, affine, backend);
        }
        for (xy, affine) in Point::batch_to_xy(&points).iter().zip(&affine) {
            let xy: Option<[_; 2]> = xy.into_option();
            assert_eq!(
                xy.map(|[x, y]| (to_int(&x), to_int(&y))),
                *affine,
                "{backend}"
            );
        }
    });

    // Coordinates are accepted if and only if they satisfy the equation.
    for (x, y) in integers.iter().zip(integers.iter().skip(1)) {
        let pair = (curve.field.reduce(x), curve.field.reduce(y));
        let point = Point::<C>::from_xy(from_int(&pair.0), from_int(&pair.1));
        let expected = curve.contains(&Some(pair));
        assert_eq!(bool::from(point.is_some()), expected, "{x:#x}, {y:#x}");
    }
    for (x, y) in affine.iter().flatten() {
        let point = Point::<C>::from_xy(from_int(x), from_int(y)).expect("on the curve");
        check_point(&curve, &point, &Some((x.clone(), y.clone())), "from_xy");
    }
}
