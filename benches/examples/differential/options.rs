//! The command line.

use helioselene_bench_support::command_line;
use lexopt::ValueExt;

/// What to do.
pub struct Options {
    /// Operations of each kind of vectors over each field.
    pub field: u64,
    /// Additions, and terms of sums, on each curve and backend.
    pub points: u64,
    pub seed: u64,
    /// The first batch.
    pub from: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            field: 10_000_000,
            points: 100_000,
            seed: 1,
            from: 0,
        }
    }
}

impl command_line::Options for Options {
    const USAGE: &str = "\
Operations of the library against an oracle, on random operands and on special ones.

Usage: cargo run --release -p helioselene-benches --features unstable --example differential -- [OPTIONS]

Options:
  --field NUMBER   operations of each kind of vectors over each field [default: 1e7]
  --points NUMBER  additions, and terms of sums, on each curve and backend [default: 1e5]
  --seed NUMBER    [default: 1]
  --from BATCH     the first batch: where another run has stopped, or failed [default: 0]
  --help           print this
";

    fn set(&mut self, name: &str, values: &mut lexopt::Parser) -> Result<bool, lexopt::Error> {
        match name {
            "field" => self.field = number(values)?,
            "points" => self.points = number(values)?,
            "seed" => self.seed = number(values)?,
            "from" => self.from = number(values)?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// A whole number, also as 1e9.
fn number(values: &mut lexopt::Parser) -> Result<u64, lexopt::Error> {
    values.value()?.parse_with(|text| {
        let (digits, zeros) = text.split_once('e').unwrap_or((text, "0"));
        let number = || -> Option<u64> {
            let power = 10u64.checked_pow(zeros.parse().ok()?)?;
            digits.parse::<u64>().ok()?.checked_mul(power)
        };
        number().ok_or("a whole number, such as 1000 or 1e9")
    })
}
