//! The figures as one table of comma-separated values, each row with all that it needs to be understood alone.

use std::path::Path;

use helioselene_bench_support::report::{Report, Row, Run};

/// A column's name, and what it has of a figure.
type Column = (&'static str, fn(&Run, &Row) -> String);

const COLUMNS: [Column; 19] = [
    ("program", |run, _| run.program.clone()),
    ("table", |_, row| row.table.clone()),
    ("operation", |_, row| row.operation.clone()),
    ("n", |_, row| optional(row.n)),
    ("contender", |_, row| row.contender.clone()),
    ("weight", |_, row| optional(row.weight)),
    ("nanoseconds", |_, row| row.nanoseconds.to_string()),
    ("cycles", |_, row| row.cycles.to_string()),
    ("spread", |_, row| row.spread.to_string()),
    ("bound", |run, row| optional(run.bound(row))),
    ("processor", |run, _| run.conditions.processor.clone()),
    ("make", |run, _| optional(run.conditions.make.as_ref())),
    ("gigahertz", |run, _| run.conditions.gigahertz.to_string()),
    ("core", |run, _| run.conditions.core.clone()),
    ("compiler", |run, _| run.conditions.compiler.clone()),
    ("flags", |run, _| run.conditions.flags.clone()),
    ("commit", |run, _| run.conditions.commit.clone()),
    ("effort", |run, _| run.conditions.effort.clone()),
    ("speed_up", |run, row| {
        optional(run.speed_up(row).filter(|_| run.compared))
    }),
];

/// Writes the table.
pub fn write(report: &Report, path: &Path) -> Result<(), String> {
    let written = csv::Writer::from_path(path).and_then(|mut writer| {
        writer.write_record(COLUMNS.map(|(name, _)| name))?;
        for (run, row) in report.rows() {
            writer.write_record(COLUMNS.map(|(_, cell)| cell(run, row)))?;
        }
        Ok(writer.flush()?)
    });
    written.map_err(|error| format!("{}: {error}", path.display()))
}

/// Nothing where there is no value.
fn optional(value: Option<impl ToString>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}
