//! The serial backend: one element per vector. It is the reference that every other backend must match.
//!
//! A field element is a 256-bit integer in saturated limbs, below twice the prime. On WebAssembly it has nine limbs of 29
//! bits, which are carried only when needed. `store` makes it canonical. See `notes/serial.md`.

mod element;
#[cfg(any(test, helioselene_has = "radix29"))]
pub(crate) mod lazy;

pub(crate) use element::Serial;

use super::{Job, PointJob};
use crate::field::Prime;

/// Runs a job with the fastest kernel that this CPU can run.
macro_rules! run {
    ($job:ident: $P:ident) => {{
        #[cfg(not(helioselene_has = "radix29"))]
        let output = crate::arithmetic::with_kernel!(K => $job.run::<Serial<K, $P>>());
        #[cfg(helioselene_has = "radix29")]
        let output = $job.run::<lazy::Lazy<$P>>();
        output
    }};
}

/// Runs a job over single points in scalar code.
#[inline(always)]
pub(crate) fn one<P: Prime, J: PointJob<P>>(job: J) -> J::Output {
    run!(job: P)
}

/// Runs a job over many points or elements in scalar code.
#[inline(always)]
pub(crate) fn many<P: Prime, J: Job<P>>(job: J) -> J::Output {
    run!(job: P)
}
