//! Backends: the field trait that each of them implements, their detection, and the one door
//! through which every public operation enters the backend that serves it.

// Its kernels serve work on many points, and until there is such work only the tests run them.
#[cfg_attr(not(test), allow(dead_code, unused_imports))]
#[cfg(any(test, all(target_arch = "x86_64", not(helioselene_backend = "serial"))))]
mod avx2;
#[cfg(any(test, all(target_arch = "x86_64", not(helioselene_backend = "serial"))))]
pub(crate) mod ifma;
#[cfg(any(test, all(target_arch = "x86_64", not(helioselene_backend = "serial"))))]
pub(crate) mod lanes;
mod mask;
pub(crate) mod serial;

#[cfg(feature = "alloc")]
mod batch;
#[cfg(feature = "internals")]
pub mod internals;
#[cfg(test)]
pub(crate) mod quad;
mod select;
mod vector;

#[cfg(feature = "alloc")]
pub(crate) use batch::{BatchOperation, BatchVector, Lane, MAX_LANES};
pub(crate) use mask::{Mask, barrier};
pub use select::{Backend, Unavailable};
pub(crate) use vector::{FieldVector, Sum};
#[cfg(any(test, all(target_arch = "x86_64", not(helioselene_backend = "serial"))))]
pub(crate) use vector::{FourLaneSum, FourLanes, Rearrange, factors, order};

use crate::params::Curve;
#[cfg(feature = "alloc")]
use crate::params::Prime;
use crate::point_ops::PointOps;

/// A public operation on points, written once for all backends.
///
/// `run` must be `#[inline(always)]`: it is compiled inside the backend's entry function, under
/// that backend's target features.
pub(crate) trait Operation<C: Curve> {
    /// What it computes.
    type Output;
    /// The operation, over the points of one backend.
    fn run<O: PointOps<C>>(self) -> Self::Output;
}

/// Runs an operation on the backend that serves it: the only place where backends are entered.
#[inline(always)]
pub(crate) fn run<C: Curve, T: Operation<C>>(operation: T) -> T::Output {
    match Backend::selected() {
        // SAFETY: a backend is selected only if nothing that it needs is missing.
        #[cfg(all(target_arch = "x86_64", not(helioselene_backend = "serial")))]
        Backend::Ifma => unsafe { ifma::run(operation) },
        _ => serial::run(operation),
    }
}

/// Runs an operation on many elements or points on the backend that serves it.
///
/// The vectors are those that are fit for secrets.
#[cfg(feature = "alloc")]
pub(crate) fn run_batch<P: Prime, T: BatchOperation<P>>(operation: T) -> T::Output {
    match Backend::selected() {
        #[cfg(all(target_arch = "x86_64", not(helioselene_backend = "serial")))]
        Backend::Ifma => operation.run::<ifma::Tight<ifma::Zmm, P>>(),
        _ => serial::run_batch(operation),
    }
}

/// The same for public data only: a backend may have faster vectors for it.
#[cfg(feature = "alloc")]
pub(crate) fn run_batch_vartime<P: Prime, T: BatchOperation<P>>(operation: T) -> T::Output {
    match Backend::selected() {
        #[cfg(all(target_arch = "x86_64", not(helioselene_backend = "serial")))]
        Backend::Ifma => operation.run::<ifma::Tight<ifma::Zmm, P>>(),
        _ => serial::run_batch(operation),
    }
}
