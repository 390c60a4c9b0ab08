//! What a report says about the machine.

use std::collections::HashMap;

/// A description of the machine.
#[derive(Clone, Debug)]
pub struct Machine {
    /// The processor's name, or its architecture where the system does not tell the name.
    pub processor: String,
    /// The processor's make, if it is one of those that [`Make`] knows.
    pub make: Option<Make>,
    /// The core's frequency in GHz as it was measured, see [`super::gigahertz`].
    pub gigahertz: f64,
}

impl Machine {
    /// Looks at the machine.
    pub fn detect() -> Self {
        let mut frequencies: Vec<f64> = (0..101).map(|_| super::gigahertz()).collect();
        frequencies.sort_by(f64::total_cmp);
        let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let description = first_processor(&text);
        let number = |key: &str| description.get(key)?.parse().ok();
        let name = description.get("model name").copied();
        Self {
            processor: name.unwrap_or(std::env::consts::ARCH).into(),
            make: number("cpu family")
                .zip(number("model"))
                .and_then(|(family, model)| Make::of(description.get("vendor_id")?, family, model)),
            gigahertz: frequencies[50],
        }
    }
}

/// The keys and values of the first processor of Linux' list.
fn first_processor(text: &str) -> HashMap<&str, &str> {
    let lines = text.lines().take_while(|line| !line.is_empty());
    lines
        .filter_map(|line| line.split_once(':'))
        .map(|(key, value)| (key.trim(), value.trim()))
        .collect()
}

/// A make of processors whose execution units are known, see [`crate::machine_code::Kinds::bound`].
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
    fn of(vendor: &str, family: u32, model: u32) -> Option<Self> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn makes_are_told_apart() {
        let text = "processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 25\nmodel\t\t: 17\n\nmodel\t: 1\n";
        let description = first_processor(text);
        assert_eq!(description["model"], "17");
        assert_eq!(Make::of(description["vendor_id"], 25, 17), Some(Make::Zen4));
        assert_eq!(Make::of("AuthenticAMD", 25, 1), Some(Make::Zen3));
        assert_eq!(Make::of("GenuineIntel", 6, 143), Some(Make::GoldenCove));
        assert_eq!(Make::of("GenuineIntel", 6, 106), None);
    }
}
