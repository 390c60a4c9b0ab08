//! Proofs that committed values satisfy an arithmetic circuit, with the API of FCMP++'s `generalized-bulletproofs`. The
//! original's revision is a type here. README.md says what differs inside and what was compared with the original;
//! fcmp/notes/proof-layer.md says what must be trusted.
#![cfg_attr(not(feature = "std"), no_std)]
#![deny(missing_docs)]
// Names follow the protocol's paper, as in the original.
#![allow(non_snake_case)]

extern crate alloc;

mod api;
mod commitments;
mod fold;
mod generators;
mod inner_product;
mod lincomb;

pub mod arithmetic_circuit_proof;
pub mod batch;
pub mod revision;
pub mod transcript;

#[cfg(any(test, feature = "tests"))]
pub mod tests;

#[cfg(test)]
extern crate std;
// Inside the crate, because only here is it known which of a proof's values are public.
#[cfg(test)]
#[path = "../tests/constant_time/mod.rs"]
mod constant_time;

pub use commitments::{PedersenCommitment, PedersenVectorCommitment};
pub use generators::{BatchVerifier, Generators, GeneratorsError, ProofGenerators};
