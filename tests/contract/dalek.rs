//! Field25519 beside the field of `dalek-ff-group` 0.5, which it replaces.

use crypto_bigint::U256;
use dalek_ff_group::FieldElement as Dalek;
use ff::{Field, FromUniformBytes, PrimeField, PrimeFieldBits};
use helioselene_simd::Field25519;
use rand_core::RngCore;
use subtle::{Choice, ConstantTimeEq, CtOption};

use crate::common::oracle::{Integers, le_bytes};
use crate::common::{on_every_backend, rng, scaled};

/// Checks that both are the same residue.
#[track_caller]
fn same(ours: Field25519, theirs: Dalek) {
    assert_eq!(ours.to_repr(), theirs.to_repr());
}

#[track_caller]
fn same_option(ours: CtOption<Field25519>, theirs: CtOption<Dalek>) {
    assert_eq!(
        Option::from(ours).map(|x: Field25519| x.to_repr()),
        Option::from(theirs).map(|x: Dalek| x.to_repr())
    );
}

#[track_caller]
fn same_with_flag(ours: (Choice, Field25519), theirs: (Choice, Dalek)) {
    assert_eq!(bool::from(ours.0), bool::from(theirs.0));
    same(ours.1, theirs.1);
}

fn both(bytes: [u8; 32]) -> (Field25519, Dalek) {
    (
        Field25519::from_repr(bytes).expect("a canonical residue"),
        Dalek::from_repr(bytes).expect("a canonical residue"),
    )
}

/// Edges and random residues.
fn elements(seed: u64, random: usize) -> Vec<(Field25519, Dalek)> {
    let field = Integers::of::<<helioselene_simd::Helios as helioselene_simd::Curve>::Base>();
    let mut rng = rng(seed);
    let mut residues: Vec<_> = field.residues().into_iter().collect();
    let step = residues.len() / scaled(residues.len());
    residues = residues.into_iter().step_by(step).collect();
    residues.extend((0..scaled(random)).map(|_| field.random(&mut rng)));
    residues.iter().map(|x| both(le_bytes(x))).collect()
}

#[test]
fn constants() {
    assert_eq!(Field25519::MODULUS, Dalek::MODULUS);
    assert_eq!(Field25519::NUM_BITS, Dalek::NUM_BITS);
    assert_eq!(Field25519::CAPACITY, Dalek::CAPACITY);
    assert_eq!(Field25519::S, Dalek::S);
    same(Field25519::ZERO, Dalek::ZERO);
    same(Field25519::ONE, Dalek::ONE);
    same(Field25519::TWO_INV, Dalek::TWO_INV);
    same(
        Field25519::MULTIPLICATIVE_GENERATOR,
        Dalek::MULTIPLICATIVE_GENERATOR,
    );
    same(Field25519::ROOT_OF_UNITY, Dalek::ROOT_OF_UNITY);
    same(Field25519::ROOT_OF_UNITY_INV, Dalek::ROOT_OF_UNITY_INV);
    same(Field25519::DELTA, Dalek::DELTA);
    same(Field25519::default(), Dalek::default());
    assert_eq!(Field25519::char_le_bits(), Dalek::char_le_bits());
    assert_eq!(size_of::<Field25519>(), size_of::<Dalek>());
}

#[test]
fn unary() {
    on_every_backend("dalek::unary", || {
        for (x, y) in elements(1, 200) {
            same(-x, -y);
            same(x.double(), y.double());
            same(x.square(), y.square());
            same(x.cube(), y.cube());
            same_option(x.invert(), y.invert());
            same_option(x.sqrt(), y.sqrt());
            same_option(x.square().sqrt(), y.square().sqrt());
            same_with_flag(x.sqrt_alt(), y.sqrt_alt());
            assert_eq!(bool::from(x.is_odd()), bool::from(y.is_odd()));
            assert_eq!(bool::from(x.is_zero()), bool::from(y.is_zero()));
            assert_eq!(x.to_le_bits(), y.to_le_bits());
        }
    });
}

#[test]
fn binary() {
    on_every_backend("dalek::binary", || {
        let elements = elements(2, 200);
        // Neighbouring and distant pairs; zero is the first.
        let zero = elements[0];
        assert_eq!(zero.0, Field25519::ZERO);
        let pairs = elements.iter().zip(elements.iter().cycle().skip(1));
        let far = elements.iter().zip(elements.iter().rev());
        let with_zero = elements.iter().map(|x| (x, &zero));
        let zero_with = elements.iter().map(|x| (&zero, x));
        for (a, b) in pairs.chain(far).chain(with_zero).chain(zero_with) {
            let ((a, their_a), (b, their_b)) = (*a, *b);
            same(a + b, their_a + their_b);
            same(a - b, their_a - their_b);
            same(a * b, their_a * their_b);
            same(a.pow(b), their_a.pow(their_b));
            same_with_flag(
                Field25519::sqrt_ratio(&a, &b),
                Dalek::sqrt_ratio(&their_a, &their_b),
            );
            same_with_flag(
                Field25519::sqrt_ratio_i(a, b),
                Dalek::sqrt_ratio_i(their_a, their_b),
            );
            assert_eq!(bool::from(a.ct_eq(&b)), bool::from(their_a.ct_eq(&their_b)));
        }
        let (ours, theirs): (Vec<_>, Vec<_>) = elements[1..].iter().copied().unzip();
        same(ours.iter().sum(), theirs.iter().sum());
        same(ours.iter().product(), theirs.iter().product());
    });
}

#[test]
fn loading() {
    on_every_backend("dalek::loading", || {
        let mut rng = rng(3);
        let field = Integers::of::<<helioselene_simd::Helios as helioselene_simd::Curve>::Base>();
        for x in field.edges() {
            let bytes = le_bytes(&x);
            let integer = U256::from_le_slice(&bytes);
            same(Field25519::from_u256(&integer), Dalek::from_u256(&integer));
            same_option(Field25519::from_repr(bytes), Dalek::from_repr(bytes));
        }
        for _ in 0..scaled(200) {
            let mut bytes = [0; 64];
            rng.fill_bytes(&mut bytes);
            same(Field25519::wide_reduce(bytes), Dalek::wide_reduce(bytes));
            same(
                Field25519::from_uniform_bytes(&bytes),
                Dalek::from_uniform_bytes(&bytes),
            );
            let half = bytes[..32].try_into().expect("32 bytes");
            same_option(Field25519::from_repr(half), Dalek::from_repr(half));
            let integer = U256::from_le_slice(&half);
            same(Field25519::from_u256(&integer), Dalek::from_u256(&integer));
            let integer = u128::from_le_bytes(bytes[..16].try_into().expect("16 bytes"));
            same((integer as u8).into(), (integer as u8).into());
            same((integer as u16).into(), (integer as u16).into());
            same((integer as u32).into(), (integer as u32).into());
            same((integer as u64).into(), (integer as u64).into());
            same(integer.into(), integer.into());
            same(Field25519::from_u128(integer), Dalek::from_u128(integer));
        }
        same(
            Field25519::wide_reduce([0xff; 64]),
            Dalek::wide_reduce([0xff; 64]),
        );
    });
}

/// The same seed gives the same elements, and draws the same number of bytes.
#[test]
fn random() {
    let (mut ours, mut theirs) = (rng(4), rng(4));
    for _ in 0..50 {
        same(Field25519::random(&mut ours), Dalek::random(&mut theirs));
        assert_eq!(ours.next_u32(), theirs.next_u32());
    }
}
