//! The same decisions and results as the published crate, input by input.

use ciphersuite::Ciphersuite;
use dalek_ff_group as ours;
use ff_group_tests::group::test_prime_group_bits;
use group::ff::{Field, PrimeField, PrimeFieldBits};
use group::{Group, GroupEncoding};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use subtle::{Choice, CtOption};

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

type Ours = ours::FieldElement;
type Published = published::FieldElement;

#[track_caller]
fn same(ours: Ours, published: Published) {
    assert_eq!(ours.to_repr(), published.to_repr());
}

#[track_caller]
fn same_option(ours: CtOption<Ours>, published: CtOption<Published>) {
    let published = Option::from(published).map(|x: Published| x.to_repr());
    assert_eq!(Option::from(ours).map(|x: Ours| x.to_repr()), published);
}

#[track_caller]
fn same_with_flag(ours: (Choice, Ours), published: (Choice, Published)) {
    assert_eq!(bool::from(ours.0), bool::from(published.0));
    same(ours.1, published.1);
}

#[test]
fn constants_of_the_field() {
    assert_eq!(Ours::MODULUS, Published::MODULUS);
    assert_eq!(Ours::NUM_BITS, Published::NUM_BITS);
    assert_eq!(Ours::CAPACITY, Published::CAPACITY);
    assert_eq!(Ours::S, Published::S);
    assert_eq!(Ours::char_le_bits(), Published::char_le_bits());
    assert_eq!(size_of::<Ours>(), size_of::<Published>());
    for (ours, published) in [
        (Ours::ZERO, Published::ZERO),
        (Ours::ONE, Published::ONE),
        (Ours::TWO_INV, Published::TWO_INV),
        (
            Ours::MULTIPLICATIVE_GENERATOR,
            Published::MULTIPLICATIVE_GENERATOR,
        ),
        (Ours::ROOT_OF_UNITY, Published::ROOT_OF_UNITY),
        (Ours::ROOT_OF_UNITY_INV, Published::ROOT_OF_UNITY_INV),
        (Ours::DELTA, Published::DELTA),
        (Ours::default(), Published::default()),
    ] {
        same(ours, published);
    }
}

/// Inverses and powers, and which of two roots: of small numbers, their negatives, roots of unity and random elements.
#[test]
fn roots() {
    let small = (0..20u64).map(|x| (Ours::from(x), Published::from(x)));
    let unity = [(Ours::ROOT_OF_UNITY, Published::ROOT_OF_UNITY)];
    let mut elements: Vec<_> = small.chain(unity).collect();
    elements.extend(elements.clone().into_iter().map(|(x, y)| (-x, -y)));
    let (rng, other_rng) = (&mut rng(), &mut rng());
    // The same seed draws the same elements.
    elements.extend((0..40).map(|_| (Ours::random(&mut *rng), Published::random(&mut *other_rng))));
    assert_eq!(rng.next_u32(), other_rng.next_u32());
    for (x, y) in &elements {
        same(*x, *y);
        same_option(x.invert(), y.invert());
        same_option(x.sqrt(), y.sqrt());
        same_with_flag(x.sqrt_alt(), y.sqrt_alt());
        for (a, b) in &elements {
            same_with_flag(Ours::sqrt_ratio(x, a), Published::sqrt_ratio(y, b));
            same_with_flag(Ours::sqrt_ratio_i(*x, *a), Published::sqrt_ratio_i(*y, *b));
            same(x.pow(*a), y.pow(*b));
        }
    }
}
