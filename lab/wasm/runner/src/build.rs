//! Builds the module.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

const TARGET: &str = "wasm32-unknown-unknown";

/// Builds the module with these target features in addition to the target's own; returns its path.
pub fn module(features: &[String]) -> Result<PathBuf, String> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let target = env::var_os("CARGO_TARGET_DIR").map_or(workspace.join("target"), PathBuf::from);
    // A directory for each set of flags, so that none rebuilds another's.
    let target = target.join([&["module".into()], features].concat().join("-"));
    let mut flags: Vec<String> = features
        .iter()
        .map(|feature| format!("-Ctarget-feature=+{feature}"))
        .collect();
    // A stable compiler does not tell packages of it.
    if features.iter().any(|feature| feature == "wide-arithmetic") {
        flags.push("--cfg=helioselene_word=\"64\"".into());
    }
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args("build --release --package helioselene-wasm-guest --target".split(' '))
        .arg(TARGET)
        .arg("--manifest-path")
        .arg(workspace.join("Cargo.toml"))
        .env("CARGO_TARGET_DIR", &target)
        .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"))
        .status()
        .map_err(|error| format!("cargo does not start: {error}"))?;
    if !status.success() {
        return Err(format!(
            "the module was not built; is the target there? (rustup target add {TARGET})"
        ));
    }
    Ok(target
        .join(TARGET)
        .join("release/helioselene_wasm_guest.wasm"))
}
