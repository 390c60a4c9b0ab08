//! Figures as tables, for a terminal and as Markdown, and as JSON: of the programs that take turns, and of
//! `benches/report`.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::conditions::Conditions;
use crate::measure::Measurement;

/// What programs measured, one after the other.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// One for each program.
    pub runs: Vec<Run>,
}

/// What one program measured.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
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
    /// The median time, if that was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nanoseconds: Option<f64>,
    /// The median number of core cycles, if that was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycles: Option<f64>,
    /// The distance of the quartiles, divided by the median.
    pub spread: f64,
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
            nanoseconds: Some(measurement.nanoseconds / each),
            cycles: Some(measurement.cycles / each),
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

    /// A row's figure, in the unit of this run.
    pub fn figure(&self, row: &Row) -> Option<f64> {
        if self.in_cycles {
            row.cycles
        } else {
            row.nanoseconds
        }
    }

    /// How many times as fast as the first contender's a row's operation is.
    pub fn speed_up(&self, row: &Row) -> Option<f64> {
        let first = self.contenders().first().copied()?;
        let mut same = self.rows.iter().filter(|other| other.same_operation(row));
        let first = same.find(|other| other.contender == first)?;
        Some(self.figure(first)? / self.figure(row)?)
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

    /// The run under a heading, a table for each of its tables.
    pub fn markdown(&self) -> String {
        self.shown("## ", "### ", "- ", Table::markdown)
    }

    /// The same for a terminal.
    pub fn text(&self) -> String {
        self.shown("", "", "", Table::aligned)
    }

    fn shown(&self, title: &str, heading: &str, item: &str, show: fn(&Table) -> String) -> String {
        let mut text = format!("{title}{}\n\n{}.\n", self.title, self.conditions.line());
        let tables = distinct(self.rows.iter().map(|row| row.table.as_str())).into_iter();
        let tables = tables.map(|name| (name, self.table(name)));
        for (name, table) in tables.chain(self.scores().map(|table| ("Contest score", table))) {
            text += &format!("\n{heading}{name}\n\n{}", show(&table));
        }
        let notes = self.notes.iter().map(|note| format!("{item}{note}\n"));
        let notes: String = notes.collect();
        if notes.is_empty() {
            text
        } else {
            format!("{text}\n{notes}")
        }
    }

    /// The figures of one of its tables.
    fn table(&self, name: &str) -> Table {
        let rows: Vec<&Row> = self.rows.iter().filter(|row| row.table == name).collect();
        let contenders = distinct(rows.iter().map(|row| row.contender.as_str()));
        let mut operations: Vec<&Row> = Vec::new();
        for row in &rows {
            if !operations.iter().any(|other| other.same_operation(row)) {
                operations.push(row);
            }
        }
        let weighted = rows.iter().any(|row| row.weight.is_some());
        let mut head = vec![if self.in_cycles { "core cycles" } else { "" }.to_owned()];
        head.extend(weighted.then(|| "weight".into()));
        head.extend(contenders.iter().map(|contender| (*contender).to_owned()));
        let body = operations.iter().map(|operation| {
            let mut cells = vec![operation.label()];
            cells.extend(weighted.then(|| operation.weight.map(percent).unwrap_or_default()));
            cells.extend(contenders.iter().map(|contender| {
                let mut same = rows.iter().filter(|row| row.same_operation(operation));
                let row = same.find(|row| row.contender == *contender);
                row.and_then(|row| self.cell(row))
                    .unwrap_or_else(|| "–".into())
            }));
            cells
        });
        let table = Table(core::iter::once(head).chain(body).collect());
        // With many contenders each has a row.
        if contenders.len() > 6 && contenders.len() > operations.len() {
            return table.transposed();
        }
        table
    }

    /// A figure, its spread if that is large, and how many times as fast as the first contender's it is.
    fn cell(&self, row: &Row) -> Option<String> {
        let value = self.figure(row)?;
        let mut cell = if self.in_cycles {
            digits(value)
        } else {
            duration(value)
        };
        if row.spread >= 0.04 {
            cell += &format!(" ±{:.0} %", 50.0 * row.spread);
        }
        if self.compared
            && self.contenders().first() != Some(&row.contender.as_str())
            && let Some(times) = self.speed_up(row)
        {
            cell += &format!(", {times:.2}×");
        }
        Some(cell)
    }

    /// The contest's score of each contender.
    fn scores(&self) -> Option<Table> {
        let scored = self.contenders().into_iter().skip(1);
        let scored = scored.filter_map(|name| Some((name.to_owned(), percent(self.score(name)?))));
        let (names, scores): (Vec<_>, Vec<_>) = scored.unzip();
        let row = |name: &str, cells| [vec![name.to_owned()], cells].concat();
        let saved = "share of the reference's time that is saved";
        (!names.is_empty()).then(|| Table(vec![row("", names), row(saved, scores)]))
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
}

/// Lines of cells, as many in each; the first line is the head, the first column has names.
struct Table(Vec<Vec<String>>);

impl Table {
    fn markdown(&self) -> String {
        let line = |cells: &Vec<String>| format!("| {} |\n", cells.join(" | "));
        let numbers = "--:|".repeat(self.0[0].len() - 1);
        let rows: String = self.0[1..].iter().map(line).collect();
        format!("{}|---|{numbers}\n{rows}", line(&self.0[0]))
    }

    /// Columns as wide as their longest cells.
    fn aligned(&self) -> String {
        let width = |i: usize| self.0.iter().map(|line| line[i].chars().count()).max();
        let line = |cells: &Vec<String>| {
            let cells = cells.iter().enumerate().map(|(i, cell)| {
                let width = width(i).unwrap_or_default();
                if i == 0 {
                    format!("{cell:width$}")
                } else {
                    format!("  {cell:>width$}")
                }
            });
            cells.collect::<String>() + "\n"
        };
        self.0.iter().map(line).collect()
    }

    fn transposed(self) -> Self {
        let columns = 0..self.0[0].len();
        let column = |i: usize| self.0.iter().map(|line| line[i].clone()).collect();
        Self(columns.map(column).collect())
    }
}

/// Each value once, in the order in which they come first.
fn distinct<'a>(values: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut found = Vec::new();
    for value in values {
        if !found.contains(&value) {
            found.push(value);
        }
    }
    found
}

