//! Runs properties of bytes on random strings, and on those that fuzzing kept.

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;

/// Runs a property on `cases` random strings of up to `longest` bytes, or on as many as the environment variable
/// `PROPTEST_CASES` says.
pub fn random(property: fn(&[u8]), cases: u32, longest: usize) {
    let mut config = ProptestConfig {
        // Failures are added to the corpora by hand.
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = if cfg!(debug_assertions) {
            cases.div_ceil(16)
        } else {
            cases
        };
    }
    let bytes = proptest::collection::vec(any::<u8>(), 0..=longest);
    let result = TestRunner::new(config).run(&bytes, |bytes| {
        property(&bytes);
        Ok(())
    });
    if let Err(failure) = result {
        panic!("{failure}");
    }
}

/// Runs a property on each file of a folder, which must not be empty.
pub fn replay(property: fn(&[u8]), corpus: &Path) {
    let files = fs::read_dir(corpus).expect("a corpus").map(|entry| {
        let path = entry.expect("an entry of the corpus").path();
        let bytes = fs::read(&path).expect("a file");
        // Shown if the test fails.
        println!("{}", path.display());
        property(&bytes);
    });
    assert!(files.count() > 0, "an empty corpus");
}
