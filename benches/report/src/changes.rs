//! What changed since an earlier report.

use helioselene_bench_support::report::{Report, Row, Run, Table, duration};

/// A figure that is in both reports.
struct Change<'a> {
    run: &'a Run,
    row: &'a Row,
    before: &'a Row,
}

impl Change<'_> {
    /// The cycles now by those then: the clock may be another.
    fn ratio(&self) -> f64 {
        self.row.cycles / self.before.cycles
    }

    /// The larger spread of the two.
    fn spread(&self) -> f64 {
        self.row.spread.max(self.before.spread)
    }

    fn is_beyond_the_spread(&self) -> bool {
        (self.ratio() - 1.0).abs() > self.spread()
    }
}

/// How many figures there are and how many changed by more than their spread, and these, the worst first.
pub fn markdown(now: &Report, before: &Report) -> String {
    let mut changes: Vec<Change<'_>> = now
        .rows()
        .filter_map(|(run, row)| {
            let mut earlier = before.rows();
            let (_, before) = earlier.find(|(other, old)| {
                other.program == run.program
                    && old.same_operation(row)
                    && old.contender == row.contender
            })?;
            Some(Change { run, row, before })
        })
        .collect();
    let all = changes.len();
    changes.retain(Change::is_beyond_the_spread);
    changes.sort_by(|a, b| b.ratio().total_cmp(&a.ratio()));
    let conditions = before.runs.first().map(|run| run.conditions.line());
    let mut text = format!(
        "## Changes\n\nSince {}.\n\nOf {all} figures {} changed by more than their spread, in core cycles.\n",
        conditions.unwrap_or_else(|| "an empty report".into()),
        changes.len()
    );
    if !changes.is_empty() {
        let head = ["", "before", "now", "change in cycles", "spread"].map(str::to_owned);
        let rows = changes.iter().map(|change| {
            let Change { run, row, before } = change;
            let (program, table, contender) = (&run.program, &row.table, &row.contender);
            vec![
                format!("{program}, {table}, {}, {contender}", row.label()),
                duration(before.nanoseconds),
                duration(row.nanoseconds),
                format!("{:+.1} %", 100.0 * (change.ratio() - 1.0)),
                format!("{:.1} %", 100.0 * change.spread()),
            ]
        });
        let table = Table {
            head: head.into(),
            rows: rows.collect(),
        };
        text += &format!("\n{}", table.markdown());
    }
    text
}

#[cfg(test)]
mod tests {
    use helioselene_bench_support::fixture::{row, run};

    use super::*;

    #[test]
    fn only_changes_beyond_the_spread_are_shown() {
        let report = |times: [f64; 3]| {
            let rows = ["a", "b", "c"].into_iter().zip(times);
            let rows = rows.map(|(contender, time)| row(contender, "sum", time));
            Report {
                runs: vec![run(rows.collect())],
            }
        };
        let before = report([100.0, 100.0, 100.0]);
        let text = markdown(&report([100.9, 98.0, 150.0]), &before);
        let rows: Vec<&str> = text
            .lines()
            .filter(|line| line.starts_with("| "))
            .skip(1)
            .collect();
        assert!(text.contains("Of 3 figures 2 changed"), "{text}");
        assert_eq!(
            rows,
            [
                "| program, Table, sum, c | 100 ns | 150 ns | +50.0 % | 1.0 % |",
                "| program, Table, sum, b | 100 ns | 98.0 ns | -2.0 % | 1.0 % |",
            ]
        );
    }
}
