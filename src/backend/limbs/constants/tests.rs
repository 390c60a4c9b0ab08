use num_bigint::BigUint;

use super::*;
use crate::backend::limbs::{Radix, Radix51, Radix52};
use crate::testing::integer;

fn value(limbs: &[u64], bits: u32) -> BigUint {
    let limbs = limbs.iter().rev();
    limbs.fold(BigUint::ZERO, |sum, limb| (sum << bits) + limb)
}

/// Checks the bias and returns DOMAIN.
fn radix<P: Prime, R: Radix<P>>() -> BigUint {
    assert_eq!(
        value(&R::BIAS, R::BITS) % integer(&P::MODULUS),
        BigUint::ZERO
    );
    integer(R::HELD_DOMAIN.as_limbs())
}

fn check<P: Prime>() {
    let prime = integer(&P::MODULUS);
    let one = BigUint::from(1u8);
    assert_eq!(value(&P::GAMMA_51, LIMB_BITS), (&one << 255u32) - &prime);
    assert_eq!(
        value(&P::INVERSE_51, LIMB_BITS) * &prime % (&one << 153u32),
        one
    );
    assert_eq!(
        radix::<P, Radix51>(),
        &one << if P::GAMMA_IS_SMALL { 0 } else { 153u32 }
    );
    assert_eq!(radix::<P, Radix52>(), one);
}

#[test]
fn constants() {
    check::<crate::primes::P25519>();
    check::<crate::primes::Q>();
    check::<crate::primes::Q2025>();
}
