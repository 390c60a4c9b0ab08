//! The command line.

use lexopt::prelude::*;

pub const USAGE: &str = "\
A curve tree over random outputs: built, grown, trimmed and checked on each backend.

Usage: cargo run --release --example tree -- [OPTIONS]

Options:
  --outputs N     outputs to build over [default: 10000]
  --grow M        then append M more
  --trim M        then remove the last M
  --backend NAME  only this backend: serial, avx2 or ifma
  --seed S        of the random outputs [default: 0]
  --help          print this
";

/// What to do.
pub struct Options {
    pub outputs: usize,
    pub grow: usize,
    pub trim: usize,
    pub backend: Option<String>,
    pub seed: u64,
    pub help: bool,
}

impl Options {
    /// Reads the command line; a mistake is an error with the usage.
    pub fn from_command_line() -> Result<Self, String> {
        Self::parse(lexopt::Parser::from_env()).map_err(|error| format!("{error}\n\n{USAGE}"))
    }

    fn parse(mut parser: lexopt::Parser) -> Result<Self, lexopt::Error> {
        let mut options = Self {
            outputs: 10_000,
            grow: 0,
            trim: 0,
            backend: None,
            seed: 0,
            help: false,
        };
        while let Some(argument) = parser.next()? {
            match argument {
                Long("outputs") => options.outputs = parser.value()?.parse()?,
                Long("grow") => options.grow = parser.value()?.parse()?,
                Long("trim") => options.trim = parser.value()?.parse()?,
                Long("backend") => options.backend = Some(parser.value()?.string()?),
                Long("seed") => options.seed = parser.value()?.parse()?,
                Long("help") => options.help = true,
                _ => return Err(argument.unexpected()),
            }
        }
        Ok(options)
    }
}
