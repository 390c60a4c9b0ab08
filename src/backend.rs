//! Backends: the field trait that each of them implements, their detection, and the one door
//! through which every public operation enters the backend that serves it.

mod mask;
pub(crate) mod serial;

#[cfg(test)]
pub(crate) mod quad;
mod select;
mod vector;

pub(crate) use mask::{Mask, barrier};
pub use select::{Backend, Unavailable};
pub(crate) use vector::{FieldVector, Sum};

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
        Backend::Serial | Backend::Avx2 | Backend::Ifma => serial::run(operation),
    }
}
