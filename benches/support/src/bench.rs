//! A program whose contenders take turns: it times what its command line asks for and prints tables.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use lexopt::ValueExt;

use crate::command_line;
use crate::conditions::Conditions;
use crate::measure::{Effort, Timed, compare, pin_to_one_core};
use crate::report::{Report, Row, Run, duration};

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
            "  --sizes N,N,…    these sizes, where a size can be chosen\n",
            "  --backend NAME   of this library's backends only this: serial, avx2 or ifma\n",
            "  --quick          rougher figures in a shorter time\n",
            "  --markdown       tables in Markdown\n",
            "  --json FILE      also write the figures, as the report has them\n",
            "  --help           print this\n",
        )
    };
}

/// The options of every benchmark.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Rougher figures in a shorter time.
    pub quick: bool,
    /// Text that the names of figures must contain.
    pub filter: String,
    /// The sizes to measure, if they can be chosen.
    pub sizes: Option<Vec<usize>>,
    /// The backend to measure, if not all.
    pub backend: Option<String>,
    /// Whether tables are printed in Markdown.
    pub markdown: bool,
    /// The file that the figures go to.
    pub json: Option<PathBuf>,
}

impl command_line::Options for Options {
    const USAGE: &str = usage!("A benchmark of helioselene-simd.");

