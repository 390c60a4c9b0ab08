//! The command line.

use lexopt::prelude::*;

pub const USAGE: &str = "\
Multi-scalar multiplication and batches, beside what others offer.

Usage: cargo bench --bench msm -- [OPTIONS]

Options:
  --quick         fewer sizes, rougher figures
  --backend NAME  only this backend: serial, avx2 or ifma
  --svg FILE.svg  also draw ns a point against n, to FILE-helios.svg and FILE-selene.svg
  --calibrate     measure the constants of the cost model instead
  --help          print this
";

/// What to measure.
pub struct Options {
    pub quick: bool,
    pub backend: Option<String>,
    pub svg: Option<String>,
    pub calibrate: bool,
    pub help: bool,
}

impl Options {
    /// Reads the command line; a mistake is an error with the usage.
    pub fn from_command_line() -> Result<Self, String> {
        Self::parse(lexopt::Parser::from_env()).map_err(|error| format!("{error}\n\n{USAGE}"))
    }

    fn parse(mut parser: lexopt::Parser) -> Result<Self, lexopt::Error> {
        let mut options = Self {
            quick: false,
            backend: None,
            svg: None,
            calibrate: false,
            help: false,
        };
        while let Some(argument) = parser.next()? {
            match argument {
                // What cargo adds.
                Long("bench") => {}
                Long("quick") => options.quick = true,
                Long("backend") => options.backend = Some(parser.value()?.string()?),
                Long("svg") => options.svg = Some(parser.value()?.string()?),
                Long("calibrate") => options.calibrate = true,
                Long("help") => options.help = true,
                _ => return Err(argument.unexpected()),
            }
        }
        Ok(options)
    }

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
