//! The field traits, the vectors that implement them, and the backends, which run jobs with these vectors.
//!
//! In [`serial`] a vector is one element. `limbs`, `doubles` and `halves` are kernels written once, generic over
//! their lanes: the registers of `ifma` and `avx2`, or arrays, intervals and polynomials in the tests.
//! [`tuning`] holds what depends on the CPU's make.
//!
//! `notes/vectors.md` says how to add a backend.

#[cfg(helioselene_has = "avx2")]
pub(crate) mod avx2;
#[cfg(all(any(test, helioselene_has = "lanes"), feature = "alloc"))]
pub(crate) mod doubles;
#[cfg(any(helioselene_has = "avx2", helioselene_has = "ifma"))]
mod elements;
#[cfg(any(helioselene_has = "avx2", helioselene_has = "ifma"))]
mod features;
#[cfg(all(any(test, helioselene_has = "lanes"), feature = "alloc"))]
pub(crate) mod halves;
#[cfg(helioselene_has = "ifma")]
#[clippy::msrv = "1.89"]
pub(crate) mod ifma;
pub(crate) mod inlining;
#[cfg(feature = "alloc")]
pub(crate) mod inverses;
mod lane;
#[cfg(any(test, helioselene_has = "lanes"))]
pub(crate) mod lanes;
#[cfg(any(test, helioselene_has = "lanes"))]
pub(crate) mod limbs;
#[cfg(any(test, helioselene_has = "lanes", feature = "alloc"))]
pub(crate) mod processor;
pub(crate) mod serial;
pub(crate) mod tuning;
pub(crate) mod vector;

pub(crate) use inlining::always;
pub(crate) use lane::prefetch;
pub use lane::{Lane, MAX_LANES};
#[allow(unused_imports)] // without vectors
pub use vector::{
    BatchVector, FieldVector, HeldConstant, Job, PRODUCTS, PointJob, PointSum, PointVector, Sum,
    factors, order,
};

use crate::field::Prime;

/// An instruction set that runs jobs. Each has a folder here that implements it, and a line in `dispatch/list.rs`.
///
/// A value of an implementing type is a proof that nothing is missing: only [`Self::open`] creates one. Code outside this
/// module reaches registers only through such a value, as the vectors that it passes for a job's type parameter. The
/// `unsafe` blocks of the registers rely on this.
pub(crate) trait InstructionSet: Copy + Send + Sync + 'static {
    /// Returns what the CPU or the operating system lacks, as text for humans; `None` if nothing is missing.
    fn missing() -> Option<&'static str>;
    /// Returns a value if nothing is missing.
    fn open() -> Option<Self>;
    /// Runs a job over single points, or returns it for scalar code.
    ///
    /// # Errors
    ///
    /// Returns the job if scalar code is faster or safer for it.
    fn one<P: Prime, J: PointJob<P>>(self, job: J) -> Result<J::Output, J>;
    /// Runs a job over many points or elements, or returns it for scalar code.
    ///
    /// # Errors
    ///
    /// Returns the job if scalar code is faster or safer for it.
    fn many<P: Prime, J: Job<P>>(self, job: J) -> Result<J::Output, J>;
}

/// Returns why this build does not contain a backend, see `build/parts.rs`.
#[allow(dead_code)] // where nothing is missing
pub(crate) fn not_contained(part: &str) -> &'static str {
    if part == "avx2" && !cfg!(feature = "alloc") {
        "it serves batches only, which need the feature `alloc`"
    } else if part != "avx2" && cfg!(helioselene_has = "avx2") {
        "this build of the library was compiled by Rust older than 1.89, which lacks its instructions"
    } else {
        "this build of the library does not contain it"
    }
}

// Declared here because it names registers.
#[cfg(all(helioselene_inside, helioselene_has = "ifma"))]
pub mod machine_code;

#[cfg(test)]
mod tests;
