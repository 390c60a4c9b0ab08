use num_bigint::BigUint;

use super::*;
use crate::word;

fn value(limbs: &[u64]) -> BigUint {
    limbs
        .iter()
        .rev()
        .fold(BigUint::ZERO, |sum, limb| (sum << LIMB_BITS) + limb)
}

fn check<P: Prime>() {
    let prime = BigUint::from_bytes_le(&word::to_le_bytes(&P::MODULUS));
    let one = BigUint::from(1u8);
    assert_eq!(value(&P::GAMMA_51), (&one << 255u32) - &prime);
    assert_eq!(value(&P::INVERSE_51) * &prime % (&one << 153u32), one);
    assert_eq!(value(&P::BIAS) % &prime, BigUint::ZERO);
    let bias = P::BIAS_52.iter().rev();
    let bias = bias.fold(BigUint::ZERO, |sum, limb| (sum << 52) + limb);
    assert_eq!(bias % &prime, BigUint::ZERO);
    let domain = BigUint::from_bytes_le(&word::to_le_bytes(P::HELD_DOMAIN_51.as_limbs()));
    assert_eq!(
        domain,
        if P::GAMMA_IS_SMALL {
            one
        } else {
            one << 153u32
        }
    );
}

#[test]
fn constants() {
    check::<crate::primes::P25519>();
    check::<crate::primes::Q>();
    check::<crate::primes::Q2025>();
}
