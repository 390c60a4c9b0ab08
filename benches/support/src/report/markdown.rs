//! Results as Markdown tables: a row for each operation and a column for each contender, or the other way round where
//! there are more contenders.

use super::{Row, Run, distinct};

/// The most contenders that have columns even if there are fewer operations.
const WIDEST: usize = 6;

/// A table of text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// The heads of its columns, of which the first is for names.
    pub head: Vec<String>,
    /// Its rows, as long as the head.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// The table as Markdown.
    pub fn markdown(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let numbers = "--:|".repeat(self.head.len().saturating_sub(1));
        let rows: String = self.rows.iter().map(|row| line(row)).collect();
        format!("{}|---|{numbers}\n{rows}", line(&self.head))
    }

    fn transposed(self) -> Self {
        let lines: Vec<_> = [vec![self.head], self.rows].concat();
        let column = |i: usize| lines.iter().map(|line| line[i].clone()).collect();
        Self {
            head: column(0),
            rows: (1..lines[0].len()).map(column).collect(),
        }
    }
}

impl Run {
    /// The run under a heading, a table for each of its tables.
    pub fn markdown(&self) -> String {
        let mut text = format!("## {}\n\n{}.\n", self.title, self.conditions.line());
        for table in self.tables() {
            text += &format!("\n### {table}\n\n{}", self.table(table).markdown());
        }
        let more = [
            ("Contest score", self.scores()),
            (
                "Core cycles that the units of processors need at least",
                self.bounds(),
            ),
        ];
        for (heading, table) in more {
            if let Some(table) = table {
                text += &format!("\n### {heading}\n\n{}", table.markdown());
            }
        }
        if !self.notes.is_empty() {
            text += "\n";
        }
        for note in &self.notes {
            text += &format!("- {note}\n");
        }
        text
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
            for contender in &contenders {
                let mut same = rows.iter().filter(|row| row.same_operation(operation));
                let figure = same.find(|row| row.contender == *contender);
                cells.push(figure.map_or_else(|| "–".into(), |row| self.cell(row)));
            }
            cells
        });
        let table = Table {
            rows: body.collect(),
            head,
        };
        if contenders.len() > WIDEST && contenders.len() > operations.len() {
            return table.transposed();
        }
        table
    }

    /// A figure with its spread, and how many times as fast as the first contender's it is.
    fn cell(&self, row: &Row) -> String {
        let mut cell = if self.in_cycles {
            digits(row.cycles)
        } else {
            duration(row.nanoseconds)
        };
        cell += &format!(" ±{:.1} %", 50.0 * row.spread);
        if self.compared
            && self.contenders().first() != Some(&row.contender.as_str())
            && let Some(times) = self.speed_up(row)
        {
            cell += &format!(", **{times:.2}×**");
        }
        cell
    }

    /// The cycles that each make of processor needs at least for an operation, beside those that it took here.
    fn bounds(&self) -> Option<Table> {
        let bounded: Vec<&Row> = self
            .rows
            .iter()
            .filter(|row| !row.bounds.is_empty())
            .collect();
        let makes: Vec<&String> = bounded.first()?.bounds.keys().collect();
        let mut head = vec![String::new(), "here".into(), "of its bound".into()];
        head.extend(makes.iter().map(|make| (*make).clone()));
        let rows = bounded.iter().map(|row| {
            let name = format!("{}, {}, {}", row.table, row.label(), row.contender);
            let share = self
                .bound(row)
                .map(|bound| format!("{:.0} %", 100.0 * bound / row.cycles));
            let mut cells = vec![name, digits(row.cycles), share.unwrap_or_default()];
            let bounds = makes.iter().map(|make| row.bounds.get(*make).copied());
            cells.extend(bounds.map(|bound| bound.map(digits).unwrap_or_default()));
            cells
        });
        Some(Table {
            rows: rows.collect(),
            head,
        })
    }

    /// The contest's score of each contender.
    fn scores(&self) -> Option<Table> {
        let scored = self.contenders().into_iter().skip(1);
        let scored = scored.filter_map(|name| Some((name.to_owned(), percent(self.score(name)?))));
        let (names, scores): (Vec<_>, Vec<_>) = scored.unzip();
        let row = |name: &str, cells| [vec![name.to_owned()], cells].concat();
        (!names.is_empty()).then(|| Table {
            head: row("", names),
            rows: vec![row("share of the reference's time that is saved", scores)],
        })
    }
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

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{row, run};

    #[test]
    fn figures_are_in_the_columns_of_their_contenders() {
        let weight = Some(1.0);
        let rows = vec![
            Row {
                weight,
                ..row("theirs", "a", 2000.0)
            },
            Row {
                weight,
                bounds: [("Zen 4".to_owned(), 1500.0)].into(),
                ..row("ours", "a", 500.0)
            },
            row("ours", "b", 56.78),
        ];
        let text = run(rows.clone()).markdown();
        for line in [
            "|  | weight | theirs | ours |",
            "| a | 100.0 % | 2.00 µs ±0.5 % | 500 ns ±0.5 %, **4.00×** |",
            "| b |  | – | 56.8 ns ±0.5 % |",
            "| share of the reference's time that is saved | 75.0 % |",
            "|  | here | of its bound | Zen 4 |",
            "| Table, a, ours | 2000 | 75 % | 1500 |",
            "- A note.",
        ] {
            assert!(text.contains(line), "{line} in {text}");
        }
        let cycles = Run {
            in_cycles: true,
            compared: false,
            ..run(rows)
        };
        let line = "| a | 100.0 % | 8000 ±0.5 % | 2000 ±0.5 % |";
        assert!(cycles.markdown().contains(line), "{}", cycles.markdown());
    }

    #[test]
    fn many_contenders_have_rows() {
        let rows = (0..7).map(|i| row(&format!("c{i}"), "a", 1.0));
        let text = run(rows.collect()).markdown();
        assert!(
            text.contains("\n|  | a |\n|---|--:|\n| c0 | 1.00 ns"),
            "{text}"
        );
    }

    #[test]
    fn durations_have_about_three_digits() {
        let shown = [1.234, 56.78, 567.8, 1234.0, 56780.0, 5.678e6].map(duration);
        let expected = [
            "1.23 ns", "56.8 ns", "568 ns", "1.23 µs", "56.8 µs", "5.68 ms",
        ];
        assert_eq!(shown, expected);
    }
}
