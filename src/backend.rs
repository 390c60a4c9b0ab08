//! Backends: the field trait that each of them implements, their detection, and the two doors
//! through which public operations on points and on batches come to the backend that serves them.

// It serves batches only.
#[cfg(any(
    test,
    all(
        feature = "alloc",
        target_arch = "x86_64",
        not(helioselene_backend = "serial")
    )
))]
pub(crate) mod avx2;
#[cfg(any(test, all(target_arch = "x86_64", not(helioselene_backend = "serial"))))]
pub(crate) mod ifma;
#[cfg(any(test, all(target_arch = "x86_64", not(helioselene_backend = "serial"))))]
pub(crate) mod lanes;
mod mask;
pub(crate) mod serial;

#[cfg(feature = "alloc")]
mod batch;
mod dispatch;
#[cfg(feature = "internals")]
pub mod internals;
#[cfg(test)]
pub(crate) mod quad;
mod select;
#[cfg(test)]
mod tests;
mod vector;

#[cfg(feature = "alloc")]
pub(crate) use batch::{BatchOperation, BatchVector, Lane, MAX_LANES};
use dispatch::Family;
pub(crate) use dispatch::Work;
pub(crate) use mask::{Mask, barrier};
pub use select::{Backend, Unavailable};
pub(crate) use vector::{FieldVector, Sum};
#[cfg(any(test, all(target_arch = "x86_64", not(helioselene_backend = "serial"))))]
pub(crate) use vector::{FourLaneSum, FourLanes, HeldConstant, Rearrange, factors, order};

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
    /// What the choice of kernels depends on: [`Work::Addition`] to [`Work::PublicProduct`].
    const WORK: Work;
    /// Whether the four-lane formulas are to be inlined into it: it takes time to build and text, and
    /// saves some percent where a window is but a run of doublings and an addition.
    const INLINED: bool = false;
    /// The operation, over the points of one backend.
    fn run<O: PointOps<C>>(self) -> Self::Output;
}

/// Runs an operation on the kernels that serve it: the door for what takes points one by one. The
/// whole operation is compiled under the backend's target features.
#[inline(always)]
pub(crate) fn run<C: Curve, T: Operation<C>>(operation: T) -> T::Output {
    match Family::selected(const { T::WORK.families() }) {
        #[cfg(all(target_arch = "x86_64", not(helioselene_backend = "serial")))]
        Family::Ifma => {
            note(T::WORK, Family::Ifma);
            // SAFETY: the family serves a backend only if nothing that it needs is missing there.
            unsafe { ifma::run(operation) }
        }
        _ => {
            note(T::WORK, Family::Serial);
            serial::run(operation)
        }
    }
}

/// Tells the tests which kernels ran.
#[inline(always)]
fn note(work: Work, family: Family) {
    #[cfg(test)]
    tests::note(work, family);
    #[cfg(not(test))]
    let _ = (work, family);
}

/// Runs an operation on many elements or points on the kernels that serve it: the door for batches.
/// It picks the vectors; the operation enters their target features by `BatchVector::enter` wherever
/// it computes with them, and what it does with single points goes through [`run`].
#[cfg(feature = "alloc")]
pub(crate) fn run_batch<P: Prime, T: BatchOperation<P>>(operation: T) -> T::Output {
    // The guards keep from being compiled what the table of choices never names for this work.
    match Family::selected(const { T::WORK.families() }) {
        #[cfg(all(target_arch = "x86_64", not(helioselene_backend = "serial")))]
        Family::Ifma if const { T::WORK.may_run_on(Family::Ifma) } => {
            note(T::WORK, Family::Ifma);
            operation.run::<ifma::Tight<ifma::Zmm, P>>()
        }
        #[cfg(all(target_arch = "x86_64", not(helioselene_backend = "serial")))]
        Family::Doubles
            if const { T::WORK.may_run_on(Family::Doubles) } && avx2::rounds_to_nearest() =>
        {
            note(T::WORK, Family::Doubles);
            operation.run::<avx2::Fma<avx2::F64x4, P>>()
        }
        _ => {
            note(T::WORK, Family::Serial);
            serial::run_batch(operation)
        }
    }
}
