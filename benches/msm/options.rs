//! The command line.

use helioselene_bench_support::command_line;
use lexopt::ValueExt;

/// What to measure.
#[derive(Default)]
pub struct Options {
    pub quick: bool,
    pub backend: Option<String>,
    pub svg: Option<String>,
    pub calibrate: bool,
    pub tables: bool,
}

impl command_line::Options for Options {
    const USAGE: &str = "\
Multi-scalar multiplication and batches, beside what others offer.

Usage: cargo bench --bench msm -- [OPTIONS]

Options:
  --quick         fewer sizes, rougher figures
  --backend NAME  only this backend: serial, avx2 or ifma
  --svg FILE.svg  also draw ns a point against n, to FILE-helios.svg and FILE-selene.svg
  --calibrate     measure this processor's rows of src/backend/tuning.rs instead
  --tables        time sums over fixed points by the size of their tables instead
  --help          print this
";

    fn set(&mut self, name: &str, values: &mut lexopt::Parser) -> Result<bool, lexopt::Error> {
        match name {
            "quick" => self.quick = true,
            "backend" => self.backend = Some(values.value()?.string()?),
            "svg" => self.svg = Some(values.value()?.string()?),
            "calibrate" => self.calibrate = true,
            "tables" => self.tables = true,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

impl Options {
    /// The sizes of variable-time sums.
    pub fn sizes(&self) -> Vec<usize> {
        if self.quick {
            return vec![2, 38, 352, 604, 1024, 4096];
        }
        vec![
            1, 2, 3, 5, 9, 16, 38, 64, 129, 352, 604, 1024, 1324, 4096, 16384, 65536,
        ]
    }
}
