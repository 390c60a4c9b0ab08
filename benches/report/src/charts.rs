//! The report as charts: scores, curves over sizes, shares of bounds, and how many times as fast as another.

mod bars;
mod canvas;
mod curves;

use helioselene_bench_support::report::{Report, Row, Run, distinct, duration};
use plotters::style::RGBColor;

use bars::{Bar, Bars};
use canvas::Drawing;
use curves::{Curve, Curves};

/// A chart in a file of its own.
pub struct Chart {
    /// The program whose figures it shows.
    pub program: String,
    pub title: String,
    pub file: String,
    pub svg: String,
}

/// How many sizes make a curve.
const CURVE: usize = 5;

/// A title, and what is drawn under it.
type Titled = (String, Box<dyn Drawing>);

/// The charts of all runs.
pub fn all(report: &Report) -> Vec<Chart> {
    report.runs.iter().flat_map(of_run).collect()
}

fn of_run(run: &Run) -> Vec<Chart> {
    let mut charts: Vec<Titled> = Vec::new();
    charts.extend(score(run));
    for table in run.tables() {
        let rows: Vec<&Row> = run.rows.iter().filter(|row| row.table == table).collect();
        let (curved, others): (Vec<&Row>, Vec<&Row>) =
            rows.iter().partition(|row| sizes(&rows, row) >= CURVE);
        for operation in distinct(curved.iter().map(|row| row.operation.as_str())) {
            charts.push(over_sizes(table, operation, &curved));
        }
        if run.compared {
            charts.extend(times_as_fast(run, table, &others));
        }
        charts.extend(shares_of_bounds(run, table, &rows));
    }
    let footer = run.conditions.line();
    let numbered = charts.into_iter().zip(1..);
    numbered
        .map(|((title, drawing), number)| Chart {
            program: run.program.clone(),
            svg: canvas::svg(&title, &footer, &*drawing),
            title,
            file: format!("{}-{number}.svg", run.program),
        })
        .collect()
}

/// How many sizes there are of a row's operation, by its contender.
fn sizes(rows: &[&Row], row: &Row) -> usize {
    let same = rows.iter().filter(|other| other.operation == row.operation);
    same.filter(|other| other.contender == row.contender)
        .count()
}

/// The contest's score of each contender.
fn score(run: &Run) -> Option<Titled> {
    let contenders = run.contenders().into_iter().skip(1);
    let scored = contenders.filter_map(|name| Some((name, run.score(name)?)));
    let bars: Vec<Bar> = scored
        .map(|(name, score)| Bar {
            group: name.into(),
            value: 100.0 * score,
            colour: colour(name),
            label: format!("{:.1} %", 100.0 * score),
        })
        .collect();
    (!bars.is_empty()).then(|| {
        let title = "Contest score: the share of the reference's time that is saved".to_owned();
        let chart = Bars {
            axis: "%".into(),
            range: 0.0..100.0,
            logarithmic: false,
            legend: Vec::new(),
            bars,
        };
        (title, Box::new(chart) as _)
    })
}

/// How many times as fast as the first contender the others are.
fn times_as_fast(run: &Run, table: &str, rows: &[&Row]) -> Option<Titled> {
    let first = run.contenders().first().copied()?;
    let others = || rows.iter().filter(|row| row.contender != first).copied();
    let bars: Vec<Bar> = others()
        .filter_map(|row| {
            let times = run.speed_up(row)?;
            Some(Bar {
                group: row.label(),
                value: times,
                colour: colour(&row.contender),
                label: format!("{times:.2}×, {}", duration(row.nanoseconds)),
            })
        })
        .collect();
    let values = || bars.iter().map(|bar| bar.value);
    let range = values().fold(0.8, f64::min)..values().fold(2.0, f64::max);
    (!bars.is_empty()).then(|| {
        let title = format!("{}: {table}", run.title);
        let chart = Bars {
            axis: format!("times as fast as {first}"),
            range,
            logarithmic: true,
            legend: legend(others()),
            bars,
        };
        (title, Box::new(chart) as _)
    })
}

