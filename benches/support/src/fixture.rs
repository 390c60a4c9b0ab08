//! Made-up figures, for the tests of what measures and shows them.

use crate::bench::About;
use crate::conditions::Conditions;
use crate::measure::Effort;
use crate::report::{Row, Run};

/// A benchmark of one short sample.
pub const ABOUT: About = About {
    program: "program",
    title: "a < b",
    in_cycles: false,
    compared: true,
    one_core: false,
    effort: Effort::of(1, 0),
};

/// What it measured.
pub fn run(rows: Vec<Row>) -> Run {
    Run {
        program: ABOUT.program.into(),
        title: ABOUT.title.into(),
        in_cycles: ABOUT.in_cycles,
        compared: ABOUT.compared,
        conditions: Conditions {
            processor: "A processor".into(),
            make: Some("Zen 4".into()),
            ..Conditions::default()
        },
        notes: vec!["A note.".into()],
        rows,
    }
}

/// A figure, at 4 GHz.
pub fn row(contender: &str, operation: &str, nanoseconds: f64) -> Row {
    Row {
        table: "Table".into(),
        operation: operation.into(),
        contender: contender.into(),
        nanoseconds,
        cycles: 4.0 * nanoseconds,
        spread: 0.01,
        ..Row::default()
    }
}
