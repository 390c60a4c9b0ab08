//! The benchmarks, compiled by one command and run one after the other.

use std::collections::HashMap;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Instant;

use helioselene_bench_support::conditions::Conditions;
use helioselene_bench_support::harness::UNIT;
use helioselene_bench_support::measure::last_core;
use helioselene_bench_support::report::{Report, Run};
use serde_json::Value;

use crate::{Options, at, estimates};

/// Where criterion writes, below the report's folder.
pub const CRITERION: &str = "criterion";

/// A program; what is on criterion has a title here, and is told in core cycles or not, and compared with the first
/// function or not. What takes turns says that itself.
type Program = (&'static str, &'static str, bool, bool);

/// The programs, in the order of the report.
const PROGRAMS: [Program; 10] = [
    ("contest", "", false, true),
    ("application", "", false, true),
    ("field", "Operations of the fields", true, false),
    ("slices", "Functions of slices, a term", true, false),
    ("point", "Operations on points, a point", false, true),
    ("scalar_mul", "Scalar multiplication", false, true),
    ("decode", "Decoding, a point", false, true),
    ("msm", "Sums of products, a product", false, true),
    ("dalek", "Beside curve25519-dalek", false, true),
    // All others keep to one core.
    ("threads", "Batches on threads, an element", false, true),
];

/// What cargo is told besides: one set of features for all, so that the library is compiled once.
const BUILD: &str = "build --profile=bench --message-format=json-render-diagnostics --package=helioselene-benches \
    --package=helioselene-compat-checks --features=helioselene-benches/rayon --manifest-path";
const MANIFEST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.toml");

/// Of criterion: a quarter of the time, without pages.
const QUICK: &str =
    "--warm-up-time 0.05 --measurement-time 0.25 --sample-size 10 --nresamples 1000 --noplot";

/// Runs all, and gives what they measured.
pub fn run(options: &Options, out: &Path) -> Result<Report, String> {
    let wanted = |name: &str| options.only.is_empty() || options.only.iter().any(|o| o == name);
    let programs: Vec<_> = PROGRAMS.into_iter().filter(|p| wanted(p.0)).collect();
    if let Some(unknown) = options
        .only
        .iter()
        .find(|o| PROGRAMS.iter().all(|p| p.0 != **o))
    {
        let names = PROGRAMS.map(|program| program.0).join(", ");
        return Err(format!("no program {unknown}; there are: {names}"));
    }
    eprintln!("compiling the benchmarks");
    let executables = build(programs.iter().map(|program| program.0))?;
    // What an earlier run left is not this one's.
    let criterion = out.join(CRITERION);
    let _ = std::fs::remove_dir_all(&criterion);
    let mut report = Report::default();
    for (i, program) in programs.iter().enumerate() {
        let name = program.0;
        eprintln!("\n[{}/{}] {name}", i + 1, programs.len());
        let file = executables.get(name);
        let file = file.ok_or(format!("cargo built no {name}"))?;
        let mut run = if program.1.is_empty() {
            in_turns(file, &out.join("run.json"), options.quick)?
        } else {
            of_criterion(*program, file, &criterion, options.quick)?
        };
        run.program = name.into();
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
    succeeded(program, command.stdout(Stdio::null()).status())?;
    let run = Report::read(file)?.runs.pop().ok_or("an empty report")?;
    at(file, std::fs::remove_file(file))?;
    Ok(run)
}

/// Runs what is on criterion, and reads its estimates in the order in which it lists them.
fn of_criterion(
    (name, title, in_cycles, compared): Program,
    program: &Path,
    folder: &Path,
    quick: bool,
) -> Result<Run, String> {
    let command = || {
        let mut command = Command::new(program);
        command.arg("--bench").env("CRITERION_HOME", folder);
        command.env(UNIT, if in_cycles { "cycles" } else { "ns" });
        command
    };
    let listed = at(program, command().arg("--list").output())?.stdout;
    let listed = String::from_utf8_lossy(&listed);
    let names = listed.lines();
    let names = names.filter_map(|line| line.strip_suffix(": benchmark"));
    let names: Vec<&str> = names.collect();

    let mut running = command();
    running.args(quick.then(|| QUICK.split(' ')).into_iter().flatten());
    let child = running.stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let mut child = at(program, child)?;
    let said = BufReader::new(child.stdout.take().expect("it is piped")).lines();
    let said = said.map_while(Result::ok);
    let start = Instant::now();
    for (_, done) in said.filter(|line| line.contains("time: ")).zip(1..) {
        let (share, all) = (f64::from(done) / names.len() as f64, names.len());
        let seconds = start.elapsed().as_secs_f64() * (1.0 / share - 1.0);
        eprint!("\r{done} of {all}, about {seconds:.0} s left    ");
    }
    eprintln!();
    succeeded(program, child.wait())?;

    let mut found = estimates::read(folder)?;
    let effort = "medians of criterion's samples".to_owned();
    let core = if name == "threads" { None } else { last_core() };
    let missing = |name| format!("criterion wrote no estimate of {name}");
    let rows = names.iter();
    let rows = rows.map(|name| found.remove(*name).ok_or_else(|| missing(name)));
    Ok(Run {
        title: title.into(),
        in_cycles,
        compared,
        conditions: Conditions::detect(core, effort),
        rows: rows.collect::<Result<_, _>>()?,
        ..Run::default()
    })
}

fn succeeded(program: &Path, status: io::Result<ExitStatus>) -> Result<(), String> {
    let status = at(program, status)?;
    let failed = || format!("{} failed: {status}", program.display());
    status.success().then_some(()).ok_or_else(failed)
}

/// Compiles them, and gives their executables by name.
fn build(programs: impl Iterator<Item = &'static str>) -> Result<HashMap<String, PathBuf>, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(BUILD.split_whitespace()).arg(MANIFEST);
    command.stderr(Stdio::inherit());
    for name in programs {
        let kind = if name == "contest" {
            "--example"
        } else {
            "--bench"
        };
        command.args([kind, name]);
    }
    let output = at(Path::new("cargo"), command.output())?;
    succeeded(Path::new("cargo"), Ok(output.status))?;
    Ok(executables(&String::from_utf8_lossy(&output.stdout)))
}

/// The executables that cargo's messages tell of.
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
        assert_eq!(
            executables(messages),
            [("msm".to_owned(), PathBuf::from("/a/msm-1"))].into()
        );
    }
}
