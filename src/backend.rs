//! Backends: the field trait that each of them implements, their detection, and the one door
//! through which every public operation enters the backend that serves it.

#[cfg(any(test, all(target_arch = "x86_64", not(helioselene_backend = "serial"))))]
pub(crate) mod ifma;
#[cfg(any(test, all(target_arch = "x86_64", not(helioselene_backend = "serial"))))]
pub(crate) mod lanes;
mod mask;
pub(crate) mod serial;

#[cfg(test)]
pub(crate) mod quad;
mod select;
mod vector;

pub(crate) use mask::{Mask, barrier};
pub use select::{Backend, Unavailable};
pub(crate) use vector::{FieldVector, FourLaneSum, FourLanes, Rearrange, Sum, factors, order};

use crate::params::Curve;
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
