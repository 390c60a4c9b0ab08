//! The bounds of tight limbs. `kernels` has the suite of every backend, `proofs` the proofs for all operands.

mod kernels;
mod proofs;

use num_bigint::BigUint;

use super::*;
use crate::testing::integer;

/// The input of [`Tight::freeze`]: in radix 2^52 the first fold leaves less than eight times γ.
#[test]
fn tight_is_below_twice_the_prime() {
    fn greatest<P: Prime, R: Radix<P>>() -> BigUint {
        let greatest = (0..).zip(R::TIGHT);
        let greatest = greatest.map(|(i, bound)| BigUint::from(bound - 1) << (i * R::BITS));
        greatest.sum()
    }
    fn check<P: Prime>() {
        let [prime, gamma] = [&P::MODULUS, &P::GAMMA].map(integer);
        let twice = prime * 2u8;
        assert!(greatest::<P, Radix51>() < twice);
        let folded = greatest::<P, Radix52>() >> 255;
        assert!(folded < BigUint::from(8u8));
        assert!((BigUint::from(1u8) << 255) + folded * gamma < twice);
    }
    check::<crate::primes::P25519>();
    check::<crate::primes::Q>();
    check::<crate::primes::Q2025>();
}
