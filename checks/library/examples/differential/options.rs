//! The command line.

/// Operations of the library against an oracle, on random operands and on special ones
#[derive(clap::Parser)]
pub struct Options {
    /// Operations of each kind of vector over each field
    #[arg(long, value_name = "NUMBER", default_value = "1e7", value_parser = number)]
    pub field: u64,
    /// Additions, and terms of sums, on each curve and backend
    #[arg(long, value_name = "NUMBER", default_value = "1e5", value_parser = number)]
    pub points: u64,
    #[arg(long, value_name = "NUMBER", default_value = "1", value_parser = number)]
    pub seed: u64,
    /// The first batch: where another run has stopped, or failed
    #[arg(long, value_name = "BATCH", default_value = "0", value_parser = number)]
    pub from: u64,
}

/// A whole number; 1e9 is one too.
fn number(text: &str) -> Result<u64, &'static str> {
    let (digits, zeros) = text.split_once('e').unwrap_or((text, "0"));
    let number = || -> Option<u64> {
        let power = 10u64.checked_pow(zeros.parse().ok()?)?;
        digits.parse::<u64>().ok()?.checked_mul(power)
    };
    number().ok_or("a whole number, such as 1000 or 1e9")
}
