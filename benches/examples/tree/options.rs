//! The command line.

use helioselene_bench_support::command_line;
use lexopt::ValueExt;

/// What to do.
pub struct Options {
    pub outputs: usize,
    pub grow: usize,
    pub trim: usize,
    pub backend: Option<String>,
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            outputs: 10_000,
            grow: 0,
            trim: 0,
            backend: None,
            seed: 0,
        }
    }
}

impl command_line::Options for Options {
    const USAGE: &str = "\
A curve tree over random outputs: built, grown, trimmed and checked on each backend.

Usage: cargo run --release -p helioselene-benches --example tree -- [OPTIONS]

Options:
  --outputs N     outputs to build over [default: 10000]
  --grow M        then append M more
  --trim M        then remove the last M
  --backend NAME  only this backend: serial, avx2 or ifma
  --seed S        of the random outputs [default: 0]
  --help          print this
";

    fn set(&mut self, name: &str, values: &mut lexopt::Parser) -> Result<bool, lexopt::Error> {
        match name {
            "outputs" => self.outputs = values.value()?.parse()?,
            "grow" => self.grow = values.value()?.parse()?,
            "trim" => self.trim = values.value()?.parse()?,
            "backend" => self.backend = Some(values.value()?.string()?),
            "seed" => self.seed = values.value()?.parse()?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}
