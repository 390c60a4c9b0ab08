//! Proofs that the kernels compute what they say, for all operands, on [symbolic](Symbolic) lanes.

use num_bigint::{BigInt, BigUint};

use crate::backend::lanes::Lanes;
use crate::backend::limbs::constants::Constants;
use crate::backend::limbs::{LIMBS, Loose, RADIX, TIGHT, Tight, into_words, normal, splat_all};
use crate::backend::{FieldVector, HeldConstant, Sum};
use crate::field::{FieldElement, Prime};
use crate::instruments::lanes::symbolic::{Symbolic, bounds, every_fault_fails, vanishes};
use crate::instruments::poly::{Poly, weighted};
use crate::primes::{P25519, Q, Q2025};
use crate::word;

type Operand<P> = Tight<Symbolic, P>;

/// Any tight element.
fn any<P: Prime>() -> Operand<P> {
    Tight::new(core::array::from_fn(|_| Symbolic::input(TIGHT)))
}

/// The number that limbs of so many bits make.
fn number(limbs: &[Symbolic], bits: u32) -> Poly {
    let powers = (0..).map(|i| bits * i);
    weighted(limbs.iter().map(|limb| limb.poly()).zip(powers))
}

fn integer(limbs: &word::Limbs) -> BigUint {
    BigUint::from_bytes_le(&word::to_le_bytes(limbs))
}

fn value<P: Prime>(x: &Operand<P>) -> Poly {
    number(&x.0, RADIX)
}

/// Asserts that the limbs make a number ≡ x/DOMAIN.
fn assert_reduced<P: Prime>(limbs: &[Symbolic; LIMBS], x: &Poly) {
    let power = if P::GAMMA_IS_SMALL { 0 } else { 3 * RADIX };
    let over_domain = number(limbs, RADIX).shl(power).minus(x);
    assert!(
        vanishes(&over_domain, &integer(&P::MODULUS), power),
        "the product is wrong"
    );
}

/// Asserts that the limbs make a number ≡ x.
fn assert_congruent<P: Prime>(limbs: &[Symbolic; LIMBS], x: &Poly) {
    let difference = number(limbs, RADIX).minus(x);
    assert!(
        vanishes(&difference, &integer(&P::MODULUS), 0),
        "the sum is wrong"
    );
}

/// With how many operations of a product by a constant nobody needs.
fn products<P: Prime>(not_needed: usize) {
    every_fault_fails(0, || {
        let [a, b] = [any::<P>(), any()];
        assert_reduced::<P>(&a.mul(&b).0, &value(&a).times(&value(&b)));
    });
    every_fault_fails(0, || {
        let [a, b] = [any::<P>(), any()];
        assert_reduced::<P>(&a.mul_carried(&b).0, &value(&a).times(&value(&b)));
    });
    every_fault_fails(0, || {
        let a = any::<P>();
        assert_reduced::<P>(&a.square().0, &value(&a).times(&value(&a)));
    });
    every_fault_fails(0, || {
        let a = any::<P>();
        assert_reduced::<P>(&a.square_carried().0, &value(&a).times(&value(&a)));
    });
    let sum_of_products = |[a, b, c, d]: [&Operand<P>; 4]| {
        let [ab, cd] = [[a, b], [c, d]].map(|[x, y]| value(x).times(&value(y)));
        ab.plus(&cd)
    };
    every_fault_fails(0, || {
        let [a, b, c, d] = [any::<P>(), any(), any(), any()];
        let sum = Tight::sum_of_products(&a, &b, &c, &d);
        assert_reduced::<P>(&sum.0, &sum_of_products([&a, &b, &c, &d]));
    });
    every_fault_fails(0, || {
        let [a, b, c, d] = [any::<P>(), any(), any(), any()];
        let sum = Tight::sum_of_products_carried(&a, &b, &c, &d);
        assert_reduced::<P>(&sum.0, &sum_of_products([&a, &b, &c, &d]));
    });
    // Columns 0 and 1 carry nothing that the rounding would miss, see `notes/assurance.md`.
    every_fault_fails(not_needed, || {
        let a = any::<P>();
        let factor = integer(<Constant as HeldConstant<P>>::HELD.as_limbs());
        let product = value(&a).times(&BigInt::from(factor).into());
        assert_reduced::<P>(&a.mul_by::<Constant>().0, &product);
    });
}

/// Some constant that has all its limbs.
struct Constant;

