use num_bigint::BigUint;
use std::vec::Vec;

use super::*;
use crate::primes::{P25519, Q};

fn integer(limbs: &[Word]) -> BigUint {
    limbs
        .iter()
        .rev()
        .fold(BigUint::ZERO, |sum, limb| (sum << BITS) + *limb)
}

/// Integers whose limbs are 0, 1, all ones and one less, in every combination of the lowest, the
/// middle and the highest; and neighbours of multiples of the prime. Random operands never reach
/// these.
fn edges<P: Modulus>() -> Vec<Limbs> {
    let limbs = [0, 1, Word::MAX - 1, Word::MAX];
    let mut edges = Vec::new();
    for low in limbs {
        for middle in limbs {
            for high in limbs {
                let mut x = [middle; LIMBS];
                (x[0], x[LIMBS - 1]) = (low, high);
                edges.push(x);
            }
        }
    }
    let one = word::from_le_bytes(&core::array::from_fn(|i| u8::from(i == 0)));
    let twice = word::add(&P::MODULUS, &P::MODULUS).0;
    for multiple in [P::MODULUS, twice, P::TWO_GAMMA, P::GAMMA] {
        edges.extend([
            word::sub(&multiple, &one).0,
            multiple,
            word::add(&multiple, &one).0,
        ]);
    }
    edges
}

#[track_caller]
fn check<P: Modulus>(result: &Limbs, expected: BigUint) {
    let prime = integer(&P::MODULUS);
    assert!(integer(result) < &prime * 2u8, "weakly reduced");
    assert_eq!(integer(result) % &prime, expected % prime);
}

fn agrees_with_integers<P: Modulus>() {
    let edges = edges::<P>();
    for a in &edges {
        let x = integer(a);
        check::<P>(&Portable::square::<P>(a), &x * &x);
        check::<P>(&Portable::times::<P>(a, 16), &x * 16u8);
        assert_eq!(integer(&freeze::<P>(a)), &x % integer(&P::MODULUS));
        for b in &edges {
            let xy = &x * integer(b);
            check::<P>(&Portable::mul::<P>(a, b), xy.clone());
            check::<P>(
                &Portable::sum_of_products::<P>(a, b, b, b),
                xy + integer(b).pow(2),
            );
            // Any 512-bit integer, and the carry above it.
            let mut t = [0; 2 * LIMBS];
            t[..LIMBS].copy_from_slice(a);
            t[LIMBS..].copy_from_slice(b);
            for top in [0, 1] {
                check::<P>(
                    &reduce::<P>(&t, top),
                    integer(&t) + (BigUint::from(top) << 512),
                );
            }
        }
    }
}

#[test]
fn agrees_with_integers_modulo_p() {
    agrees_with_integers::<P25519>();
}

#[test]
fn agrees_with_integers_modulo_q() {
    agrees_with_integers::<Q>();
}

#[test]
fn agrees_with_integers_modulo_q_of_2025() {
    agrees_with_integers::<crate::primes::Q2025>();
}
