//! Sums, differences and final reductions of 256-bit integers: assembly where available, plain Rust elsewhere.
//!
//! *Weakly reduced* means below twice the prime. Canonical residues and the results of kernels are weakly reduced, and
//! so are the results of `add` and `sub`, which compute modulo 2·prime = 2^256 − 2γ: that modulus is so close to 2^256
//! that the carry out of 256 bits decides the reduction, and no comparison is needed.

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
