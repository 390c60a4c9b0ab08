//! Command lines of benchmarks and examples.

use std::process::ExitCode;

use lexopt::prelude::*;

/// A program's options; the default is what it does without any.
pub trait Options: Default {
    /// How to call the program: printed for `--help`.
    const USAGE: &str;

    /// Takes in the option `--name`, whose value, if it has one, is the next of the command line;
    /// false if there is no such option.
    ///
    /// # Errors
    ///
    /// If the value is missing or makes no sense.
    fn set(&mut self, name: &str, values: &mut lexopt::Parser) -> Result<bool, lexopt::Error>;
}

/// The `main` of a program: runs it as the command line says. An error is a line that begins with `error:`.
pub fn main<O: Options>(run: impl FnOnce(&O) -> Result<(), String>) -> ExitCode {
    let result = match parse::<O>(lexopt::Parser::from_env()) {
        Ok(Some(options)) => run(&options),
        Ok(None) => {
            print!("{}", O::USAGE);
            Ok(())
        }
        Err(error) => Err(format!("{error}; --help lists the options")),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The options, or none if help is asked for.
fn parse<O: Options>(mut parser: lexopt::Parser) -> Result<Option<O>, lexopt::Error> {
    let mut options = O::default();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("help") | Short('h') => return Ok(None),
            // What cargo adds when it runs a benchmark.
            Long("bench") => {}
            Long(name) => {
                let name = name.to_owned();
                if !options.set(&name, &mut parser)? {
                    return Err(Long(&name).unexpected());
                }
            }
            _ => return Err(argument.unexpected()),
        }
    }
    Ok(Some(options))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default, PartialEq, Debug)]
    struct Two {
        flag: bool,
        number: u32,
    }

    impl Options for Two {
        const USAGE: &str = "";

        fn set(&mut self, name: &str, values: &mut lexopt::Parser) -> Result<bool, lexopt::Error> {
            match name {
                "flag" => self.flag = true,
                "number" => self.number = values.value()?.parse()?,
                _ => return Ok(false),
            }
            Ok(true)
        }
    }

    fn parsed(arguments: &[&str]) -> Result<Option<Two>, String> {
        parse(lexopt::Parser::from_args(arguments)).map_err(|error| error.to_string())
    }

    #[test]
    fn options_are_taken_in() {
        let two = |flag, number| Ok(Some(Two { flag, number }));
        assert_eq!(parsed(&[]), two(false, 0));
        assert_eq!(
            parsed(&["--number", "3", "--bench", "--flag"]),
            two(true, 3)
        );
        assert_eq!(parsed(&["--number=4"]), two(false, 4));
        assert_eq!(parsed(&["--flag", "--help", "--other"]), Ok(None));
    }

    #[test]
    fn mistakes_are_errors() {
        for mistake in [
            &["--other"][..],
            &["--number"],
            &["--number", "three"],
            &["--flag=yes"],
            &["flag"],
        ] {
            assert!(parsed(mistake).is_err(), "{mistake:?}");
        }
    }
}
