//! The same decisions and results as the published crate, input by input. The field is the library's, which its `tests/bignum`
//! and `tests/contract` check.

use ciphersuite::Ciphersuite;
use dalek_ff_group as ours;
use ff_group_tests::group::test_prime_group_bits;
use group::{Group, GroupEncoding};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

fn rng() -> ChaCha20Rng {
    ChaCha20Rng::seed_from_u64(25519)
}

#[test]
fn traits() {
    test_prime_group_bits::<_, ours::EdwardsPoint>(&mut rng());
    test_prime_group_bits::<_, ours::RistrettoPoint>(&mut rng());
}

/// Encodings on both sides of every boundary, and random ones.
fn encodings() -> Vec<[u8; 32]> {
    let mut encodings = Vec::new();
    // 0, 1, …; p − 237, … p, p + 1, …; either with the sign bit.
    for sign in [0, 0x80] {
        for small in 0..1000u16 {
            let mut bytes = [0; 32];
            bytes[..2].copy_from_slice(&small.to_le_bytes());
            bytes[31] = sign;
            encodings.push(bytes);
        }
        for low in 0..=255u8 {
            let mut bytes = [0xff; 32];
            (bytes[0], bytes[31]) = (low, 0x7f | sign);
            encodings.push(bytes);
        }
    }
    let rng = &mut rng();
    for _ in 0..2000 {
        let mut bytes = [0; 32];
        rng.fill_bytes(&mut bytes);
        encodings.push(bytes);
    }
    // Points of the subgroup, with torsion of order 8 added, and with the sign flipped.
    let torsion = curve25519_dalek::constants::EIGHT_TORSION;
    for _ in 0..50 {
        let point = ours::EdwardsPoint::random(&mut *rng).0;
        for torsion in torsion {
            let mut bytes = (point + torsion).compress().to_bytes();
            encodings.push(bytes);
            bytes[31] ^= 0x80;
            encodings.push(bytes);
        }
    }
    encodings.extend(torsion.map(|point| point.compress().to_bytes()));
    encodings
}

#[test]
fn decoding() {
    let mut accepted = 0;
    for bytes in encodings() {
        let point = Option::<ours::EdwardsPoint>::from(ours::EdwardsPoint::from_bytes(&bytes));
        let published =
            Option::<published::EdwardsPoint>::from(published::EdwardsPoint::from_bytes(&bytes));
        assert_eq!(point.map(|p| p.0), published.map(|p| p.0), "{bytes:02x?}");
        accepted += usize::from(point.is_some());

        let read = ours::Ed25519::read_G(&mut bytes.as_slice()).ok();
        let published = published::Ed25519::read_G(&mut bytes.as_slice()).ok();
        assert_eq!(read.map(|p| p.0), published.map(|p| p.0), "{bytes:02x?}");
    }
    assert!(accepted > 250, "{accepted}");
}

#[test]
fn ciphersuites() {
    assert_eq!(ours::Ed25519::ID, published::Ed25519::ID);
    assert_eq!(ours::Ristretto::ID, published::Ristretto::ID);
    let (dst, message) = (b"a tag".as_slice(), b"a message".as_slice());
    assert_eq!(
        ours::Ed25519::hash_to_F(dst, message),
        published::Ed25519::hash_to_F(dst, message)
    );
    assert_eq!(
        ours::Ristretto::hash_to_F(dst, message),
        published::Ristretto::hash_to_F(dst, message)
    );
}

#[test]
fn random_points() {
    let (rng, other_rng) = (&mut rng(), &mut rng());
    for _ in 0..10 {
        assert_eq!(
            ours::EdwardsPoint::random(&mut *rng).to_bytes(),
            published::EdwardsPoint::random(&mut *other_rng).to_bytes()
        );
    }
    assert_eq!(rng.next_u64(), other_rng.next_u64());
}
