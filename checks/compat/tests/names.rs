//! Names of crates and types are the originals'.

use std::any::TypeId;

use ciphersuite::Ciphersuite;
use helioselene_compat_checks::{compat, published};

#[test]
fn one_field() {
    let field = TypeId::of::<helioselene_simd::Field25519>();
    assert_eq!(field, TypeId::of::<dalek_ff_group::FieldElement>());
    assert_eq!(field, TypeId::of::<helioselene::Field25519>());
    assert_eq!(
        field,
        TypeId::of::<<helioselene::Selene as Ciphersuite>::F>()
    );
    assert_eq!(
        field,
        TypeId::of::<<helioselene::HeliosPoint as ec_divisors::DivisorCurve>::FieldElement>()
    );
    assert_eq!(
        TypeId::of::<<helioselene::Helios as Ciphersuite>::F>(),
        TypeId::of::<<helioselene::SelenePoint as ec_divisors::DivisorCurve>::FieldElement>()
    );
}

/// The same source gives the same results over the crates of `compat/` and the published ones.
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

/// For C: an element is 32 bytes, a point 96, both aligned as `usize`.
#[test]
fn layout() {
    fn layout<T>() -> (usize, usize) {
        (size_of::<T>(), align_of::<T>())
    }
    let word = align_of::<usize>();
    assert_eq!(layout::<helioselene::HelioseleneField>(), (32, word));
    assert_eq!(layout::<helioselene::Field25519>(), (32, word));
    assert_eq!(layout::<helioselene::HeliosPoint>(), (96, word));
    assert_eq!(layout::<helioselene::SelenePoint>(), (96, word));
}
