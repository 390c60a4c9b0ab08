//! AVX2 and FMA: four doubles in a register of 256 bits, for [`super::doubles`].
//!
//! See `notes/avx2.md`.

pub(in crate::backend) mod vectors;

use self::vectors::F64x4;
use super::OnVector;
use super::doubles::Fma;
use super::features::missing;
use crate::field::Prime;

// What this instruction set is to this library, with what it implies to the compiler, which may use any of it.
cpufeatures::new!(avx2, "sse3", "ssse3", "sse4.1", "sse4.2", "avx", "avx2");
cpufeatures::new!(fma, "fma");

/// The door to these vectors: there is a value only where the CPU and the operating system have AVX2 and
/// FMA, and whoever has none cannot name a vector.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// The door, if the CPU and the operating system have what lies behind it, and the calling thread
    /// computes with doubles as they need it.
    pub(crate) fn open() -> Option<Self> {
        (Self::missing().is_none() && rounds_to_nearest()).then_some(Self(()))
    }

    /// The first feature that the CPU or the operating system lacks, if any.
    pub(crate) fn missing() -> Option<&'static str> {
        missing!(avx2::get() => "AVX2", fma::get() => "FMA")
    }

    /// Runs work on many public points, in four lanes.
    #[inline(always)]
    pub(crate) fn many<P: Prime, W: OnVector<P>>(self, work: W) -> W::Output {
        work.run::<Fma<F64x4, P>>()
    }
}

/// Whether the calling thread's floating-point environment is the one that these kernels compute in:
/// rounding to nearest, and no trap on results that were rounded. Where it is not, the serial
/// backend serves. Denormals may be flushed to zero, as
/// none occur.
pub(in crate::backend) fn rounds_to_nearest() -> bool {
    /// MXCSR's rounding control: 0 is to nearest, ties to even.
    const ROUNDING: u32 = 0b11 << 13;
    /// MXCSR's mask of the exception "inexact".
    const INEXACT_IS_NO_TRAP: u32 = 1 << 12;
    let mut mxcsr = 0u32;
    // SAFETY: every x86-64 CPU has the instruction, and it writes these four bytes.
    unsafe {
        core::arch::asm!(
            "stmxcsr [{}]",
            in(reg) &raw mut mxcsr,
            options(nostack, preserves_flags)
        );
    }
    mxcsr & (ROUNDING | INEXACT_IS_NO_TRAP) == INEXACT_IS_NO_TRAP
}
