//! Hash to point: Monero's vectors, and Elligator 2 as its paper has it, by integers.

#[path = "../../../tests/common/mod.rs"]
mod common;

use blake2::Blake2b512;
use common::oracle::{Integers, le_bytes};
use common::{from_hex, on_every_backend, rng, scaled};
use curve25519_dalek::edwards::{CompressedEdwardsY, EdwardsPoint};
use helioselene_leaves::{HashToPoint, vartime_hash_to_point};
use helioselene_simd::P25519;
use num_bigint::BigUint;
use rand_core::RngCore;
use sha3::{Digest, Keccak256};

const BOTH: [HashToPoint; 2] = [HashToPoint::Biased, HashToPoint::Unbiased];

/// Elligator 2 of r with the non-square 2 (Bernstein, Hamburg, Krasnova, Lange, section 5.2), but that the image has the
/// sign that Monero gives it: x on Ed25519 is odd for u = −A/(1 + 2r²) and even for the other u.
fn map(r: &BigUint) -> EdwardsPoint {
    let field = Integers::of::<P25519>();
    let [one, a] = [1u32, 486_662].map(BigUint::from);
    let w = field.add(&one, &(field.square(r) * 2u8));
    let mut u = field.neg(&field.mul(&a, &field.inverse(&w)));
    let u_u_a_1 = field.add(&field.mul(&u, &field.add(&u, &a)), &one);
    let odd = field.is_square(&field.mul(&u, &u_u_a_1));
    if !odd {
        u = field.neg(&field.add(&u, &a));
    }
    let y = field.mul(&field.sub(&u, &one), &field.inverse(&field.add(&u, &one)));
    let mut encoding: [u8; 32] = le_bytes(&y);
    encoding[31] |= u8::from(odd) << 7;
    let point = CompressedEdwardsY(encoding).decompress();
    point.expect("the image is on the curve")
}

fn expected(key: &[u8; 32], hash: HashToPoint) -> [u8; 32] {
    let map = |bytes: &[u8]| map(&BigUint::from_bytes_le(bytes));
    let sum = match hash {
        HashToPoint::Biased => map(&Keccak256::digest(key)),
        HashToPoint::Unbiased => {
            let digest = Blake2b512::digest(key);
            map(&digest[..32]) + map(&digest[32..])
        }
    };
    sum.mul_by_cofactor().compress().0
}

fn keys(n: usize) -> Vec<[u8; 32]> {
    let mut rng = rng(5);
    let mut key = || {
        let mut key = [0; 32];
        rng.fill_bytes(&mut key);
        key
    };
    (0..n).map(|_| key()).collect()
}

#[test]
fn vectors_of_monero() {
    let rows = include_str!("vectors/biased.txt").lines();
    let rows = rows.filter(|row| !row.starts_with('#'));
    let (keys, hashes): (Vec<_>, Vec<_>) = rows
        .map(|row| row.split_once(' ').expect("two columns"))
        .map(|(key, hash)| (from_hex(key), from_hex(hash)))
        .unzip();
    assert_eq!(keys.len(), 64);
    on_every_backend("vectors_of_monero", || {
        assert_eq!(vartime_hash_to_point(&keys, HashToPoint::Biased), hashes);
    });
}

/// FCMP++'s generators T, U and V, of `src/crypto/generators.cpp` in Monero.
#[test]
fn generators_of_monero() {
    let generators = [
        (
            "Monero Generator T",
            "61b736ce93b62a3d3778ab204da85d3b4cdc07250f5da7e3df2629928134d526",
        ),
        (
            "Monero FCMP++ Generator U",
            "506b23f6d6e530997abcacc6fd347734b14c2bd79bea00eeb04857e8eadd1a8a",
        ),
        (
            "Monero FCMP++ Generator V",
            "6935f413f83109138a7a14b409552d3b76d88fca81bb5927e9a1e130cdfe29f9",
        ),
    ];
    let keys = generators.map(|(name, _)| Keccak256::digest(name).into());
    let points = generators.map(|(_, point)| from_hex(point));
    on_every_backend("generators_of_monero", || {
        assert_eq!(vartime_hash_to_point(&keys, HashToPoint::Unbiased), points);
    });
}

#[test]
fn elligator_as_published() {
    let mut keys = keys(scaled(1600));
    keys.extend([[0; 32], [0xff; 32]]);
    for hash in BOTH {
        let expected: Vec<_> = keys.iter().map(|key| expected(key, hash)).collect();
        on_every_backend("elligator_as_published", || {
            assert!(vartime_hash_to_point(&keys, hash) == expected);
        });
    }
}

/// Many keys on all backends, and a few at a time.
#[test]
fn backends_agree() {
    let keys = keys(scaled(40_000));
    for hash in BOTH {
        let expected = vartime_hash_to_point(&keys, hash);
        on_every_backend("backends_agree", || {
            assert!(vartime_hash_to_point(&keys, hash) == expected);
            for n in (0..=17).chain([31, 33]) {
                assert_eq!(
                    vartime_hash_to_point(&keys[5..][..n], hash),
                    expected[5..][..n]
                );
            }
        });
    }
}

#[test]
fn hashes_have_prime_order() {
    for hash in BOTH {
        for encoding in vartime_hash_to_point(&keys(8), hash) {
            let point = CompressedEdwardsY(encoding).decompress().expect("a point");
            assert!(point.is_torsion_free() && point != EdwardsPoint::default());
        }
    }
}
