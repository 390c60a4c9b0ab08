//! One command that runs the benchmarks and writes a report of all, for people and for programs:
//!
//! ```sh
//! cargo run --release -p helioselene-report
//! ```
//!
//! What takes turns (the contest, FCMP++'s work before and after) hands over its figures; of what runs on criterion the
//! estimates are read, and its pages are beside the report's. `report.json` has the figures, `report.md` and `index.html`
//! show them.

mod estimates;
mod page;
mod programs;

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use helioselene_bench_support::command_line;
use helioselene_bench_support::report::Report;
use lexopt::ValueExt;

/// What to do.
#[derive(Default)]
struct Options {
    quick: bool,
    only: Vec<String>,
    out: Option<PathBuf>,
    from: Option<PathBuf>,
}

impl command_line::Options for Options {
    const USAGE: &str = "\
Runs the benchmarks of helioselene-simd and writes one report: report.json, report.md, and index.html, which a browser
opens from the disk.

Options:
  --quick          rougher figures in a shorter time
  --only NAME,…    only these programs, such as contest,msm
  --out DIR        where it goes [default: target/report]
  --from FILE      measure nothing, and show an earlier report.json
  --help           print this
";

    fn set(&mut self, name: &str, values: &mut lexopt::Parser) -> Result<bool, lexopt::Error> {
        match name {
            "quick" => self.quick = true,
            "only" => {
                let names = values.value()?.string()?;
                self.only = names.split(',').map(str::to_owned).collect();
            }
            "out" => self.out = Some(values.value()?.into()),
            "from" => self.from = Some(values.value()?.into()),
            _ => return Ok(false),
        }
        Ok(true)
    }
}

fn main() -> ExitCode {
    command_line::main(run)
}

fn run(options: &Options) -> Result<(), String> {
    let out = options.out.clone().unwrap_or("target/report".into());
    at(&out, std::fs::create_dir_all(&out))?;
    let out = at(&out, out.canonicalize())?;
    let report = match &options.from {
        Some(file) => Report::read(file)?,
        None => programs::run(options, &out)?,
    };
    report.write(&out.join("report.json"))?;
    let has_criterion = out.join(programs::CRITERION).join("report").exists();
    for (name, text) in [
        ("report.md", page::markdown(&report)),
        ("index.html", page::html(&report, has_criterion)),
    ] {
        at(&out.join(name), std::fs::write(out.join(name), text))?;
    }
    println!("{}", out.join("index.html").display());
    Ok(())
}

/// An error with what it is about.
fn at<T>(path: &Path, result: Result<T, impl Display>) -> Result<T, String> {
    result.map_err(|error| format!("{}: {error}", path.display()))
}
