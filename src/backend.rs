//! THE field trait, and the vectors that implement it.
//!
//! [`serial`] has one element to a vector. [`limbs`] and [`doubles`] are kernels written once over
//! [`lanes`], which are the registers of `ifma`, `avx2` and `avx512`, or numbers, intervals and formal sums
//! in the tests. What depends on the CPU's make is in [`tuning`].
//!
//! `notes/backends.md` says how to add one.
//!
//! A *door* is a value of [`Ifma`], [`Avx2`] or [`Avx512`]: there is one only where the CPU has the instructions, and
//! code outside this module reaches the registers through one only.

#[cfg(helioselene_has = "avx2")]
mod avx2;
#[cfg(helioselene_has = "ifma")]
#[clippy::msrv = "1.89"]
mod avx512;
pub(crate) mod doubles;
#[cfg(helioselene_has = "avx2")]
mod features;
#[cfg(helioselene_has = "ifma")]
#[clippy::msrv = "1.89"]
mod ifma;
mod inverses;
mod lane;
pub(crate) mod lanes;
pub(crate) mod limbs;
pub(crate) mod processor;
pub(crate) mod serial;
pub(crate) mod tuning;
pub(crate) mod vector;
mod walled;

#[cfg(helioselene_has = "avx2")]
pub(crate) use avx2::Avx2;
#[cfg(helioselene_has = "ifma")]
pub(crate) use avx512::Avx512;
#[cfg(helioselene_has = "ifma")]
pub(crate) use ifma::Ifma;
pub(crate) use lane::prefetch;
pub use lane::{Lane, MAX_LANES};
pub use vector::{FieldVector, HeldConstant, PRODUCTS, Sum, factors, order};
pub(crate) use vector::{invert_one_by_one, look_up_one_by_one, sum_by_pairs, transpose_in_memory};
#[allow(unused_imports)] // the doors that there are hide those of the same names
pub(crate) use walled::*;

use crate::field::Prime;

/// Work on vectors of a field. A door runs it on the vectors that lie behind it, which it alone can name.
///
/// All that computes with vectors must run inside [`FieldVector::enter`].
pub(crate) trait OnVector<P: Prime> {
    /// What it computes.
    type Output;
    /// Whether it is compiled without `vpmullq` as well, see [`tuning::limbs`].
    const WITHOUT_VPMULLQ: bool = true;
    /// The work.
    fn run<V: FieldVector<Prime = P>>(self) -> Self::Output;
}
