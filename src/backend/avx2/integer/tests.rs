//! Proofs of the kernels, for all tight operands.

use std::vec::Vec;

use num_bigint::{BigInt, BigUint};

use super::super::lanes::symbolic::Tracked;
use super::super::lanes::{Kernel, Words};
use super::multiply::{Multiply, Square, SumOfProducts};
use super::{Radix, TIGHT, carry, normalize};
use crate::backend::serial::word;
use crate::params::{self, Prime};

type Limbs = [Tracked; 10];

fn limbs(bound: u64) -> Limbs {
    core::array::from_fn(|_| Tracked::input(0, bound as i64))
}

/// That the limbs' value is the sum of these products modulo `P`.
fn check<P: Prime>(what: &str, limbs: &Limbs, products: &[(&Limbs, Option<&Limbs>)]) {
    let Radix { offsets, .. } = Radix::of::<P>();
    let weight = |i: usize| BigInt::from(1) << offsets[i];
    let mut terms = Vec::new();
    for (a, b) in products {
        for i in 0..10 {
            match b {
                Some(b) => {
                    terms.extend((0..10).map(|j| (a[i], Some(b[j]), weight(i) * weight(j))));
                }
                None => terms.push((a[i], None, weight(i))),
            }
        }
    }
    let prime = BigUint::from_bytes_le(&word::to_le_bytes(&P::MODULUS));
    let sum: Vec<_> = (0..10).map(|i| (limbs[i], weight(i))).collect();
    assert!(Tracked::congruent(&sum, &terms, &prime), "{what} is wrong");
}

fn check_tight<P: Prime>(what: &str, limbs: &Limbs, products: &[(&Limbs, Option<&Limbs>)]) {
    for limb in limbs {
        assert!(
            limb.is_within(TIGHT as f64),
            "{what}: a limb of {} bits",
            limb.bits()
        );
    }
    check::<P>(what, limbs, products);
}

fn prove<P: Prime>() {
    let [a, b, c, d] = core::array::from_fn(|_| limbs(TIGHT));
    let product = Multiply::<P>::run(&a, &b, &a, &b);
    check_tight::<P>("a product", &product, &[(&a, Some(&b))]);
    let square = Square::<P>::run(&a, &a, &a, &a);
    check_tight::<P>("a square", &square, &[(&a, Some(&a))]);
    let sum = SumOfProducts::<P>::run(&a, &b, &c, &d);
    check_tight::<P>("a sum of products", &sum, &[(&a, Some(&b)), (&c, Some(&d))]);

    let radix = &Radix::of::<P>();
    let sum = limbs(super::field::MAX_UNITS as u64 * TIGHT);
    check_tight::<P>("a carry", &carry(&sum, radix), &[(&sum, None)]);

    let normal = normalize(&a, radix);
    check::<P>("a normal form", &normal, &[(&a, None)]);
    for (limb, ends) in normal.iter().zip(radix.offsets.windows(2)) {
        let bits = ends[1] - ends[0];
        assert!(limb.is_within(((1u64 << bits) - 1) as f64));
    }
    let bits = 255 - radix.offsets[9];
    assert!(
        normal[9].is_within((1u64 << bits) as f64),
        "not below 2^255 + 2^235"
    );

    // The bias is a multiple of the prime, and keeps every difference positive.
    let bias: Limbs = core::array::from_fn(|i| Words::splat(radix.bias[i]));
    check::<P>("the bias", &bias, &[]);
    for i in 0..10 {
        Words::sub(bias[i], a[i]);
    }
}

#[test]
fn no_kernel_overflows() {
    prove::<params::P25519>();
    prove::<params::Q>();
    #[cfg(feature = "cycle2025")]
    prove::<params::Q2025>();
}

#[test]
#[should_panic = "an operand of more than 32 bits"]
fn a_large_operand_is_noticed() {
    let [a, b] = [limbs(1 << 28), limbs(1 << 28)];
    Multiply::<params::P25519>::run(&a, &b, &a, &b);
}

#[test]
#[should_panic = "a negative word"]
fn a_missing_bias_is_noticed() {
    let [a, b] = [limbs(TIGHT), limbs(TIGHT)];
    Words::sub(a[0], b[0]);
}
