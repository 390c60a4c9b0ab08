use num_bigint::BigUint;
use std::vec::Vec;

use super::*;
use crate::testing::{modulo_each_prime, neighbours};

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
    let twice = word::add(&P::MODULUS, &P::MODULUS).0;
    let multiples = [P::MODULUS, twice, P::TWO_GAMMA, P::GAMMA];
    edges.extend(multiples.iter().flat_map(neighbours));
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
            let sum = Portable::sum_of_products::<P>(a, b, b, b);
            check::<P>(&sum, xy + integer(b).pow(2));
            // Any 512-bit integer, and the carry above it.
            let mut t = [0; 2 * LIMBS];
            t[..LIMBS].copy_from_slice(a);
            t[LIMBS..].copy_from_slice(b);
            for top in [0, 1] {
                let expected = integer(&t) + (BigUint::from(top) << 512);
                check::<P>(&reduce::<P>(&t, top), expected);
            }
        }
    }
}

modulo_each_prime!(agrees_with_integers);
