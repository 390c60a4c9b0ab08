//! Says which parts this build of the library contains: `cfg(helioselene_has = "…")` in the source.
//!
//! The target and the compiler decide, and what the user sets: the cfgs `helioselene_backend`,
//! `helioselene_kernel` and `helioselene_word`.

use std::env;
use std::ffi::OsString;
use std::path::Path;

#[path = "build/parts.rs"]
mod parts;

/// `pub`, as the package `lab/inside` calls it too.
pub fn main() {
    // Not on each change of a source file; on one of this program cargo runs it anyhow.
    println!("cargo::rerun-if-changed=Cargo.toml");

    for (name, values) in parts::SETTINGS {
        println!("cargo::rustc-check-cfg=cfg(helioselene_{name}, values({values}))");
    }
    // Only `lab/inside` sets it.
    println!("cargo::rustc-check-cfg=cfg(helioselene_inside)");
    // What only tests compile is not in the published package, and needs an allocator.
    println!("cargo::rustc-check-cfg=cfg(helioselene_unit_tests)");
    if Path::new("src/testing.rs").exists() && env::var_os("CARGO_FEATURE_ALLOC").is_some() {
        println!("cargo::rustc-cfg=helioselene_unit_tests");
    }
    let compiler = autocfg::new();
    let text = |(name, value): (OsString, OsString)| {
        Some((name.into_string().ok()?, value.into_string().ok()?))
    };
    let variables = env::vars_os().filter_map(text).collect();
    match parts::parts(&variables, |major, minor| {
        compiler.probe_rustc_version(major, minor)
    }) {
        Ok(parts) => {
            for (part, contained) in parts {
                println!("cargo::rustc-check-cfg=cfg(helioselene_has, values(\"{part}\"))");
                if contained {
                    println!("cargo::rustc-cfg=helioselene_has=\"{part}\"");
                }
            }
        }
        Err(refusal) => println!("cargo::error={refusal}"),
    }
}
