//! The properties of the main crate's tests, for the targets.

#![allow(missing_docs)]

#[path = "../../tests/common/mod.rs"]
pub mod common;
#[path = "../../tests/properties/mod.rs"]
pub mod properties;
