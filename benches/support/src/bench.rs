//! A benchmark: it times what its command line asks for, prints tables, and writes them in the format of the report.

use std::path::PathBuf;
use std::process::ExitCode;

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
            "                   \"msm: Helios, variable time, n = 38\", contain the text\n",
            "  --sizes N,N,…    these sizes, where a size can be chosen\n",
            "  --backend NAME   of this library's backends only this: serial, avx2 or ifma\n",
            "  --quick          rougher figures in a shorter time\n",
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
        let Some(asked) = &self.backend else {
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
            run: Run {
                program: about.program.into(),
                title: about.title.into(),
                in_cycles: about.in_cycles,
                compared: about.compared,
                conditions: Conditions::detect(core, effort),
                notes: Vec::new(),
                rows: Vec::new(),
            },
        }
    }

    /// The options of its command line.
    pub fn options(&self) -> &'a Options {
        self.options
    }

    /// Whether an operation is asked for.
    pub fn wants(&self, case: &Case) -> bool {
        let row = case.row("");
        let name = format!("{}: {}, {}", self.run.program, row.table, row.label());
        name.contains(&self.options.filter)
    }

    /// Times contenders, each with its name, in turns, if the operation is asked for; returns their figures.
    pub fn time(&mut self, case: &Case, contenders: Vec<(String, Timed<'_>)>) -> &mut [Row] {
        if !self.wants(case) || contenders.is_empty() {
            return &mut [];
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
        let rows = &mut self.run.rows[before..];
        let figures: Vec<String> = rows
            .iter()
            .map(|row| format!("{} {}", row.contender, duration(row.nanoseconds)))
            .collect();
        eprintln!(
            "{}, {}: {}",
            case.table,
            rows[0].label(),
            figures.join(", ")
        );
        rows
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
    /// If the file cannot be written.
    pub fn finish(self) -> Result<(), String> {
        print!("{}", self.run.markdown());
        let Some(path) = &self.options.json else {
            return Ok(());
        };
        Report {
            runs: vec![self.run],
        }
        .write(path)
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
mod tests {
    use super::*;
    use crate::fixture::ABOUT;

    #[test]
    fn only_what_is_asked_for_is_timed() {
        let options = Options {
            filter: "Table, b, n = 3".into(),
            ..Options::default()
        };
        let mut bench = Bench::new(ABOUT, &options);
        let timed = || vec![("me".to_owned(), Timed::new(|_| ()))];
        assert!(
            bench
                .time(&Case::new("Table", "a").of(3), timed())
                .is_empty()
        );
        let rows = bench.time(&Case::new("Table", "b").of(3), timed());
        assert_eq!((rows.len(), rows[0].n), (1, Some(3)));
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
        assert_eq!((row.nanoseconds, row.cycles, row.spread), (2.0, 4.0, 0.5));
    }

    #[test]
    fn backends_and_sizes_are_chosen() {
        let options = Options {
            backend: Some("b".into()),
            ..Options::default()
        };
        let choose = |all: &[&'static str]| options.choose(all.iter().copied(), |name| name);
        assert_eq!(choose(&["a", "b"]), Ok(vec!["b"]));
        assert!(choose(&["a"]).is_err());
        assert_eq!(sizes("1,20"), Ok(vec![1, 20]));
        assert!(sizes("1,").is_err() && sizes("0").is_err());
    }
}
