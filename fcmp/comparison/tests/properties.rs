//! The property for which `lab/fuzz/` seeks counterexamples, on random bytes and on its corpus.

#[path = "../../../tests/properties/harness.rs"]
mod harness;

use std::path::Path;

use helioselene_comparison::properties::compat;

#[test]
fn random() {
    harness::random(compat, 200, 256);
}

#[test]
fn corpus() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    harness::replay(compat, &corpus);
}
