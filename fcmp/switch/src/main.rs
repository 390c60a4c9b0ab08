//! Switches a program over FCMP++ to helioselene-simd, and checks that it is. `USAGE` says how.

mod cargo;
mod check;
mod git;
mod lines;
mod objects;
mod program;
mod record;
mod revisions;

use std::env;
use std::process::ExitCode;

use cargo::Cargo;
use program::Program;

const USAGE: &str = "\
Run in the workspace of a program over FCMP++:

    cargo run --quiet --manifest-path …/helioselene-simd/fcmp/switch/Cargo.toml -- COMMAND [options of cargo metadata]

    check                                  whether the program has this library in all the places that it is for, and for its
                                           revision of FCMP++; the exit code is 1 if not, or if that cannot be found out
    lines [divisors] [proofs] [--write]    shows the lines that switch it over, with those for divisors and for the proof layer if
                                           they are named; or writes them, updates Cargo.lock and checks
    undo                                   gives the files back that `lines --write` changed

Options are --offline, --locked, --features and so on, and --manifest-path for a program elsewhere.";

fn main() -> ExitCode {
    match command(env::args().skip(1).collect()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            check::fail(
                error.lines().next().unwrap_or_default(),
                &error.lines().skip(1).map(str::to_owned).collect::<Vec<_>>(),
            );
            ExitCode::FAILURE
        }
    }
}

/// Whether all is well.
fn command(mut arguments: Vec<String>) -> Result<bool, String> {
    if arguments.is_empty() || arguments.iter().any(|argument| argument == "--help") {
        println!("{USAGE}");
        return Ok(!arguments.is_empty());
    }
    let cargo = Cargo::new(&mut arguments)?;
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["check"] => Ok(check::check(&Program::kept(&cargo)?, &cargo)),
        ["lines", rest @ ..] => lines::lines(&cargo, rest),
        ["undo"] => record::undo(&cargo),
        _ => Err(format!(
            "There is no such command: {}\n{USAGE}",
            arguments.join(" ")
        )),
    }
}
