//! Tells the library its compiler and flags: figures mean nothing without them.

use std::env::var;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let version = var("RUSTC").ok().and_then(|rustc| {
        let output = Command::new(rustc).arg("-V").output().ok()?;
        String::from_utf8(output.stdout).ok()
    });
    let version = version.unwrap_or_else(|| "an unknown compiler".into());
    println!("cargo::rustc-env=BENCH_COMPILER={}", version.trim());
    // Separated by a character that no flag contains.
    let flags = var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    println!(
        "cargo::rustc-env=BENCH_FLAGS={}",
        flags.replace('\x1f', " ")
    );
    let optimisation = var("OPT_LEVEL").unwrap_or_default();
    println!("cargo::rustc-env=BENCH_OPTIMISATION={optimisation}");
}
