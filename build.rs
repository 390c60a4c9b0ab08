//! Says which parts this build of the library contains: `cfg(helioselene_has = "…")` in the source.
//!
//! The target and the compiler decide, and what the user sets: the cfgs `helioselene_backend`,
//! `helioselene_kernel` and `helioselene_word`, see Cargo.toml. With the feature `notes` it makes the notes pages of the
//! documentation.

use std::env;

#[cfg(feature = "notes")]
#[path = "build/notes.rs"]
mod notes;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    #[cfg(feature = "notes")]
    notes::write();

    let compiler = autocfg::new();
    let var = |name: &str| env::var(format!("CARGO_CFG_{name}"));
    // Empty where neither target nor user says anything.
    let cfg = |name: &str| var(name).unwrap_or_default();

    let arch = cfg("TARGET_ARCH");
    let x86_64 = arch == "x86_64";
    let word = cfg("HELIOSELENE_WORD");
    let wasm32 = arch == "wasm32";
    // WebAssembly's proposal of wide arithmetic has the upper half of a product. rustc 1.95 tells a package of stable
    // features only, so the user says it.
    let words_64 =
        (cfg("TARGET_POINTER_WIDTH") == "64" && word != "32") || (wasm32 && word == "64");
    let radix29 = (wasm32 && !words_64) || cfg("HELIOSELENE_KERNEL") == "radix29";
    // Miri runs no assembly.
    let barrier = BARRIERS.contains(&arch.as_str()) && var("MIRI").is_err();
    let vectors = x86_64 && cfg("HELIOSELENE_BACKEND") != "serial";

    for (part, contained) in [
        // A line of assembly without an instruction, of which the optimiser knows nothing.
        ("barrier", barrier),
        // The same of the standard library, in constant functions.
        ("const_black_box", compiler.probe_rustc_version(1, 86)),
        // Limbs of 64 bits. Without it they have 32.
        ("words_64", words_64),
        // Products, sums and divsteps in assembly, beside those in plain Rust.
        (
            "assembly",
            x86_64 && barrier && words_64 && word.is_empty() && !radix29,
        ),
        // Products in nine limbs of 29 bits, in the place of those in machine words.
        ("radix29", radix29),
        ("avx2", vectors),
        // With doubles in eight lanes. The compiler's intrinsics of AVX-512 are what these wait for.
        ("ifma", vectors && compiler.probe_rustc_version(1, 89)),
    ] {
        println!("cargo::rustc-check-cfg=cfg(helioselene_has, values(\"{part}\"))");
        if contained {
            println!("cargo::rustc-cfg=helioselene_has=\"{part}\"");
        }
    }
}

/// Where Rust has inline assembly.
const BARRIERS: [&str; 6] = ["x86_64", "x86", "aarch64", "arm", "riscv64", "riscv32"];
