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
#[inline(never)]
pub fn run_batch<P: Prime, J: Job<P>>(job: J) -> J::Output {
    Backend::selected().many(job)
}
