//! The serial backend: scalar code, and the reference that every other backend must match.
//!
//! A field element is one 256-bit integer in saturated limbs, below twice the prime; only `store`
//! makes it canonical. See `notes/serial.md`.

#[cfg(all(target_arch = "x86_64", not(helioselene_word = "32")))]
pub(crate) mod adx;
pub(crate) mod invert;
pub(crate) mod kernel;
pub(crate) mod portable;
#[cfg(all(test, target_arch = "x86_64", not(helioselene_word = "32")))]
mod samples;
pub(crate) mod sums;
pub(crate) mod word;

mod element;

pub(crate) use element::Serial;

#[cfg(feature = "alloc")]
use super::BatchOperation;
use super::Operation;
use crate::params::Curve;
#[cfg(feature = "alloc")]
use crate::params::Prime;
use crate::point_ops::Independent;

/// `$body` with `$Kernel` bound to the fastest kernel that this CPU has.
#[cfg(all(target_arch = "x86_64", not(helioselene_word = "32")))]
macro_rules! with_kernel {
    ($Kernel:ident => $body:expr) => {{
        if $crate::backend::serial::adx::available() {
            type $Kernel = $crate::backend::serial::adx::Adx;
            $body
        } else {
            type $Kernel = $crate::backend::serial::portable::Portable;
            $body
        }
    }};
}

/// `$body` with `$Kernel` bound to the only kernel that there is.
#[cfg(not(all(target_arch = "x86_64", not(helioselene_word = "32"))))]
macro_rules! with_kernel {
    ($Kernel:ident => $body:expr) => {{
        type $Kernel = $crate::backend::serial::portable::Portable;
        $body
    }};
}
pub(crate) use with_kernel;

/// The entry of the serial backend.
pub(super) fn run<C: Curve, T: Operation<C>>(operation: T) -> T::Output {
    with_kernel!(Kernel => operation.run::<Independent<Serial<Kernel, C::Base>>>())
}

/// The entry for many elements or points.
#[cfg(feature = "alloc")]
pub(super) fn run_batch<P: Prime, T: BatchOperation<P>>(operation: T) -> T::Output {
    with_kernel!(Kernel => operation.run::<Serial<Kernel, P>>())
}
