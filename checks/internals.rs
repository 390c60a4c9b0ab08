//! The library's internals for benches.

// Unit tests time nothing.
#[cfg(not(test))]
mod kernels;

#[cfg(all(not(test), helioselene_has = "ifma"))]
pub use crate::backend::kernels::{Code, Constants, functions};
#[cfg(feature = "alloc")]
pub use crate::backend::tuning::sums::Cost;
#[cfg(feature = "alloc")]
pub use crate::msm::vartime::cost::count;
#[cfg(not(test))]
pub use kernels::{CHAINS, Kernel, kernels};
