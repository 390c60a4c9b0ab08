//! Runs all benchmarks and writes one report, for people and for programs:
//!
//! ```sh
//! cargo run --release --manifest-path lab/Cargo.toml -p helioselene-report
//! ```
//!
//! All leave their estimates in criterion's format, even the contest and FCMP++'s work before and after, which take turns.
//! `report.md` has them as tables, `report.json` in one file; criterion's own pages, with distributions and charts, lie beside.

mod programs;

use std::path::PathBuf;
use std::process::ExitCode;

use helioselene_bench_support::command_line;
use helioselene_bench_support::report::{Figure, at, show};
use serde::Serialize;

/// Runs the benchmarks of helioselene-simd and writes one report: report.md, report.json, and criterion's pages
#[derive(clap::Parser)]
struct Options {
    /// Rougher figures in a shorter time, without criterion's pages
    #[arg(long)]
    quick: bool,
    /// Only these programs, such as contest,msm
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = programs::names())]
    only: Vec<String>,
    /// The folder to write to
    #[arg(long, value_name = "DIR", default_value = "target/report")]
    out: PathBuf,
}

/// The JSON report.
#[derive(Serialize)]
struct Report {
    /// Where and how it was measured.
    conditions: String,
    figures: Vec<Figure>,
}

impl Report {
    fn markdown(&self) -> String {
        let mut text = format!("# helioselene-simd, measured\n\n{}.\n", self.conditions);
        for figures in self.figures.chunk_by(|a, b| a.program == b.program) {
            let title = programs::title(&figures[0].program);
            text += &format!("\n## {title}\n{}", show(figures, true));
        }
        text
    }
}

fn main() -> ExitCode {
    command_line::main(run)
}

fn run(options: &Options) -> Result<(), String> {
    let out = &options.out;
    at(out, std::fs::create_dir_all(out))?;
    let out = at(out, out.canonicalize())?;
    let report = programs::run(options, &out)?;
    let json = serde_json::to_string_pretty(&report).expect("it has no keys but strings");
    for (name, text) in [("report.json", json), ("report.md", report.markdown())] {
        at(&out, std::fs::write(out.join(name), text))?;
    }
    println!("{}", out.join("report.md").display());
    Ok(())
}
