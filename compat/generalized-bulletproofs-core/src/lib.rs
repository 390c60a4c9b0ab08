//! Proofs that committed values satisfy an arithmetic circuit, by the API of FCMP++'s `generalized-bulletproofs`, whose
//! revision is a type here. README.md says what differs inside and what was compared with the original, notes/proof-layer.md
//! what there is to trust.
#![cfg_attr(not(feature = "std"), no_std)]
#![deny(missing_docs)]
// The names of the protocol's paper, which are those of the original.
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
// In the crate, because what is public of a proof's values is known here only.
#[cfg(test)]
#[path = "../tests/constant_time/mod.rs"]
mod constant_time;

pub use commitments::{PedersenCommitment, PedersenVectorCommitment};
pub use generators::{BatchVerifier, Generators, GeneratorsError, ProofGenerators};
