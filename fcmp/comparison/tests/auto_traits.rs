//! The types of `fcmp/crates/` have the auto traits that the originals have: all of them, as the originals hold plain data.

use ec_divisors as divisors;
use generalized_bulletproofs as proofs;
use generalized_bulletproofs_circuit_abstraction as abstraction;
use generalized_bulletproofs_ec_gadgets as gadgets;
use helioselene as curves;

#[path = "../src/public_types.rs"]
mod public_types;

use public_types::auto_traits;

macro_rules! both {
    ($($ours:ty = $published:ty),* $(,)?) => {
        $(auto_traits::<$ours>(); auto_traits::<$published>();)*
    };
}

/// The published crates are at hand here; FCMP++'s other crates only in `fcmp/differential`.
#[test]
fn are_the_originals() {
    public_types::list();
    type Point = helioselene::SelenePoint;
    both!(
        dalek_ff_group::FieldElement = published_dalek_ff_group::FieldElement,
        dalek_ff_group::EdwardsPoint = published_dalek_ff_group::EdwardsPoint,
        dalek_ff_group::Ed25519 = published_dalek_ff_group::Ed25519,
        dalek_ff_group::Ristretto = published_dalek_ff_group::Ristretto,
        dalek_ff_group::RistrettoPoint = published_dalek_ff_group::RistrettoPoint,
        dalek_ff_group::Scalar = published_dalek_ff_group::Scalar,
        multiexp::BatchVerifier<u8, Point> = published_multiexp::BatchVerifier<u8, Point>,
        multiexp_0_5::BatchVerifier<u8, Point> = published_multiexp_0_5::BatchVerifier<u8, Point>,
    );
}
