//! Exposes the library's inside to the package `lab/inside`: kernels to time, machine code to prove, the cost model to
//! calibrate.

mod kernels;

#[cfg(helioselene_has = "ifma")]
pub use crate::backend::machine_code::{Code, Constants, functions};
#[cfg(feature = "alloc")]
pub use crate::backend::tuning::sums::Cost;
#[cfg(feature = "alloc")]
pub use crate::msm::vartime::cost::count;
pub use kernels::{CHAINS, Kernel, kernels};
