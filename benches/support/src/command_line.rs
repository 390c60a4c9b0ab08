//! Programs' command lines.

use std::process::ExitCode;

use clap::Parser;

/// A program's `main`: runs it by its command line. An error is a line that begins with `error:`.
pub fn main<O: Parser>(run: impl FnOnce(&O) -> Result<(), String>) -> ExitCode {
    // Cargo adds an argument to those of benchmarks.
    let arguments = std::env::args_os().filter(|argument| argument != "--bench");
    match run(&O::parse_from(arguments)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}
