//! What a report says about the machine.

/// A description of the machine.
#[derive(Clone, Debug)]
pub struct Machine {
    /// The processor's name, or its architecture where the system does not tell the name.
    pub processor: String,
    /// The core's frequency in GHz as it was measured, see [`super::gigahertz`].
    pub gigahertz: f64,
}

impl Machine {
    /// Looks at the machine.
    pub fn detect() -> Self {
        let mut frequencies: Vec<f64> = (0..101).map(|_| super::gigahertz()).collect();
        frequencies.sort_by(f64::total_cmp);
        Self {
            processor: processor_name().unwrap_or_else(|| std::env::consts::ARCH.into()),
            gigahertz: frequencies[50],
        }
    }
}

fn processor_name() -> Option<String> {
    let description = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = description
        .lines()
        .find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}
