//! The API of the published `multiexp` 0.5.2, with Helios and Selene computed by `helioselene-simd`. README.md says how
//! to depend on it.
#![no_std]
#![deny(missing_docs)]

#[cfg(feature = "batch")]
pub use helioselene_multiexp::BatchVerifier;
#[cfg(feature = "std")]
pub use helioselene_multiexp::keep_tables;
pub use helioselene_multiexp::{multiexp_selectable as multiexp, multiexp_vartime};
