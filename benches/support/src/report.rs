//! Figures: reads criterion's estimates and makes tables, for a terminal or as Markdown.

use std::collections::HashMap;
use std::fmt::Display;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::weights::WEIGHTS;

/// The suffix of criterion's groups in core cycles, so that they are never compared with times.
pub const IN_CYCLES: &str = ", cycles";

/// A contender's figure for an operation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// The program, one word.
    pub program: String,
    /// Its table, such as a curve or a field.
    pub table: String,
    /// The operation.
    pub operation: String,
    /// The number of points or scalars, if it varies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n: Option<usize>,
    /// The contender: a backend, another library, or a number of threads.
    pub contender: String,
    /// Whether the unit is core cycles instead of nanoseconds.
    pub in_cycles: bool,
    /// The median.
    pub value: f64,
    /// The distance of the quartiles, divided by the median.
    pub spread: f64,
}

impl Figure {
    /// Criterion's name for a figure of one element, and the figure, from its two files. The group is `program/table/operation`.
    fn read(benchmark: &Value, estimates: &Value) -> Option<(String, Self)> {
        /// The distance of a normal distribution's quartiles in standard deviations; criterion scales its own to it.
        const QUARTILES: f64 = 2.0 * 0.6745;
        let mut group = benchmark["group_id"].as_str()?.splitn(3, '/');
        let (program, table, operation) = (group.next()?, group.next()?, group.next()?);
        let estimate = |what: &str| estimates[what]["point_estimate"].as_f64();
        let median = estimate("median")?;
        let figure = Self {
            program: program.into(),
            table: table.into(),
            operation: operation.trim_end_matches(IN_CYCLES).into(),
            n: benchmark["value_str"].as_str().and_then(|n| n.parse().ok()),
            contender: benchmark["function_id"].as_str()?.into(),
            in_cycles: operation.ends_with(IN_CYCLES),
            value: median / benchmark["throughput"]["Elements"].as_f64()?,
            spread: QUARTILES * estimate("median_abs_dev")? / median,
        };
        Some((benchmark["full_id"].as_str()?.into(), figure))
    }

    /// The operation and its size.
    fn label(&self) -> String {
        let size = self.n.map(|n| format!(", n = {n}")).unwrap_or_default();
        format!("{}{size}", self.operation)
    }

    /// The figure, its spread if large, and how many times as fast as another it is.
    fn cell(&self, first: Option<&&Self>) -> String {
        let mut cell = if self.in_cycles {
            digits(self.value)
        } else {
            duration(self.value)
        };
        if self.spread >= 0.04 {
            cell += &format!(" ±{:.0} %", 50.0 * self.spread);
        }
        match first {
            Some(first) if !self.in_cycles => format!("{cell}, {:.2}×", first.value / self.value),
            _ => cell,
        }
    }
}

/// The figures below criterion's folder by their names.
///
/// # Errors
///
/// If a file is not criterion's.
pub fn read(folder: &Path) -> Result<HashMap<String, Figure>, String> {
    let mut found = HashMap::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let entry = entry.path();
        if !entry.ends_with("new") {
            found.extend(read(&entry)?);
            continue;
        }
        let json = |name: &str| -> Result<Value, String> {
            let path = entry.join(name);
            let text = at(&path, std::fs::read_to_string(&path))?;
            at(&path, serde_json::from_str(&text))
        };
        let figure = Figure::read(&json("benchmark.json")?, &json("estimates.json")?);
        found.extend([figure.ok_or_else(|| format!("{} is not criterion's", entry.display()))?]);
    }
    Ok(found)
}

/// Adds a path to an error.
///
/// # Errors
///
/// If the result is an error.
pub fn at<T>(path: &Path, result: Result<T, impl Display>) -> Result<T, String> {
    result.map_err(|error| format!("{}: {error}", path.display()))
}

/// One program's figures as tables: a row for each operation, a column for each contender. Times are compared with the first
/// contender's.
pub fn show(figures: &[Figure], markdown: bool) -> String {
    let contenders = distinct(figures.iter().map(|figure| figure.contender.as_str()));
    let mut text = String::new();
    for name in distinct(figures.iter().map(|figure| figure.table.as_str())) {
        let figures = figures.iter().filter(|figure| figure.table == name);
        let figures: Vec<&Figure> = figures.collect();
        let mut columns = contenders.clone();
        columns.retain(|name| figures.iter().any(|figure| figure.contender == *name));
        let unit = if figures[0].in_cycles {
            "core cycles"
        } else {
            ""
        };
        let mut lines = vec![line(unit, columns.iter().map(|name| (*name).to_owned()))];
        for label in distinct(figures.iter().map(|figure| figure.label())) {
            let of_row = figures.iter().filter(|figure| figure.label() == label);
            let of_row: HashMap<_, _> = of_row.map(|own| (own.contender.as_str(), own)).collect();
            let first = contenders[0];
            let cells = columns.iter().map(|name| match of_row.get(name) {
                Some(own) => own.cell(of_row.get(first).copied().filter(|_| *name != first)),
                None => "–".into(),
            });
            lines.push(line(&label, cells));
        }
        // Many contenders get a line each.
        if columns.len() > 6 && columns.len() >= lines.len() {
            let column = |i: usize| lines.iter().map(|line| line[i].clone()).collect();
            lines = (0..=columns.len()).map(column).collect();
        }
        text += &table(name, &lines, markdown);
    }
    let scores = contenders.iter().skip(1);
    let scores = scores.filter_map(|name| Some(((*name).to_owned(), score(figures, name)?)));
    let (names, scores): (Vec<_>, Vec<_>) = scores.unzip();
    if !scores.is_empty() {
        let scores = scores.iter().map(|score| format!("{:.1} %", 100.0 * score));
        let saved = "share of the reference's time that is saved";
        let lines = [line("", names), line(saved, scores)];
        text += &table("Contest score", &lines, markdown);
    }
    text
}

