//! The same decisions and results as the published crate, input by input.

use ciphersuite::Ciphersuite;
use dalek_ff_group as ours;
use ff_group_tests::group::test_prime_group_bits;
use ff_group_tests::prime_field::test_prime_field_bits;
use group::ff::{Field, PrimeField};
use group::{Group, GroupEncoding};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

fn rng() -> ChaCha20Rng {
    ChaCha20Rng::seed_from_u64(25519)
}

#[test]
fn traits() {
    test_prime_field_bits::<_, ours::FieldElement>(&mut rng());
    test_prime_group_bits::<_, ours::EdwardsPoint>(&mut rng());
    test_prime_group_bits::<_, ours::RistrettoPoint>(&mut rng());
}

/// Encodings on both sides of every boundary, and random ones.
fn encodings() -> Vec<[u8; 32]> {
    let mut encodings = Vec::new();
    // 0, 1, …; p − 19, … p, p + 1, …; either with the sign bit.
    for low in 0..=255u8 {
        for (middle, high) in [(0, 0), (0xff, 0x7f)] {
            for sign in [0, 0x80] {
                let mut bytes = [middle; 32];
                (bytes[0], bytes[31]) = (low, high | sign);
                encodings.push(bytes);
            }
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

        let element = Option::<ours::FieldElement>::from(ours::FieldElement::from_repr(bytes));
        let published =
            Option::<published::FieldElement>::from(published::FieldElement::from_repr(bytes));
        assert_eq!(
            element.map(|x| x.to_repr()),
            published.map(|x| x.to_repr()),
            "{bytes:02x?}"
        );
        accepted += usize::from(element.is_some());
    }
    assert!(accepted > 500);
}

#[test]
fn field() {
    use ours::FieldElement as Ours;
    use published::FieldElement as Published;
    let same = |ours: Ours, published: Published| {
        assert_eq!(ours.to_repr(), published.to_repr());
    };
    assert_eq!(Ours::MODULUS, Published::MODULUS);
    assert_eq!(
        (Ours::S, Ours::NUM_BITS),
        (Published::S, Published::NUM_BITS)
    );
    same(Ours::ROOT_OF_UNITY, Published::ROOT_OF_UNITY);
    same(Ours::ROOT_OF_UNITY_INV, Published::ROOT_OF_UNITY_INV);
    same(Ours::DELTA, Published::DELTA);
    same(Ours::TWO_INV, Published::TWO_INV);

    let (rng, other_rng) = (&mut rng(), &mut rng());
    for _ in 0..200 {
        let (a, b) = (Ours::random(&mut *rng), Ours::random(&mut *rng));
        let (c, d) = (
            Published::random(&mut *other_rng),
            Published::random(&mut *other_rng),
        );
        same(a, c);
        same(a * b + a - b, c * d + c - d);
        same(a.pow(b), c.pow(d));
        same(a.invert().unwrap(), c.invert().unwrap());
        let (root, other_root) = (a.sqrt(), c.sqrt());
        assert_eq!(bool::from(root.is_some()), bool::from(other_root.is_some()));
        if root.is_some().into() {
            same(root.unwrap(), other_root.unwrap());
        }
        let ((square, root), (other_square, other_root)) =
            (Ours::sqrt_ratio_i(a, b), Published::sqrt_ratio_i(c, d));
        assert_eq!(bool::from(square), bool::from(other_square));
        same(root, other_root);
    }
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
