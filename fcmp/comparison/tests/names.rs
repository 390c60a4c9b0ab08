//! Names of crates and types are the originals'.

use std::any::TypeId;

use ciphersuite::Ciphersuite;
use ec_divisors::DivisorCurve;
use helioselene::{HeliosPoint, SelenePoint};
use helioselene_comparison::{compat, published};

#[test]
fn identifiers() {
    assert_eq!(helioselene::Helios::ID, b"Helios");
    assert_eq!(helioselene::Selene::ID, b"Selene");
}

#[test]
fn one_field() {
    let p = TypeId::of::<helioselene_simd::Field25519>();
    assert_eq!(p, TypeId::of::<dalek_ff_group::FieldElement>());
    assert_eq!(p, TypeId::of::<helioselene::Field25519>());
    assert_eq!(p, TypeId::of::<<helioselene::Selene as Ciphersuite>::F>());
    assert_eq!(
        p,
        TypeId::of::<<HeliosPoint as DivisorCurve>::FieldElement>()
    );
    let q = TypeId::of::<helioselene_simd::HelioseleneField>();
    assert_eq!(q, TypeId::of::<helioselene::HelioseleneField>());
    assert_eq!(q, TypeId::of::<<helioselene::Helios as Ciphersuite>::F>());
    assert_eq!(
        q,
        TypeId::of::<<SelenePoint as DivisorCurve>::FieldElement>()
    );
}

/// The same source gives the same results over the crates of `fcmp/crates/` and the published ones.
#[test]
fn one_application() {
    let (ours, theirs) = (compat::Application::new(1), published::Application::new(1));
    assert_eq!(ours.grow(), theirs.grow(), "grow");
    assert_eq!(ours.commitments(), theirs.commitments(), "commitments");
    assert_eq!(ours.arguments(), theirs.arguments(), "arguments");
    assert_eq!(ours.divisors(), theirs.divisors(), "divisors");
    assert_eq!(
        ours.decompression(),
        theirs.decompression(),
        "decompression"
    );
    assert_eq!(ours.verification(), theirs.verification(), "verification");
}

/// For C: a point is 96 bytes, aligned as `usize`. An element is the library's.
#[test]
fn layout() {
    fn layout<T>() -> (usize, usize) {
        (size_of::<T>(), align_of::<T>())
    }
    let word = align_of::<usize>();
    assert_eq!(layout::<HeliosPoint>(), (96, word));
    assert_eq!(layout::<SelenePoint>(), (96, word));
}
