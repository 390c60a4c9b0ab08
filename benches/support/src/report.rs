//! Results in the one format that every benchmark writes and that `benches/report` collects, as JSON and as Markdown.

mod markdown;

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::conditions::Conditions;
use crate::measure::Measurement;

pub use markdown::{Table, duration};

/// What programs measured, one after the other.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// One for each program.
    pub runs: Vec<Run>,
}

/// What one program measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The program's name, one word.
    pub program: String,
    /// What it measures, as a heading.
    pub title: String,
    /// Whether its tables show core cycles instead of times.
    pub in_cycles: bool,
    /// Whether its contenders are compared with the first of them.
    pub compared: bool,
    /// Where and how it was measured.
    pub conditions: Conditions,
    /// What a reader must know about the figures, in sentences.
    pub notes: Vec<String>,
    /// The figures.
    pub rows: Vec<Row>,
}

/// One figure: what an operation takes a contender.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The table that it stands in, such as a curve or a field.
    pub table: String,
    /// The operation.
    pub operation: String,
    /// How many points or scalars it is of, if that varies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub n: Option<usize>,
    /// What does it: a backend, another library, or so many threads.
    pub contender: String,
    /// The operation's share in the contest's score, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<f64>,
    /// The median time.
    pub nanoseconds: f64,
    /// The median number of core cycles.
    pub cycles: f64,
    /// The distance of the quartiles of the time, divided by the median.
    pub spread: f64,
    /// The cycles that the units of each make of processor need at least, where they are known.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub bounds: BTreeMap<String, f64>,
}

impl Row {
    /// Whether both are of the same operation, whatever does it.
    pub fn same_operation(&self, other: &Self) -> bool {
        (&self.table, &self.operation, self.n) == (&other.table, &other.operation, other.n)
    }

    /// The operation and its size.
    pub fn label(&self) -> String {
        match self.n {
            None => self.operation.clone(),
            Some(n) => format!("{}, n = {n}", self.operation),
        }
    }

    pub(crate) fn measured(self, measurement: Measurement, each: f64) -> Self {
        Self {
            nanoseconds: measurement.nanoseconds / each,
            cycles: measurement.cycles / each,
            spread: measurement.spread,
            ..self
        }
    }
}

impl Run {
    /// The contenders, in the order of their first figures.
    pub fn contenders(&self) -> Vec<&str> {
        distinct(self.rows.iter().map(|row| row.contender.as_str()))
    }

    /// The names of the tables.
    pub fn tables(&self) -> Vec<&str> {
        distinct(self.rows.iter().map(|row| row.table.as_str()))
    }

    /// The cycles that this processor's units need at least for a row's operation, if they are known.
    pub fn bound(&self, row: &Row) -> Option<f64> {
        row.bounds.get(self.conditions.make.as_ref()?).copied()
    }

    /// How many times as fast as the first contender's a row's operation is.
    pub fn speed_up(&self, row: &Row) -> Option<f64> {
        let first = self.contenders().first().copied()?;
        let mut same = self.rows.iter().filter(|other| other.same_operation(row));
        let first = same.find(|other| other.contender == first)?;
        Some(first.nanoseconds / row.nanoseconds)
    }

    /// The contest's score of a contender that has all weighted operations: the weighted mean of the shares of the first
    /// contender's time that it saves.
    pub fn score(&self, contender: &str) -> Option<f64> {
        let weighted = self.rows.iter().filter(|row| row.contender == contender);
        let weighted =
            weighted.filter_map(|row| Some((row.weight?, 1.0 - 1.0 / self.speed_up(row)?)));
        let (total, saved) = weighted.fold((0.0, 0.0), |(total, saved), (weight, share)| {
            (total + weight, saved + weight * share)
        });
        // The mean over some of the operations is another score.
        (total > 0.999).then(|| saved / total)
    }
}

impl Report {
    /// Reads a report.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is not a report.
    pub fn read(path: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        serde_json::from_str(&text).map_err(|e| format!("{} is no report: {e}", path.display()))
    }

    /// Writes it as JSON.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), String> {
        let text = serde_json::to_string_pretty(self).expect("a report has no keys but strings");
        std::fs::write(path, text + "\n").map_err(|e| format!("{}: {e}", path.display()))
    }

    /// All figures.
    pub fn rows(&self) -> impl Iterator<Item = (&Run, &Row)> {
        let runs = self.runs.iter();
        runs.flat_map(|run| run.rows.iter().map(move |row| (run, row)))
    }
}

/// Each value once, in the order in which they come first.
pub fn distinct<'a>(values: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut found = Vec::new();
    for value in values {
        if !found.contains(&value) {
            found.push(value);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{row, run};

    #[test]
    fn the_score_is_the_weighted_mean_of_savings() {
        let mut rows = Vec::new();
        for (operation, theirs, ours, weight) in [
            ("a", 100.0, 50.0, Some(0.75)),
            ("b", 100.0, 10.0, Some(0.25)),
            ("c", 100.0, 1.0, None),
        ] {
            for (contender, nanoseconds) in [("theirs", theirs), ("ours", ours)] {
                let row = row(contender, operation, nanoseconds);
                rows.push(Row { weight, ..row });
            }
        }
        let run = run(rows);
        assert_eq!(run.contenders(), ["theirs", "ours"]);
        assert_eq!(run.score("ours"), Some(0.6));
        assert_eq!(run.score("theirs"), Some(0.0));
        assert_eq!(run.score("nobody"), None);
        let some = Run {
            rows: run.rows[..2].to_vec(),
            ..run.clone()
        };
        assert_eq!(some.score("ours"), None);
        assert_eq!(run.speed_up(&run.rows[3]), Some(10.0));
    }

    #[test]
    fn reports_are_read_as_they_were_written() {
        let report = Report {
            runs: vec![run(vec![row("ours", "a & b", 1.5)])],
        };
        let path = std::env::temp_dir().join(format!("report-{}.json", std::process::id()));
        report.write(&path).unwrap();
        assert_eq!(Report::read(&path).unwrap(), report);
        std::fs::write(&path, "{}").unwrap();
        assert!(Report::read(&path).is_err());
        std::fs::remove_file(&path).unwrap();
    }
}