impl<P: Prime> HeldConstant<P> for Constant {
    const HELD: FieldElement<P> = FieldElement::from_canonical(P::ROOT_OF_UNITY);
}

#[test]
fn products_are_right() {
    products::<P25519>(0);
    products::<Q>(4);
    products::<Q2025>(3);
}

fn sums<P: Prime>() {
    every_fault_fails(0, || {
        let [a, b] = [any::<P>(), any()];
        assert_congruent::<P>(&(a + b).carry().0, &value(&a).plus(&value(&b)));
        assert_congruent::<P>(&(a - b).carry().0, &value(&a).minus(&value(&b)));
        let negative = Loose::from(a).neg().carry();
        assert_congruent::<P>(&negative.0, &Poly::default().minus(&value(&a)));
    });
    fn multiple<P: Prime, const K: u32>() {
        every_fault_fails(0, || {
            let a = any::<P>();
            let multiple = Loose::from(a).times::<K>().carry();
            assert_congruent::<P>(&multiple.0, &value(&a).times(&K.into()));
        });
    }
    multiple::<P, 2>();
    multiple::<P, 3>();
    multiple::<P, 4>();
    multiple::<P, 8>();
    multiple::<P, 12>();
}

#[test]
fn sums_are_right() {
    sums::<P25519>();
    sums::<Q>();
    sums::<Q2025>();
}

/// Words of canonical elements to limbs and back.
#[test]
fn conversions_are_right() {
    every_fault_fails(0, || {
        let words = [64, 64, 64, 63].map(|bits| Symbolic::input(u64::MAX >> (64 - bits)));
        let limbs = Operand::<Q>::from_words(words).0;
        assert_eq!(number(&limbs, RADIX), number(&words, 64));
    });
    every_fault_fails(0, || {
        let limbs: [_; LIMBS] = core::array::from_fn(|_| Symbolic::input(1 << RADIX));
        assert_eq!(number(&into_words(limbs), 64), number(&limbs, RADIX));
    });
}

/// The greatest value of five limbs of 51 bits.
fn greatest() -> BigInt {
    (BigInt::from(1) << 255) - 1
}

/// The canonical residue: x less the prime where x + γ carries out of 255 bits, and there x itself where it
/// does not.
fn freeze<P: Prime>() {
    let [prime, gamma] = [&P::MODULUS, &P::GAMMA].map(|limbs| BigInt::from(integer(limbs)));
    let limbs = any::<P>();
    let x = value(&limbs);
    let residue = limbs.freeze();
    for limb in residue {
        assert!(limb.greatest() < 1 << RADIX, "not a limb of a residue");
    }
    let residue = number(&residue, RADIX);
    assert!(bounds(&x)[1] < &prime * 2);

    // x + γ = low + 2^255·carry
    let gamma_limbs = splat_all(P::GAMMA_51);
    let (low, carry) = normal(core::array::from_fn(|i| limbs.0[i].add(gamma_limbs[i])));
    let (low, carry) = (number(&low, RADIX), carry.poly());
    let x_plus_gamma = x.plus(&gamma.clone().into());
    assert_eq!(low.plus(&carry.shl(255)), x_plus_gamma);
    assert_eq!(bounds(&low), [BigInt::from(0), greatest()]);
    assert_eq!(bounds(&carry), [BigInt::from(0), BigInt::from(1)]);
    let (symbols, _) = carry.0.first_key_value().expect("a symbol");
    let in_case = |x: &Poly, carry: u8| x.with(symbols[0], &carry.into());

    // A carry: x less the prime, which is below the prime, as x is below twice the prime.
    assert_eq!(in_case(&residue, 1), x.minus(&prime.clone().into()));

    // No carry: x is at most 2^255 − 1 − γ, which is below the prime. The residue differs from it by a multiple
    // of 2^255, and both are below 2^255.
    assert_eq!(in_case(&low, 0), x_plus_gamma);
    assert_eq!(greatest() - gamma, &prime - 1);
    let residue = in_case(&residue, 0);
    assert_eq!(bounds(&residue), [BigInt::from(0), greatest()]);
    let difference = residue.minus(&x);
    assert!(difference.is_multiple_of(&(BigUint::from(1_u8) << 255)));
}

#[test]
fn residues_are_canonical() {
    every_fault_fails(1, freeze::<P25519>);
    every_fault_fails(1, freeze::<Q>);
    every_fault_fails(1, freeze::<Q2025>);
}
