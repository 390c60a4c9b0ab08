//! Functions with given zeros on elliptic curves. Ed25519's points have the y of FCMP++ at 76399e58 and since 31c26d9,
//! and of Monero since its commit 1e9c45543 (2026-07-23).

#[allow(clippy::duplicate_mod)] // Compiled for both roots, see the crate.
#[path = "divisors/mod.rs"]
mod divisors;

pub use divisors::*;

/// Whether the root of −(A + 2) is the odd one.
#[cfg(feature = "ed25519")]
const ROOT_IS_ODD: bool = true;
