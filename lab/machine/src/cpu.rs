//! CPUs, as CPUID describes them.

/// The CPU that the program is told it runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cpu {
    /// Only what every x86-64 CPU has.
    Oldest,
    /// With BMI1, BMI2, ADX and AVX2.
    Avx2,
    /// With AVX-512, its IFMA and VBMI2, in addition to AVX2's features.
    Ifma,
    /// Like `Ifma`, but made by Intel; all others are AMD's.
    IfmaOfIntel,
}

impl Cpu {
    /// CPUID's EAX, EBX, ECX and EDX.
    pub fn cpuid(self, leaf: u32, subleaf: u32) -> [u32; 4] {
        let bits = |bits: &[u32]| bits.iter().fold(0, |word, bit| word | 1 << bit);
        let avx2 = self != Self::Oldest;
        match (leaf, subleaf) {
            // The greatest leaf, and GenuineIntel.
            (0, _) if self == Self::IfmaOfIntel => [7, 0x756e_6547, 0x6c65_746e, 0x4965_6e69],
            // The greatest leaf, and AuthenticAMD.
            (0, _) => [7, 0x6874_7541, 0x444d_4163, 0x6974_6e65],
            // The signature of a Sapphire Rapids or of a Zen 5; SSE3, SSSE3, FMA, SSE4, POPCNT, XSAVE and its use,
            // AVX, F16C; SSE, SSE2.
            (1, _) => {
                let features = if avx2 {
                    bits(&[0, 9, 12, 19, 20, 23, 26, 27, 28, 29])
                } else {
                    0
                };
                let signature = match self {
                    Self::IfmaOfIntel => 0x0008_06f8,
                    _ => 0x00b0_0f20,
                };
                [signature, 0, features, bits(&[0, 4, 8, 15, 23, 24, 25, 26])]
            }
            (7, 0) => {
                // BMI1, AVX2, BMI2, ADX.
                let mut features = if avx2 { bits(&[3, 5, 8, 19]) } else { 0 };
                let mut more = 0;
                if self.has_avx512() {
                    // AVX-512 F, DQ, IFMA, BW, VL; VBMI2.
                    features |= bits(&[16, 17, 21, 30, 31]);
                    more |= bits(&[6]);
                }
                [0, features, more, 0]
            }
            _ => [0; 4],
        }
    }

    /// The registers that the operating system saves: SSE's, AVX's, AVX-512's.
    pub fn enabled_state(self) -> u32 {
        match self {
            Self::Oldest => 0b11,
            Self::Avx2 => 0b111,
            Self::Ifma | Self::IfmaOfIntel => 0b1110_0111,
        }
    }

    /// Whether it has AVX-512 with IFMA.
    pub fn has_avx512(self) -> bool {
        matches!(self, Self::Ifma | Self::IfmaOfIntel)
    }
}
