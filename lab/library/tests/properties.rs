//! Runs the properties that `lab/fuzz/` tries to refute on random bytes and on the corpora.
#![cfg(feature = "unstable")]

#[path = "../../../tests/common/mod.rs"]
mod common;
#[path = "../../../tests/properties/harness.rs"]
mod harness;
#[path = "../../../tests/properties/mod.rs"]
mod properties;

use std::path::Path;

/// Runs a property on random cases, up to a number of bytes, and on its corpus.
macro_rules! properties {
    ($($property:ident: $cases:literal of $bytes:literal;)*) => {$(
        mod $property {
            use super::*;

            #[test]
            fn random() {
                harness::random(properties::$property, $cases, $bytes);
            }

            #[test]
            fn corpus() {
                let corpora = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus");
                harness::replay(properties::$property, &corpora.join(stringify!($property)));
            }
        }
    )*};
}

properties! {
    field: 2000 of 256;
    encodings: 200 of 512;
    multiplication: 100 of 256;
    sums: 150 of 200;
}

/// A property that fails for few strings is caught.
#[test]
#[should_panic(expected = "an odd first byte of many")]
fn failures_are_found() {
    harness::random(
        |bytes| {
            let odd = bytes.first().is_some_and(|byte| byte % 2 == 1);
            assert!(!(odd && bytes.len() > 4), "an odd first byte of many");
        },
        320,
        20,
    );
}
