//! Roots in Field25519 beside those of `dalek-ff-group` 0.5, whose field it replaces. All other operations are exact:
//! `bignum` has them.

use dalek_ff_group::FieldElement as Dalek;
use ff::{Field, PrimeField};
use helioselene_simd::Field25519;
use subtle::{Choice, CtOption};

use crate::common::oracle::{Integers, le_bytes};
use crate::common::{on_every_backend, rng, scaled};

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
    assert_eq!(ours.1.to_repr(), theirs.1.to_repr());
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
fn unary() {
    on_every_backend("dalek::unary", || {
        for (x, y) in elements(1, 200) {
            same_option(x.sqrt(), y.sqrt());
            same_option(x.square().sqrt(), y.square().sqrt());
            same_with_flag(x.sqrt_alt(), y.sqrt_alt());
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
        for ((a, x), (b, y)) in pairs.chain(far).chain(with_zero).chain(zero_with) {
            same_with_flag(Field25519::sqrt_ratio(a, b), Dalek::sqrt_ratio(x, y));
            same_with_flag(
                Field25519::sqrt_ratio_i(*a, *b),
                Dalek::sqrt_ratio_i(*x, *y),
            );
        }
    });
}
