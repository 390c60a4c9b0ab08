//! The encoding of points, on which consensus depends.

use helioselene_simd::group::ff::Field;
use helioselene_simd::group::{Group, GroupEncoding};
use helioselene_simd::{Curve, FieldElement, Point};
use num_bigint::BigUint;
use rand_core::RngCore;

use crate::common::oracle::{Weierstrass, le_bytes, power_of_two};
use crate::common::{coordinates, from_int, rng, to_int};

/// An encoding decoded both ways.
fn decode<C: Curve>(bytes: [u8; 32]) -> Option<Point<C>> {
    let checked = Option::<Point<C>>::from(Point::from_bytes(&bytes));
    let unchecked = Option::<Point<C>>::from(Point::from_bytes_unchecked(&bytes));
    assert_eq!(
        checked.map(|p| coordinates(&p)),
        unchecked.map(|p| coordinates(&p))
    );
    checked
}

fn with_sign(x: &BigUint, sign: u8) -> [u8; 32] {
    let mut bytes: [u8; 32] = le_bytes(x);
    assert!(bytes[31] < 0x80);
    bytes[31] |= sign << 7;
    bytes
}

/// 32 zero bytes are the identity in every operation.
fn identity<C: Curve>() {
    let identity = decode::<C>([0; 32]).expect("the identity");
    assert_eq!(coordinates(&identity), [0u8, 1, 0].map(FieldElement::from));
    assert!(bool::from(identity.is_identity()));
    assert_eq!(identity, Point::identity());
    assert_eq!(identity.to_bytes(), [0; 32]);

    let mut rng = rng(1);
    let p = Point::<C>::random(&mut rng);
    let k = FieldElement::<C::Scalar>::random(&mut rng);
    assert_ne!(identity, p);
    assert_eq!(identity + p, p);
    assert_eq!(p + identity, p);
    assert_eq!(p - identity, p);
    assert_eq!(identity - p, -p);
    assert_eq!(
        [p, identity, p, identity].iter().sum::<Point<C>>(),
        p.double()
    );
    let same = p;
    for also in [
        -identity,
        identity.double(),
        identity + identity,
        identity - Point::identity(),
        identity * k,
        p * FieldElement::ZERO,
        p - same,
        Point::mul_base(&FieldElement::ZERO),
    ] {
        assert_eq!(also.to_bytes(), [0; 32]);
        assert_eq!(also, identity);
    }
    let sum = Point::vartime_double_scalar_mul_basepoint(&k, &identity, &FieldElement::ONE);
    assert_eq!(sum, Point::generator());
}

/// Each x on the curve decodes with both signs; any other x with neither.
fn points<C: Curve>() {
    let curve = Weierstrass::of::<C>();
    let mut rng = rng(2);
    let mut on_curve = 0;
    for i in 0..100u8 {
        let x = if i < 50 {
            BigUint::from(i) + 1u8
        } else {
            curve.field.random(&mut rng)
        };
        for sign in [0, 1] {
            let bytes = with_sign(&x, sign);
            let decoded = decode::<C>(bytes);
            if !curve.field.is_square(&curve.right_side(&x)) {
                assert_eq!(decoded, None, "{x:#x}");
                continue;
            }
            on_curve += 1;
            let decoded = decoded.expect("a point");
            let [decoded_x, y, z] = coordinates(&decoded).map(|c| to_int(&c));
            assert_eq!((&decoded_x, &z), (&x, &BigUint::from(1u8)));
            assert_eq!(y.bit(0), sign == 1, "{x:#x}");
            assert!(curve.contains(&Some((decoded_x, y))), "{x:#x}");
            assert_eq!(decoded.to_bytes(), bytes);
            assert!(!bool::from(decoded.is_identity()));
        }
    }
    assert!(0 < on_curve && on_curve < 200);
}

/// 0 with a sign, and every x that is not below the modulus, even if its residue is on the curve.
fn rejected<C: Curve>() {
    let curve = Weierstrass::of::<C>();
    let m = &curve.field.modulus;
    assert_eq!(decode::<C>(with_sign(&BigUint::ZERO, 1)), None);

    // All of them, or the first and last hundred.
    let gamma = power_of_two(255) - m;
    let mut excesses: Vec<BigUint> = (0u8..100).map(BigUint::from).collect();
    excesses.extend(
        (1u8..100)
            .filter(|d| BigUint::from(*d) <= gamma)
            .map(|d| &gamma - d),
    );
    let mut rng = rng(3);
    excesses.extend((0..20).map(|_| BigUint::from(rng.next_u64())));
    excesses.retain(|x| *x < gamma);
    let mut residues_on_curve = 0;
    for excess in &excesses {
        for sign in [0, 1] {
            assert_eq!(
                decode::<C>(with_sign(&(m + excess), sign)),
                None,
                "{excess}"
            );
        }
        residues_on_curve += u32::from(decode::<C>(with_sign(excess, 0)).is_some());
    }
    assert!(residues_on_curve > 5);
}

/// `from_xy` accepts only points.
fn from_xy<C: Curve>() {
    let curve = Weierstrass::of::<C>();
    let mut rng = rng(4);
    let from = |x: &BigUint, y: &BigUint| {
        Option::<Point<C>>::from(Point::from_xy(from_int(x), from_int(y)))
    };
    let zero = BigUint::ZERO;
    // Other libraries write the identity like this.
    for (x, y) in [(0u8, 0u8), (0, 1), (1, 0)] {
        assert_eq!(from(&x.into(), &y.into()), None);
    }
    for _ in 0..50 {
        let Some((x, y)) = curve.random_point(&mut rng) else {
            continue;
        };
        let point = from(&x, &y).expect("a point");
        assert_eq!(
            coordinates(&point).map(|c| to_int(&c)),
            [x.clone(), y.clone(), 1u8.into()]
        );
        let negative = from(&x, &curve.field.neg(&y)).expect("a point");
        assert_eq!(negative, -point);
        let next = |x: &BigUint| curve.field.add(x, &BigUint::from(1u8));
        for (x, y) in [
            (&x, &next(&y)),
            (&next(&x), &y),
            (&y, &x),
            (&zero, &y),
            (&x, &zero),
        ] {
            let affine = Some((x.clone(), y.clone()));
            assert_eq!(
                from(x, y).is_some(),
                curve.contains(&affine),
                "{x:#x} {y:#x}"
            );
        }
    }
}

crate::common::generic_tests! { curves: identity points rejected from_xy }
