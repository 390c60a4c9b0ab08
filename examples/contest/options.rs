//! The command line.

use lexopt::prelude::*;

pub const USAGE: &str = "\
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

/// The two cycles of curves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cycle {
    Current,
    Of2025,
}

/// What to do.
pub struct Options {
    pub cycle: Cycle,
    pub backend: Option<String>,
    pub json: Option<String>,
    pub svg: Option<String>,
    pub quick: bool,
    pub help: bool,
}

impl Options {
    /// Reads the command line; a mistake is an error with the usage.
    pub fn from_command_line() -> Result<Self, String> {
        Self::parse(lexopt::Parser::from_env()).map_err(|error| format!("{error}\n\n{USAGE}"))
    }

    fn parse(mut parser: lexopt::Parser) -> Result<Self, lexopt::Error> {
        let mut options = Self {
            cycle: Cycle::Current,
            backend: None,
            json: None,
            svg: None,
            quick: false,
            help: false,
        };
        while let Some(argument) = parser.next()? {
            match argument {
                Long("cycle") => {
                    options.cycle = parser.value()?.parse_with(|name| match name {
                        "current" => Ok(Cycle::Current),
                        "2025" => Ok(Cycle::Of2025),
                        _ => Err("the cycles are current and 2025"),
                    })?;
                }
                Long("backend") => options.backend = Some(parser.value()?.string()?),
                Long("json") => options.json = Some(parser.value()?.string()?),
                Long("svg") => options.svg = Some(parser.value()?.string()?),
                Long("quick") => options.quick = true,
                Long("help") | Short('h') => options.help = true,
                _ => return Err(argument.unexpected()),
            }
        }
        Ok(options)
    }
}
