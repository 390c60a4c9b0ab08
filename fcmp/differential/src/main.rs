//! Runs this repository's proof layer and curve crate beside FCMP++'s own, on the same inputs. `run.py` builds and runs it.

// `stack.rs`, `gadget_stack.rs` and `public_types.rs` are compiled once for each proof layer, because the types differ and their names do not.
#![allow(clippy::duplicate_mod)]

mod circuit;
mod curve;
mod element;
mod gadgets;
mod generate;
mod input;
mod original;
mod ours;
mod outcome;
mod randomness;
mod report;
mod rounds;
mod sides;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use curve::Curve;
use helioselene::{Helios, Selene};
use helioselene_simd::Backend;
use report::{Difference, Report};
use rounds::Rounds;
use serde::Deserialize;
use sides::Sides;

/// The options, which `run.py` passes as JSON.
#[derive(Deserialize)]
struct Options {
    seed: u64,
    mutations: u64,
    circuits: u64,
    minutes: Option<f64>,
    tables: bool,
    replay: Option<PathBuf>,
    /// The folder for inputs on which the sides differ.
    differences: PathBuf,
}

fn main() -> ExitCode {
    original::public_types::list();
    ours::public_types::list();
    let options = std::env::args().nth(1).unwrap_or_default();
    let options: Options = serde_json::from_str(&options)
        .unwrap_or_else(|error| quit(&format!("run.py runs this program: {error}")));
    // Before the hook below, so that its panic for a missing backend is shown. Panics in what is compared are outcomes.
    let backend = Backend::selected();
    std::panic::set_hook(Box::new(|_| {}));
    if !options.tables {
        helioselene_multiexp::keep_tables(false);
    }
    // A replay's input is already in a file.
    let keeps = options.replay.is_none();
    let mut report = Report::new(keeps.then(|| options.differences.clone()));
    match &options.replay {
        Some(file) => replay(&mut report, file),
        None => run(&mut report, &options, backend),
    }
    ExitCode::from(u8::from(report.counts.differences > 0))
}

fn run(report: &mut Report, options: &Options, backend: Backend) {
    let start = Instant::now();
    let minutes = |minutes| Duration::from_secs_f64(60.0 * minutes);
    let end = options.minutes.map(|limit| start + minutes(limit));
    let (seed, mutations) = (options.seed, options.mutations);
    let mut helios = Rounds::<Helios>::new(seed, mutations);
    let mut selene = Rounds::<Selene>::new(seed, mutations);
    helios.once(report);
    selene.once(report);
    for number in 0..options.circuits {
        if end.is_some_and(|end| Instant::now() > end) {
            break;
        }
        helios.circuit(report, number);
        selene.circuit(report, number);
        if number % 200 == 199 {
            let minutes = start.elapsed().as_secs_f64() / 60.0;
            println!("{backend}, {minutes:.1} minutes: {}", report.line());
        }
    }
    report.print_kinds();
    let minutes = start.elapsed().as_secs_f64() / 60.0;
    println!(
        "{backend}, seed {seed}, {mutations} mutations: {}; {minutes:.0} minutes",
        report.line()
    );
}

fn replay(report: &mut Report, file: &PathBuf) {
    let text = std::fs::read_to_string(file);
    let text = text.unwrap_or_else(|error| quit(&format!("{}: {error}", file.display())));
    let difference: Difference = serde_json::from_str(&text)
        .unwrap_or_else(|error| quit(&format!("{}: {error}", file.display())));
    println!("{}, {}", difference.curve, difference.comparison);
    match difference.curve.as_str() {
        Helios::NAME => replay_on::<Helios>(report, &difference),
        Selene::NAME => replay_on::<Selene>(report, &difference),
        other => quit(&format!("no curve: {other}")),
    }
    println!("{}: {}", Backend::selected(), report.line());
}

fn replay_on<C: Curve>(report: &mut Report, difference: &Difference) {
    Sides::<C>::new(generate::circuits::MOST_ROWS).replay(report, &difference.input);
}

fn quit(error: &str) -> ! {
    eprintln!("{error}");
    std::process::exit(2)
}
