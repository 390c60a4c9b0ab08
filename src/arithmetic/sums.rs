//! Sums, differences and last reductions: in assembly where that is known, in Rust elsewhere.
//!
//! *Weakly reduced* means below twice the prime. The kernels' results are, canonical residues are,
//! and `add` and `sub` keep it so, being arithmetic modulo 2·prime = 2^256 − 2γ.

#[allow(dead_code)] // where there is assembly, but for the tests
pub(super) mod portable;
#[cfg(any(test, helioselene_has = "radix29"))]
#[allow(dead_code)] // but for the tests, where sums are others
pub(super) mod words;
#[cfg(helioselene_has = "assembly")]
mod x86_64;

#[allow(unused_imports)] // what there is by these names below hides it
pub(crate) use portable::*;
#[cfg(helioselene_has = "radix29")]
pub(crate) use words::{add_canonical, sub_canonical};
#[cfg(helioselene_has = "assembly")]
pub(crate) use x86_64::{add, add_canonical, freeze_once, sub, sub_canonical};
