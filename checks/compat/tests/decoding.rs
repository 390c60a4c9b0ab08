//! Bytes are accepted or rejected as points like by the reference types, and have the same values. Fields are the library's, whose
//! `tests/bignum` has their encodings.

use ciphersuite::Ciphersuite;
use ciphersuite::group::ff::PrimeField;
use ciphersuite::group::{Group, GroupEncoding};
use helioselene_compat_checks::properties::check_point;
use helioselene_compat_checks::reference;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

/// Strings of 32 bytes: around 0, 2^255 and both primes; valid encodings with flipped bits; random
/// ones. Each also with the other sign bit.
fn strings(valid: impl Fn(&mut ChaCha20Rng) -> [u8; 32]) -> Vec<[u8; 32]> {
    let rng = &mut ChaCha20Rng::seed_from_u64(0xdec0de);
    let p: [u8; 32] = (-dalek_ff_group::FieldElement::from(1u8)).to_repr();
    let q: [u8; 32] = (-helioselene::HelioseleneField::from(1u8)).to_repr();
    let mut strings = Vec::new();
    for base in [[0; 32], [0xff; 32], p, q] {
        for difference in -40..=40 {
            strings.push(plus(base, difference));
        }
    }
    for _ in 0..200 {
        let encoding = valid(rng);
        strings.push(encoding);
        for _ in 0..4 {
            let mut flipped = encoding;
            let bit = rng.next_u32() as usize % 256;
            flipped[bit / 8] ^= 1 << (bit % 8);
            strings.push(flipped);
        }
    }
    for _ in 0..1000 {
        let mut random = [0; 32];
        rng.fill_bytes(&mut random);
        strings.push(random);
    }
    let other_signs = strings.clone().into_iter().map(|mut bytes| {
        bytes[31] ^= 0x80;
        bytes
    });
    strings.extend(other_signs);
    strings
}

/// A little-endian integer plus a small one, modulo 2^256.
fn plus(mut bytes: [u8; 32], difference: i16) -> [u8; 32] {
    let mut carry = difference;
    for byte in &mut bytes {
        let sum = i16::from(*byte) + carry;
        *byte = sum as u8;
        carry = sum >> 8;
    }
    bytes
}

fn points<C, R>()
where
    C: Ciphersuite<G: GroupEncoding<Repr = [u8; 32]>>,
    R: Ciphersuite<G: GroupEncoding<Repr = [u8; 32]>>,
{
    let strings = strings(|rng| C::G::random(rng).to_bytes());
    let accepted = strings.iter().filter(|bytes| check_point::<C, R>(**bytes));
    let (accepted, all) = (accepted.count(), strings.len());
    assert!((500..all - 500).contains(&accepted));
    assert!(C::read_G(&mut [0u8; 31].as_slice()).is_err());
}

#[test]
fn curve_points() {
    points::<helioselene::Helios, reference::Helios>();
    points::<helioselene::Selene, reference::Selene>();
}

#[test]
fn hashes() {
    for (dst, message) in [("", ""), ("tag", ""), ("", "message"), ("tag", "message")] {
        let (dst, message) = (dst.as_bytes(), message.as_bytes());
        assert_eq!(
            helioselene::Helios::hash_to_F(dst, message).to_repr(),
            reference::Helios::hash_to_F(dst, message).to_repr()
        );
        assert_eq!(
            helioselene::Selene::hash_to_F(dst, message).to_repr(),
            reference::Selene::hash_to_F(dst, message).to_repr()
        );
    }
    assert_eq!(helioselene::Helios::ID, b"Helios");
    assert_eq!(helioselene::Selene::ID, b"Selene");
}
