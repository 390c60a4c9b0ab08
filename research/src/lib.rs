//! Research on the arithmetic of Helios and Selene, apart from the library that ships.
//!
//! Backends that know `helioselene-simd` by its published interface alone:
//!
//! - [`accelerator`]: a model of a small engine for Curve25519 with limbs of 17 bits, and what a scalar
//!   multiplication costs on it;
//! - [`fiat`]: the verified arithmetic of fiat-crypto;
//! - [`counting`]: any backend, and how often each of its functions is called.
//!
//! And [`reductions`]: ways to multiply modulo q, one module each, in words and in the lanes of vectors, with one test and
//! one benchmark for all.

pub mod accelerator;
pub mod counting;
pub mod fiat;
pub mod reductions;
