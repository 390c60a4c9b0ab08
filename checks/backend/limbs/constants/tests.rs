use num_bigint::BigUint;

use super::*;
use crate::checks::instruments::integer;

fn value(limbs: &[u64], radix: u32) -> BigUint {
    let limbs = limbs.iter().rev();
    limbs.fold(BigUint::ZERO, |sum, limb| (sum << radix) + limb)
}

fn check<P: Prime>() {
    let prime = integer(&P::MODULUS);
    let one = BigUint::from(1u8);
    assert_eq!(value(&P::GAMMA_51, RADIX), (&one << 255u32) - &prime);
    assert_eq!(
        value(&P::INVERSE_51, RADIX) * &prime % (&one << 153u32),
        one
    );
    assert_eq!(value(&P::BIAS, RADIX) % &prime, BigUint::ZERO);
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
