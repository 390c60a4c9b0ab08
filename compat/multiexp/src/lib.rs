#![no_std]
#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

#[cfg(feature = "batch")]
pub use helioselene_multiexp::BatchVerifier;
#[cfg(feature = "std")]
pub use helioselene_multiexp::keep_tables;
pub use helioselene_multiexp::{multiexp, multiexp_vartime};
