//! Results, and how they are shown.

mod json;
mod markdown;
mod svg;

use crate::measure::{Machine, Measurement};

/// The results of contenders that were compared with one baseline.
#[derive(Clone, Debug)]
pub struct Report {
    /// What was compared.
    pub title: String,
    /// More about what was compared, in one line.
    pub subtitle: String,
    /// The machine that it was measured on.
    pub machine: Machine,
    /// The name of the baseline.
    pub baseline: String,
    /// The names of the contenders.
    pub contenders: Vec<String>,
    /// What the operations' names stand for, in one line.
    pub names: String,
    /// The operations, in groups.
    pub sections: Vec<Section>,
    /// What a reader must know about the figures, in sentences.
    pub notes: Vec<String>,
}

/// Operations under a common heading.
#[derive(Clone, Debug)]
pub struct Section {
    /// The heading.
    pub heading: String,
    /// The operations.
    pub rows: Vec<Row>,
}

/// The figures of one operation.
#[derive(Clone, Debug)]
pub struct Row {
    /// The name of the operation.
    pub operation: String,
    /// The operation's share in the overall improvement, if it has one.
    pub weight: Option<f64>,
    /// What the baseline takes.
    pub baseline: Measurement,
    /// What each contender takes.
    pub contenders: Vec<Measurement>,
}

impl Row {
    /// How many times as fast as the baseline a contender is.
    pub fn speed_up(&self, contender: usize) -> f64 {
        self.baseline.nanoseconds / self.contenders[contender].nanoseconds
    }

    /// The share of the baseline's time that a contender saves.
    pub fn improvement(&self, contender: usize) -> f64 {
        1.0 - self.contenders[contender].nanoseconds / self.baseline.nanoseconds
    }
}

impl Report {
    /// The weighted mean of a contender's improvements, if any operation has a weight.
    pub fn overall(&self, contender: usize) -> Option<f64> {
        let weighted = |value: &dyn Fn(&Row) -> f64| -> f64 {
            self.rows()
                .filter_map(|row| Some(row.weight? * value(row)))
                .sum()
        };
        let total = weighted(&|_| 1.0);
        (total > 0.0).then(|| weighted(&|row| row.improvement(contender)) / total)
    }

    /// All operations.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.sections.iter().flat_map(|section| &section.rows)
    }
}

/// A duration with three significant digits or so and its unit.
fn duration(nanoseconds: f64) -> String {
    let (value, unit) = match nanoseconds {
        ..1e3 => (nanoseconds, "ns"),
        ..1e6 => (nanoseconds / 1e3, "µs"),
        _ => (nanoseconds / 1e6, "ms"),
    };
    let digits = if value < 10.0 {
        2
    } else {
        usize::from(value < 100.0)
    };
    format!("{value:.digits$} {unit}")
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn took(nanoseconds: f64) -> Measurement {
        Measurement {
            nanoseconds,
            cycles: 4.0 * nanoseconds,
            spread: 0.0,
        }
    }

    fn row(weight: Option<f64>, baseline: f64, contender: f64) -> Row {
        Row {
            operation: "a & b".into(),
            weight,
            baseline: took(baseline),
            contenders: vec![took(contender)],
        }
    }

    fn report(rows: Vec<Row>) -> Report {
        Report {
            title: "Title".into(),
            subtitle: "Subtitle".into(),
            machine: Machine {
                processor: "A <processor>".into(),
                gigahertz: 4.0,
            },
            baseline: "baseline".into(),
            contenders: vec!["contender".into()],
            names: "Names".into(),
            sections: vec![Section {
                heading: "Heading".into(),
                rows,
            }],
            notes: vec!["A note.".into()],
        }
    }

    #[test]
    fn the_overall_improvement_is_the_weighted_mean() {
        let rows = vec![
            row(Some(0.75), 100.0, 50.0),
            row(Some(0.25), 100.0, 10.0),
            row(None, 100.0, 1.0),
        ];
        assert_eq!(report(rows).overall(0), Some(0.6));
        assert_eq!(report(vec![row(None, 100.0, 1.0)]).overall(0), None);
    }

    #[test]
    fn every_format_shows_the_figures() {
        let report = report(vec![row(Some(1.0), 2000.0, 500.0)]);
        let markdown = report.markdown();
        for figure in [
            "2.00 µs", "8000", "500 ns", "4.00×", "75.0 %", "Names", "A note.",
        ] {
            assert!(markdown.contains(figure), "{figure} in {markdown}");
        }
        let json: serde_json::Value = serde_json::from_str(&report.json()).unwrap();
        let contender = &json["rows"][0]["contenders"]["contender"];
        assert_eq!(contender["speed_up"], 4.0);
        assert_eq!(json["overall"]["contender"], 0.75);
        let svg = report.svg();
        for text in ["a &amp; b", "A &lt;processor&gt;", "4.00×", "75.0 %"] {
            assert!(svg.contains(text), "{text} in {svg}");
        }
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
