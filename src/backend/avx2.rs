//! AVX2 and FMA: four doubles in a register of 256 bits, for [`super::doubles`].
//!
//! See `notes/avx2.md`.

pub(in crate::backend) mod vectors;

use self::vectors::{F64x4, rounds_to_nearest};
use super::doubles::Fma;
use super::features::lacking_avx2;
use super::{InstructionSet, Job};
use crate::field::Prime;

/// The AVX2 backend. A value exists only if the CPU and the operating system have AVX2 and FMA, and
/// without one nothing reaches a vector.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

impl InstructionSet for Avx2 {
    fn missing() -> Option<&'static str> {
        lacking_avx2()
    }

    fn open() -> Option<Self> {
        lacking_avx2().is_none().then_some(Self(()))
    }

    /// Declines: a single point is bound by the latency of a product, which is lower in scalar code (`notes/avx2.md`).
    #[inline(always)]
    fn one<P: Prime, J: Job<P>>(self, job: J) -> Result<J::Output, J> {
        Err(job)
    }

    /// Takes public jobs, in four lanes: on Zen 5 a sum of 604 on Helios takes 0.98 ms, serial 1.86. No secret may come
    /// to doubles, and scalar code is faster than lanes of integers. See `notes/avx2.md`.
    #[inline(always)]
    fn many<P: Prime, J: Job<P>>(self, job: J) -> Result<J::Output, J> {
        if const { J::PUBLIC } && rounds_to_nearest() {
            return Ok(job.run::<Fma<F64x4, P>>());
        }
        Err(job)
    }
}
