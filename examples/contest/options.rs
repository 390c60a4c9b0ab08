//! The command line.

use helioselene_bench_support::command_line;
use lexopt::ValueExt;

/// The two cycles of curves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cycle {
    #[default]
    Current,
    Of2025,
}

/// What to do.
#[derive(Default)]
pub struct Options {
    pub cycle: Cycle,
    pub backend: Option<String>,
    pub json: Option<String>,
    pub svg: Option<String>,
    pub quick: bool,
}

impl command_line::Options for Options {
    const USAGE: &str = "\
The optimisation contest of July 2025, run again on this machine.

Usage: cargo run --release --example contest -- [OPTIONS]

Options:
  --cycle current|2025  the cycle of curves [default: current];
                        2025 needs a build with --features cycle2025
  --backend NAME        only this backend: serial, avx2 or ifma
  --json FILE           also write the results as JSON
  --svg FILE            also write a bar chart
  --quick               a rougher result in a shorter time
  --help                print this
";

    fn set(&mut self, name: &str, values: &mut lexopt::Parser) -> Result<bool, lexopt::Error> {
        match name {
            "cycle" => {
                self.cycle = values.value()?.parse_with(|name| match name {
                    "current" => Ok(Cycle::Current),
                    "2025" => Ok(Cycle::Of2025),
                    _ => Err("the cycles are current and 2025"),
                })?;
            }
            "backend" => self.backend = Some(values.value()?.string()?),
            "json" => self.json = Some(values.value()?.string()?),
            "svg" => self.svg = Some(values.value()?.string()?),
            "quick" => self.quick = true,
            _ => return Ok(false),
        }
        Ok(true)
    }
}
