//! Command lines of programs: clap's, whose errors are one line here.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;

/// The `main` of a program: runs it as the command line says. An error is a line that begins with `error:`.
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

/// Without what cargo adds when it runs a benchmark.
fn parse<O: Parser>(arguments: impl Iterator<Item = OsString>) -> Result<O, clap::Error> {
    O::try_parse_from(arguments.filter(|argument| argument != "--bench"))
}

/// What is wrong, and what would not be.
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
