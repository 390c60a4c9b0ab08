//! The serial backend: one element per vector. It is the reference that every other backend must match.
//!
//! A field element is one 256-bit integer in saturated limbs, below twice the prime. On WebAssembly it is nine limbs
//! that are carried only when needed. `store` makes it canonical. See `notes/serial.md`.

mod element;
#[cfg(any(test, helioselene_has = "radix29"))]
pub(crate) mod lazy;

pub(crate) use element::Serial;

use super::Job;
use crate::field::Prime;

/// Runs a job in scalar code, with this CPU's fastest kernel.
#[inline(always)]
pub(crate) fn run<P: Prime, J: Job<P>>(job: J) -> J::Output {
    #[cfg(not(helioselene_has = "radix29"))]
    let output = crate::arithmetic::with_kernel!(K => job.run::<Serial<K, P>>());
    #[cfg(helioselene_has = "radix29")]
    let output = job.run::<lazy::Lazy<P>>();
    output
}
