//! The figures as one table of comma-separated values, each row with all that it needs to be understood alone.

use std::path::Path;

use helioselene_bench_support::conditions::Conditions;
use helioselene_bench_support::report::{Report, Row, Run};

const HEAD: [&str; 19] = [
    "program",
    "table",
    "operation",
    "n",
    "contender",
    "weight",
    "nanoseconds",
    "cycles",
    "spread",
    "bound",
    "processor",
    "make",
    "gigahertz",
    "core",
    "compiler",
    "flags",
    "commit",
    "effort",
    "speed_up",
];

/// Writes it.
pub fn write(report: &Report, path: &Path) -> Result<(), String> {
    let written = csv::Writer::from_path(path).and_then(|mut writer| {
        writer.write_record(HEAD)?;
        for (run, row) in report.rows() {
            writer.write_record(record(run, row))?;
        }
        Ok(writer.flush()?)
    });
    written.map_err(|error| format!("{}: {error}", path.display()))
}

fn record(run: &Run, row: &Row) -> [String; HEAD.len()] {
    let Conditions {
        processor,
        make,
        gigahertz,
        core,
        compiler,
        flags,
        commit,
        effort,
    } = &run.conditions;
    let number = |number: Option<f64>| number.map(|number| number.to_string()).unwrap_or_default();
    let speed_up = run.speed_up(row).filter(|_| run.compared);
    [
        run.program.clone(),
        row.table.clone(),
        row.operation.clone(),
        row.n.map(|n| n.to_string()).unwrap_or_default(),
        row.contender.clone(),
        number(row.weight),
        row.nanoseconds.to_string(),
        row.cycles.to_string(),
        row.spread.to_string(),
        number(run.bound(row)),
        processor.clone(),
        make.clone().unwrap_or_default(),
        gigahertz.to_string(),
        core.clone(),
        compiler.clone(),
        flags.clone(),
        commit.clone(),
        effort.clone(),
        number(speed_up),
    ]
}
