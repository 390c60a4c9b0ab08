//! Research on the arithmetic of Helios and Selene, apart from the published library.
//!
//! Backends that use only `helioselene-simd`'s public interface:
//!
//! - [`fiat`]: the verified arithmetic of fiat-crypto;
//! - [`counting`]: wraps any backend and counts the calls of its functions.
//!
//! And [`reductions`]: ways to multiply modulo q, one module each, in words and in the lanes of vectors, with one test and one
//! benchmark for all.

pub mod counting;
pub mod fiat;
pub mod reductions;
