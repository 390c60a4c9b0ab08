//! The IFMA backend: AVX-512's 52-bit multiply-add on four or eight lanes, for [`super::limbs`].
//!
//! See `notes/vectors.md`.

pub(in crate::backend) mod barriers;
mod rows;
pub(in crate::backend) mod vectors;

use self::vectors::{Ymm, Zmm};
use super::features::{lacking_avx2, missing};
use super::limbs::{Radix51, Radix52, Tight};
use super::processor::{Answer, f16c};
use super::tuning::vpmullq_is_slow;
use super::{InstructionSet, Job, PointJob};
use crate::field::Prime;

// The features needed beside AVX2's. `missing` also asks for F16C, because rustc takes it as implied by `avx512f` and may
// use it.
cpufeatures::new!(avx512f, "avx512f");
cpufeatures::new!(avx512bw, "avx512bw");
cpufeatures::new!(avx512dq, "avx512dq");
cpufeatures::new!(avx512vl, "avx512vl");
cpufeatures::new!(avx512ifma, "avx512ifma");
cpufeatures::new!(avx512vbmi2, "avx512vbmi2");

/// The IFMA backend. A value exists only if the CPU and the operating system support AVX-512 IFMA, and no code reaches
/// a vector without one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ifma(());

impl InstructionSet for Ifma {
    fn missing() -> Option<&'static str> {
        lacking_avx2().or_else(|| {
            missing!(
                f16c() => "F16C",
                avx512f::get() => "AVX-512F",
                avx512dq::get() => "AVX-512DQ",
                avx512vl::get() => "AVX-512VL",
                avx512ifma::get() => "AVX-512 IFMA",
                avx512bw::get() => "AVX-512BW",
                avx512vbmi2::get() => "AVX-512 VBMI2"
            )
        })
    }

    #[inline(always)]
    fn open() -> Option<Self> {
        static AVAILABLE: Answer = Answer::new();
        AVAILABLE
            .get(|| Self::missing().is_none())
            .then_some(Self(()))
    }

    /// Runs every job, in four lanes.
    #[inline(always)]
    fn one<P: Prime, J: PointJob<P>>(self, job: J) -> Result<J::Output, J> {
        // Radix 2^51 for its short dependency chains, as the products of one point depend on each other. Where `vpmullq` is
        // slow, it is avoided over p; over q only carries contain it, two each, so it stays.
        Ok(if const { P::GAMMA_IS_SMALL } && vpmullq_is_slow() {
            job.run_in_four_lanes::<Tight<Ymm, P, Radix51<false>>>()
        } else {
            job.run_in_four_lanes::<Tight<Ymm, P>>()
        })
    }

    /// Runs every job, in eight lanes; sums of many products in radix 2^52.
    #[inline(always)]
    fn many<P: Prime, J: Job<P>>(self, job: J) -> Result<J::Output, J> {
        Ok(
            // Over p a product in radix 2^51 has fewer multiply-adds, which limit its throughput on AMD, but five `vpmullq`,
            // which are slow on Intel. Over q radix 2^52 has fewer multiply-adds everywhere. On Zen 4, which starts one of
            // 512 bits in a cycle, a product takes 7.5 cycles for each element over p and 10.7 over q.
            if const { P::GAMMA_IS_SMALL && !J::SUMS } && !vpmullq_is_slow() {
                job.run::<Tight<Zmm, P>>()
            } else {
                job.run::<Tight<Zmm, P, Radix52>>()
            },
        )
    }
}
