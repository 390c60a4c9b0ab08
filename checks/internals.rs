//! The library's internals for benches.

// Unit tests time nothing.
#[cfg(not(test))]
mod kernels;

pub use crate::backend::tuning::sums::Cost;
pub use crate::msm::cost::count;
#[cfg(not(test))]
pub use kernels::{CHAINS, Kernel, kernels};