/// A duration with three significant digits or so and its unit.
pub fn duration(nanoseconds: f64) -> String {
    let (value, unit) = match nanoseconds {
        ..1e3 => (nanoseconds, "ns"),
        ..1e6 => (nanoseconds / 1e3, "µs"),
        _ => (nanoseconds / 1e6, "ms"),
    };
    format!("{} {unit}", digits(value))
}

/// Three significant digits or more.
fn digits(value: f64) -> String {
    let digits = match value {
        ..10.0 => 2,
        ..100.0 => 1,
        _ => 0,
    };
    format!("{value:.digits$}")
}

/// A share, with one digit after the point.
pub fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(contender: &str, operation: &str, nanoseconds: f64, weight: Option<f64>) -> Row {
        Row {
            table: "Table".into(),
            operation: operation.into(),
            contender: contender.into(),
            weight,
            nanoseconds: Some(nanoseconds),
            cycles: Some(4.0 * nanoseconds),
            spread: 0.01,
            ..Row::default()
        }
    }

    fn run(rows: Vec<Row>) -> Run {
        Run {
            title: "a < b".into(),
            compared: true,
            notes: vec!["A note.".into()],
            rows,
            ..Run::default()
        }
    }

    #[test]
    fn the_score_is_the_weighted_mean_of_savings() {
        let rows = [
            ("a", 100.0, 50.0, Some(0.75)),
            ("b", 100.0, 10.0, Some(0.25)),
            ("c", 100.0, 1.0, None),
        ];
        let rows = rows.iter().flat_map(|(operation, theirs, ours, weight)| {
            [("theirs", theirs), ("ours", ours)]
                .map(|(name, time)| row(name, operation, *time, *weight))
        });
        let run = run(rows.collect());
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
            runs: vec![run(vec![row("ours", "a & b", 1.5, None)])],
        };
        let path = std::env::temp_dir().join(format!("report-{}.json", std::process::id()));
        report.write(&path).unwrap();
        assert_eq!(Report::read(&path).unwrap(), report);
        std::fs::write(&path, "{}").unwrap();
        assert!(Report::read(&path).is_err());
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn figures_are_in_the_columns_of_their_contenders() {
        let rows = vec![
            row("theirs", "a", 2000.0, Some(1.0)),
            row("ours", "a", 500.0, Some(1.0)),
            Row {
                spread: 0.1,
                ..row("ours", "b", 56.78, None)
            },
        ];
        let text = run(rows.clone()).markdown();
        for line in [
            "|  | weight | theirs | ours |\n|---|--:|--:|--:|",
            "| a | 100.0 % | 2.00 µs | 500 ns, 4.00× |",
            "| b |  | – | 56.8 ns ±5 % |",
            "| share of the reference's time that is saved | 75.0 % |",
            "- A note.",
        ] {
            assert!(text.contains(line), "{line} in {text}");
        }
        let text = run(rows.clone()).text();
        let aligned = "    weight   theirs           ours\n\
                       a  100.0 %  2.00 µs  500 ns, 4.00×\n\
                       b                 –   56.8 ns ±5 %\n";
        assert!(text.contains(aligned), "{aligned} in {text}");
        let cycles = Run {
            in_cycles: true,
            compared: false,
            ..run(rows)
        };
        let line = "| a | 100.0 % | 8000 | 2000 |";
        assert!(cycles.markdown().contains(line), "{}", cycles.markdown());
    }

    #[test]
    fn many_contenders_have_rows() {
        let rows = (0..7).map(|i| row(&format!("c{i}"), "a", 1.0, None));
        let text = run(rows.collect()).markdown();
        assert!(
            text.contains("\n|  | a |\n|---|--:|\n| c0 | 1.00 ns"),
            "{text}"
        );
    }

    #[test]
    fn durations_have_about_three_digits() {
        let shown = [1.234, 56.78, 567.8, 1234.0, 333_333.333, 5.678e6].map(duration);
        let expected = [
            "1.23 ns", "56.8 ns", "568 ns", "1.23 µs", "333 µs", "5.68 ms",
        ];
        assert_eq!(shown, expected);
    }
}
