//! The digests that start Monero's hash to point.

use blake2::Blake2b512;
use crypto_bigint::{Encoding, U256};
use helioselene_simd::Field25519;
use sha3::{Digest, Keccak256};

/// Which of Monero's two hashes to Ed25519 gives the key image generator of a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HashToPoint {
    /// 8·map(Keccak-256), Monero's `biased_hash_to_ec`: for all outputs before Carrot.
    Biased,
    /// 8·(map(first half) + map(second half)) of BLAKE2b-512, Monero's `unbiased_hash_to_ec`: for Carrot outputs.
    Unbiased,
}

/// The element to map for the biased hash of a key.
pub(super) fn biased(key: &[u8; 32]) -> Field25519 {
    element(Keccak256::digest(key).into())
}

/// The two elements to map for the unbiased hash of a key.
pub(super) fn unbiased(key: &[u8; 32]) -> [Field25519; 2] {
    let digest: [u8; 64] = Blake2b512::digest(key).into();
    let half = |i: usize| element(digest[i..][..32].try_into().expect("32 bytes"));
    [half(0), half(32)]
}

/// The element congruent to a little-endian 256-bit integer, topmost bit included.
pub(super) fn element(bytes: [u8; 32]) -> Field25519 {
    Field25519::from_u256(&U256::from_le_bytes(bytes))
}
