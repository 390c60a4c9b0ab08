//! Mutants of the library: small mistakes that some test must notice.
//!
//! All mutants are compiled at once: where the source says `a + b`, the copy in `target/mutants` says `if crate::mutant::is(17) {
//! a - b } else { a + b }`, and the environment says which mutant runs. A first run of each test finds which mutants it reaches.
//! Then each mutant is run by these tests, the quickest first, until one fails. See `lab/mutants/README.md`.

mod copy;
mod mutate;
mod run;
mod wiping;

use std::collections::HashSet;
use std::fs;
use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;

use clap::Parser;

/// The repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Small mistakes in the library that some test must notice
#[derive(Parser)]
#[command(name = "helioselene-mutants")]
pub struct Options {
    /// Mutates the proof layer's crates, not the library's
    #[arg(long)]
    proofs: bool,
    /// Only mutants of files whose path contains this, or another one given so
    #[arg(long, value_name = "FILE")]
    only: Vec<String>,
    /// One in this many mutants, chosen by place, so always the same ones
    #[arg(long, value_name = "N", default_value_t = 1)]
    one_in: u64,
    /// Which ones, from 0
    #[arg(long = "part", value_name = "K", default_value = "0")]
    parts: Vec<u64>,
    /// Tests that take more seconds are not used
    #[arg(long, value_name = "SECONDS", default_value_t = 6)]
    slowest: u64,
    /// A mutant survives if tests of this many CPU seconds together do not notice it
    #[arg(long, value_name = "SECONDS", default_value_t = 12)]
    budget: u64,
    /// A file with the names of noticed mutants, to which this run appends
    ///
    /// So a run can be continued, and mutants that quick tests notice need not be compiled for slow ones.
    #[arg(long, value_name = "FILE")]
    judged: Option<PathBuf>,
    /// Only this group of tests, from 0, because some take long to compile; all if none is given
    #[arg(long = "group", value_name = "N")]
    groups: Vec<usize>,
    /// The packages' features, separated by commas, instead of all
    #[arg(long, value_name = "LIST")]
    features: Option<String>,
    /// How many compilers or tests run at a time
    #[arg(long, value_name = "N", default_value_t = thread::available_parallelism().map_or(1, NonZero::get))]
    jobs: usize,
    /// The optimisation level of the library and its tests
    ///
    /// With a higher one compiling takes minutes longer and tests take a fraction of the time.
    #[arg(long, value_name = "LEVEL", default_value_t = 0)]
    optimised: u8,
    /// Only mutants that leave out a wiping, judged by the interpreter of machine code
    #[arg(long)]
    wiping: bool,
    /// Prints how long each test takes
    #[arg(long)]
    list_tests: bool,
    /// Prints the mutants and runs none
    #[arg(long)]
    list: bool,
}

impl Options {
    /// The crates to mutate.
    fn subject(&self) -> &'static copy::Subject {
        match self.proofs {
            true => &copy::PROOF_LAYER,
            false => &copy::LIBRARY,
        }
    }

    /// The items of a list that belong to the selected groups of tests.
    fn of_groups<'a, T>(&self, list: &'a [T]) -> impl Iterator<Item = &'a T> {
        let is_wanted = |group| self.groups.is_empty() || self.groups.contains(&group);
        let list = list.iter().enumerate();
        list.filter(move |(group, _)| is_wanted(*group))
            .map(|(_, item)| item)
    }

    /// The names of mutants noticed so far.
    fn judged(&self) -> HashSet<String> {
        let names = self.judged.iter().flat_map(fs::read_to_string);
        names
            .flat_map(|names| names.lines().map(str::to_string).collect::<Vec<_>>())
            .collect()
    }
}

fn main() -> ExitCode {
    let options = Options::parse();
    let is_part = |part: &u64| *part < options.one_in;
    assert!(
        options.parts.iter().all(is_part),
        "parts are numbered from 0"
    );
    let mut copy = copy::Copy::new(&options);
    let mut mutants = copy.mutate(&options);
    if options.list {
        for mutant in &mutants {
            println!("{mutant}");
        }
        return ExitCode::SUCCESS;
    }
    copy.leave_out_what_does_not_compile(&mut mutants, &options);
    let all_noticed = if options.wiping {
        wiping::run(&copy, &mutants, options.jobs)
    } else {
        run::run(&copy, &mutants, &options)
    };
    if all_noticed {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
