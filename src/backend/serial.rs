//! The serial backend: one element per vector. It is the reference that every other backend must match.
//!
//! A field element is one 256-bit integer in saturated limbs, below twice the prime. On WebAssembly it is nine limbs
//! that are carried only when needed. `store` makes it canonical. See `notes/serial.md`.

mod element;
#[cfg(any(all(test, feature = "checks"), helioselene_has = "radix29"))]
pub(crate) mod lazy;

pub(crate) use element::Serial;

use super::{Backend, Job};
use crate::field::Prime;

/// Scalar code for every CPU, with its fastest kernel.
#[derive(Clone, Copy, Debug)]
pub struct Scalar;

impl Backend for Scalar {
    const NAME: &'static str = "serial";

    fn missing() -> Option<&'static str> {
        None
    }

    #[inline(always)]
    fn open() -> Option<Self> {
        Some(Self)
    }

    #[inline(always)]
    fn one<P: Prime, J: Job<P>>(self, job: J) -> Result<J::Output, J> {
        self.many(job)
    }

    #[inline(always)]
    fn many<P: Prime, J: Job<P>>(self, job: J) -> Result<J::Output, J> {
        #[cfg(not(helioselene_has = "radix29"))]
        let output = crate::arithmetic::with_kernel!(K => job.run::<Serial<K, P>>());
        #[cfg(helioselene_has = "radix29")]
        let output = job.run::<lazy::Lazy<P>>();
        Ok(output)
    }
}
