//! Checks that hold for any operands of a prime field: the library's results equal the oracle's.

use std::fmt::Debug;

use helioselene_simd::group::ff::{Field, FromUniformBytes, PrimeField, PrimeFieldBits};
use helioselene_simd::{FieldElement, Prime};
use num_bigint::BigUint;

use super::oracle::{Integers, le_bytes};
use super::{from_int, to_int};

pub fn one() -> BigUint {
    BigUint::from(1u8)
}

/// Checks that an element is the oracle's residue.
#[track_caller]
pub fn check<P: Prime>(actual: FieldElement<P>, expected: &BigUint, operands: impl Debug) {
    assert_eq!(
        BigUint::from_bytes_le(&actual.to_repr()),
        *expected,
        "{operands:x?}"
    );
}

/// Loading a 256-bit integer: `from_u256` accepts any, `from_repr` only those below the modulus.
pub fn check_load<P: Prime>(field: &Integers, x: &BigUint) {
    let bytes: [u8; 32] = le_bytes(x);
    let u256 = crypto_bigint::U256::from_le_slice(&bytes);
    check::<P>(FieldElement::from_u256(&u256), &field.reduce(x), x);

    let decoded: Option<FieldElement<P>> = FieldElement::from_repr(bytes).into();
    assert_eq!(decoded.is_some(), *x < field.modulus, "{x:#x}");
    if let Some(decoded) = decoded {
        assert_eq!(decoded.to_repr(), bytes);
        assert_eq!(bool::from(decoded.is_odd()), x.bit(0), "{x:#x}");
        assert_eq!(bool::from(decoded.is_zero()), *x == BigUint::ZERO, "{x:#x}");
        let bits = decoded.to_le_bits();
        assert!((0..256).all(|i| bits[i as usize] == x.bit(i)), "{x:#x}");
    }
}

/// Loading the low bits of an integer from the primitive types.
pub fn check_primitives<P: Prime>(x: u128) {
    check::<P>((x as u8).into(), &(x as u8).into(), x);
    check::<P>((x as u16).into(), &(x as u16).into(), x);
    check::<P>((x as u32).into(), &(x as u32).into(), x);
    check::<P>((x as u64).into(), &(x as u64).into(), x);
    check::<P>(x.into(), &x.into(), x);
    check::<P>(FieldElement::from_u128(x), &x.into(), x);
}

/// Reducing a 512-bit integer.
pub fn check_wide<P: Prime>(field: &Integers, x: &BigUint) {
    let bytes = le_bytes(x);
    let expected = field.reduce(x);
    check::<P>(FieldElement::wide_reduce(bytes), &expected, x);
    check::<P>(FieldElement::from_uniform_bytes(&bytes), &expected, x);
}

/// Operations on one residue, without inversion.
pub fn check_unary<P: Prime>(field: &Integers, a: &BigUint) {
    let x = from_int::<P>(a);
    check(-x, &field.neg(a), a);
    check(-&x, &field.neg(a), a);
    check(x.double(), &field.add(a, a), a);
    check(x.square(), &field.square(a), a);
    check(x.cube(), &field.mul(&field.square(a), a), a);
}

/// Sum, difference and product of two residues.
pub fn check_pair<P: Prime>(field: &Integers, a: &BigUint, b: &BigUint) {
    let (x, y) = (from_int::<P>(a), from_int::<P>(b));
    check(x + y, &field.add(a, b), (a, b));
    check(x - y, &field.sub(a, b), (a, b));
    check(x * y, &field.mul(a, b), (a, b));
    assert_eq!(x == y, a == b);
}

/// Sum and product of a list.
pub fn check_list<P: Prime>(field: &Integers, residues: &[BigUint]) {
    let n = residues.len();
    let elements: Vec<_> = residues.iter().map(from_int::<P>).collect();
    let sum = field.reduce(&residues.iter().sum());
    check(elements.iter().sum(), &sum, n);
    check(elements.iter().copied().sum(), &sum, n);
    let product = residues
        .iter()
        .fold(one(), |product, x| field.mul(&product, x));
    check(elements.iter().product(), &product, n);
    check(elements.iter().copied().product(), &product, n);
}

