//! AVX-512 IFMA: 52-bit multiply-add on four or eight lanes, for [`super::limbs`].
//!
//! See `notes/ifma.md`.

mod elements;
pub(in crate::backend) mod vectors;

use self::vectors::{Ymm, Zmm};
use super::OnVector;
use super::limbs::{Radix51, Radix52, Tight};
use super::tuning::limbs::without_vpmullq;
use crate::field::Prime;

// What `avx512f` implies to the compiler is asked for as well: it may use any of it.
cpufeatures::new!(base, "avx2", "fma");
cpufeatures::new!(avx512f, "avx512f");
cpufeatures::new!(avx512dq, "avx512dq");
cpufeatures::new!(avx512vl, "avx512vl");
cpufeatures::new!(avx512ifma, "avx512ifma");
cpufeatures::new!(
    all,
    "avx2",
    "fma",
    "avx512f",
    "avx512dq",
    "avx512vl",
    "avx512ifma"
);

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
        all::get().then(|| Self {
            without_vpmullq: without_vpmullq(),
        })
    }

    /// The same with `vpmullq` behind the door or without, whatever is best on this processor.
    #[cfg(any(test, feature = "internals", feature = "unstable"))]
    pub(crate) fn open_as(without_vpmullq: bool) -> Option<Self> {
        all::get().then_some(Self { without_vpmullq })
    }

    /// The first feature that the CPU or the operating system lacks, if any.
    pub(crate) fn missing() -> Option<&'static str> {
        [
            (base::get(), "AVX2 and FMA"),
            (avx512f::get(), "AVX-512F"),
            (avx512dq::get(), "AVX-512DQ"),
            (avx512vl::get(), "AVX-512VL"),
            (avx512ifma::get(), "AVX-512 IFMA"),
        ]
        .into_iter()
        .find_map(|(there, name)| (!there).then_some(name))
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
}
