//! What the integration tests share: the fields and curves under test, and every backend in turn.

#![allow(dead_code)] // each test file uses a part

use std::sync::{Mutex, PoisonError};

use helioselene_simd::group::ff::PrimeField;
use helioselene_simd::{Backend, FieldElement, Prime};
use rand_core::{RngCore, SeedableRng};

/// Runs a test on every backend that this machine has, one test at a time, and says which.
pub fn on_every_backend(test: &str, run: impl Fn()) {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    for backend in Backend::available() {
        backend
            .select()
            .expect("an available backend can be selected");
        assert_eq!(Backend::selected(), backend);
        run();
    }
    let names: Vec<_> = Backend::available().map(Backend::name).collect();
    println!("{test}: ran on {}", names.join(", "));
}

/// A reproducible source of test values.
pub fn rng(seed: u64) -> impl RngCore {
    rand_chacha::ChaCha8Rng::seed_from_u64(seed)
}

pub fn from_hex<const N: usize>(hex: &str) -> [u8; N] {
    assert_eq!(hex.len(), 2 * N, "{hex}");
    core::array::from_fn(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).expect("hexadecimal"))
}

/// The element of an encoding that must be canonical.
pub fn element<P: Prime>(bytes: [u8; 32]) -> FieldElement<P> {
    Option::from(FieldElement::from_repr(bytes)).expect("a canonical residue")
}
