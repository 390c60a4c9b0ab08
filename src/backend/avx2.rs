//! AVX2 and FMA: four doubles in a register of 256 bits, for [`super::doubles`].
//!
//! See `notes/avx2.md`.

pub(in crate::backend) mod vectors;

use self::vectors::{F64x4, rounds_to_nearest};
use super::doubles::Fma;
use super::features::lacking_avx2;
use super::{Backend, Job};
use crate::field::Prime;

/// The AVX2 backend: a value exists only where the CPU and the operating system have AVX2 and FMA, and
/// without one nothing reaches a vector.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

impl Backend for Avx2 {
    const NAME: &'static str = "avx2";

    fn missing() -> Option<&'static str> {
        lacking_avx2()
    }

    fn open() -> Option<Self> {
        lacking_avx2().is_none().then_some(Self(()))
    }

    /// No job: a single point is bound by the latency of a product, which is less in scalar code (`notes/avx2.md`).
    #[inline(always)]
    fn one<P: Prime, J: Job<P>>(self, job: J) -> Result<J::Output, J> {
        Err(job)
    }

    /// Public jobs, in four lanes: no secret comes to doubles, and scalar code is faster than lanes of integers.
    ///
    /// Helios / Selene, serial and doubles: a sum of 604 on Zen 5 1.86 / 2.10 and 0.98 / 1.31 ms; `vartime_batch_from_bytes`
    /// of 165 on Zen 3 3.1 / 5.3 and 1.6 / 3.0 µs a point; leaves on Zen 4 2.49 and 1.05 µs a point.
    #[inline(always)]
    fn many<P: Prime, J: Job<P>>(self, job: J) -> Result<J::Output, J> {
        if const { J::PUBLIC } && rounds_to_nearest() {
            return Ok(job.run::<Fma<F64x4, P>>());
        }
        Err(job)
    }
}
