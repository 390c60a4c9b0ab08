//! The build script's decisions: the parts of a build, by target and user settings.

use std::collections::HashMap;

#[path = "../build/parts.rs"]
mod parts;

/// The targets' architectures, pointer widths and features, as rustc 1.95 prints them.
const LINUX: [&str; 3] = ["x86_64", "64", "fxsr,sse,sse2"];
/// `x86_64-unknown-none` and `x86_64-unknown-uefi`.
const SOFT_FLOAT: [&str; 3] = ["x86_64", "64", "fxsr"];
const X86: [&str; 3] = ["x86", "32", "fxsr,sse,sse2"];
const AARCH64: [&str; 3] = ["aarch64", "64", "neon"];
const THUMB: [&str; 3] = ["arm", "32", "thumb2"];
const WASM32: [&str; 3] = ["wasm32", "32", ""];
const WIDE: [&str; 3] = ["wasm32", "32", "simd128,wide-arithmetic"];

/// Without a feature that is there by default.
const WITHOUT_ALLOC: &str = "without alloc";

/// The parts on a target, for Rust 1.`minor`, with more variables such as `CARGO_CFG_HELIOSELENE_WORD=64`.
fn parts_of(
    [arch, width, features]: [&str; 3],
    minor: usize,
    set: &[&str],
) -> Result<String, String> {
    let target = [
        format!("CARGO_CFG_TARGET_ARCH={arch}"),
        format!("CARGO_CFG_TARGET_POINTER_WIDTH={width}"),
        format!("CARGO_CFG_TARGET_FEATURE={features}"),
    ];
    let all = target.iter().map(String::as_str).chain(set.iter().copied());
    let all = all.chain(["CARGO_FEATURE_ALLOC="]).filter(|variable| {
        *variable != WITHOUT_ALLOC
            && !(*variable == "CARGO_FEATURE_ALLOC=" && set.contains(&WITHOUT_ALLOC))
    });
    let variables: HashMap<_, _> = all
        .map(|variable| variable.split_once('=').expect("name=value"))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let parts = parts::parts(&variables, |_, needed| minor >= needed)?;
    let contained = parts.iter().filter(|part| part.1).map(|part| part.0);
    Ok(contained.collect::<Vec<_>>().join(" "))
}

#[test]
#[rustfmt::skip]
fn targets() {
    const MIRI: &[&str] = &["CARGO_CFG_MIRI="];
    const SERIAL: &[&str] = &["CARGO_CFG_HELIOSELENE_BACKEND=serial"];
    const WORD_32: &[&str] = &["CARGO_CFG_HELIOSELENE_WORD=32"];
    const WORD_64: &[&str] = &["CARGO_CFG_HELIOSELENE_WORD=64"];
    const RADIX29: &[&str] = &["CARGO_CFG_HELIOSELENE_KERNEL=radix29"];
    for (target, minor, set, expected) in [
        (LINUX, 95, &[][..], "barrier const_black_box words_64 assembly lanes avx2 ifma"),
        (LINUX, 88, &[], "barrier const_black_box words_64 assembly lanes avx2"),
        (LINUX, 85, &[], "barrier words_64 assembly lanes avx2"),
        (LINUX, 95, &[WITHOUT_ALLOC], "barrier const_black_box words_64 assembly lanes ifma"),
        (LINUX, 88, &[WITHOUT_ALLOC], "barrier const_black_box words_64 assembly"),
        (LINUX, 85, MIRI, "words_64"),
        (LINUX, 85, SERIAL, "barrier words_64 assembly"),
        (LINUX, 85, WORD_64, "barrier words_64 lanes avx2"),
        (LINUX, 85, WORD_32, "barrier lanes avx2"),
        (LINUX, 85, RADIX29, "barrier words_64 radix29 lanes avx2"),
        (SOFT_FLOAT, 95, &[], "barrier const_black_box words_64 assembly"),
        (X86, 85, &[], "barrier"),
        (X86, 85, WORD_64, "words_64"),
        (AARCH64, 85, &[], "barrier words_64"),
        (THUMB, 85, &[], "barrier"),
        (WASM32, 85, &[], "radix29"),
        (WASM32, 85, WORD_64, "words_64"),
        (WIDE, 85, &[], "words_64"),
        (WIDE, 85, WORD_32, "radix29"),
    ] {
        assert_eq!(parts_of(target, minor, set).as_deref(), Ok(expected), "{target:?} {set:?}");
    }
}

/// A build contains the same parts at every `opt-level`; only the default backend differs.
#[test]
fn levels_of_optimisation() {
    for level in ["0", "1", "2", "3", "s", "z"] {
        let contained = parts_of(LINUX, 85, &[&format!("OPT_LEVEL={level}")]).expect("a level");
        let (first, rest) = contained.split_at("barrier words_64 assembly lanes avx2".len());
        assert_eq!(first, "barrier words_64 assembly lanes avx2");
        let optimised = ["2", "3"].contains(&level);
        assert_eq!(rest, if optimised { " optimised" } else { "" }, "{level}");
    }
}

/// Settings that would be ignored silently are refused, on every target.
#[test]
fn unknown_settings_are_refused() {
    let refused = |name: &str, value: &str, why: &str| {
        let set = format!("CARGO_CFG_HELIOSELENE_{}={value}", name.to_uppercase());
        let message = format!("--cfg helioselene_{name}=\"{value}\": {why}");
        for target in [LINUX, SOFT_FLOAT, X86, AARCH64, THUMB, WASM32] {
            assert_eq!(parts_of(target, 95, &[&set]), Err(message.clone()));
        }
    };
    for value in ["avx2", "Serial", "serial,avx2", ""] {
        refused("backend", value, r#"the only values are "serial""#);
    }
    for value in ["16", "32,64", "", "\"32"] {
        refused("word", value, r#"the only values are "32", "64""#);
    }
    refused("kernel", "radix51", r#"the only values are "radix29""#);
    for (name, value) in [("backends", "serial"), ("has", "avx2"), ("simd", "")] {
        let names = "helioselene_backend, helioselene_kernel, helioselene_word";
        refused(name, value, &format!("there is only {names}"));
    }
}
