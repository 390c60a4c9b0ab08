//! Mutants of the library: small mistakes that some test must notice.
//!
//! All mutants are compiled at once: where the source says `a + b`, the copy in `target/mutants` says `if crate::mutant::is(17) {
//! a - b } else { a + b }`, and the environment says which mutant runs. A first run of each test finds which mutants it reaches.
//! Then each mutant is run by these tests, the quickest first, until one fails. See `checks/mutants/README.md`.

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

/// The command line's options.
pub struct Options {
    /// The repository.
    root: PathBuf,
    /// The crates to mutate.
    subject: &'static copy::Subject,
    /// Only mutants of files whose path contains one of these; all if empty.
    only: Vec<String>,
    /// One in this many mutants, chosen by place, so always the same ones.
    one_in: u64,
    /// Which ones, from 0.
    parts: Vec<u64>,
    /// Tests that take more seconds are not used.
    slowest: u64,
    /// A mutant survives if tests of this many CPU seconds together do not notice it.
    budget: u64,
    /// A file with the names of noticed mutants, to which this run appends. So a run can be continued, and mutants that quick
    /// tests notice need not be compiled for slow ones.
    judged: Option<PathBuf>,
    /// Only these groups of tests, from 0, because some take long to compile; all if empty.
    groups: Vec<usize>,
    /// The packages' features, separated by commas, instead of all.
    features: Option<String>,
    /// How many compilers or tests run at a time.
    jobs: usize,
    /// The optimisation level of the library and its tests. With a higher one compiling takes minutes longer and tests take a
    /// fraction of the time.
    optimised: u8,
    /// Only mutants that leave out a wiping, judged by the interpreter of machine code.
    wiping: bool,
    /// Prints how long each test takes.
    list_tests: bool,
    /// Prints the mutants and runs none.
    list: bool,
}

impl Options {
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

fn options() -> Result<Options, lexopt::Error> {
    use lexopt::prelude::*;
    let mut options = Options {
        root: PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../.."),
        subject: &copy::LIBRARY,
        only: Vec::new(),
        one_in: 1,
        parts: Vec::new(),
        slowest: 6,
        budget: 12,
        judged: None,
        groups: Vec::new(),
        features: None,
        jobs: thread::available_parallelism().map_or(1, NonZero::get),
        optimised: 0,
        wiping: false,
        list_tests: false,
        list: false,
    };
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("proofs") => options.subject = &copy::PROOF_LAYER,
            Long("only") => options.only.push(parser.value()?.string()?),
            Long("one-in") => options.one_in = parser.value()?.parse()?,
            Long("part") => options.parts.push(parser.value()?.parse()?),
            Long("slowest") => options.slowest = parser.value()?.parse()?,
            Long("budget") => options.budget = parser.value()?.parse()?,
            Long("judged") => options.judged = Some(parser.value()?.into()),
            Long("group") => options.groups.push(parser.value()?.parse()?),
            Long("features") => options.features = Some(parser.value()?.string()?),
            Long("jobs") => options.jobs = parser.value()?.parse()?,
            Long("optimised") => options.optimised = parser.value()?.parse()?,
            Long("wiping") => options.wiping = true,
            Long("list-tests") => options.list_tests = true,
            Long("list") => options.list = true,
            _ => return Err(argument.unexpected()),
        }
    }
    if options.parts.is_empty() {
        options.parts.push(0);
    }
    if options.parts.iter().any(|&part| part >= options.one_in) {
        return Err("--part: parts are numbered from 0".into());
    }
    Ok(options)
}

fn main() -> ExitCode {
    let options = match options() {
        Ok(options) => options,
        Err(error) => {
            eprintln!(
                "{error}\nusage: helioselene-mutants [--proofs] [--only FILE]... [--one-in N [--part K]...] [--slowest SECONDS] [--budget SECONDS] [--judged FILE] [--group N]... [--features LIST] [--jobs N] [--optimised LEVEL] [--wiping] [--list] [--list-tests]"
            );
            return ExitCode::from(2);
        }
    };
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
