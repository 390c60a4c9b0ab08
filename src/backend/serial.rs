//! The serial backend: one element to a vector, and the reference that every other backend must match.
//!
//! A field element is one 256-bit integer in saturated limbs, below twice the prime, or nine limbs that are carried
//! only when needed (WebAssembly); `store` makes it canonical. See `notes/serial.md`.

mod element;
#[cfg(any(all(test, feature = "checks"), helioselene_has = "radix29"))]
pub(crate) mod lazy;

pub(crate) use element::Serial;

use super::{Backend, FieldVector, Job};
#[cfg(not(helioselene_has = "radix29"))]
use crate::arithmetic::with_kernel;
use crate::field::Prime;

/// [`FieldVector::single`] on the vectors of one lane, as [`Scalar`] has them.
#[cfg(not(helioselene_has = "radix29"))]
#[allow(dead_code)] // without vectors
pub(crate) fn single<P: Prime, J: Job<P>>(job: J) -> J::Output {
    with_kernel!(K => <Serial<K, P> as FieldVector>::single(job))
}

/// [`FieldVector::single`] on the vectors of one lane, as [`Scalar`] has them.
#[cfg(helioselene_has = "radix29")]
#[allow(dead_code)] // without vectors
pub(crate) fn single<P: Prime, J: Job<P>>(job: J) -> J::Output {
    <lazy::Lazy<P> as FieldVector>::single(job)
}

/// Scalar code, which every CPU runs: by the fastest kernel that it has.
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

    #[cfg(not(helioselene_has = "radix29"))]
    #[inline(always)]
    fn many<P: Prime, J: Job<P>>(self, job: J) -> Result<J::Output, J> {
        Ok(with_kernel!(K => job.run::<Serial<K, P>>()))
    }

    #[cfg(helioselene_has = "radix29")]
    #[inline(always)]
    fn many<P: Prime, J: Job<P>>(self, job: J) -> Result<J::Output, J> {
        Ok(job.run::<lazy::Lazy<P>>())
    }
}
