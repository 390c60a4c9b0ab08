//! The AVX2 backend: registers of 256 bits, of four doubles for [`super::doubles`] and of integers for [`super::halves`].
//!
//! See `notes/vectors.md`.

pub(in crate::backend) mod halves;
pub(in crate::backend) mod vectors;

use self::halves::U32x8;
use self::vectors::{F64x4, rounds_to_nearest};
use super::doubles::Fma;
use super::features::lacking_avx2;
use super::halves::Integers;
use super::{InstructionSet, Job, PointJob};
use crate::field::Prime;

/// The AVX2 backend. A value exists only if the CPU and the operating system support AVX2 and FMA, and no code reaches
/// a vector without one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

impl InstructionSet for Avx2 {
    fn missing() -> Option<&'static str> {
        lacking_avx2()
    }

    fn open() -> Option<Self> {
        lacking_avx2().is_none().then_some(Self(()))
    }

    /// Declines every job: a single point is limited by the latency of products, which is lower in scalar code
    /// (`notes/vectors.md`). Four products at once are faster: in doubles they take 80 cycles over q and 53 over p on
    /// Zen 5, and four scalar ones take 130 and 98.
    #[inline(always)]
    fn one<P: Prime, J: PointJob<P>>(self, job: J) -> Result<J::Output, J> {
        Err(job)
    }

    /// Runs every job except slices, in four lanes: public ones in doubles, which must not get secrets, others in
    /// integers. See `notes/vectors.md`.
    #[inline(always)]
    fn many<P: Prime, J: Job<P>>(self, job: J) -> Result<J::Output, J> {
        if const { J::PUBLIC } {
            // Checked for each job, because the rounding mode belongs to the thread and may change. If it is unusual, serial
            // code runs the job.
            if rounds_to_nearest() {
                return Ok(job.run::<Fma<F64x4, P>>());
            }
            return Err(job);
        }
        // Slices: their elements would have to become words again after each operation.
        if const { J::SUMS } {
            return Err(job);
        }
        Ok(job.run::<Integers<U32x8, P>>())
    }
}
