//! A program whose contenders take turns: times what the command line selects and prints tables.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use crate::command_line;
use crate::measure::{Effort, Timed, compare, conditions, pin_to_one_core};
use crate::report::{Figure, at, duration, show};

/// The options of every program that takes turns.
#[derive(Clone, Debug, Default, clap::Parser)]
pub struct Options {
    /// Only figures whose program, table and operation, as in "contest: More operations, q square", contain the text
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true
    )]
    pub filter: String,
    /// Only this backend of the library: serial, avx2 or ifma
    #[arg(long, value_name = "NAME")]
    pub backend: Option<String>,
    /// Rougher figures in a shorter time
    #[arg(long)]
    pub quick: bool,
    /// Tables in Markdown
    #[arg(long)]
    pub markdown: bool,
    /// Write the figures to this file too, as JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
}

/// The backend with that name, or all if none is given.
///
/// # Errors
///
/// If it is not among them.
pub fn choose<B: Copy>(
    asked: Option<&str>,
    all: impl Iterator<Item = B>,
    name: impl Fn(B) -> &'static str,
) -> Result<Vec<B>, String> {
    let all: Vec<B> = all.collect();
    let chosen = all.iter().copied();
    let chosen = chosen.filter(|backend| asked.is_none_or(|asked| asked == name(*backend)));
    let chosen: Vec<B> = chosen.collect();
    if let (Some(asked), true) = (asked, chosen.is_empty()) {
        let names = all.into_iter().map(name).collect::<Vec<_>>().join(", ");
        return Err(format!("no backend {asked} here; there are: {names}"));
    }
    Ok(chosen)
}

/// A benchmark's name, and how it measures.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Its name, one word.
    pub program: &'static str,
    /// What it measures, as a heading.
    pub title: &'static str,
    /// How long to measure without `--quick`.
    pub effort: Effort,
}

/// A running benchmark.
pub struct Bench<'a> {
    about: About,
    options: &'a Options,
    conditions: String,
    start: Instant,
    /// How many operations are left to time, if known, and how many are done.
    left: Option<usize>,
    timed: usize,
    figures: Vec<Figure>,
    notes: Vec<String>,
}

impl<'a> Bench<'a> {
    /// Records the machine and keeps this process on one core.
    pub fn new(mut about: About, options: &'a Options) -> Self {
        let core = pin_to_one_core();
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

    /// The command line's options.
    pub fn options(&self) -> &'a Options {
        self.options
    }

    /// Records the number of requested operations, to estimate the remaining time.
    pub fn expect(&mut self, operations: usize) {
        self.start = Instant::now();
        self.left = Some(operations);
    }

    /// Whether an operation of a table is requested.
    pub fn wants(&self, table: &str, operation: &str) -> bool {
        let name = format!("{}: {table}, {operation}", self.about.program);
        name.contains(&self.options.filter)
    }

    /// Times named contenders in turns if the operation is requested; returns their figures.
    pub fn time(
        &mut self,
        table: &str,
        operation: &str,
        contenders: Vec<(String, Timed<'_>)>,
    ) -> &[Figure] {
        if !self.wants(table, operation) || contenders.is_empty() {
            return &[];
        }
        let (names, mut timed): (Vec<String>, Vec<Timed<'_>>) = contenders.into_iter().unzip();
        let before = self.figures.len();
        let mut line = format!("{table}, {operation}");
        for (contender, measured) in names.iter().zip(compare(&mut timed, self.about.effort)) {
            line += &format!("  {contender} {}", duration(measured.nanoseconds));
            self.figures.push(Figure {
                program: self.about.program.into(),
                table: table.into(),
                operation: operation.into(),
                n: None,
                contender: contender.clone(),
                in_cycles: false,
                value: measured.nanoseconds,
                spread: measured.spread,
            });
        }
        self.timed += 1;
        if let Some(left) = &mut self.left {
            *left = left.saturating_sub(1);
            let seconds = self.start.elapsed().as_secs_f64() * *left as f64 / self.timed as f64;
            line += &format!("  ({left} left, about {seconds:.0} s)");
        }
        eprintln!("{line}");
        &self.figures[before..]
    }

    /// Adds a figure derived from measured ones.
    pub fn add(&mut self, figure: Figure) {
        self.figures.push(figure);
    }

    /// Adds a note for readers of the figures.
    pub fn note(&mut self, sentence: impl Into<String>) {
        self.notes.push(sentence.into());
    }

    /// Prints the tables; writes the figures if a file is given.
    ///
    /// # Errors
    ///
    /// If nothing was measured, or the file cannot be written.
    pub fn finish(self) -> Result<(), String> {
        let Options {
            filter,
            markdown,
            json,
            ..
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
        if let Some(path) = json {
            let figures = serde_json::to_string(&self.figures).expect("they have no maps");
            at(path, std::fs::write(path, figures))?;
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
        effort: Effort::of(1, 0),
    };

    #[test]
    fn only_what_is_asked_for_is_timed() {
        let json = std::env::temp_dir().join(format!("figures-{}", std::process::id()));
        let options = Options {
            filter: "program: Table, b".into(),
            json: Some(json.clone()),
            ..Options::default()
        };
        let two_each = |n| std::time::Duration::from_nanos(2 * n);
        let timed = || vec![("me".to_owned(), Timed::by_its_own_clock(two_each).each(4))];
        let mut bench = Bench::new(ABOUT, &options);
        bench.expect(1);
        assert!(bench.time("Table", "a", timed()).is_empty());
        let figures = bench.time("Table", "b", timed()).to_vec();
        assert_eq!((figures.len(), figures[0].value), (1, 0.5));
        assert_eq!(bench.finish(), Ok(()));
        let written = std::fs::read_to_string(&json).unwrap();
        let written: Vec<Figure> = serde_json::from_str(&written).unwrap();
        std::fs::remove_file(json).unwrap();
        assert_eq!(written, figures);
        // A filter that matches nothing is a mistake.
        assert!(Bench::new(ABOUT, &options).finish().is_err());
    }

    #[test]
    fn backends_are_chosen() {
        let chosen = |asked| choose(asked, ["a", "b"].into_iter(), |name| name);
        assert_eq!(chosen(Some("b")), Ok(vec!["b"]));
        assert_eq!(chosen(None), Ok(vec!["a", "b"]));
        let error = "no backend c here; there are: a, b".to_owned();
        assert_eq!(chosen(Some("c")), Err(error));
    }
}
