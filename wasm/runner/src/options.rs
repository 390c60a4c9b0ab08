//! The command line.

/// The command line's options.
#[derive(Default)]
pub struct Options {
    /// Target features of the module besides the target's own.
    pub features: Vec<String>,
    /// Test the committed vectors, count nothing.
    pub vectors: bool,
    /// Only the operations of the contest's score.
    pub scored: bool,
    /// Do not compare results.
    pub unchecked: bool,
}

const USAGE: &str = "\
Counts the WebAssembly instructions of the contest's operations.

Usage: cargo run --manifest-path wasm/Cargo.toml -- [OPTIONS]

Options:
  --features A,B  build the module with these target features: simd128, wide-arithmetic
  --vectors       test the committed vectors instead
  --scored        only the ten operations of the contest's score
  --unchecked     do not compare the results first
  --help          print this
";

impl Options {
    /// None if the help was asked for.
    pub fn parse() -> Result<Option<Self>, String> {
        use lexopt::{Arg, Parser, ValueExt};
        let mut options = Self::default();
        let mut parser = Parser::from_env();
        let mut next = || -> Result<bool, lexopt::Error> {
            while let Some(argument) = parser.next()? {
                match argument {
                    Arg::Long("features") => {
                        let names = parser.value()?.string()?;
                        options.features = names.split(',').map(String::from).collect();
                    }
                    Arg::Long("vectors") => options.vectors = true,
                    Arg::Long("scored") => options.scored = true,
                    Arg::Long("unchecked") => options.unchecked = true,
                    Arg::Long("help") => return Ok(false),
                    other => return Err(other.unexpected()),
                }
            }
            Ok(true)
        };
        if next().map_err(|error| format!("{error}\n\n{USAGE}"))? {
            return Ok(Some(options));
        }
        print!("{USAGE}");
        Ok(None)
    }
}
