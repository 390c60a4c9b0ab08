//! A program whose contenders take turns: it times what its command line asks for and prints tables.

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use lexopt::ValueExt;

use crate::command_line;
use crate::conditions::conditions;
use crate::measure::{Effort, Timed, compare, pin_to_one_core};
use crate::report::{Figure, duration, show};

/// The help of a program that takes [`Options`], and perhaps more.
#[macro_export]
macro_rules! usage {
    ($about:literal $(, $more:literal)* $(,)?) => {
        concat!(
            $about,
            "\n\nOptions:\n",
            $($more,)*
            "  --filter TEXT    only figures whose program, table, operation and size, as in\n",
            "                   \"contest: More operations, q square\", contain the text\n",
            "  --backend NAME   of this library's backends only this: serial, avx2 or ifma\n",
            "  --quick          rougher figures in a shorter time\n",
            "  --markdown       tables in Markdown\n",
            "  --help           print this\n",
        )
    };
}

/// The options of every program that takes turns.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Rougher figures in a shorter time.
    pub quick: bool,
    /// Text that the names of figures must contain.
    pub filter: String,
    /// The backend to measure, if not all.
    pub backend: Option<String>,
    /// Whether tables are printed in Markdown.
    pub markdown: bool,
}

impl command_line::Options for Options {
    const USAGE: &str = usage!("A benchmark of helioselene-simd.");

