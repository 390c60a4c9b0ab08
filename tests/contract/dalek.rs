//! Where `dalek-ff-group` 0.5 had a choice, Field25519, which replaces its field, decides alike: constants, which of two roots,
//! what is drawn. `tests/bignum` checks the arithmetic.

use dalek_ff_group::FieldElement as Dalek;
use ff::{Field, PrimeField, PrimeFieldBits};
use helioselene_simd::Field25519;
use rand_core::RngCore;
use subtle::{Choice, CtOption};

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

/// Roots and inverses of edges and random residues, and of ratios of neighbouring and distant ones.
#[test]
fn roots() {
    let field = Integers::of::<<helioselene_simd::Helios as helioselene_simd::Curve>::Base>();
    let mut rng = rng(1);
    let mut residues: Vec<_> = field.residues().into_iter().collect();
    let step = residues.len() / scaled(residues.len());
    residues = residues.into_iter().step_by(step).collect();
    residues.extend((0..scaled(200)).map(|_| field.random(&mut rng)));
    let both = |x| (element(x), element(x));
    let elements: Vec<(Field25519, Dalek)> = residues.iter().map(both).collect();
    let zero = elements[0];
    assert_eq!(zero.0, Field25519::ZERO);
    on_every_backend("dalek::roots", || {
        for (x, y) in &elements {
            same_option(x.invert(), y.invert());
            same_option(x.sqrt(), y.sqrt());
            same_option(x.square().sqrt(), y.square().sqrt());
            same_with_flag(x.sqrt_alt(), y.sqrt_alt());
        }
        let pairs = elements.iter().zip(elements.iter().cycle().skip(1));
        let far = elements.iter().zip(elements.iter().rev());
        let with_zero = elements.iter().map(|x| (x, &zero));
        let zero_with = elements.iter().map(|x| (&zero, x));
        for ((a, their_a), (b, their_b)) in pairs.chain(far).chain(with_zero).chain(zero_with) {
            same_with_flag(
                Field25519::sqrt_ratio(a, b),
                Dalek::sqrt_ratio(their_a, their_b),
            );
            let theirs = Dalek::sqrt_ratio_i(*their_a, *their_b);
            same_with_flag(Field25519::sqrt_ratio_i(*a, *b), theirs);
            same(a.pow(*b), their_a.pow(*their_b));
        }
    });
}

fn element<F: PrimeField<Repr = [u8; 32]>>(x: &num_bigint::BigUint) -> F {
    F::from_repr(le_bytes(x)).expect("a canonical residue")
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
