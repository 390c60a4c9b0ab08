//! The associated constants of the fields and the generators of the curves, recomputed.

use helioselene_simd::group::Group;
use helioselene_simd::group::ff::{Field, PrimeField, PrimeFieldBits};
use helioselene_simd::{Curve, Field25519, FieldElement, HelioseleneField, Point, Prime};
use num_bigint::BigUint;

use crate::common::oracle::{Integers, Weierstrass};
use crate::common::{coordinates, to_int};

/// The strings, character by character: with 0x for one field and without for the other.
#[test]
fn modulus_strings() {
    assert_eq!(
        Field25519::MODULUS,
        "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed"
    );
    assert_eq!(
        HelioseleneField::MODULUS,
        "0x7ffffffffffffffffffffffffffffffff735481d1969f317f9850b68df11df53"
    );
    #[cfg(feature = "cycle2025")]
    assert_eq!(
        helioselene_simd::cycle2025::HelioseleneField::MODULUS,
        "0x7fffffffffffffffffffffffffffffffbf7f782cb7656b586eb6d2727927c79f"
    );
}

/// From these the other constants are derived.
#[test]
fn generators() {
    assert_eq!(Field25519::MULTIPLICATIVE_GENERATOR, Field25519::from(2u8));
    type Q = HelioseleneField;
    assert_eq!(Q::MULTIPLICATIVE_GENERATOR, Q::from(2u8));
    #[cfg(feature = "cycle2025")]
    {
        type Q = helioselene_simd::cycle2025::HelioseleneField;
        assert_eq!(Q::MULTIPLICATIVE_GENERATOR, Q::from(5u8));
    }
}

/// Every constant by its definition in ff's documentation.
fn definitions<P: Prime>() {
    type F<P> = FieldElement<P>;
    let field = Integers::of::<P>();
    let m = &field.modulus;
    let one = BigUint::from(1u8);

    let digits = F::<P>::MODULUS.trim_start_matches("0x").as_bytes();
    assert_eq!(BigUint::parse_bytes(digits, 16).as_ref(), Some(m));
    assert_eq!(u64::from(F::<P>::NUM_BITS), m.bits());
    assert_eq!(u64::from(F::<P>::CAPACITY), m.bits() - 1);
    let bits = F::<P>::char_le_bits();
    assert!((0..256).all(|i| bits[i as usize] == m.bit(i)));

    assert_eq!(to_int(&F::<P>::ZERO), BigUint::ZERO);
    assert_eq!(to_int(&F::<P>::ONE), one);
    assert_eq!(to_int(&F::<P>::TWO_INV), field.inverse(&BigUint::from(2u8)));

    let s = (m - 1u8).trailing_zeros().expect("not zero");
    assert_eq!(u64::from(F::<P>::S), s);
    let generator = to_int(&F::<P>::MULTIPLICATIVE_GENERATOR);
    assert!(!field.is_square(&generator));
    let root = field.pow(&generator, &((m - 1u8) >> s));
    assert_eq!(to_int(&F::<P>::ROOT_OF_UNITY), root);
    assert_eq!(to_int(&F::<P>::ROOT_OF_UNITY_INV), field.inverse(&root));
    assert_eq!(to_int(&F::<P>::DELTA), field.pow(&generator, &(&one << s)));
}

fn curve_generator<C: Curve>() {
    let [x, y, z] = coordinates(&Point::<C>::generator()).map(|coordinate| to_int(&coordinate));
    assert_eq!(Some((x, y)), Weierstrass::of::<C>().generator);
    assert_eq!(z, BigUint::from(1u8));
}

crate::common::generic_tests! { fields: definitions }
crate::common::generic_tests! { curves: curve_generator }
