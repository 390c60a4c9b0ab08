//! Figures: read from and written as criterion's estimates, and shown as tables, for a terminal or as Markdown.

use std::fmt::Display;
use std::path::Path;

use serde::Serialize;
use serde_json::{Value, json};

use crate::contest::WEIGHTS;

/// What ends the names of criterion's groups in core cycles, so that they are never compared with times.
pub const IN_CYCLES: &str = ", cycles";

/// What an operation takes a contender.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figure {
    /// The program, one word.
    pub program: String,
    /// The table that it stands in, such as a curve or a field.
    pub table: String,
    /// The operation.
    pub operation: String,
    /// How many points or scalars it is of, if that varies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n: Option<usize>,
    /// What does it: a backend, another library, or so many threads.
    pub contender: String,
    /// Whether it is told in core cycles, or in nanoseconds.
    pub in_cycles: bool,
    /// The median.
    pub value: f64,
    /// The distance of the quartiles, divided by the median.
    pub spread: f64,
}

impl Figure {
    /// Program, table, operation and contender, as criterion names them.
    pub fn name(&self) -> String {
        let size = self.n.map(|n| format!("/{n}")).unwrap_or_default();
        format!("{}/{}{size}", self.group(), self.contender)
    }

    fn group(&self) -> String {
        let unit = if self.in_cycles { IN_CYCLES } else { "" };
        format!("{}/{}/{}{unit}", self.program, self.table, self.operation)
    }

    /// The operation and its size.
    pub fn label(&self) -> String {
        match self.n {
            None => self.operation.clone(),
            Some(n) => format!("{}, n = {n}", self.operation),
        }
    }

    /// Writes it as criterion would, in the place of that number.
    ///
    /// # Errors
    ///
    /// If a file cannot be written.
    pub fn write(&self, criterion: &Path, number: usize) -> Result<(), String> {
        let folder = criterion.join(format!("{number:04}/new"));
        at(&folder, std::fs::create_dir_all(&folder))?;
        let (id, value) = (self.n.map(|n| n.to_string()), self.value);
        let benchmark = json!({
            "group_id": self.group(), "function_id": self.contender, "value_str": id, "full_id": self.name(),
            "throughput": { "Elements": 1 },
        });
        let estimate = |value: f64| json!({ "point_estimate": value });
        let deviation = estimate(self.spread * value / QUARTILES);
        let estimates = json!({ "median": estimate(value), "median_abs_dev": deviation });
        for (name, json) in [("benchmark.json", benchmark), ("estimates.json", estimates)] {
            let path = folder.join(name);
            at(&path, std::fs::write(&path, json.to_string()))?;
        }
        Ok(())
    }

    /// A figure from criterion's two files. Its group is `program/table/operation`.
    fn read(benchmark: &Value, estimates: &Value) -> Option<Self> {
        let group = benchmark["group_id"].as_str()?;
        let (program, group) = group.split_once('/')?;
        let (table, operation) = group.split_once('/')?;
        let elements = benchmark["throughput"]["Elements"].as_f64()?;
        let estimate = |what: &str| estimates[what]["point_estimate"].as_f64();
        let median = estimate("median")?;
        Some(Self {
            program: program.into(),
            table: table.into(),
            operation: operation.trim_end_matches(IN_CYCLES).into(),
            n: benchmark["value_str"].as_str().and_then(|n| n.parse().ok()),
            contender: benchmark["function_id"].as_str()?.into(),
            in_cycles: operation.ends_with(IN_CYCLES),
            value: median / elements,
            spread: QUARTILES * estimate("median_abs_dev")? / median,
        })
    }
}

/// The distance of a normal distribution's quartiles in standard deviations, to which criterion scales its own.
const QUARTILES: f64 = 2.0 * 0.6745;

/// The figures below criterion's folder, of an element each, in the order of the folders' names.
///
/// # Errors
///
/// If there is a file that is not criterion's.
pub fn read(folder: &Path) -> Result<Vec<Figure>, String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let mut entries: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    let mut found = Vec::new();
    for entry in entries {
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
        found.push(figure.ok_or_else(|| format!("{} is not criterion's", entry.display()))?);
    }
    Ok(found)
}

/// An error with what it is about.
///
/// # Errors
///
/// If the result is one.
pub fn at<T>(path: &Path, result: Result<T, impl Display>) -> Result<T, String> {
    result.map_err(|error| format!("{}: {error}", path.display()))
}

