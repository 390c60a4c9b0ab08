//! Tests of proofs as one program, so that what they share is compiled once.

#[path = "../properties/mod.rs"]
mod properties;
#[path = "../runs/mod.rs"]
mod runs;
#[path = "../support/mod.rs"]
mod support;

mod circuits;
mod lincomb;
mod long;
mod many_proofs;
mod recorded;
mod transcripts;
