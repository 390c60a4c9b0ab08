//! AVX-IFMA: the 52-bit multiply-add on four lanes in the VEX encoding, of CPUs without AVX-512.
//!
//! Kernels, formulas and sums are those of [`super::ifma`]. The registers are fewer, 16, and have no masks, no product of
//! 64-bit lanes and no funnel shift.

pub(in crate::backend) mod vectors;

use self::vectors::Ymm;
use super::features::missing;
use super::limbs::{Radix51, Radix52, Tight};
use super::processor::{Found, avx_ifma};
use super::{Avx2, Backend, Job};
use crate::field::Prime;

/// The AVX-IFMA backend: a value exists only where the CPU and the operating system have AVX-IFMA, and without one nothing
/// reaches a vector.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AvxIfma(Avx2);

impl Backend for AvxIfma {
    const NAME: &'static str = "avxifma";
    /// No CPU that has it was measured.
    const MEASURED: bool = false;

    fn missing() -> Option<&'static str> {
        super::avx2::lacking().or_else(|| missing!(avx_ifma() => "AVX-IFMA"))
    }

    #[inline(always)]
    fn open() -> Option<Self> {
        /// The answer, so that each operation asks once: 1 is no, 2 is yes.
        static THERE: Found = Found::nothing();
        let there = THERE.get(|| 1 + u8::from(Self::missing().is_none()));
        Avx2::open().filter(|_| there == 2).map(Self)
    }

    /// All jobs, the products of one point side by side.
    #[inline(always)]
    fn one<P: Prime, J: Job<P>>(self, job: J) -> Result<J::Output, J> {
        Ok(job.run::<Tight<Ymm, P, Radix51<false>>>())
    }

    /// Secret jobs, four points or elements side by side; sums of many products in radix 2^52. Public ones in doubles, as
    /// without AVX-IFMA: in these registers they would be another megabyte of machine code.
    #[inline(always)]
    fn many<P: Prime, J: Job<P>>(self, job: J) -> Result<J::Output, J> {
        if const { J::PUBLIC } {
            return self.0.many(job);
        }
        Ok(if const { J::SUMS } {
            job.run::<Tight<Ymm, P, Radix52>>()
        } else {
            job.run::<Tight<Ymm, P, Radix51<false>>>()
        })
    }
}
