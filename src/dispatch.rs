//! Runs jobs on the selected backend.

mod list;
mod select;
#[cfg(test)]
pub(crate) mod tests;

pub use list::Backend;
pub use select::{BackendUnavailable, UnknownBackend};

use crate::backend::Job;
use crate::field::Prime;

/// Runs a job on many elements or points on the selected backend.
// Not inlined, so that the choice among backends is compiled once for each job and not in every caller.
#[inline(never)]
pub fn run_batch<P: Prime, J: Job<P>>(job: J) -> J::Output {
    Backend::selected().many(job)
}
