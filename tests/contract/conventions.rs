//! Conventions: results where definitions leave a choice.

use helioselene_simd::group::Group;
use helioselene_simd::group::ff::{Field, PrimeField};
use helioselene_simd::{Curve, Field25519, FieldElement, Point, Prime};
use num_bigint::BigUint;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
use zeroize::Zeroize;

use crate::common::oracle::Weierstrass;
use crate::common::{coordinates, on_every_backend, point_with_z, rng};

/// RFC 9496, section 4.2: roots of 1/v, i/v and 0, and the flag.
#[test]
fn sqrt_ratio_i() {
    on_every_backend("sqrt_ratio_i", || {
        let (zero, one) = (Field25519::ZERO, Field25519::ONE);
        let i = Field25519::ROOT_OF_UNITY;
        let of = |u, v| {
            let (is_square, root) = Field25519::sqrt_ratio_i(u, v);
            (bool::from(is_square), root)
        };
        assert_eq!(of(zero, zero), (true, zero));
        assert_eq!(of(zero, one), (true, zero));
        assert_eq!(of(one, zero), (false, zero));
        // √(1/4) is 1/2 or −1/2 = (p − 1)/2, which is even.
        assert_eq!(of(one, Field25519::from(4u8)), (true, -Field25519::TWO_INV));
        // 2 is not a square: the root is of i·2.
        let (is_square, root) = of(Field25519::from(2u8), one);
        assert!(!is_square && bool::from(root.is_even()));
        assert_eq!(root.square(), i.double());
    });
}

fn zero_elements<P: Prime>() {
    assert_eq!(FieldElement::<P>::default(), FieldElement::ZERO);
    let mut x = -FieldElement::<P>::ONE;
    x.zeroize();
    assert_eq!(x.to_repr(), [0; 32]);
    let mut several = [FieldElement::<P>::ONE; 3];
    several.zeroize();
    assert_eq!(several, [FieldElement::ZERO; 3]);
}

fn debug_of_elements<P: Prime>() {
    let x = FieldElement::<P>::from(0x0123_4567_89ab_cdef_u64);
    assert_eq!(
        format!("{x:?}"),
        format!("0x{:064x}", 0x0123_4567_89ab_cdef_u64)
    );
    let digits = FieldElement::<P>::MODULUS.trim_start_matches("0x");
    let minus_one = BigUint::parse_bytes(digits.as_bytes(), 16).expect("hexadecimal") - 1u8;
    assert_eq!(
        format!("{:?}", -FieldElement::<P>::ONE),
        format!("{minus_one:#x}")
    );
}

/// Equality and selection, also where only one limb differs.
fn constant_time_elements<P: Prime>() {
    let x = -FieldElement::<P>::from(5u8);
    for k in 0..254 {
        let y = x - FieldElement::from(2u8).pow(FieldElement::from(k as u64));
        assert!(bool::from(y.ct_eq(&y)));
        assert!(!bool::from(x.ct_eq(&y)) && x != y, "2^{k}");
        for (choice, chosen) in [(0, x), (1, y)] {
            let selected = FieldElement::conditional_select(&x, &y, Choice::from(choice));
            assert_eq!(selected.to_repr(), chosen.to_repr());
        }
    }
}

/// (0 : 1 : 0), by its coordinates.
fn is_true_identity<C: Curve>(point: &Point<C>) -> bool {
    coordinates(point) == [0u8, 1, 0].map(FieldElement::from)
}

fn identities<C: Curve>() {
    assert!(is_true_identity(&Point::<C>::identity()));
    assert!(bool::from(Point::<C>::identity().is_identity()));
    let mut point = Point::<C>::generator();
    assert!(!bool::from(point.is_identity()));
    point.zeroize();
    assert!(is_true_identity(&point));
    assert!(is_true_identity(&-point));
    assert!(is_true_identity(
        &(Point::<C>::generator() - Point::<C>::generator())
    ));
    assert!(is_true_identity(&[].iter().sum::<Point<C>>()));
}

fn debug_of_points<C: Curve>(name: &str) {
    let point = Point::<C>::random(rng(2));
    let [x, y, z] = coordinates(&point);
    assert_eq!(
        format!("{point:?}"),
        format!("{name} {{ x: {x:?}, y: {y:?}, z: {z:?} }}")
    );
}

#[test]
fn points_print_their_names() {
    debug_of_points::<helioselene_simd::Helios>("HeliosPoint");
    debug_of_points::<helioselene_simd::Selene>("SelenePoint");
}

/// Equality compares points; selection selects coordinates.
fn constant_time_points<C: Curve>() {
    let curve = Weierstrass::of::<C>();
    let mut rng = rng(3);
    let [p, q] = curve.same_y(&mut rng);
    let one = BigUint::from(1u8);
    let lambdas = [
        one,
        curve.field.random(&mut rng),
        curve.field.random(&mut rng),
    ];
    for a in [&None, &p, &curve.neg(&p), &q] {
        for b in [&None, &p, &curve.neg(&p), &q] {
            for (k, l) in [(0, 0), (0, 1), (1, 0), (1, 2)] {
                let x: Point<C> = point_with_z(a, &lambdas[k]);
                let y: Point<C> = point_with_z(b, &lambdas[l]);
                assert_eq!(bool::from(x.ct_eq(&y)), a == b, "{x:?} {y:?}");
                assert_eq!(x == y, a == b, "{x:?} {y:?}");
                for (choice, chosen) in [(0, x), (1, y)] {
                    let selected = Point::conditional_select(&x, &y, Choice::from(choice));
                    assert_eq!(coordinates(&selected), coordinates(&chosen));
                }
            }
        }
    }
}

crate::common::generic_tests! { fields:
    zero_elements debug_of_elements constant_time_elements
}
crate::common::generic_tests! { curves: identities constant_time_points }
