//! Bytes are accepted or rejected as points like by the reference types, and have the same values. Fields are the library's, whose
//! `tests/bignum` has their encodings.

use ciphersuite::Ciphersuite;
use ciphersuite::group::GroupEncoding;
use ciphersuite::group::ff::PrimeField;
use crypto_bigint::{Encoding, U256};
use helioselene_comparison::properties::check_point;
use helioselene_comparison::reference;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

/// Strings of 32 bytes: around 0, 2^255 and both primes; and random ones, half of which are points. Each also with the other
/// sign bit.
fn strings() -> Vec<[u8; 32]> {
    let p = (-dalek_ff_group::FieldElement::from(1u8)).to_repr();
    let q = (-helioselene::HelioseleneField::from(1u8)).to_repr();
    let mut strings = Vec::new();
    for border in [[0; 32], [0xff; 32], p, q].map(U256::from_le_bytes) {
        let lowest = border.wrapping_sub(&U256::from(40u8));
        strings.extend((0..=80u8).map(|i| lowest.wrapping_add(&U256::from(i)).to_le_bytes()));
    }
    let rng = &mut ChaCha20Rng::seed_from_u64(0xdec0de);
    for _ in 0..2000 {
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

fn points<C, R>()
where
    C: Ciphersuite<G: GroupEncoding<Repr = [u8; 32]>>,
    R: Ciphersuite<G: GroupEncoding<Repr = [u8; 32]>>,
{
    let strings = strings();
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