    fn set(&mut self, name: &str, values: &mut lexopt::Parser) -> Result<bool, lexopt::Error> {
        match name {
            "quick" => self.quick = true,
            "filter" => self.filter = values.value()?.string()?,
            "sizes" => self.sizes = Some(values.value()?.parse_with(sizes)?),
            "backend" => self.backend = Some(values.value()?.string()?),
            "markdown" => self.markdown = true,
            "json" => self.json = Some(values.value()?.into()),
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// Numbers from 1, with commas between them.
fn sizes(text: &str) -> Result<Vec<usize>, String> {
    let each = text.split(',').map(|size| match size.parse() {
        Ok(size @ 1..) => Ok(size),
        _ => Err(format!("{size} is no size")),
    });
    each.collect()
}

impl Options {
    /// The sizes that are asked for, or these.
    pub fn sizes_or(&self, otherwise: &[usize]) -> Vec<usize> {
        self.sizes.clone().unwrap_or_else(|| otherwise.to_vec())
    }

    /// The backend that is asked for, or all that are available.
    ///
    /// # Errors
    ///
    /// If it is not available.
    pub fn choose<B: Copy>(
        &self,
        available: impl Iterator<Item = B>,
        name: impl Fn(B) -> &'static str,
    ) -> Result<Vec<B>, String> {
        let all: Vec<B> = available.collect();
        choose(self.backend.as_deref(), all, name)
    }
}

/// The backend of that name, or all if none is asked for.
///
/// # Errors
///
/// If it is not among them.
pub fn choose<B: Copy>(
    asked: Option<&str>,
    all: Vec<B>,
    name: impl Fn(B) -> &'static str,
) -> Result<Vec<B>, String> {
    let Some(asked) = asked else {
        return Ok(all);
    };
    let names: Vec<&str> = all.iter().copied().map(&name).collect();
    match all.iter().find(|backend| name(**backend) == asked) {
        Some(backend) => Ok(vec![*backend]),
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
    /// Whether contenders are compared with the first.
    pub compared: bool,
    /// Whether the process keeps to one core.
    pub one_core: bool,
    /// How long to measure, but for `--quick`.
    pub effort: Effort,
}

/// An operation to be timed.
#[derive(Clone, Debug, Default)]
pub struct Case {
    /// The table that it stands in.
    pub table: String,
    /// Its name.
    pub operation: String,
    /// How many points or scalars it is of, if that varies.
    pub n: Option<usize>,
    /// Its share in the contest's score.
    pub weight: Option<f64>,
    /// How many are done at once, if more than one: figures are of one of them.
    pub each: Option<usize>,
}

impl Case {
    /// An operation of a table.
    pub fn new(table: &str, operation: impl Into<String>) -> Self {
        Self {
            table: table.into(),
            operation: operation.into(),
            ..Self::default()
        }
    }

    /// The same of so many points or scalars.
    pub fn of(self, n: usize) -> Self {
        Self { n: Some(n), ..self }
    }

    /// The same, so many at once.
    pub fn each(self, each: usize) -> Self {
        let each = Some(each);
        Self { each, ..self }
    }

    fn row(&self, contender: &str) -> Row {
        Row {
            table: self.table.clone(),
            operation: self.operation.clone(),
            n: self.n,
            contender: contender.into(),
            weight: self.weight,
            ..Row::default()
        }
    }
}

/// A running benchmark.
pub struct Bench<'a> {
    options: &'a Options,
    effort: Effort,
    start: Instant,
    /// How many operations are left to be timed, if that is known, and how many were.
    left: Option<usize>,
    timed: usize,
    run: Run,
}

impl<'a> Bench<'a> {
    /// Takes note of the machine, and keeps this process on one core if the benchmark asks for that.
    pub fn new(about: About, options: &'a Options) -> Self {
        let core = about.one_core.then(pin_to_one_core).flatten();
        if about.one_core && core.is_none() {
            eprintln!("this process could not be kept on one core, so expect some noise");
        }
        let effort = if options.quick {
            about.effort.hurried()
        } else {
            about.effort
        };
        Self {
            options,
            effort,
            start: Instant::now(),
            left: None,
            timed: 0,
            run: Run {
                program: about.program.into(),
                title: about.title.into(),
                in_cycles: about.in_cycles,
                compared: about.compared,
                conditions: Conditions::detect(core, effort.to_string()),
                notes: Vec::new(),
                rows: Vec::new(),
            },
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
        let row = case.row("");
        let name = format!("{}: {}, {}", self.run.program, row.table, row.label());
        name.contains(&self.options.filter)
    }

    /// Times contenders, each with its name, in turns, if the operation is asked for; returns their figures.
    pub fn time(&mut self, case: &Case, contenders: Vec<(String, Timed<'_>)>) -> &[Row] {
        if !self.wants(case) || contenders.is_empty() {
            return &[];
        }
        let (names, mut timed): (Vec<String>, Vec<Timed<'_>>) = contenders.into_iter().unzip();
        let measured = compare(&mut timed, self.effort);
        let before = self.run.rows.len();
        let each = case.each.unwrap_or(1) as f64;
        for (name, measurement) in names.iter().zip(measured) {
            self.run
                .rows
                .push(case.row(name).measured(measurement, each));
        }
        self.timed += 1;
        let rows = &self.run.rows[before..];
        let mut line = format!("{}, {}", case.table, rows[0].label());
        for row in rows {
            let time = row.nanoseconds.map(duration).unwrap_or_default();
            line += &format!("  {} {time}", row.contender);
        }
        if let Some(left) = &mut self.left {
            *left = left.saturating_sub(1);
            let seconds = self.start.elapsed().as_secs_f64() * *left as f64 / self.timed as f64;
            line += &format!("  ({left} left, about {seconds:.0} s)");
        }
        eprintln!("{line}");
        &self.run.rows[before..]
    }

    /// Adds a figure that follows from measured ones.
    pub fn add(&mut self, row: Row) {
        self.run.rows.push(row);
    }

    /// Adds a sentence that readers of the figures must know.
    pub fn note(&mut self, sentence: impl Into<String>) {
        self.run.notes.push(sentence.into());
    }

    /// Prints the tables, and writes the figures to their file.
    ///
    /// # Errors
    ///
    /// If nothing was measured, or the file cannot be written.
    pub fn finish(self) -> Result<(), String> {
        if self.run.rows.is_empty() {
            return Err(format!(
                "no figure's name contains {:?}",
                self.options.filter
            ));
        }
        if self.options.markdown {
            print!("{}", self.run.markdown());
        } else {
            print!("{}", self.run.text());
        }
        let Some(path) = &self.options.json else {
            return Ok(());
        };
        let runs = vec![self.run];
        Report { runs }.write(path)
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
        compared: true,
        one_core: false,
        effort: Effort::of(1, 0),
    };

    #[test]
    fn only_what_is_asked_for_is_timed() {
        let options = Options {
            filter: "Table, b, n = 3".into(),
            ..Options::default()
        };
        let timed = || vec![("me".to_owned(), Timed::new(|_| ()))];
        let mut bench = Bench::new(ABOUT, &options);
        bench.expect(1);
        let not_asked = Case::new("Table", "a").of(3);
        assert!(bench.time(&not_asked, timed()).is_empty());
        let rows = bench.time(&Case::new("Table", "b").of(3), timed());
        assert_eq!((rows.len(), rows[0].n), (1, Some(3)));
        assert_eq!(bench.finish(), Ok(()));
        // A filter that nothing passes is a mistake.
        assert!(Bench::new(ABOUT, &options).finish().is_err());
    }

    #[test]
    fn figures_are_of_one_operation() {
        let row = Case::new("", "").row("me");
        let measurement = crate::measure::Measurement {
            nanoseconds: 8.0,
            cycles: 16.0,
            spread: 0.5,
        };
        let row = row.measured(measurement, 4.0);
        let figures = (row.nanoseconds, row.cycles, row.spread);
        assert_eq!(figures, (Some(2.0), Some(4.0), 0.5));
    }

    #[test]
    fn backends_and_sizes_are_chosen() {
        let chosen = |all: &[&'static str]| choose(Some("b"), all.to_vec(), |name| name);
        assert_eq!(chosen(&["a", "b"]), Ok(vec!["b"]));
        let refused = "no backend b here; there are: a, c";
        assert_eq!(chosen(&["a", "c"]), Err(refused.into()));
        assert_eq!(sizes("1,20"), Ok(vec![1, 20]));
        assert!(sizes("1,").is_err() && sizes("0").is_err());
    }
}
