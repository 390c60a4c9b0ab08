//! Detects the vendor of the CPU, for [`super::tuning`]. See `notes/vectors.md`.

use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// A cached answer to a question about the CPU: 0 before it is asked, then 1 for no, 2 for yes.
pub(super) struct Answer(AtomicU8);

impl Answer {
    pub(super) const fn new() -> Self {
        Self(AtomicU8::new(0))
    }

    /// Returns the answer; calls `ask` on first use.
    #[inline(always)]
    pub(super) fn get(&self, ask: fn() -> bool) -> bool {
        // Relaxed suffices: the CPU does not change, so all threads store the same value.
        match self.0.load(Relaxed) {
            0 => self.find(ask),
            found => found == 2,
        }
    }

    /// Asks and stores the answer.
    #[cold]
    fn find(&self, ask: fn() -> bool) -> bool {
        let answer = ask();
        self.0.store(1 + u8::from(answer), Relaxed);
        answer
    }
}

/// Returns whether Intel made this CPU, by the vendor name in CPUID's leaf 0. True in SGX enclaves, where CPUID faults.
pub(crate) fn is_intel() -> bool {
    static INTEL: Answer = Answer::new();
    INTEL.get(|| {
        let [_, ebx, ecx, edx] = cpuid(0);
        let vendor = [ebx, edx, ecx].map(u32::to_le_bytes);
        cfg!(target_env = "sgx") || vendor.as_flattened() == b"GenuineIntel"
    })
}

/// Returns whether the CPU has F16C (leaf 1, ecx, bit 29), which `cpufeatures` does not know.
#[cfg(helioselene_has = "ifma")]
pub(super) fn f16c() -> bool {
    cfg!(target_feature = "f16c") || cpuid(1)[2] >> 29 & 1 == 1
}

/// Returns the registers eax, ebx, ecx and edx of a CPUID leaf that the CPU has. Zeros in enclaves, and in builds without
/// vectors, where nothing depends on them.
fn cpuid(leaf: u32) -> [u32; 4] {
    #[cfg(all(
        any(helioselene_has = "avx2", helioselene_has = "ifma"),
        not(target_env = "sgx")
    ))]
    {
        use core::arch::x86_64::{__cpuid, CpuidResult};
        // SAFETY: every x86-64 CPU has the instruction, and leaves 0 and 1.
        #[allow(unused_unsafe)] // newer compilers know that
        let CpuidResult { eax, ebx, ecx, edx } = unsafe { __cpuid(leaf) };
        return [eax, ebx, ecx, edx];
    }
    #[allow(unreachable_code)]
    {
        let _ = leaf;
        [0; 4]
    }
}

#[cfg(test)]
mod tests;
