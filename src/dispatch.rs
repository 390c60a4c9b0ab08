//! Dispatch of public operations to the selected backend.

mod list;
mod select;
#[cfg(all(test, feature = "checks"))]
#[path = "../checks/dispatch/tests.rs"]
pub(crate) mod tests;

pub use select::{Backend, Unavailable, UnknownBackend};

use crate::backend::Job;
use crate::curve::Curve;
use crate::field::Prime;
use crate::point_ops::{Operation, Single};

/// Runs an operation on single points on the selected backend, compiled as a whole under its target features.
#[inline(always)]
pub(crate) fn run<C: Curve, T: Operation<C>>(operation: T) -> T::Output {
    Backend::selected().one(Single::<C, T>::new(operation))
}

/// Runs a job on many elements or points on the selected backend.
#[inline(never)]
pub fn run_batch<P: Prime, J: Job<P>>(job: J) -> J::Output {
    Backend::selected().many(job)
}
