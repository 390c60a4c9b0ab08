//! THE field trait, and the vectors that implement it.
//!
//! [`serial`] has one element to a vector. [`limbs`] and [`doubles`] are kernels written once over
//! [`lanes`], which are the registers of [`ifma`] and [`avx2`], or numbers, intervals and formal sums
//! in the tests. What depends on the CPU's make is in [`tuning`].

// They serve batches only.
#[cfg(any(
    test,
    all(
        feature = "alloc",
        target_arch = "x86_64",
        not(helioselene_backend = "serial")
    )
))]
pub(crate) mod avx2;
#[cfg(any(
    test,
    all(
        feature = "alloc",
        target_arch = "x86_64",
        not(helioselene_backend = "serial")
    )
))]
pub(crate) mod doubles;
#[cfg(all(target_arch = "x86_64", not(helioselene_backend = "serial")))]
#[cfg_attr(not(feature = "alloc"), allow(dead_code))] // AVX2 serves batches only
pub(crate) mod features;
#[cfg(any(test, all(target_arch = "x86_64", not(helioselene_backend = "serial"))))]
pub(crate) mod ifma;
#[cfg(any(test, all(target_arch = "x86_64", not(helioselene_backend = "serial"))))]
pub(crate) mod lanes;
#[cfg(any(test, all(target_arch = "x86_64", not(helioselene_backend = "serial"))))]
pub(crate) mod limbs;
#[cfg(test)]
pub(crate) mod quad;
pub(crate) mod serial;
pub(crate) mod tuning;

#[cfg(feature = "alloc")]
mod batch;
#[cfg(feature = "alloc")]
mod processor;
mod vector;

#[cfg(feature = "alloc")]
pub(crate) use batch::{BatchVector, Lane, MAX_LANES};
pub(crate) use vector::{FieldVector, Sum};
#[cfg(any(test, all(target_arch = "x86_64", not(helioselene_backend = "serial"))))]
pub(crate) use vector::{FourLaneSum, FourLanes, HeldConstant, Rearrange, factors, order};
