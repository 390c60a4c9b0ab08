//! Programs' command lines: clap's, with one-line errors.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;

/// A program's `main`: runs it by its command line. An error is a line that begins with `error:`.
pub fn main<O: Parser>(run: impl FnOnce(&O) -> Result<(), String>) -> ExitCode {
    let result = match parse::<O>(std::env::args_os()) {
        Ok(options) => run(&options),
        Err(error) if error.use_stderr() => Err(one_line(&error)),
        Err(help) => {
            print!("{help}");
            Ok(())
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The arguments without those that cargo adds to benchmarks.
fn parse<O: Parser>(arguments: impl Iterator<Item = OsString>) -> Result<O, clap::Error> {
    O::try_parse_from(arguments.filter(|argument| argument != "--bench"))
}

/// What is wrong, and what would be right.
fn one_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let lines = text.lines().take_while(|line| !line.is_empty());
    let line = lines.map(str::trim).collect::<Vec<_>>().join(" ");
    format!(
        "{}; --help lists the options",
        line.trim_start_matches("error: ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::Options;

    fn parsed(arguments: &[&str]) -> Result<Options, String> {
        let arguments = ["program"].iter().chain(arguments).map(OsString::from);
        parse(arguments).map_err(|error| one_line(&error))
    }

    #[test]
    fn mistakes_are_errors_of_one_line() {
        assert!(parsed(&["--quick", "--bench", "--filter=q"]).unwrap().quick);
        for mistake in [
            &["--other"][..],
            &["--filter"],
            &["--quick=yes"],
            &["quick"],
        ] {
            let error = parsed(mistake).unwrap_err();
            assert!(!error.contains('\n') && error.contains('\''), "{error}");
        }
    }
}
