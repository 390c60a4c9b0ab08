//! The parts that a build of the library contains, by the target, the compiler and what the user sets.

use std::collections::HashMap;

/// The cfgs that a user may set, as `helioselene_…`, with the values of each as they are written.
pub const SETTINGS: [(&str, &str); 3] = [
    ("backend", r#""serial""#),
    ("kernel", r#""radix29""#),
    ("word", r#""32", "64""#),
];

/// Where Rust has inline assembly.
const BARRIERS: [&str; 6] = ["x86_64", "x86", "aarch64", "arm", "riscv64", "riscv32"];

/// Every part, and whether this build contains it.
///
/// `variables` are the build script's environment; `rust` says whether the compiler has this version or a newer one.
///
/// # Errors
///
/// If the user sets what is none of [`SETTINGS`], which would be ignored in silence.
pub fn parts(
    variables: &HashMap<String, String>,
    rust: impl Fn(usize, usize) -> bool,
) -> Result<[(&'static str, bool); 9], String> {
    for (name, value) in variables {
        if let Some(name) = name.strip_prefix("CARGO_CFG_HELIOSELENE_") {
            check(&name.to_lowercase(), value)?;
        }
    }
    // Empty where neither target nor user says anything.
    let var = |name: &str| variables.get(name).map_or("", String::as_str);
    let cfg = |name: &str| var(&format!("CARGO_CFG_{name}"));

    let arch = cfg("TARGET_ARCH");
    let x86_64 = arch == "x86_64";
    let miri = variables.contains_key("CARGO_CFG_MIRI");
    let has = |feature| cfg("TARGET_FEATURE").split(',').any(|has| has == feature);
    let word = cfg("HELIOSELENE_WORD");
    let registers_64 = cfg("TARGET_POINTER_WIDTH") == "64";
    // WebAssembly's proposal of wide arithmetic has the upper half of a product. Only nightly compilers tell of it.
    let words_64 = word == "64" || ((registers_64 || has("wide-arithmetic")) && word != "32");
    let radix29 = (arch == "wasm32" && !words_64) || cfg("HELIOSELENE_KERNEL") == "radix29";
    // Miri runs no assembly, whose operands fit a register.
    let barrier = BARRIERS.contains(&arch) && !miri && (registers_64 || !words_64);
    // Without SSE2 the target has soft floats, and its compiler no vectors.
    let vectors = x86_64 && has("sse2") && !miri && cfg("HELIOSELENE_BACKEND") != "serial";
    // Its vectors serve batches only.
    let avx2 = vectors && variables.contains_key("CARGO_FEATURE_ALLOC");
    // The compiler's intrinsics of AVX-512 are what this waits for.
    let ifma = vectors && rust(1, 89);

    Ok([
        // A line of assembly without an instruction, of which the optimiser knows nothing.
        ("barrier", barrier),
        // The same of the standard library, in constant functions.
        ("const_black_box", rust(1, 86)),
        // Limbs of 64 bits. Without it they have 32.
        ("words_64", words_64),
        // Products, sums and divsteps in assembly, beside those in plain Rust.
        (
            "assembly",
            x86_64 && barrier && words_64 && word.is_empty() && !radix29,
        ),
        // Products in nine limbs of 29 bits, in the place of those in machine words.
        ("radix29", radix29),
        // Kernels on lanes, for the backends below. Unit tests have them in every build, on emulated lanes.
        ("lanes", avx2 || ifma),
        ("avx2", avx2),
        ("ifma", ifma),
        // What makes vectors faster than serial code.
        ("optimised", ["2", "3"].contains(&var("OPT_LEVEL"))),
    ])
}

/// Refuses a cfg that is none of [`SETTINGS`].
fn check(name: &str, value: &str) -> Result<(), String> {
    let set = format!("--cfg helioselene_{name}=\"{value}\"");
    let Some((_, values)) = SETTINGS.into_iter().find(|setting| setting.0 == name) else {
        let names = SETTINGS.map(|setting| format!("helioselene_{}", setting.0));
        return Err(format!("{set}: there is only {}", names.join(", ")));
    };
    if values
        .split(", ")
        .any(|legal| legal.trim_matches('"') == value)
    {
        return Ok(());
    }
    Err(format!("{set}: the only values are {values}"))
}
