//! The benchmarks, compiled by one command and run one after the other.

use std::collections::HashMap;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Instant;

use helioselene_bench_support::harness::UNIT;
use helioselene_bench_support::measure::{conditions, last_core};
use helioselene_bench_support::report::{Figure, at, read};
use serde_json::Value;

use crate::{Options, Report};

/// A program, what it measures, and its unit; those that take turns have none.
type Program = (&'static str, &'static str, Option<&'static str>);

/// The programs, in the order of the report.
const PROGRAMS: [Program; 11] = [
    ("contest", "The optimisation contest of July 2025", None),
    ("application", "FCMP++'s work, without its protocol", None),
    ("field", "Operations of the fields", Some("cycles")),
    ("slices", "Slices, an element or term", Some("cycles")),
    ("point", "Operations on points, a point", Some("ns")),
    ("scalar_mul", "Scalar multiplication", Some("ns")),
    ("decode", "Decoding, a point", Some("ns")),
    ("leaves", "Leaves, a point or output", Some("ns")),
    ("msm", "Sums of products, a product", Some("ns")),
    ("dalek", "Beside curve25519-dalek", Some("ns")),
    // All others keep to one core.
    ("threads", "Batches on threads, an element", Some("ns")),
];

/// Further arguments for cargo: one set of features for each workspace, so that the library is compiled once there.
const BUILD: &str = "build --profile=bench --message-format=json-render-diagnostics";
const OF_LIBRARY: &str = "--package=helioselene-benches --package=helioselene-layers --features=helioselene-layers/rayon --manifest-path=Cargo.toml";
const OF_FCMP: &str = "--package=helioselene-comparison --package=helioselene-leaves --features=helioselene-leaves/rayon --manifest-path=fcmp/Cargo.toml";
/// The programs of the second.
const FCMP: [&str; 2] = ["application", "leaves"];
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// For criterion: a quarter of the time, no pages.
const QUICK: &str =
    "--warm-up-time 0.05 --measurement-time 0.25 --sample-size 10 --nresamples 1000 --noplot";

/// The names of the programs.
pub fn names() -> [&'static str; PROGRAMS.len()] {
    PROGRAMS.map(|program| program.0)
}

/// What a program measures.
pub fn title(program: &str) -> &'static str {
    let mut programs = PROGRAMS.iter();
    programs
        .find(|(name, ..)| *name == program)
        .map_or("", |(_, title, _)| *title)
}

/// Runs all and returns their figures.
pub fn run(options: &Options, out: &Path) -> Result<Report, String> {
    let Options { only, quick, .. } = options;
    let mut programs = PROGRAMS.to_vec();
    programs.retain(|(name, ..)| only.is_empty() || only.iter().any(|only| only == name));
    eprintln!("compiling the benchmarks");
    let executables = build(programs.iter().map(|program| program.0))?;
    // Removes what an earlier run left.
    let criterion = out.join("criterion");
    let _ = std::fs::remove_dir_all(&criterion);
    let mut figures = Vec::new();
    for (i, (name, _, unit)) in programs.iter().enumerate() {
        eprintln!("\n[{}/{}] {name}", i + 1, programs.len());
        let file = executables.get(*name);
        let file = file.ok_or(format!("cargo built no {name}"))?;
        figures.extend(match unit {
            Some(unit) => on_criterion(file, unit, &criterion, *quick)?,
            None => in_turns(file, &out.join(format!("{name}.json")), *quick)?,
        });
    }
    let effort = if *quick {
        "quick"
    } else {
        "criterion's samples, or turns"
    };
    let conditions = conditions(last_core(), &format!("medians, {effort}"));
    Ok(Report {
        conditions,
        figures,
    })
}

/// Runs a program that takes turns; its tables go into the report.
fn in_turns(program: &Path, json: &Path, quick: bool) -> Result<Vec<Figure>, String> {
    let mut command = Command::new(program);
    command
        .args(quick.then_some("--quick"))
        .arg("--json")
        .arg(json);
    succeeded(program, command.stdout(Stdio::null()).status())?;
    let text = at(json, std::fs::read_to_string(json))?;
    at(json, serde_json::from_str(&text))
}