/// The contest's score of a contender that has all its operations: the weighted mean of the shares of the first contender's time
/// that it saves. A mean over some operations would be another score.
pub fn score(figures: &[Figure], contender: &str) -> Option<f64> {
    let find = |operation: &str, contender: &str| {
        let mut figures = figures
            .iter()
            .filter(|figure| figure.operation == operation);
        Some(figures.find(|figure| figure.contender == contender)?.value)
    };
    let first = &figures.first()?.contender;
    let saved = WEIGHTS.iter().map(|(operation, weight)| {
        let share = find(operation, contender)? / find(operation, first)?;
        Some(weight * (1.0 - share))
    });
    saved.sum()
}

fn line(name: &str, cells: impl IntoIterator<Item = String>) -> Vec<String> {
    core::iter::once(name.to_owned()).chain(cells).collect()
}

/// A heading and lines, the first one the table's head: columns as wide as their longest cells, or Markdown.
fn table(name: &str, lines: &[Vec<String>], markdown: bool) -> String {
    let columns = lines[0].len();
    if markdown {
        let mut rows = lines
            .iter()
            .map(|cells| format!("| {} |\n", cells.join(" | ")));
        let head = rows.next().unwrap_or_default();
        let rule = "--:|".repeat(columns - 1);
        return format!(
            "\n### {name}\n\n{head}|---|{rule}\n{}",
            rows.collect::<String>()
        );
    }
    let width = |i: usize| lines.iter().map(move |line| line[i].chars().count()).max();
    let widths: Vec<usize> = (0..columns).filter_map(width).collect();
    let mut text = format!("\n{name}\n\n");
    for cells in lines {
        text += &format!("{:1$}", cells[0], widths[0]);
        for (cell, width) in cells.iter().zip(&widths).skip(1) {
            text += &format!("  {cell:>width$}");
        }
        text += "\n";
    }
    text
}

/// Each value once, in order of first appearance.
fn distinct<T: PartialEq>(values: impl Iterator<Item = T>) -> Vec<T> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(contender: &str, operation: &str, value: f64) -> Figure {
        Figure {
            program: "program".into(),
            table: "Table".into(),
            operation: operation.into(),
            n: None,
            contender: contender.into(),
            in_cycles: false,
            value,
            spread: 0.01,
        }
    }

    #[test]
    fn the_score_is_the_weighted_mean_of_savings() {
        let of =
            |name: &str, value: f64| WEIGHTS.map(|(operation, _)| figure(name, operation, value));
        let mut figures = [of("theirs", 100.0), of("ours", 50.0)].concat();
        assert!((score(&figures, "ours").unwrap() - 0.5).abs() < 1e-9);
        assert_eq!(score(&figures, "nobody"), None);
        assert!(show(&figures, true).contains("time that is saved | 50.0 % |"));
        figures.pop();
        assert_eq!(score(&figures, "ours"), None);
    }

    #[test]
    fn figures_are_of_one_element_in_the_unit_of_their_group() {
        let benchmark = r#"{"group_id": "program/Table/a/b, cycles", "function_id": "ours", "value_str": "604",
            "full_id": "program_Table", "throughput": {"Elements": 64}}"#;
        let estimates =
            r#"{"median": {"point_estimate": 640}, "median_abs_dev": {"point_estimate": 32}}"#;
        let [benchmark, estimates] =
            [benchmark, estimates].map(|text| serde_json::from_str(text).unwrap());
        let (name, found) = Figure::read(&benchmark, &estimates).unwrap();
        assert_eq!(name, "program_Table");
        let (n, in_cycles, spread) = (Some(604), true, 0.06745);
        assert_eq!(
            found,
            Figure {
                n,
                in_cycles,
                spread,
                ..figure("ours", "a/b", 10.0)
            }
        );
        assert_eq!(Figure::read(&estimates, &benchmark), None);
    }

    #[test]
    fn figures_are_in_the_columns_of_their_contenders() {
        let mut figures = vec![
            figure("theirs", "a", 2000.0),
            figure("ours", "a", 500.0),
            figure("ours", "b", 56.78),
        ];
        figures[2].spread = 0.1;
        let text = "\n### Table\n\n|  | theirs | ours |\n|---|--:|--:|\n| a | 2.00 µs | 500 ns, 4.00× |\n| b | – | 56.8 ns ±5 % |\n";
        assert_eq!(show(&figures, true), text);
        let text = "\nTable\n\n    theirs           ours\na  2.00 µs  500 ns, 4.00×\nb        –   56.8 ns ±5 %\n";
        assert_eq!(show(&figures, false), text);
        figures
            .iter_mut()
            .for_each(|figure| figure.in_cycles = true);
        let text = "| core cycles | theirs | ours |\n|---|--:|--:|\n| a | 2000 | 500 |";
        assert!(show(&figures, true).contains(text));
        let many = ["a", "b", "c", "d", "e", "f", "g"].map(|name| figure(name, "sum", 1.0));
        let text =
            "\n### Table\n\n|  | sum |\n|---|--:|\n| a | 1.00 ns |\n| b | 1.00 ns, 1.00× |\n";
        assert!(show(&many, true).starts_with(text));
    }

    #[test]
    fn durations_have_about_three_digits() {
        let shown = [1.234, 56.78, 1234.0, 333_333.333, 5.678e6].map(duration);
        let expected = ["1.23 ns", "56.8 ns", "1.23 µs", "333 µs", "5.68 ms"];
        assert_eq!(shown, expected);
    }
}
