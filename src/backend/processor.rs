//! The make of the CPU, as far as [`super::tuning`] tells makes apart. See `notes/processors.md`.

use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// A make of processors, for which the tables of [`super::tuning`] may have rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Processor {
    /// AMD's Zen 3, and what AMD made before it.
    Zen3 = 1,
    /// AMD's Zen 4.
    Zen4,
    /// AMD's Zen 5 and what comes after it, and whatever is not named here: every table has its rows.
    Zen5,
    /// Intel's Golden Cove (Sapphire and Emerald Rapids), and whatever else Intel makes.
    GoldenCove,
    /// Intel's Skylake-SP, Cascade and Cooper Lake, AVX-512 without IFMA, where they multiply 512 bits on two ports.
    SkylakeSp,
}

impl Processor {
    /// The processors whose rows serve this one, best first: its own, if it was measured, then those of
    /// its nearest neighbours.
    pub(crate) const fn neighbours(self) -> &'static [Self] {
        match self {
            Self::Zen3 => &[Self::Zen3, Self::Zen4],
            Self::Zen4 => &[Self::Zen4],
            Self::Zen5 => &[Self::Zen5, Self::Zen4],
            Self::GoldenCove => &[Self::GoldenCove, Self::Zen4],
            Self::SkylakeSp => &[Self::SkylakeSp, Self::GoldenCove, Self::Zen4],
        }
    }

    /// The processor with this vendor and this signature, the registers EBX, EDX, ECX of CPUID's leaf 0
    /// and EAX of leaf 1. It may ask for the brand.
    fn from_cpuid(vendor: [u32; 3], signature: u32, brand: impl FnOnce() -> [u8; 48]) -> Self {
        const AMD: [u32; 3] = name(b"AuthenticAMD");
        const INTEL: [u32; 3] = name(b"GenuineIntel");
        const fn is(a: [u32; 3], b: [u32; 3]) -> bool {
            a[0] == b[0] && a[1] == b[1] && a[2] == b[2]
        }
        let (family, model) = family_and_model(signature);
        if is(vendor, INTEL) {
            return match (family, model) {
                (6, 0x55) if !multiplies_on_one_port(&brand()) => Self::SkylakeSp,
                _ => Self::GoldenCove,
            };
        }
        if !is(vendor, AMD) {
            return Self::Zen5;
        }
        match (family, model) {
            // As Linux tells the two apart.
            (0x19, 0x10..=0x1f | 0x60..=0xaf) => Self::Zen4,
            (..=0x19, _) => Self::Zen3,
            _ => Self::Zen5,
        }
    }
}

/// Whether a Skylake-SP, Cascade or Cooper Lake has one multiplier of 512 bits, by its brand. No bit of CPUID says
/// so. A brand that a hypervisor made up is not among these.
fn multiplies_on_one_port(brand: &[u8]) -> bool {
    let is_in = |part: &[u8]| brand.windows(part.len()).any(|at| at == part);
    is_in(b"Bronze") || is_in(b"Silver") || is_in(b"Gold 5") || is_in(b" D-")
}

/// A vendor's name as registers.
const fn name(bytes: &[u8; 12]) -> [u32; 3] {
    let [a, b, c, d, e, f, g, h, i, j, k, l] = *bytes;
    [
        u32::from_le_bytes([a, b, c, d]),
        u32::from_le_bytes([e, f, g, h]),
        u32::from_le_bytes([i, j, k, l]),
    ]
}

/// The family and the model in a signature, with what extends them.
const fn family_and_model(signature: u32) -> (u32, u32) {
    let (family, model) = (signature >> 8 & 0xf, signature >> 4 & 0xf);
    let family = if family == 0xf {
        family + (signature >> 20 & 0xff)
    } else {
        family
    };
    (family, model | signature >> 12 & 0xf0)
}

/// A byte that is the same whenever it is found: 0 until someone asks.
pub(super) struct Found(AtomicU8);

impl Found {
    pub(super) const fn nothing() -> Self {
        Self(AtomicU8::new(0))
    }

    /// The byte, which `find` finds.
    #[inline(always)]
    pub(super) fn get(&self, find: fn() -> u8) -> u8 {
        // Relaxed suffices: every value that is ever stored is the same.
        match self.0.load(Relaxed) {
            0 => self.find(find),
            found => found,
        }
    }

    #[cold]
    fn find(&self, find: fn() -> u8) -> u8 {
        let found = find();
        self.0.store(found, Relaxed);
        found
    }
}

#[cfg(all(helioselene_has = "avx2", not(target_env = "sgx")))]
mod detection {
    use core::arch::x86_64::{__cpuid, CpuidResult};

    use super::{Found, Processor};

    /// This machine's processor.
    pub(super) static DETECTED: Found = Found::nothing();

    impl Processor {
        /// The processor of this machine.
        pub(crate) fn detected() -> Self {
            match DETECTED.get(|| Self::detect() as u8) {
                1 => Self::Zen3,
                2 => Self::Zen4,
                4 => Self::GoldenCove,
                5 => Self::SkylakeSp,
                _ => Self::Zen5,
            }
        }

        pub(super) fn detect() -> Self {
            let vendor = cpuid(0);
            let vendor = [vendor.ebx, vendor.edx, vendor.ecx];
            Self::from_cpuid(vendor, cpuid(1).eax, brand)
        }
    }

    /// Whether the CPU has F16C, which `cpufeatures` does not know.
    #[cfg(helioselene_has = "ifma")]
    pub(crate) fn f16c() -> bool {
        static F16C: Found = Found::nothing();
        cfg!(target_feature = "f16c") || F16C.get(|| 1 + (cpuid(1).ecx >> 29 & 1) as u8) == 2
    }

    /// The brand, in the registers of three leaves.
    fn brand() -> [u8; 48] {
        let mut brand = [0; 48];
        for (leaf, part) in (0x8000_0002..).zip(brand.chunks_exact_mut(16)) {
            let CpuidResult { eax, ebx, ecx, edx } = cpuid(leaf);
            for (word, register) in part.chunks_exact_mut(4).zip([eax, ebx, ecx, edx]) {
                word.copy_from_slice(&register.to_le_bytes());
            }
        }
        brand
    }

    fn cpuid(leaf: u32) -> CpuidResult {
        // SAFETY: every x86-64 CPU has the instruction and these leaves.
        #[allow(unused_unsafe)] // newer compilers know that
        unsafe {
            __cpuid(leaf)
        }
    }
}

/// Enclaves of SGX cannot ask.
#[cfg(not(all(helioselene_has = "avx2", not(target_env = "sgx"))))]
mod detection {
    use super::Processor;

    impl Processor {
        /// The processor that builds without vectors are tuned for.
        pub(crate) const fn detected() -> Self {
            Self::Zen5
        }
    }

    /// Whether the CPU has F16C.
    #[cfg(helioselene_has = "ifma")]
    pub(crate) fn f16c() -> bool {
        cfg!(target_feature = "f16c")
    }
}
#[cfg(helioselene_has = "ifma")]
pub(super) use detection::f16c;

#[cfg(all(test, feature = "checks"))]
#[path = "../../checks/backend/processor/tests.rs"]
mod tests;
