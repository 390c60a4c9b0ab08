//! The benchmarks, compiled by one command and run one after the other.

use std::collections::HashMap;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Instant;

use helioselene_bench_support::conditions::conditions;
use helioselene_bench_support::harness::UNIT;
use helioselene_bench_support::measure::last_core;
use helioselene_bench_support::report::{Figure, at, read};
use serde_json::Value;

use crate::{Options, Report};

/// A program, what it measures, and its unit, but for those that take turns.
type Program = (&'static str, &'static str, Option<&'static str>);

/// The programs, in the order of the report.
const PROGRAMS: [Program; 10] = [
    ("contest", "The optimisation contest of July 2025", None),
    (
        "application",
        "What FCMP++ asks for, without its protocol",
        None,
    ),
    ("field", "Operations of the fields", Some("cycles")),
    (
        "slices",
        "Functions of slices, an element or term",
        Some("cycles"),
    ),
    ("point", "Operations on points, a point", Some("ns")),
    ("scalar_mul", "Scalar multiplication", Some("ns")),
    ("decode", "Decoding, a point", Some("ns")),
    ("msm", "Sums of products, a product", Some("ns")),
    ("dalek", "Beside curve25519-dalek", Some("ns")),
    // All others keep to one core.
    ("threads", "Batches on threads, an element", Some("ns")),
];

/// What cargo is told besides: one set of features for all, so that the library is compiled once.
const BUILD: &str = "build --profile=bench --message-format=json-render-diagnostics --package=helioselene-benches \
    --package=helioselene-compat-checks --features=helioselene-benches/rayon --manifest-path";
const MANIFEST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.toml");

/// Of criterion: a quarter of the time, without pages.
const QUICK: &str =
    "--warm-up-time 0.05 --measurement-time 0.25 --sample-size 10 --nresamples 1000 --noplot";

/// What a program measures.
pub fn title(program: &str) -> &'static str {
    let mut programs = PROGRAMS.iter();
    programs
        .find(|(name, ..)| *name == program)
        .map_or("", |(_, title, _)| *title)
}

/// Runs all, and gives what they measured.
pub fn run(options: &Options, out: &Path) -> Result<Report, String> {
    let is = |name: &str| PROGRAMS.iter().any(|program| program.0 == name);
    if let Some(unknown) = options.only.iter().find(|name| !is(name)) {
        let names = PROGRAMS.map(|program| program.0).join(", ");
        return Err(format!("no program {unknown}; there are: {names}"));
    }
    let mut programs = PROGRAMS.to_vec();
    programs.retain(|(name, ..)| {
        options.only.is_empty() || options.only.iter().any(|only| only == name)
    });
    eprintln!("compiling the benchmarks");
    let executables = build(programs.iter().map(|program| program.0))?;
    let mut figures = Vec::new();
    for (i, (name, _, unit)) in programs.iter().enumerate() {
        eprintln!("\n[{}/{}] {name}", i + 1, programs.len());
        let file = executables.get(*name);
        let file = file.ok_or(format!("cargo built no {name}"))?;
        let folder = out.join(if unit.is_some() { "criterion" } else { name });
        if i == 0 || unit.is_none() {
            // What an earlier run left is not this one's.
            let _ = std::fs::remove_dir_all(&folder);
        }
        figures.extend(match unit {
            Some(unit) => on_criterion(file, unit, &folder, options.quick)?,
            None => in_turns(file, &folder, options.quick)?,
        });
    }
    let effort = if options.quick {
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

/// Runs what takes turns, whose tables are in the report.
fn in_turns(program: &Path, folder: &Path, quick: bool) -> Result<Vec<Figure>, String> {
    let mut command = Command::new(program);
    command.env("CRITERION_HOME", folder);
    command
        .args(quick.then_some("--quick"))
        .stdout(Stdio::null());
    succeeded(program, command.status())?;
    read(folder)
}

/// Runs what is on criterion, and gives its estimates in the order in which it lists them.
fn on_criterion(
    program: &Path,
    unit: &str,
    folder: &Path,
    quick: bool,
) -> Result<Vec<Figure>, String> {
    let command = || {
        let mut command = Command::new(program);
        command
            .arg("--bench")
            .env("CRITERION_HOME", folder)
            .env(UNIT, unit);
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
    let (start, all) = (Instant::now(), names.len());
    let told = said
        .map_while(Result::ok)
        .filter(|line| line.contains("time: "));
    for (done, _) in (1..).zip(told) {
        let seconds = start.elapsed().as_secs_f64() * (all as f64 / f64::from(done) - 1.0);
        eprint!("\r{done} of {all}, about {seconds:.0} s left    ");
    }
    eprintln!();
    succeeded(program, child.wait())?;
    let found = read(folder)?;
    let figures = names.iter().map(|name| {
        let mut figures = found.iter().filter(|figure| figure.name() == *name);
        let figure = figures.next().cloned();
        figure.ok_or_else(|| format!("criterion wrote no estimate of {name}"))
    });
    figures.collect()
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
    for name in programs {
        let kind = if name == "contest" {
            "--example"
        } else {
            "--bench"
        };
        command.args([kind, name]);
    }
    let output = at(
        Path::new("cargo"),
        command.stderr(Stdio::inherit()).output(),
    )?;
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
        let msm = ("msm".to_owned(), PathBuf::from("/a/msm-1"));
        assert_eq!(executables(messages), [msm].into());
    }

    #[test]
    fn what_criterion_lists_is_reported_in_its_order() {
        // A program that says what criterion would.
        let folder = std::env::temp_dir().join(format!("programs-{}", std::process::id()));
        let figure = |contender: &str| Figure {
            program: "field".into(),
            table: "p".into(),
            operation: "add".into(),
            n: None,
            contender: contender.into(),
            in_cycles: true,
            value: 8.0,
            spread: 0.0,
        };
        let (b, a) = (figure("b"), figure("a"));
        b.write(&folder, 1).unwrap();
        a.write(&folder, 2).unwrap();
        let program = folder.join("program");
        let script = format!(
            "#!/bin/sh\necho '{}: benchmark'; echo '{}: benchmark'\n",
            b.name(),
            a.name()
        );
        std::fs::write(&program, script).unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            std::fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).unwrap();
            let figures = on_criterion(&program, "ns", &folder, true).unwrap();
            assert_eq!(figures, [b, a]);
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
