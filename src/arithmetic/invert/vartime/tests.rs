use num_bigint::BigUint;
use rand_core::{RngCore, SeedableRng};

use super::super::tests::special_values;
use super::*;
use crate::arithmetic::portable::Portable;
use crate::arithmetic::{invert, sums, with_kernel};
use crate::primes::{P25519, Q, Q2025};
use crate::testing::{integer, limbs};

/// Whether there was an inverse; if so, it must be right.
fn check<P: Modulus, K: Kernel>(x: &Limbs) -> bool {
    let got = super::invert::<P, K>(x);
    if let Some(got) = got {
        assert_eq!(got, invert::invert::<P>(x), "{x:x?}");
    }
    got.is_some()
}

fn check_all<P: Modulus, K: Kernel>() {
    let m = integer(&P::MODULUS);
    assert!(!check::<P, K>(&[0; LIMBS]));
    for x in special_values(&m) {
        let x = x % &m;
        check::<P, K>(&limbs(&x));
        check::<P, K>(&limbs(&((&m - &x) % &m)));
    }
    for x in 1..1000_u32 {
        let x = limbs(&BigUint::from(x));
        assert!(check::<P, K>(&x), "{x:x?}");
        assert!(check::<P, K>(&invert::invert::<P>(&x)), "1/{x:x?}");
    }
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(7);
    for _ in 0..1000 {
        let mut words = [(); 4].map(|()| rng.next_u64());
        words[3] >>= 1;
        let x = sums::freeze_once::<P>(&word::from_words(words));
        assert!(check::<P, K>(&x), "{x:x?}");
    }
}

#[test]
fn gives_the_inverse_or_none() {
    fn of<P: Modulus>() {
        check_all::<P, Portable>();
        with_kernel!(K => check_all::<P, K>());
    }
    of::<P25519>();
    of::<Q>();
    of::<Q2025>();
}

/// m − x has the same upper bits as m, and the bits that the words see suggest that its lower ones are larger.
#[test]
fn wrong_decisions_are_noticed() {
    let (mut x, mut none) = (Q::MODULUS, 0);
    for _ in 0..50 {
        x = word::sub(&x, &word::from_words([0x1_0000_0000 - 2, 0, 0, 0])).0;
        none += u32::from(!check::<Q, Portable>(&x));
    }
    assert!(none > 0);
}

#[test]
fn kernels_halve_alike() {
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(8);
    let special = [0, 1, 2, 3, u64::MAX, 1 << 31, 1 << 30, 1 << 32, 1 << 63];
    for i in 0..20_000 {
        let a = special.get(i).copied().unwrap_or_else(|| rng.next_u64());
        let b = rng.next_u64() | 1;
        // Also numbers with the same upper or lower bits, and short ones.
        for (a, b) in [(a, b), (a % 999, b), (b ^ a << 40, b), (a, a | 1), (b, b)] {
            let ([row_a, row_b], left) = Portable::halve(a, b);
            with_kernel!(K => assert_eq!(K::halve(a, b), ([row_a, row_b], left), "{a:x} {b:x}"));
            for [u, v] in [row_a, row_b] {
                assert!(u + v <= 1 << HALVINGS);
                let value = u.wrapping_mul(a).wrapping_sub(v.wrapping_mul(b));
                assert_eq!(value % (1 << HALVINGS), 0, "{a:x} {b:x}");
            }
        }
    }
}