/// Runs a criterion bench and returns its estimates in listing order.
fn on_criterion(
    program: &Path,
    unit: &str,
    folder: &Path,
    quick: bool,
) -> Result<Vec<Figure>, String> {
    let start = |more: &[&str]| {
        let mut command = Command::new(program);
        command.arg("--bench").args(more);
        command.env("CRITERION_HOME", folder).env(UNIT, unit);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut child = at(program, child)?;
        let said = BufReader::new(child.stdout.take().expect("it is piped"));
        Ok::<_, String>((child, said.lines().map_while(Result::ok)))
    };
    let (_, listed) = start(&["--list"])?;
    let names = listed.filter_map(|line| Some(line.strip_suffix(": benchmark")?.to_owned()));
    let names: Vec<String> = names.collect();

    let options: Vec<&str> = QUICK.split(' ').filter(|_| quick).collect();
    let (mut child, said) = start(&options)?;
    let start = Instant::now();
    for (done, _) in (1..).zip(said.filter(|line| line.contains("time: "))) {
        let seconds = start.elapsed().as_secs_f64() * (names.len() as f64 / f64::from(done) - 1.0);
        eprint!("\r{done} of {}, about {seconds:.0} s left    ", names.len());
    }
    eprintln!();
    succeeded(program, child.wait())?;
    let mut found = read(folder)?;
    let figures = names.iter().map(|name| {
        let figure = found.remove(name);
        figure.ok_or_else(|| format!("criterion wrote no estimate of {name}"))
    });
    figures.collect()
}

fn succeeded(program: &Path, status: io::Result<ExitStatus>) -> Result<(), String> {
    let status = at(program, status)?;
    let failed = || format!("{} failed: {status}", program.display());
    status.success().then_some(()).ok_or_else(failed)
}

/// Compiles the programs and returns their executables by name.
fn build(programs: impl Iterator<Item = &'static str>) -> Result<HashMap<String, PathBuf>, String> {
    let (of_fcmp, of_library) = programs.partition::<Vec<_>, _>(|name| FCMP.contains(name));
    let mut executables = HashMap::new();
    for (workspace, programs) in [(OF_LIBRARY, of_library), (OF_FCMP, of_fcmp)] {
        if !programs.is_empty() {
            executables.extend(build_in(workspace, &programs)?);
        }
    }
    Ok(executables)
}

fn build_in(workspace: &str, programs: &[&str]) -> Result<HashMap<String, PathBuf>, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command
        .current_dir(ROOT)
        .args(BUILD.split_whitespace())
        .args(workspace.split_whitespace());
    for name in programs {
        let kind = if *name == "contest" {
            "--example"
        } else {
            "--bench"
        };
        command.args([kind, name]);
    }
    let cargo = Path::new("cargo");
    let output = at(cargo, command.stderr(Stdio::inherit()).output())?;
    succeeded(cargo, Ok(output.status))?;
    Ok(executables(&String::from_utf8_lossy(&output.stdout)))
}

/// The executables named in cargo's messages.
fn executables(messages: &str) -> HashMap<String, PathBuf> {
    let messages = messages.lines();
    let messages = messages.filter_map(|line| serde_json::from_str(line).ok());
    let built = messages.filter_map(|message: Value| {
        let name = message["target"]["name"].as_str()?.to_owned();
        Some((name, PathBuf::from(message["executable"].as_str()?)))
    });
    built.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn executables_are_found_in_messages() {
        let messages = r#"{"reason":"compiler-artifact","target":{"name":"lib"},"executable":null}
{"reason":"compiler-artifact","target":{"name":"msm"},"executable":"/a/msm-1"}
{"reason":"build-finished","success":true}
"#;
        let msm = ("msm".to_owned(), PathBuf::from("/a/msm-1"));
        assert_eq!(executables(messages), [msm].into());
    }
}