/// The figures of one program, a table for each of their tables: a row for each operation, a column for each contender.
/// Times are compared with those of the first contender.
pub fn show(figures: &[Figure], markdown: bool) -> String {
    let mut text = String::new();
    let mut add = |name: &str, lines: &[Vec<String>]| {
        text += &if markdown {
            format!("\n### {name}\n\n{}", as_markdown(lines))
        } else {
            format!("\n{name}\n\n{}", aligned(lines))
        };
    };
    let first = figures.first().map(|figure| figure.contender.as_str());
    for name in distinct(figures.iter().map(|figure| figure.table.as_str())) {
        let of_table = figures.iter().filter(|figure| figure.table == name);
        let of_table: Vec<&Figure> = of_table.collect();
        let contenders = distinct(of_table.iter().map(|figure| figure.contender.as_str()));
        let unit = if of_table[0].in_cycles {
            "core cycles"
        } else {
            ""
        };
        let mut lines = vec![line(unit, contenders.iter().map(|name| (*name).to_owned()))];
        for label in distinct(of_table.iter().map(|figure| figure.label())) {
            let find = |contender: &str| {
                let mut figures = of_table.iter().filter(|figure| figure.label() == label);
                figures.find(|figure| figure.contender == contender)
            };
            let cells = contenders.iter().map(|contender| match find(contender) {
                Some(own) => own.cell(first.and_then(find).filter(|_| first != Some(contender))),
                None => "–".into(),
            });
            lines.push(line(&label, cells));
        }
        // With many contenders each has a line.
        if contenders.len() > 6 && contenders.len() >= lines.len() {
            let column =
                |i: usize| -> Vec<String> { lines.iter().map(|line| line[i].clone()).collect() };
            lines = (0..lines[0].len()).map(column).collect();
        }
        add(name, &lines);
    }
    let scores = distinct(figures.iter().map(|figure| figure.contender.as_str())).into_iter();
    let scores = scores
        .skip(1)
        .filter_map(|name| Some((name.to_owned(), score(figures, name)?)));
    let (names, scores): (Vec<_>, Vec<_>) = scores.unzip();
    if !scores.is_empty() {
        let scores = scores.iter().map(|score| format!("{:.1} %", 100.0 * score));
        let saved = "share of the reference's time that is saved";
        add("Contest score", &[line("", names), line(saved, scores)]);
    }
    text
}

impl Figure {
    /// The figure, its spread if that is large, and how many times as fast as another it is.
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

/// The contest's score of a contender that has all of its operations: the weighted mean of the shares of the first
/// contender's time that it saves. The mean over some of them is another score.
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

/// The first line is the head, the first column has names.
fn as_markdown(lines: &[Vec<String>]) -> String {
    let mut lines: Vec<String> = lines
        .iter()
        .map(|cells| format!("| {} |\n", cells.join(" | ")))
        .collect();
    let columns = lines[0].matches(" | ").count();
    lines.insert(1, format!("|---|{}\n", "--:|".repeat(columns)));
    lines.concat()
}

/// Columns as wide as their longest cells.
fn aligned(lines: &[Vec<String>]) -> String {
    let width = |i: usize| lines.iter().map(|line| line[i].chars().count()).max();
    let mut text = String::new();
    for cells in lines {
        for (i, cell) in cells.iter().enumerate() {
            let width = width(i).unwrap_or_default();
            text += &if i == 0 {
                format!("{cell:width$}")
            } else {
                format!("  {cell:>width$}")
            };
        }
        text += "\n";
    }
    text
}

/// Each value once, in the order in which they come first.
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
        assert_eq!(
            (score(&figures, "theirs"), score(&figures, "nobody")),
            (Some(0.0), None)
        );
        assert!(show(&figures, true).contains("time that is saved | 50.0 % |"));
        figures.pop();
        assert_eq!(score(&figures, "ours"), None);
    }

    #[test]
    fn figures_are_read_as_they_were_written() {
        let folder = std::env::temp_dir().join(format!("figures-{}", std::process::id()));
        let (n, in_cycles) = (Some(604), true);
        let figures = [
            figure("ours", "a/b", 64.0),
            Figure {
                n,
                in_cycles,
                ..figure("ours", "a", 2.0)
            },
        ];
        for (i, figure) in figures.iter().enumerate() {
            figure.write(&folder, i).unwrap();
        }
        for (figure, mut found) in figures.into_iter().zip(read(&folder).unwrap()) {
            assert!((found.spread - figure.spread).abs() < 1e-9);
            found.spread = figure.spread;
            assert_eq!(found, figure);
        }
        assert_eq!(read(&folder).unwrap().len(), 2);
        std::fs::write(folder.join("0001/new/benchmark.json"), "{}").unwrap();
        assert!(read(&folder).is_err());
        std::fs::remove_dir_all(&folder).unwrap();
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
        assert!(
            show(&figures, true)
                .contains("| core cycles | theirs | ours |\n|---|--:|--:|\n| a | 2000 | 500 |")
        );
    }

    #[test]
    fn many_contenders_have_lines() {
        let figures = ["a", "b", "c", "d", "e", "f", "g"].map(|name| figure(name, "sum", 1.0));
        let text =
            "\n### Table\n\n|  | sum |\n|---|--:|\n| a | 1.00 ns |\n| b | 1.00 ns, 1.00× |\n";
        assert!(show(&figures, true).starts_with(text));
    }

    #[test]
    fn durations_have_about_three_digits() {
        let shown = [1.234, 56.78, 567.8, 1234.0, 333_333.333, 5.678e6].map(duration);
        assert_eq!(
            shown,
            [
                "1.23 ns", "56.8 ns", "568 ns", "1.23 µs", "333 µs", "5.68 ms"
            ]
        );
    }
}
