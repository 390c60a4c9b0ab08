//! Runs this repository's proof layer and curve crate beside FCMP++'s own, on the same inputs. `run.py` builds and runs it.

// `stack.rs` and `gadget_stack.rs` are compiled once for each proof layer, because the types differ and their names do not.
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
use rounds::{Extent, Rounds};
use sides::Sides;

/// The command line's options.
struct Options {
    extent: Extent,
    circuits: u64,
    minutes: Option<f64>,
    tables: bool,
    replay: Option<PathBuf>,
    differences: PathBuf,
}

impl Options {
    fn of(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self {
            extent: Extent {
                seed: 1,
                mutations: 20,
            },
            circuits: 1000,
            minutes: None,
            tables: true,
            replay: None,
            differences: "differences".into(),
        };
        while let Some(name) = arguments.next() {
            if name == "--no-tables" {
                options.tables = false;
                continue;
            }
            let value = arguments.next().ok_or_else(|| format!("{name} what?"))?;
            let number = || value.parse().map_err(|_| format!("{name} {value}"));
            match name.as_str() {
                "--circuits" => options.circuits = number()?,
                "--mutations" => options.extent.mutations = number()?,
                "--seed" => options.extent.seed = number()?,
                "--minutes" => {
                    let minutes = value.parse().map_err(|_| format!("{name} {value}"))?;
                    options.minutes = Some(minutes);
                }
                "--replay" => options.replay = Some(value.into()),
                "--differences" => options.differences = value.into(),
                _ => return Err(format!("there is no {name}")),
            }
        }
        Ok(options)
    }
}

fn main() -> ExitCode {
    let options = match Options::of(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
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
    let end = options
        .minutes
        .map(|minutes| start + Duration::from_secs_f64(60.0 * minutes));
    let (mut helios, mut selene) = (
        Rounds::<Helios>::new(options.extent),
        Rounds::<Selene>::new(options.extent),
    );
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
    let Extent { seed, mutations } = options.extent;
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
