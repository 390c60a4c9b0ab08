//! AVX2 and FMA: four doubles in a register of 256 bits, for [`super::doubles`].
//!
//! See `notes/avx2.md`.

#[cfg(all(target_arch = "x86_64", not(helioselene_backend = "serial")))]
pub(crate) mod vectors;

#[cfg(all(target_arch = "x86_64", not(helioselene_backend = "serial")))]
pub(crate) use detection::missing;

#[cfg(all(target_arch = "x86_64", not(helioselene_backend = "serial")))]
mod detection {
    // What this instruction set is to this library.
    cpufeatures::new!(avx2, "avx2");
    cpufeatures::new!(fma, "fma");

    /// The first feature that the CPU or the operating system lacks, if any.
    pub(crate) fn missing() -> Option<&'static str> {
        if !avx2::get() {
            Some("AVX2")
        } else if !fma::get() {
            Some("FMA")
        } else {
            None
        }
    }
}

/// Whether the calling thread's floating-point environment is the one that these kernels compute in:
/// rounding to nearest, and no trap on results that were rounded. To be asked wherever they are
/// entered; where the answer is no, the serial backend serves. Denormals may be flushed to zero, as
/// none occur.
#[cfg(all(target_arch = "x86_64", not(helioselene_backend = "serial")))]
pub(crate) fn rounds_to_nearest() -> bool {
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
