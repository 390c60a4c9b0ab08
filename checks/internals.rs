//! The library's internals for benches.

mod costs;
// Unit tests time nothing.
#[cfg(not(test))]
mod kernels;

pub use crate::backend::tuning::sums::Cost;
pub use crate::msm::cost::count;
pub use costs::cost_row;
#[cfg(test)]
pub(crate) use costs::line;
#[cfg(not(test))]
pub use kernels::{CHAINS, Kernel, kernels, set_lanes_of_doubles, set_without_vpmullq};
