//! Sums, differences and last reductions: in assembly where that is known, in Rust elsewhere.
//!
//! *Weakly reduced* means below twice the prime. The kernels' results are, canonical residues are,
//! and `add` and `sub` keep it so, being arithmetic modulo 2·prime = 2^256 − 2γ.

#[allow(dead_code)] // where there is assembly, but for the tests
pub(super) mod portable;
#[cfg(any(test, target_arch = "wasm32", helioselene_kernel = "radix29"))]
#[allow(dead_code)] // but for the tests, where sums are others
pub(super) mod words;
#[cfg(all(
    target_arch = "x86_64",
    not(any(helioselene_word = "32", helioselene_word = "64"))
))]
mod x86_64;

#[cfg(not(all(
    target_arch = "x86_64",
    not(any(helioselene_word = "32", helioselene_word = "64"))
)))]
pub(crate) use portable::{add, freeze_once, sub};
#[cfg(not(any(
    all(
        target_arch = "x86_64",
        not(any(helioselene_word = "32", helioselene_word = "64"))
    ),
    target_arch = "wasm32",
    helioselene_kernel = "radix29"
)))]
pub(crate) use portable::{add_canonical, sub_canonical};
#[cfg(any(test, target_arch = "wasm32", helioselene_kernel = "radix29"))]
pub(crate) use words::subtract_low;
#[cfg(any(target_arch = "wasm32", helioselene_kernel = "radix29"))]
pub(crate) use words::{add_canonical, sub_canonical};
#[cfg(all(
    target_arch = "x86_64",
    not(any(helioselene_word = "32", helioselene_word = "64"))
))]
pub(crate) use x86_64::{add, add_canonical, freeze_once, sub, sub_canonical};
