//! AVX-IFMA: the 52-bit multiply-add on four lanes in the VEX encoding, of CPUs without AVX-512.
//!
//! Kernels, formulas and sums are those of [`super::ifma`]. There are only 16 registers, and no masks, no product of
//! 64-bit lanes and no funnel shift.

pub(in crate::backend) mod vectors;

use self::vectors::Ymm;
use super::features::{lacking_avx2, missing};
use super::limbs::{Radix51, Radix52, Tight};
use super::processor::{Found, avx_ifma};
use super::{InstructionSet, Job, PointJob};
use crate::field::Prime;

/// The AVX-IFMA backend. A value exists only if the CPU and the operating system have AVX-IFMA, and without one nothing
/// reaches a vector.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AvxIfma(());

impl InstructionSet for AvxIfma {
    fn missing() -> Option<&'static str> {
        lacking_avx2().or_else(|| missing!(avx_ifma() => "AVX-IFMA"))
    }

    #[inline(always)]
    fn open() -> Option<Self> {
        static AVAILABLE: Found = Found::nothing();
        AVAILABLE
            .get(|| Self::missing().is_none())
            .then_some(Self(()))
    }

    /// Takes all jobs, and runs the products of one point side by side.
    #[inline(always)]
    fn one<P: Prime, J: PointJob<P>>(self, job: J) -> Result<J::Output, J> {
        Ok(job.run_in_four_lanes::<Tight<Ymm, P, Radix51<false>>>())
    }

    /// Takes all jobs, four points or elements side by side; sums of many products in radix 2^52.
    #[inline(always)]
    fn many<P: Prime, J: Job<P>>(self, job: J) -> Result<J::Output, J> {
        Ok(if const { J::SUMS } {
            job.run::<Tight<Ymm, P, Radix52>>()
        } else {
            job.run::<Tight<Ymm, P, Radix51<false>>>()
        })
    }
}
