//! AVX-512 IFMA: 52-bit multiply-add on four or eight lanes, for [`super::limbs`].
//!
//! See `notes/ifma.md`.

mod elements;
pub(in crate::backend) mod vectors;

use self::vectors::{Ymm, Zmm};
use super::OnVector;
use super::avx512::Avx512;
use super::features::missing;
use super::limbs::{Radix51, Radix52, Tight};
use super::processor::Found;
use super::tuning::limbs;
use crate::field::Prime;

// What this instruction set is to this library beside AVX-512.
cpufeatures::new!(avx512ifma, "avx512ifma");
cpufeatures::new!(avx512bw, "avx512bw");
cpufeatures::new!(avx512vbmi2, "avx512vbmi2");

/// The door to these vectors: there is a value only where the CPU and the operating system have AVX-512
/// IFMA, and whoever has none cannot name a vector.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ifma {
    without_vpmullq: bool,
}

impl Ifma {
    /// The door, if the CPU and the operating system have what lies behind it.
    #[inline(always)]
    pub(crate) fn open() -> Option<Self> {
        /// What is behind the door, so that each operation asks once.
        static BEHIND: Found = Found::nothing();
        const NOTHING: u8 = 1;
        const VECTORS: u8 = 2;
        const WITHOUT_VPMULLQ: u8 = 3;

        #[cfg(feature = "checks")]
        if let Some(without) = limbs::WITHOUT_VPMULLQ.get() {
            return Self::open_as(without);
        }
        let behind = BEHIND.get(|| match Self::missing() {
            Some(_) => NOTHING,
            None if limbs::without_vpmullq() => WITHOUT_VPMULLQ,
            None => VECTORS,
        });
        (behind != NOTHING).then_some(Self {
            without_vpmullq: behind == WITHOUT_VPMULLQ,
        })
    }

    /// The same with `vpmullq` behind the door or without, whatever is best on this processor.
    #[cfg(any(feature = "checks", feature = "unstable"))]
    pub(crate) fn open_as(without_vpmullq: bool) -> Option<Self> {
        Self::missing()
            .is_none()
            .then_some(Self { without_vpmullq })
    }

    /// The first feature that the CPU or the operating system lacks, if any.
    pub(crate) fn missing() -> Option<&'static str> {
        Avx512::missing().or_else(|| {
            missing!(
                avx512ifma::get() => "AVX-512 IFMA",
                avx512bw::get() => "AVX-512BW",
                avx512vbmi2::get() => "AVX-512 VBMI2"
            )
        })
    }

    /// Runs work on one point, in four lanes.
    #[inline(always)]
    pub(crate) fn one_point<P: Prime, W: OnVector<P>>(self, work: W) -> W::Output {
        if self.without_vpmullq {
            work.run::<Tight<Ymm, P, Radix51<true>>>()
        } else {
            work.run::<Tight<Ymm, P>>()
        }
    }

    /// Runs work on many points, in eight lanes. Over q radix 2^52 is best everywhere, and is without `vpmullq`.
    #[inline(always)]
    pub(crate) fn many<P: Prime, W: OnVector<P>>(self, work: W) -> W::Output {
        if P::GAMMA_IS_SMALL && !(W::WITHOUT_VPMULLQ && self.without_vpmullq) {
            work.run::<Tight<Zmm, P>>()
        } else {
            work.run::<Tight<Zmm, P, Radix52>>()
        }
    }

    /// Runs work on many elements whose products are summed before they are reduced, which radix 2^52 is for.
    #[inline(always)]
    pub(crate) fn sums<P: Prime, W: OnVector<P>>(self, work: W) -> W::Output {
        work.run::<Tight<Zmm, P, Radix52>>()
    }
}
