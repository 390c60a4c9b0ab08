//! Sums, differences and last reductions: assembly where available, Rust elsewhere.
//!
//! *Weakly reduced* means below twice the prime. Kernels' results and canonical residues are, and so are the
//! results of `add` and `sub`, which compute modulo 2·prime = 2^256 − 2γ.

#[allow(dead_code)] // with assembly: tests only
pub(super) mod portable;
#[cfg(helioselene_has = "assembly")]
mod x86_64;

#[cfg(helioselene_has = "radix29")]
pub(crate) use super::radix29::sums::{add_canonical, sub_canonical};
#[allow(unused_imports)] // shadowed by the names below
pub(crate) use portable::*;
#[cfg(helioselene_has = "assembly")]
pub(crate) use x86_64::{add, add_canonical, freeze_once, sub, sub_canonical};
