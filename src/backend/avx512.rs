//! AVX-512 without IFMA: eight doubles in a register of 512 bits, for [`super::doubles`].
//!
//! See `notes/avx2.md`.

pub(in crate::backend) mod rows;
pub(in crate::backend) mod vectors;

use self::vectors::F64x8;
use super::OnVector;
use super::avx2::{Avx2, rounds_to_nearest};
use super::doubles::Fma;
use super::features::missing;
use super::processor::f16c;
use crate::field::Prime;

// What this instruction set is to this library beside AVX2, with F16C, which `avx512f` implies to the compiler.
cpufeatures::new!(avx512f, "avx512f");
cpufeatures::new!(avx512dq, "avx512dq");
cpufeatures::new!(avx512vl, "avx512vl");

/// The door to these vectors: there is a value only where the CPU and the operating system have AVX-512 as
/// Skylake-SP has it, and whoever has none cannot name a vector.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx512(());

impl Avx512 {
    /// The door, if the CPU and the operating system have what lies behind it, and the calling thread
    /// computes with doubles as they need it.
    pub(crate) fn open() -> Option<Self> {
        (Self::missing().is_none() && rounds_to_nearest()).then_some(Self(()))
    }

    /// The first feature that the CPU or the operating system lacks, if any.
    pub(in crate::backend) fn missing() -> Option<&'static str> {
        Avx2::missing().or_else(|| {
            missing!(
                f16c() => "F16C",
                avx512f::get() => "AVX-512F",
                avx512dq::get() => "AVX-512DQ",
                avx512vl::get() => "AVX-512VL"
            )
        })
    }

    /// Runs work on many public points, in eight lanes.
    #[inline(always)]
    pub(crate) fn many<P: Prime, W: OnVector<P>>(self, work: W) -> W::Output {
        work.run::<Fma<F64x8, P>>()
    }
}
