//! The properties of the library's tests and of the proof layer's, for the fuzz targets.

#![allow(missing_docs)]

#[path = "../../../tests/common/mod.rs"]
pub mod common;
#[path = "../../../tests/properties/mod.rs"]
pub mod properties;

#[path = "../../../fcmp/crates/generalized-bulletproofs-0e438ae/tests/properties/mod.rs"]
pub mod proofs;
#[path = "../../../fcmp/crates/generalized-bulletproofs-0e438ae/tests/runs/mod.rs"]
pub mod runs;
#[path = "../../../fcmp/crates/generalized-bulletproofs-0e438ae/tests/support/mod.rs"]
pub mod support;
