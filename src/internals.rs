//! What this package's own tests and benches use. Not for users: any version may change it.

// Unit tests time nothing.
#[cfg(all(feature = "internals", not(test)))]
mod kernels;

pub use crate::backend::tuning::sums::Cost;
pub use crate::curve::Algorithm;
pub use crate::door::batch::{cost_of, cost_row};
#[cfg(all(feature = "internals", not(test)))]
pub use kernels::{CHAINS, Kernel, kernels, set_lanes_of_doubles, set_without_vpmullq};
