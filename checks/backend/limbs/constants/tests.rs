use num_bigint::BigUint;

use super::*;
use crate::checks::instruments::integer;

fn value(limbs: &[u64], bits: u32) -> BigUint {
    let limbs = limbs.iter().rev();
    limbs.fold(BigUint::ZERO, |sum, limb| (sum << bits) + limb)
}

fn check<P: Prime>() {
    let prime = integer(&P::MODULUS);
    let one = BigUint::from(1u8);
    assert_eq!(value(&P::GAMMA_51, LIMB_BITS), (&one << 255u32) - &prime);
    assert_eq!(
        value(&P::INVERSE_51, LIMB_BITS) * &prime % (&one << 153u32),
        one
    );
    assert_eq!(value(&P::BIAS, LIMB_BITS) % &prime, BigUint::ZERO);
    assert_eq!(value(&P::BIAS_52, 52) % &prime, BigUint::ZERO);
    let domain = integer(P::HELD_DOMAIN_51.as_limbs());
    assert_eq!(domain, one << if P::GAMMA_IS_SMALL { 0 } else { 153u32 });
}

#[test]
fn constants() {
    check::<crate::primes::P25519>();
    check::<crate::primes::Q>();
    check::<crate::primes::Q2025>();
}
