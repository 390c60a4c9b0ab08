//! The command line.

use helioselene_bench_support::{bench, command_line, usage};

/// What to measure.
#[derive(Default)]
pub struct Options {
    pub common: bench::Options,
    pub tables: bool,
}

impl command_line::Options for Options {
    const USAGE: &str = usage!(
        "Multi-scalar multiplication and batches, beside what others offer.",
        "  --tables         time sums over fixed points by the size of their tables instead\n",
    );

    fn set(&mut self, name: &str, values: &mut lexopt::Parser) -> Result<bool, lexopt::Error> {
        match name {
            "tables" => self.tables = true,
            _ => return self.common.set(name, values),
        }
        Ok(true)
    }
}

impl Options {
    /// The sizes of variable-time sums.
    pub fn sizes(&self) -> Vec<usize> {
        self.common.sizes_or(if self.common.quick {
            &[2, 38, 352, 604, 1024, 4096]
        } else {
            &[
                1, 2, 3, 5, 9, 16, 38, 64, 129, 352, 604, 1024, 1324, 4096, 16384, 65536,
            ]
        })
    }
}
