//! THE field trait, and the vectors that implement it.
//!
//! [`serial`] has one element to a vector. [`limbs`] and [`doubles`] are kernels written once over
//! [`lanes`], which are the registers of `ifma` and `avx2`, or numbers, intervals and formal sums
//! in the tests. What depends on the CPU's make is in [`tuning`].
//!
//! A *door* is a value of [`Ifma`] or [`Avx2`]: there is one only where the CPU has the instructions, and
//! code outside this module reaches the registers through one only.

#[cfg(all(target_arch = "x86_64", not(helioselene_backend = "serial")))]
mod avx2;
pub(crate) mod doubles;
#[cfg(all(target_arch = "x86_64", not(helioselene_backend = "serial")))]
mod features;
#[cfg(all(target_arch = "x86_64", not(helioselene_backend = "serial")))]
mod ifma;
mod inverses;
mod lane;
pub(crate) mod lanes;
pub(crate) mod limbs;
mod processor;
#[cfg(test)]
pub(crate) mod quad;
pub(crate) mod serial;
pub(crate) mod tuning;
pub(crate) mod vector;
#[cfg(not(all(target_arch = "x86_64", not(helioselene_backend = "serial"))))]
mod walled;

pub use lane::{Lane, MAX_LANES};
pub use vector::{FieldVector, HeldConstant, Sum, factors, order};
#[cfg(not(all(target_arch = "x86_64", not(helioselene_backend = "serial"))))]
pub(crate) use walled::{Avx2, Ifma};
#[cfg(all(target_arch = "x86_64", not(helioselene_backend = "serial")))]
pub(crate) use {avx2::Avx2, ifma::Ifma};

use crate::field::Prime;

/// Work on vectors of a field. A door runs it on the vectors that lie behind it, which it alone can name.
///
/// All that computes with vectors must run inside [`FieldVector::enter`].
pub(crate) trait OnVector<P: Prime> {
    /// What it computes.
    type Output;
    /// The work.
    fn run<V: FieldVector<Prime = P>>(self) -> Self::Output;
}
