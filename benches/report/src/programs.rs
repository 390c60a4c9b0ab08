//! The benchmarks, compiled by one command and run one after the other.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use helioselene_bench_support::report::Report;
use serde_json::Value;

use crate::options::Options;

/// The programs, in the order of the report, and what cargo calls each.
const PROGRAMS: [(&str, &str); 10] = [
    ("contest", "--example"),
    ("field", "--bench"),
    ("slices", "--bench"),
    ("point", "--bench"),
    ("scalar_mul", "--bench"),
    ("dalek", "--bench"),
    ("kernels", "--bench"),
    ("msm", "--bench"),
    ("application", "--bench"),
    // All others keep to one core.
    ("threads", "--bench"),
];

/// What cargo is told besides: one set of features for all, so that the library is compiled once.
const BUILD: [&str; 9] = [
    "build",
    "--profile=bench",
    "--message-format=json-render-diagnostics",
    "--package=helioselene-benches",
    "--package=helioselene-compat-checks",
    "--package=helioselene-checks",
    "--features=helioselene-benches/rayon",
    "--manifest-path",
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.toml"),
];

/// Runs all, and gives what they measured.
pub fn run(options: &Options, out: &Path) -> Result<Report, String> {
    let start = Instant::now();
    eprintln!("compiling the benchmarks");
    let executables = build()?;
    let file = out.join("run.json");
    let mut report = Report::default();
    for (i, (name, _)) in PROGRAMS.iter().enumerate() {
        eprintln!(
            "\n[{}/{}, after {} s] {name}",
            i + 1,
            PROGRAMS.len(),
            start.elapsed().as_secs()
        );
        let program = executables
            .get(*name)
            .ok_or_else(|| format!("cargo built no {name}"))?;
        let mut command = Command::new(program);
        command.args(options.arguments()).arg("--json").arg(&file);
        // Its tables are shown in the report.
        let status = command.stdout(Stdio::null()).status();
        let status = status.map_err(|error| format!("{}: {error}", program.display()))?;
        if !status.success() {
            return Err(format!("{name} failed: {status}"));
        }
        report.runs.extend(Report::read(&file)?.runs);
    }
    report.runs.retain(|run| !run.rows.is_empty());
    std::fs::remove_file(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    eprintln!("\nall done after {} s", start.elapsed().as_secs());
    Ok(report)
}

/// Compiles them, and gives their executables by name.
fn build() -> Result<HashMap<String, PathBuf>, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(BUILD).stderr(Stdio::inherit());
    for (name, kind) in PROGRAMS {
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
