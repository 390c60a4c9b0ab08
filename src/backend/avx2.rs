//! The AVX2 backend: four elements in 256-bit vectors.
//!
//! Doubles and fused multiply-add ([`fma`]), for work on many public points. Whatever else runs where
//! this backend is selected is faster in serial code. See `notes/avx2.md`.
//! Everything but the entry is generic over the lanes, so that the same text runs in the tests of any
//! machine.

pub(super) mod fma;
mod lanes;

#[cfg(test)]
mod tests;

pub(crate) use fma::Fma;

use super::serial::word::{self, Limbs};

/// A 256-bit number in words of 64 bits, whatever the serial backend's limbs are.
#[inline(always)]
const fn words(x: &Limbs) -> [u64; 4] {
    let bytes = word::to_le_bytes(x);
    let (chunks, _) = bytes.as_chunks::<8>();
    [
        u64::from_le_bytes(chunks[0]),
        u64::from_le_bytes(chunks[1]),
        u64::from_le_bytes(chunks[2]),
        u64::from_le_bytes(chunks[3]),
    ]
}

/// The limbs of a number in words of 64 bits.
#[inline(always)]
const fn from_words(words: [u64; 4]) -> Limbs {
    let mut bytes = [0; 32];
    let (chunks, _) = bytes.as_chunks_mut::<8>();
    let mut i = 0;
    while i < 4 {
        chunks[i] = words[i].to_le_bytes();
        i += 1;
    }
    word::from_le_bytes(&bytes)
}

#[cfg(all(target_arch = "x86_64", not(helioselene_backend = "serial")))]
pub(super) use entry::{missing, rounds_to_nearest};
#[cfg(all(target_arch = "x86_64", not(helioselene_backend = "serial")))]
pub(crate) use lanes::x86::F64x4;

#[cfg(all(target_arch = "x86_64", not(helioselene_backend = "serial")))]
mod entry {
    cpufeatures::new!(avx2, "avx2");
    cpufeatures::new!(fma, "fma");

    /// The first feature that the CPU or the operating system lacks, if any.
    pub(in crate::backend) fn missing() -> Option<&'static str> {
        if !avx2::get() {
            Some("AVX2")
        } else if !fma::get() {
            Some("FMA")
        } else {
            None
        }
    }

    /// Whether the calling thread's floating-point environment is the one that [`super::fma`]
    /// computes in: rounding to nearest, and no trap on results that were rounded. To be asked
    /// wherever that family is entered; where the answer is no, the serial backend serves. Denormals may
    /// be flushed to zero, as none occur.
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
}
