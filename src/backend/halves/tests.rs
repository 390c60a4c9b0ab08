//! The suite of every backend, on emulated lanes and on this machine's.

mod proofs;

use super::Integers;
use crate::primes::{P25519, Q, Q2025};
use crate::testing::lanes::emulated::Emulated;
use crate::testing::lanes::halves::Two;
use crate::testing::suite::check;

#[test]
fn emulated() {
    check::<Integers<Two<Emulated<4>>, P25519>>();
    check::<Integers<Two<Emulated<4>>, Q>>();
    check::<Integers<Two<Emulated<4>>, Q2025>>();
}

/// The suite on the machine's own vectors.
#[cfg(helioselene_has = "avx2")]
#[test]
fn real() {
    use crate::backend::InstructionSet;
    use crate::backend::avx2::{Avx2, halves::U32x8};

    if let Some(missing) = Avx2::missing() {
        std::println!("AVX2: not run on this machine, which lacks {missing}");
        return;
    }
    check::<Integers<U32x8, P25519>>();
    check::<Integers<U32x8, Q>>();
    check::<Integers<U32x8, Q2025>>();
}
