//! The optimisation contest of July 2025, run again: its ten operations, its weights, its
//! reference, and one column for each backend that this CPU has.
//!
//! ```sh
//! cargo run --release --example contest
//! ```

mod compare;
mod implementation;
mod inputs;
mod operations;
mod options;

use std::process::ExitCode;

use helioselene_bench_support::{command_line, measure, reference::Current, report::Report};

use compare::compare;
use implementation::{Ours, Reference};
use inputs::AllInputs;
use options::{Cycle, Options};

fn main() -> ExitCode {
    command_line::main(run)
}

fn run(options: &Options) -> Result<(), String> {
    if !measure::pin_to_one_core() {
        eprintln!("this process could not be kept on one core, so expect some noise");
    }
    let report = match options.cycle {
        Cycle::Current => compare::<Reference<Current>, Ours>(&AllInputs::current(), options)?,
        Cycle::Of2025 => of_2025(options)?,
    };
    write(&options.json, || report.json())?;
    write(&options.svg, || report.svg())?;
    print!("{}", report.markdown());
    Ok(())
}

#[cfg(feature = "cycle2025")]
fn of_2025(options: &Options) -> Result<Report, String> {
    use helioselene_bench_support::reference::Cycle2025;
    compare::<Reference<Cycle2025>, implementation::Ours2025>(&AllInputs::of_2025(), options)
}

#[cfg(not(feature = "cycle2025"))]
fn of_2025(_: &Options) -> Result<Report, String> {
    Err("this build has only the current cycle: add --features cycle2025".into())
}

fn write(path: &Option<String>, content: impl FnOnce() -> String) -> Result<(), String> {
    match path {
        None => Ok(()),
        Some(path) => std::fs::write(path, content()).map_err(|error| format!("{path}: {error}")),
    }
}
