//! The API of the published `dalek-ff-group` 0.5.0, with [`helioselene_simd::Field25519`] as its [`FieldElement`].
//! README.md says how to depend on it.
#![no_std]
#![deny(missing_docs)]

mod ciphersuite;
mod edwards;
mod torsion;

pub use crate::ciphersuite::{Ed25519, Ristretto};
pub use crate::edwards::{ED25519_BASEPOINT_POINT, EdwardsPoint};
pub use curve25519_dalek::{RistrettoPoint, Scalar};

/// The field of 2^255 − 19 elements: the type that `helioselene` calls `Field25519`.
pub use helioselene_simd::Field25519 as FieldElement;
