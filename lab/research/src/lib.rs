//! Research on the arithmetic of Helios and Selene, apart from the published library.
//!
//! Backends that use only `helioselene-simd`'s public interface:
//!
//! - [`accelerator`]: a model of a small engine for Curve25519 with limbs of 17 bits, and the cost of a scalar multiplication on
//!   it;
//! - [`fiat`]: the verified arithmetic of fiat-crypto;
//! - [`counting`]: wraps any backend and counts the calls of its functions.
//!
//! And [`reductions`]: ways to multiply modulo q, one module each, in words and in the lanes of vectors, with one test and one
//! benchmark for all.

pub mod accelerator;
pub mod counting;
pub mod fiat;
pub mod reductions;
