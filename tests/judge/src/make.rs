//! Makes of processors.

/// A make of processors whose execution units are known to the interpreter of machine code in `lab/machine`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Make {
    /// AMD's.
    Zen3,
    /// AMD's.
    Zen4,
    /// AMD's.
    Zen5,
    /// Intel's: Alder Lake's large cores, Sapphire Rapids, and what followed them with the same units.
    GoldenCove,
}

impl Make {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Zen3, Self::Zen4, Self::Zen5, Self::GoldenCove];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Zen3 => "Zen 3",
            Self::Zen4 => "Zen 4",
            Self::Zen5 => "Zen 5",
            Self::GoldenCove => "Golden Cove",
        }
    }

    /// By the numbers of CPUID.
    pub fn of(vendor: &str, family: u32, model: u32) -> Option<Self> {
        match (vendor, family, model) {
            ("AuthenticAMD", 0x19, 0x10..=0x1f | 0x60..=0xaf) => Some(Self::Zen4),
            ("AuthenticAMD", 0x19, _) => Some(Self::Zen3),
            ("AuthenticAMD", 0x1a, _) => Some(Self::Zen5),
            ("GenuineIntel", 6, 0x8f | 0xcf | 0x97 | 0x9a | 0xb7 | 0xba | 0xbf) => {
                Some(Self::GoldenCove)
            }
            _ => None,
        }
    }
}
