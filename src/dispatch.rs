//! Detects and selects a backend, and runs jobs on the selected one.

mod list;
mod select;
#[cfg(test)]
pub(crate) mod tests;

pub use list::Backend;
pub use select::{BackendUnavailable, UnknownBackend};

use crate::backend::Job;
use crate::field::Prime;

/// Runs a job over many elements or points on the selected backend.
///
/// Never inlined: a job is compiled once for each backend, which should not happen again in each caller.
#[inline(never)]
pub fn run_batch<P: Prime, J: Job<P>>(job: J) -> J::Output {
    Backend::selected().many(job)
}
