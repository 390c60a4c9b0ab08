//! Proofs of the kernels, for all tight operands.

use std::vec::Vec;

use num_bigint::BigInt;

use crate::backend::doubles::field::{carry, sum_of_products};
use crate::backend::doubles::multiply::{multiply, square};
use crate::backend::doubles::{Doubles, TIGHT};
use crate::field::Prime;
use crate::primes;
use crate::testing::integer;
use crate::testing::lanes::formal::Tracked;

type Limbs = [Tracked; 5];
type Term = (Tracked, Option<Tracked>, BigInt);

fn tight() -> Limbs {
    core::array::from_fn(|_| Tracked::input(-(TIGHT as i64), TIGHT as i64))
}

fn weight(limbs: usize) -> BigInt {
    BigInt::from(1) << (51 * limbs)
}

/// The terms of a product.
fn terms(a: &Limbs, b: &Limbs) -> [Term; 25] {
    core::array::from_fn(|k| (a[k / 5], Some(b[k % 5]), weight(k / 5 + k % 5)))
}

/// That the limbs are tight, and that their value is the sum of these products modulo `P`.
fn check<P: Prime>(what: &str, limbs: &Limbs, products: &[(&Limbs, &Limbs)]) {
    let terms: Vec<_> = products.iter().flat_map(|(a, b)| terms(a, b)).collect();
    check_terms::<P>(what, limbs, &terms);
}

fn check_terms<P: Prime>(what: &str, limbs: &Limbs, terms: &[Term]) {
    for limb in limbs {
        let bits = limb.bits();
        assert!(limb.is_within(TIGHT), "{what}: a limb of {bits} bits");
    }
    assert_congruent::<P>(what, limbs, terms);
}

fn assert_congruent<P: Prime>(what: &str, limbs: &Limbs, terms: &[Term]) {
    let prime = integer(&P::MODULUS);
    let sum: Vec<_> = (0..5).map(|i| (limbs[i], weight(i))).collect();
    assert!(Tracked::congruent(&sum, terms, &prime), "{what} is inexact");
}

fn prove<P: Prime>() {
    let [a, b, c, d] = core::array::from_fn(|_| tight());
    check::<P>("a product", &multiply::<_, P>(&a, &b), &[(&a, &b)]);
    check::<P>("a square", &square::<_, P>(&a), &[(&a, &a)]);
    let sum = sum_of_products::<_, P>([&a, &b], [&c, &d]);
    check::<P>("a sum of products", &sum, &[(&a, &b), (&c, &d)]);

    for factor in [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16] {
        let multiple = a.map(|limb| limb.mul(Tracked::splat(factor.into())));
        let terms: Vec<_> = (0..5).map(|i| (a[i], None, weight(i) * factor)).collect();
        check_terms::<P>("a carry", &carry::<_, P>(&multiple), &terms);
    }
}

#[test]
fn every_kernel_is_exact() {
    prove::<primes::P25519>();
    prove::<primes::Q>();
    prove::<primes::Q2025>();
}

/// Operands twice as large round somewhere, and the proof has to say so.
#[test]
#[should_panic = "is inexact"]
fn large_operands_are_noticed() {
    let twice = TIGHT as i64 * 2;
    let [a, b] = core::array::from_fn(|_| core::array::from_fn(|_| Tracked::input(-twice, twice)));
    let product = multiply::<_, primes::Q>(&a, &b);
    assert_congruent::<primes::Q>("a product", &product, &terms(&a, &b));
}