/// Checks that `inverse` is 1/a: only one residue x has a·x = 1.
#[track_caller]
pub fn check_is_inverse<P: Prime>(field: &Integers, a: &BigUint, inverse: &FieldElement<P>) {
    let inverse = to_int(inverse);
    assert!(inverse < field.modulus, "{a:#x}");
    assert_eq!(field.mul(a, &inverse), one(), "{a:#x}");
}

/// The inverse of a residue; zero has none.
pub fn check_inverse<P: Prime>(field: &Integers, a: &BigUint) {
    let inverse: Option<FieldElement<P>> = from_int::<P>(a).invert().into();
    if *a == BigUint::ZERO {
        assert_eq!(inverse, None);
    } else {
        check_is_inverse(field, a, &inverse.expect("an inverse"));
    }
}

/// The inverses of a list, in each way; zeros stay zero.
#[cfg(feature = "alloc")]
pub fn check_inverses<P: Prime>(field: &Integers, residues: &[BigUint]) {
    let elements: Vec<_> = residues.iter().map(from_int::<P>).collect();
    let mut inverses = elements.clone();
    FieldElement::batch_invert(&mut inverses);
    let mut public = elements.clone();
    FieldElement::vartime_batch_invert(&mut public);
    assert_eq!(public, inverses);
    let one_by_one = elements.iter().map(FieldElement::vartime_invert);
    assert!(one_by_one.eq(inverses.iter().copied()));
    for (a, inverse) in residues.iter().zip(&inverses) {
        if *a == BigUint::ZERO {
            check(*inverse, a, a);
        } else {
            check_is_inverse(field, a, inverse);
        }
    }
}

/// A power; ff's trait method takes the exponent as 64-bit limbs.
pub fn check_power<P: Prime>(field: &Integers, base: &BigUint, exponent: &BigUint) {
    let expected = field.pow(base, exponent);
    let power = from_int::<P>(base).pow(from_int(exponent));
    check(power, &expected, (base, exponent));
    let limbs: Vec<_> = exponent.to_u64_digits();
    let power = Field::pow(&from_int::<P>(base), &limbs);
    check(power, &expected, (base, exponent));
}

/// The square root that the documentation promises, of the two. Returns whether there is one.
pub fn check_root<P: Prime>(field: &Integers, a: &BigUint) -> bool {
    let root: Option<FieldElement<P>> = from_int::<P>(a).sqrt().into();
    assert_eq!(root.as_ref().map(to_int), field.sqrt(a), "{a:#x}");
    root.is_some()
}

/// ff's contract of `sqrt_ratio`; the root must be even.
pub fn check_root_ratio<P: Prime>(field: &Integers, u: &BigUint, v: &BigUint) {
    let (is_square, root) = FieldElement::<P>::sqrt_ratio(&from_int::<P>(u), &from_int::<P>(v));
    let (is_square, root) = (bool::from(is_square), to_int(&root));
    if *u == BigUint::ZERO || *v == BigUint::ZERO {
        assert_eq!(root, BigUint::ZERO);
        assert_eq!(is_square, *u == BigUint::ZERO, "{u:#x} / {v:#x}");
        return;
    }
    // u/v is a square if and only if uv is.
    assert_eq!(
        is_square,
        field.is_square(&field.mul(u, v)),
        "{u:#x} / {v:#x}"
    );
    let target = if is_square {
        u.clone()
    } else {
        field.mul(u, &root_of_unity(field))
    };
    assert_eq!(
        field.mul(v, &field.square(&root)),
        target,
        "{u:#x} / {v:#x}"
    );
    assert!(root < field.modulus && !root.bit(0), "{u:#x} / {v:#x}");
}

/// `PrimeField::ROOT_OF_UNITY`: −1 is not a square modulo a prime ≡ 3 (mod 4). Modulo p, 2 is not a
/// square, so neither is √−1 = 2^((p−1)/4).
pub fn root_of_unity(field: &Integers) -> BigUint {
    if &field.modulus % 4u8 == BigUint::from(3u8) {
        field.neg(&one())
    } else {
        field.pow(&BigUint::from(2u8), &(&field.modulus / 4u8))
    }
}
