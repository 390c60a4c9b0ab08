//! The optimisation contest of July 2025, run again: its ten operations, its weights, its
//! reference, and one column for each backend that this CPU has.
//!
//! ```sh
//! cargo run --release -p helioselene-benches --example contest
//! ```

mod backends;
mod library;

use std::process::ExitCode;

use helioselene_bench_support::bench::{self, Bench};
use helioselene_bench_support::contest::{self, AllInputs, Implementation, Reference};
use helioselene_bench_support::{command_line, reference::Current};

use library::Ours;

/// The optimisation contest of July 2025, run again on this machine
#[derive(clap::Parser)]
struct Options {
    #[command(flatten)]
    common: bench::Options,
    /// The cycle of curves; 2025 needs a build with --features cycle2025
    #[arg(long, default_value = "current", value_parser = ["current", "2025"])]
    cycle: String,
}

fn main() -> ExitCode {
    command_line::main(|options: &Options| {
        if options.cycle == "2025" {
            of_2025(&options.common)
        } else {
            compare::<Reference<Current>, Ours>(&AllInputs::current::<Ours>(), &options.common)
        }
    })
}

fn compare<R: Implementation, O: Implementation>(
    inputs: &AllInputs,
    options: &bench::Options,
) -> Result<(), String> {
    let mut bench = Bench::new(contest::ABOUT, options);
    let contenders = backends::contenders::<R, O>(options)?;
    contest::run(&mut bench, inputs, &contenders)?;
    bench.finish()
}

#[cfg(feature = "cycle2025")]
fn of_2025(options: &bench::Options) -> Result<(), String> {
    use helioselene_bench_support::reference::Cycle2025;
    use library::Ours2025;
    compare::<Reference<Cycle2025>, Ours2025>(&AllInputs::of_2025::<Ours2025>(), options)
}

#[cfg(not(feature = "cycle2025"))]
fn of_2025(_: &bench::Options) -> Result<(), String> {
    Err("this build has only the current cycle: add --features cycle2025".into())
}
