//! The vendor of the CPU, for [`super::tuning`]. See `notes/processors.md`.

use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// An answer that never changes: 0 until it is asked for, 1 is no, 2 is yes.
#[allow(dead_code)] // without vectors
pub(super) struct Found(AtomicU8);

#[allow(dead_code)] // without vectors
impl Found {
    pub(super) const fn nothing() -> Self {
        Self(AtomicU8::new(0))
    }

    /// The answer, for which `ask` is called once.
    #[inline(always)]
    pub(super) fn get(&self, ask: fn() -> bool) -> bool {
        // Relaxed suffices: every value that is ever stored is the same.
        match self.0.load(Relaxed) {
            0 => self.find(ask),
            found => found == 2,
        }
    }

    #[cold]
    fn find(&self, ask: fn() -> bool) -> bool {
        let answer = ask();
        self.0.store(1 + u8::from(answer), Relaxed);
        answer
    }
}

#[cfg(all(
    any(helioselene_has = "avx2", helioselene_has = "ifma"),
    not(target_env = "sgx")
))]
mod detection {
    use core::arch::x86_64::{__cpuid_count, CpuidResult};

    use super::Found;

    /// Whether Intel made this CPU, by the vendor's name in leaf 0.
    pub(crate) fn is_intel() -> bool {
        static INTEL: Found = Found::nothing();
        INTEL.get(|| {
            let CpuidResult { ebx, ecx, edx, .. } = cpuid(0);
            let vendor = [ebx, edx, ecx].map(u32::to_le_bytes);
            vendor.as_flattened() == b"GenuineIntel"
        })
    }

    /// Whether the CPU has F16C, which `cpufeatures` does not know.
    #[cfg(helioselene_has = "ifma")]
    pub(crate) fn f16c() -> bool {
        cfg!(target_feature = "f16c") || cpuid(1).ecx >> 29 & 1 == 1
    }

    /// Whether the CPU has AVX-IFMA, which `cpufeatures` does not know.
    #[cfg(helioselene_has = "avxifma")]
    pub(crate) fn avx_ifma() -> bool {
        let subleaves = || cpuid(0).eax >= 7 && cpuid(7).eax >= 1;
        cfg!(target_feature = "avxifma") || subleaves() && cpuid_of(7, 1).eax >> 23 & 1 == 1
    }

    fn cpuid(leaf: u32) -> CpuidResult {
        cpuid_of(leaf, 0)
    }

    /// A leaf that the CPU has.
    fn cpuid_of(leaf: u32, subleaf: u32) -> CpuidResult {
        // SAFETY: every x86-64 CPU has the instruction.
        #[allow(unused_unsafe)] // newer compilers know that
        unsafe {
            __cpuid_count(leaf, subleaf)
        }
    }
}

/// SGX enclaves cannot ask; elsewhere nothing depends on the answer.
#[cfg(not(all(
    any(helioselene_has = "avx2", helioselene_has = "ifma"),
    not(target_env = "sgx")
)))]
mod detection {
    /// Whether Intel made this CPU.
    pub(crate) const fn is_intel() -> bool {
        cfg!(target_env = "sgx")
    }

    /// Whether the CPU has F16C.
    #[cfg(helioselene_has = "ifma")]
    pub(crate) fn f16c() -> bool {
        cfg!(target_feature = "f16c")
    }

    /// Whether the CPU has AVX-IFMA.
    #[cfg(helioselene_has = "avxifma")]
    pub(crate) fn avx_ifma() -> bool {
        cfg!(target_feature = "avxifma")
    }
}
#[cfg(helioselene_has = "avxifma")]
pub(super) use detection::avx_ifma;
#[cfg(helioselene_has = "ifma")]
pub(super) use detection::f16c;
pub(crate) use detection::is_intel;

#[cfg(all(test, feature = "checks"))]
#[path = "../../checks/backend/processor/tests.rs"]
mod tests;