/// How near the kernels of a table come to what the processor's units can do: 100 % is the roof.
fn shares_of_bounds(run: &Run, table: &str, rows: &[&Row]) -> Option<Titled> {
    let bounded = rows.iter().filter_map(|row| Some((*row, run.bound(row)?)));
    let bounded: Vec<(&Row, f64)> = bounded.collect();
    let bars: Vec<Bar> = bounded
        .iter()
        .map(|(row, bound)| Bar {
            group: row.label(),
            value: 100.0 * bound / row.cycles,
            colour: colour(&row.contender),
            label: format!("{:.1} of {:.1} cycles", bound, row.cycles),
        })
        .collect();
    let make = run.conditions.make.as_deref().unwrap_or_default();
    (!bars.is_empty()).then(|| {
        let title = format!("Kernels over {table}: share of what the units of a {make} can do");
        let chart = Bars {
            axis: "% of the cycles are needed by the units at least".into(),
            range: 0.0..100.0,
            logarithmic: false,
            legend: legend(bounded.iter().map(|(row, _)| *row)),
            bars,
        };
        (title, Box::new(chart) as _)
    })
}

/// The time divided by n, against n.
fn over_sizes(table: &str, operation: &str, rows: &[&Row]) -> Titled {
    let same = || {
        rows.iter()
            .filter(|row| row.operation == operation)
            .copied()
    };
    let curves = legend(same()).into_iter().map(|(name, colour)| {
        let own = same().filter(|row| row.contender == name);
        let points = own.filter_map(|row| {
            let n = row.n? as f64;
            Some((n, row.nanoseconds / n))
        });
        Curve {
            points: points.collect(),
            name,
            colour,
        }
    });
    let title = format!("{table}, {operation}: ns a point against n");
    let chart = Curves {
        curves: curves.collect(),
    };
    (title, Box::new(chart))
}

/// The contenders of these rows, and their colours.
fn legend<'a>(rows: impl Iterator<Item = &'a Row>) -> Vec<(String, RGBColor)> {
    let names = distinct(rows.map(|row| row.contender.as_str())).into_iter();
    names.map(|name| (name.into(), colour(name))).collect()
}

/// A contender's colour, the same in all charts.
fn colour(name: &str) -> RGBColor {
    match name {
        "serial" => RGBColor(0x3b, 0x82, 0xf6),
        "avx2" | "avx2, doubles" | "2 threads" => RGBColor(0x14, 0xb8, 0xa6),
        "ifma" | "ifma, 512 bits" | "4 threads" => RGBColor(0x8b, 0x5c, 0xf6),
        "ifma, 256 bits" | "Helios" => RGBColor(0xec, 0x48, 0x99),
        "arkworks" | "Selene" => RGBColor(0xf5, 0x9e, 0x0b),
        _ => canvas::MUTED,
    }
}

#[cfg(test)]
mod tests {
    use helioselene_bench_support::fixture::{self, run};

    use super::*;

    fn row(contender: &str, n: usize, nanoseconds: f64) -> Row {
        Row {
            n: Some(n),
            weight: (n == 1).then_some(1.0),
            bounds: [("Zen 4".to_owned(), 4.0)].into(),
            ..fixture::row(contender, "sum", nanoseconds)
        }
    }

    #[test]
    fn each_kind_of_figure_has_its_chart() {
        let few = |n| [row("theirs", n, 100.0), row("serial", n, 25.0)];
        let titles = |rows: Vec<Row>| -> Vec<String> {
            let charts = all(&Report {
                runs: vec![run(rows)],
            });
            assert!(charts.iter().all(|chart| chart.svg.contains("A processor")));
            charts.into_iter().map(|chart| chart.title).collect()
        };
        let score = "Contest score: the share of the reference's time that is saved";
        let bounds = "Kernels over Table: share of what the units of a Zen 4 can do";
        assert_eq!(titles(few(1).into()), [score, "a < b: Table", bounds]);
        let many: Vec<Row> = [2, 4, 8, 16, 32].into_iter().flat_map(few).collect();
        assert_eq!(titles(many), ["Table, sum: ns a point against n", bounds]);
    }

    #[test]
    fn text_is_escaped_and_figures_are_shown() {
        let charts = of_run(&run(vec![row("theirs", 1, 100.0), row("serial", 1, 25.0)]));
        let svg = &charts[1].svg;
        for text in ["a &lt; b", "4.00×, 25.0 ns", "sum, n = 1", "serial"] {
            assert!(svg.contains(text), "{text} in {svg}");
        }
    }
}
