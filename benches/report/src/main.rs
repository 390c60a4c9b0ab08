//! One command that runs the benchmarks and writes a report of all, for people and for programs:
//!
//! ```sh
//! cargo run --release -p helioselene-report
//! ```
//!
//! `report.json` is what the benchmarks wrote, `report.csv` the same as one table; `report.md` and, with
//! charts, `index.html` show it.

mod changes;
mod charts;
mod options;
mod page;
mod programs;
mod table;

use std::path::Path;
use std::process::ExitCode;

use helioselene_bench_support::command_line;
use helioselene_bench_support::report::Report;

use options::Options;

fn main() -> ExitCode {
    command_line::main(run)
}

fn run(options: &Options) -> Result<(), String> {
    let baseline = options.baseline.as_deref().map(Report::read).transpose()?;
    let out = options.out();
    std::fs::create_dir_all(&out).map_err(|error| format!("{}: {error}", out.display()))?;
    let report = match &options.from {
        Some(file) => Report::read(file)?,
        None => programs::run(options, &out)?,
    };
    if report.runs.is_empty() {
        return Err("no figure has such a name".into());
    }
    report.write(&out.join("report.json"))?;
    table::write(&report, &out.join("report.csv"))?;
    let charts = charts::all(&report);
    for chart in &charts {
        write(&out.join(&chart.file), &chart.svg)?;
    }
    let text = |charts| page::markdown(&report, charts, baseline.as_ref());
    write(&out.join("report.md"), &text(&[]))?;
    write(&out.join("index.html"), &page::html(&text(&charts)))?;
    println!("{}", out.join("index.html").display());
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}
