//! The benchmarks, compiled by one command and run one after the other.

use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use helioselene_bench_support::conditions::Conditions;
use helioselene_bench_support::harness::UNIT;
use helioselene_bench_support::measure::pin_to_one_core;
use helioselene_bench_support::report::{Report, Run};
use serde_json::Value;

use crate::{Options, estimates};

/// Where criterion writes, below the report's folder.
pub const CRITERION: &str = "criterion";

/// A program: its name, what cargo calls it, and what it is on criterion, if it does not take turns.
struct Program(&'static str, &'static str, Option<OnCriterion>);

struct OnCriterion {
    title: &'static str,
    in_cycles: bool,
    /// Whether the others are compared with the first.
    compared: bool,
}

const fn bench(
    name: &'static str,
    title: &'static str,
    in_cycles: bool,
    compared: bool,
) -> Program {
    let on_criterion = OnCriterion {
        title,
        in_cycles,
        compared,
    };
    Program(name, "--bench", Some(on_criterion))
}

/// The programs, in the order of the report.
const PROGRAMS: [Program; 10] = [
    Program("contest", "--example", None),
    Program("application", "--bench", None),
    bench("field", "Operations of the fields", true, false),
    bench(
        "slices",
        "Functions of slices of field elements, an element or term",
        true,
        false,
    ),
    bench("point", "Operations on points, a point", false, true),
    bench(
        "scalar_mul",
        "Scalar multiplication, a product",
        false,
        true,
    ),
    bench("decode", "Decoding, a point", false, true),
    bench("msm", "Sums of products, a product", false, true),
    bench(
        "dalek",
        "Beside curve25519-dalek on the same instruction set",
        false,
        true,
    ),
    bench("threads", "Batches on threads, an element", false, true),
];

/// What cargo is told besides: one set of features for all, so that the library is compiled once.
const BUILD: [&str; 8] = [
    "build",
    "--profile=bench",
    "--message-format=json-render-diagnostics",
    "--package=helioselene-benches",
    "--package=helioselene-compat-checks",
    "--features=helioselene-benches/rayon",
    "--manifest-path",
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.toml"),
];

/// Of criterion: one fifth of the time, without pages.
const QUICK: [&str; 9] = [
    "--warm-up-time",
    "0.05",
    "--measurement-time",
    "0.2",
    "--sample-size",
    "10",
    "--nresamples",
    "1000",
    "--noplot",
];

/// Runs all, and gives what they measured.
pub fn run(options: &Options, out: &Path) -> Result<Report, String> {
    let wanted = |name: &str| options.only.is_empty() || options.only.iter().any(|o| o == name);
    let programs: Vec<&Program> = PROGRAMS.iter().filter(|p| wanted(p.0)).collect();
    if let Some(unknown) = options
        .only
        .iter()
        .find(|o| PROGRAMS.iter().all(|p| p.0 != **o))
    {
        let names = PROGRAMS.map(|program| program.0).join(", ");
        return Err(format!("no program {unknown}; there are: {names}"));
    }
    eprintln!("compiling the benchmarks");
    let executables = build(&programs)?;
    // What an earlier run left is not this one's.
    let criterion = out.join(CRITERION);
    let _ = std::fs::remove_dir_all(&criterion);
    let mut report = Report::default();
    for (i, Program(name, _, on_criterion)) in programs.iter().enumerate() {
        eprintln!("\n[{}/{}] {name}", i + 1, programs.len());
        let program = executables
            .get(*name)
            .ok_or(format!("cargo built no {name}"))?;
        let run = match on_criterion {
            None => in_turns(program, &out.join("run.json"), options.quick)?,
            Some(on_criterion) => Run {
                program: (*name).into(),
                ..of_criterion(on_criterion, program, &criterion, options.quick)?
            },
        };
        report.runs.push(run);
    }
    Ok(report)
}

/// Runs what takes turns.
fn in_turns(program: &Path, file: &Path, quick: bool) -> Result<Run, String> {
    let mut command = Command::new(program);
    command
        .args(quick.then_some("--quick"))
        .arg("--json")
        .arg(file);
    // Its tables are shown in the report.
    let status = command.stdout(Stdio::null()).status();
    succeeded(program, status)?;
    let run = Report::read(file)?.runs.pop().ok_or("an empty report")?;
    std::fs::remove_file(file).map_err(|error| error.to_string())?;
    Ok(run)
}

/// Runs what is on criterion, and reads its estimates in the order in which it lists them.
fn of_criterion(
    about: &OnCriterion,
    program: &Path,
    folder: &Path,
    quick: bool,
) -> Result<Run, String> {
    let command = || {
        let mut command = Command::new(program);
        command.arg("--bench").env("CRITERION_HOME", folder);
        command.env(UNIT, if about.in_cycles { "cycles" } else { "ns" });
        command
    };
    let listed = command()
        .arg("--list")
        .output()
        .map_err(|error| error.to_string())?;
    let listed = String::from_utf8_lossy(&listed.stdout);
    let names: Vec<&str> = listed
        .lines()
        .filter_map(|line| line.strip_suffix(": benchmark"))
        .collect();

    let mut running = command();
    running.args(quick.then_some(QUICK).iter().flatten());
    let child = running.stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let mut child = child.map_err(|error| format!("{}: {error}", program.display()))?;
    let (start, mut done) = (Instant::now(), 0);
    for line in BufReader::new(child.stdout.take().expect("it is piped"))
        .lines()
        .map_while(Result::ok)
    {
        if line.contains("time: ") {
            done += 1;
            let left = names.len().saturating_sub(done);
            let seconds = start.elapsed().as_secs_f64() * left as f64 / f64::from(done as u32);
            eprint!("\r{done} of {}, about {seconds:.0} s left    ", names.len());
        }
    }
    eprintln!();
    succeeded(program, child.wait())?;

    let mut found = estimates::read(folder)?;
    let effort = "medians of criterion's samples".to_owned();
    let threads = names.iter().any(|name| name.starts_with("threads"));
    let core = (!threads).then(pin_to_one_core).flatten();
    let rows = names.iter().map(|name| {
        found
            .remove(*name)
            .ok_or(format!("criterion wrote no estimate of {name}"))
    });
    Ok(Run {
        title: about.title.into(),
        in_cycles: about.in_cycles,
        compared: about.compared,
        conditions: Conditions::detect(core, effort),
        rows: rows.collect::<Result<_, _>>()?,
        ..Run::default()
    })
}

fn succeeded(
    program: &Path,
    status: std::io::Result<std::process::ExitStatus>,
) -> Result<(), String> {
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{}: {status}", program.display())),
        Err(error) => Err(format!("{}: {error}", program.display())),
    }
}

/// Compiles them, and gives their executables by name.
fn build(programs: &[&Program]) -> Result<HashMap<String, PathBuf>, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(BUILD).stderr(Stdio::inherit());
    for Program(name, kind, _) in programs {
        command.args([kind, name]);
    }
    let output = command
        .output()
        .map_err(|error| format!("cargo: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo failed: {}", output.status));
    }
    Ok(executables(&String::from_utf8_lossy(&output.stdout)))
}

/// The executables that cargo's messages tell of.
fn executables(messages: &str) -> HashMap<String, PathBuf> {
    let messages = messages
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok());
    messages
        .filter_map(|message: Value| {
            let name = message["target"]["name"].as_str()?.to_owned();
            Some((name, PathBuf::from(message["executable"].as_str()?)))
        })
        .collect()
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
        assert_eq!(
            executables(messages),
            [("msm".to_owned(), PathBuf::from("/a/msm-1"))].into()
        );
    }
}
