//! The bound of tight limbs; the suite of every backend in `kernels`, proofs for all operands in `proofs`.

mod kernels;
mod proofs;

use num_bigint::BigUint;

use super::*;
use crate::word;

/// What [`Tight::freeze`] starts from.
#[test]
fn tight_is_below_twice_the_prime() {
    fn check<P: Prime>() {
        let prime = BigUint::from_bytes_le(&word::to_le_bytes(&P::MODULUS));
        let greatest = (0..LIMBS).map(|i| BigUint::from(TIGHT - 1) << (i * RADIX as usize));
        assert!(greatest.sum::<BigUint>() < prime * 2u8);
    }
    check::<crate::primes::P25519>();
    check::<crate::primes::Q>();
    check::<crate::primes::Q2025>();
}