    fn set(&mut self, name: &str, values: &mut lexopt::Parser) -> Result<bool, lexopt::Error> {
        match name {
            "quick" => self.quick = true,
            "filter" => self.filter = values.value()?.string()?,
            "backend" => self.backend = Some(values.value()?.string()?),
            "markdown" => self.markdown = true,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// The backend of that name, or all if none is asked for.
///
/// # Errors
///
/// If it is not among them.
pub fn choose<B: Copy>(
    asked: Option<&str>,
    all: impl Iterator<Item = B>,
    name: impl Fn(B) -> &'static str,
) -> Result<Vec<B>, String> {
    let (names, all): (Vec<&str>, Vec<B>) = all.map(|backend| (name(backend), backend)).unzip();
    let Some(asked) = asked else {
        return Ok(all);
    };
    match names.iter().position(|name| *name == asked) {
        Some(i) => Ok(vec![all[i]]),
        None => Err(format!(
            "no backend {asked} here; there are: {}",
            names.join(", ")
        )),
    }
}

/// A benchmark's name, and how it measures.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Its name, one word.
    pub program: &'static str,
    /// What it measures, as a heading.
    pub title: &'static str,
    /// Whether its tables show core cycles instead of times.
    pub in_cycles: bool,
    /// How long to measure, but for `--quick`.
    pub effort: Effort,
}

/// An operation to be timed.
#[derive(Clone, Debug, Default)]
pub struct Case {
    table: String,
    operation: String,
    n: Option<usize>,
    each: usize,
}

impl Case {
    /// An operation of a table.
    pub fn new(table: &str, operation: impl Into<String>) -> Self {
        Self {
            table: table.into(),
            operation: operation.into(),
            n: None,
            each: 1,
        }
    }

    /// The same of so many points or scalars.
    pub fn of(self, n: usize) -> Self {
        Self { n: Some(n), ..self }
    }

    /// The same, so many at once: figures are of one of them.
    pub fn each(self, each: usize) -> Self {
        Self { each, ..self }
    }
}

/// A running benchmark.
pub struct Bench<'a> {
    about: About,
    options: &'a Options,
    conditions: String,
    start: Instant,
    /// How many operations are left to be timed, if that is known, and how many were.
    left: Option<usize>,
    timed: usize,
    figures: Vec<Figure>,
    notes: Vec<String>,
}

impl<'a> Bench<'a> {
    /// Takes note of the machine, and keeps this process on one core.
    pub fn new(mut about: About, options: &'a Options) -> Self {
        let core = pin_to_one_core();
        if core.is_none() {
            eprintln!("this process could not be kept on one core, so expect some noise");
        }
        if options.quick {
            about.effort = about.effort.hurried();
        }
        Self {
            about,
            options,
            conditions: conditions(core, &about.effort.to_string()),
            start: Instant::now(),
            left: None,
            timed: 0,
            figures: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// The options of its command line.
    pub fn options(&self) -> &'a Options {
        self.options
    }

    /// Takes note of how many operations are asked for, so that the time that is left can be told.
    pub fn expect(&mut self, operations: usize) {
        self.start = Instant::now();
        self.left = Some(operations);
    }

    /// Whether an operation is asked for.
    pub fn wants(&self, case: &Case) -> bool {
        let figure = self.figure(case, "", 0.0, 0.0);
        let name = format!("{}: {}, {}", figure.program, figure.table, figure.label());
        name.contains(&self.options.filter)
    }

    fn figure(&self, case: &Case, contender: &str, value: f64, spread: f64) -> Figure {
        let Case {
            table,
            operation,
            n,
            each,
        } = case.clone();
        Figure {
            program: self.about.program.into(),
            table,
            operation,
            n,
            contender: contender.into(),
            in_cycles: self.about.in_cycles,
            value: value / each as f64,
            spread,
        }
    }

    /// Times contenders, each with its name, in turns, if the operation is asked for; returns their figures.
    pub fn time(&mut self, case: &Case, contenders: Vec<(String, Timed<'_>)>) -> &[Figure] {
        if !self.wants(case) || contenders.is_empty() {
            return &[];
        }
        let (names, mut timed): (Vec<String>, Vec<Timed<'_>>) = contenders.into_iter().unzip();
        let measured = compare(&mut timed, self.about.effort);
        let before = self.figures.len();
        for (name, measurement) in names.iter().zip(measured) {
            let value = if self.about.in_cycles {
                measurement.cycles
            } else {
                measurement.nanoseconds
            };
            self.figures
                .push(self.figure(case, name, value, measurement.spread));
        }
        self.timed += 1;
        let figures = &self.figures[before..];
        let mut line = format!("{}, {}", case.table, figures[0].label());
        for figure in figures {
            let value = if figure.in_cycles {
                format!("{:.1}", figure.value)
            } else {
                duration(figure.value)
            };
            line += &format!("  {} {value}", figure.contender);
        }
        if let Some(left) = &mut self.left {
            *left = left.saturating_sub(1);
            let seconds = self.start.elapsed().as_secs_f64() * *left as f64 / self.timed as f64;
            line += &format!("  ({left} left, about {seconds:.0} s)");
        }
        eprintln!("{line}");
        &self.figures[before..]
    }

    /// Adds a figure that follows from measured ones.
    pub fn add(&mut self, figure: Figure) {
        self.figures.push(figure);
    }

    /// Adds a sentence that readers of the figures must know.
    pub fn note(&mut self, sentence: impl Into<String>) {
        self.notes.push(sentence.into());
    }

    /// Prints the tables, and writes the figures as criterion's estimates if the environment has a `CRITERION_HOME`.
    ///
    /// # Errors
    ///
    /// If nothing was measured, or a file cannot be written.
    pub fn finish(self) -> Result<(), String> {
        let Options {
            filter, markdown, ..
        } = self.options;
        if self.figures.is_empty() {
            return Err(format!("no figure's name contains {filter:?}"));
        }
        let (heading, item) = if *markdown { ("## ", "- ") } else { ("", "") };
        println!("{heading}{}\n\n{}.", self.about.title, self.conditions);
        println!("{}", show(&self.figures, *markdown));
        for note in &self.notes {
            println!("{item}{note}");
        }
        if let Some(folder) = std::env::var_os("CRITERION_HOME") {
            for (i, figure) in self.figures.iter().enumerate() {
                figure.write(Path::new(&folder), i)?;
            }
        }
        Ok(())
    }
}

/// The `main` of a benchmark that takes no other options.
pub fn main(about: About, run: impl FnOnce(&mut Bench<'_>) -> Result<(), String>) -> ExitCode {
    command_line::main(|options: &Options| {
        let mut bench = Bench::new(about, options);
        run(&mut bench)?;
        bench.finish()
    })
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A benchmark of one short sample.
    pub const ABOUT: About = About {
        program: "program",
        title: "a < b",
        in_cycles: false,
        effort: Effort::of(1, 0),
    };

    #[test]
    fn only_what_is_asked_for_is_timed() {
        let options = Options {
            filter: "program: Table, b, n = 3".into(),
            ..Options::default()
        };
        let two_each = |n| std::time::Duration::from_nanos(2 * n);
        let timed = || vec![("me".to_owned(), Timed::by_its_own_clock(two_each))];
        let mut bench = Bench::new(ABOUT, &options);
        bench.expect(1);
        assert!(
            bench
                .time(&Case::new("Table", "a").of(3), timed())
                .is_empty()
        );
        let figures = bench.time(&Case::new("Table", "b").of(3).each(4), timed());
        assert_eq!((figures.len(), figures[0].n), (1, Some(3)));
        // Of one of four.
        assert_eq!(figures[0].value, 0.5);
        assert_eq!(bench.finish(), Ok(()));
        // A filter that nothing passes is a mistake.
        assert!(Bench::new(ABOUT, &options).finish().is_err());
    }

    #[test]
    fn backends_are_chosen() {
        let chosen = |all: [&'static str; 2]| choose(Some("b"), all.into_iter(), |name| name);
        assert_eq!(chosen(["a", "b"]), Ok(vec!["b"]));
        assert_eq!(
            chosen(["a", "c"]),
            Err("no backend b here; there are: a, c".into())
        );
    }
}
