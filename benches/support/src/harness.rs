//! Criterion as this repository's benches use it: one core, its clock as a measurement, several sets of inputs, and names
//! by which `lab/report` finds figures.
//!
//! A group is named `layer/type/operation`; its functions are the contenders, mostly this library's backends. Filters are
//! regular expressions over `layer/type/operation/function/size`. Criterion prints the time of an iteration's elements and
//! beside it elements a second, or in core cycles, cycles an element.

use std::time::{Duration, Instant};

use criterion::measurement::{Measurement, ValueFormatter, WallTime};
use criterion::{Bencher, BenchmarkGroup, BenchmarkId, Throughput};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::measure::{gigahertz, pin_to_one_core};
use crate::report::IN_CYCLES;

/// Criterion with this crate's measurement.
pub type Criterion = criterion::Criterion<Clock>;

/// A group of it.
pub type Group<'a> = BenchmarkGroup<'a, Clock>;

/// The environment variable for the unit: `cycles`, or nanoseconds.
pub const UNIT: &str = "BENCH_UNIT";

/// Time, or core cycles.
///
/// Cycles are time by the core's clock right before and after each sample, so a drifting clock does not show.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    cycles: bool,
}

impl Clock {
    /// By the environment.
    ///
    /// # Panics
    ///
    /// If it names another unit.
    pub fn from_env() -> Self {
        let unit = std::env::var(UNIT).unwrap_or_default();
        assert!(
            ["", "ns", "cycles"].contains(&unit.as_str()),
            "{UNIT} is ns or cycles, not {unit}"
        );
        Self {
            cycles: unit == "cycles",
        }
    }
}

impl Measurement for Clock {
    type Intermediate = (f64, Instant);
    type Value = f64;

    fn start(&self) -> Self::Intermediate {
        let before = if self.cycles { gigahertz() } else { 1.0 };
        (before, Instant::now())
    }

    fn end(&self, (before, start): Self::Intermediate) -> f64 {
        let nanoseconds = start.elapsed().as_nanos() as f64;
        let after = if self.cycles { gigahertz() } else { 1.0 };
        nanoseconds * (before + after) / 2.0
    }

    fn add(&self, a: &f64, b: &f64) -> f64 {
        a + b
    }

    fn zero(&self) -> f64 {
        0.0
    }

    fn to_f64(&self, value: &f64) -> f64 {
        *value
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        if self.cycles {
            &Cycles
        } else {
            WallTime.formatter()
        }
    }
}

/// Shows core cycles.
struct Cycles;

impl ValueFormatter for Cycles {
    fn scale_values(&self, typical: f64, values: &mut [f64]) -> &'static str {
        let (divisor, unit) = match typical {
            ..1e4 => (1.0, "cycles"),
            ..1e7 => (1e3, "kcycles"),
            _ => (1e6, "Mcycles"),
        };
        values.iter_mut().for_each(|value| *value /= divisor);
        unit
    }

    fn scale_throughputs(
        &self,
        _typical: f64,
        throughput: &Throughput,
        values: &mut [f64],
    ) -> &'static str {
        if let Throughput::Elements(elements) = throughput {
            values
                .iter_mut()
                .for_each(|value| *value /= *elements as f64);
        }
        "cycles/element"
    }

    fn scale_for_machines(&self, _values: &mut [f64]) -> &'static str {
        "cycles"
    }
}

/// Criterion on any core, for threads.
///
/// Criterion's defaults take eight seconds a function, and there are hundreds.
pub fn any_core() -> Criterion {
    criterion::Criterion::default()
        .with_measurement(Clock::from_env())
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_secs(1))
        .sample_size(50)
        .nresamples(10_000)
        // Between two runs; also the aim of `--quick`.
        .significance_level(0.02)
        .noise_threshold(0.02)
}

/// Criterion in a process that keeps to one core.
pub fn one_core() -> Criterion {
    pin_to_one_core();
    any_core()
}

/// The `main` of a bench: the command line is criterion's.
pub fn run(criterion: Criterion, benches: impl FnOnce(&mut Criterion)) {
    let mut criterion = criterion.configure_from_args();
    benches(&mut criterion);
    criterion.final_summary();
}

/// The group `layer/type/operation`; each iteration does this many elements.
pub fn group(criterion: &mut Criterion, name: impl Into<String>, elements: usize) -> Group<'_> {
    let mut name = name.into();
    if Clock::from_env().cycles {
        name += IN_CYCLES;
    }
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(elements as u64));
    group
}

/// Times a function of a group. Not generic, so that criterion's part is compiled once for all benches.
pub fn time(group: &mut Group<'_>, function: &str, size: Option<usize>, run: &mut dyn FnMut()) {
    let routine = |bencher: &mut Bencher<'_, Clock>| bencher.iter(&mut *run);
    match size {
        Some(size) => group.bench_function(BenchmarkId::new(function, size), routine),
        None => group.bench_function(function, routine),
    };
}

/// How many sets of inputs there are.
pub const SETS: usize = 4;

/// Sets of inputs drawn in order from one seeded generator; iterations take them in turn.
#[derive(Clone, Debug)]
pub struct Sets<T> {
    sets: Vec<T>,
    next: usize,
}

impl<T> Sets<T> {
    /// Draws them.
    pub fn new(draw: impl FnMut(&mut ChaCha8Rng) -> T) -> Self {
        Self::of(SETS, draw)
    }

    /// Draws this many.
    pub fn of(count: usize, mut draw: impl FnMut(&mut ChaCha8Rng) -> T) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        Self {
            sets: (0..count).map(|_| draw(&mut rng)).collect(),
            next: 0,
        }
    }

    /// All sets.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.sets.iter()
    }

    /// The next set.
    pub fn turn(&mut self) -> &mut T {
        self.next = (self.next + 1) % self.sets.len();
        &mut self.sets[self.next]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_are_time_by_the_clock() {
        let spin = |clock: Clock| {
            let start = clock.start();
            std::thread::sleep(Duration::from_millis(2));
            clock.end(start)
        };
        assert!(spin(Clock { cycles: false }) >= 2e6);
        // No core here runs at a billion cycles a second or less, or at a hundred.
        let cycles = spin(Clock { cycles: true });
        assert!(cycles > 1e5 && cycles.is_finite(), "{cycles}");
    }

    #[test]
    fn cycles_are_shown_an_element() {
        let show = |value| Cycles.format_value(value);
        assert_eq!(show(1234.0).trim(), "1234.0 cycles");
        assert_eq!(show(56_780.0).trim(), "56.780 kcycles");
        let throughput = Cycles.format_throughput(&Throughput::Elements(8), 100.0);
        assert_eq!(throughput.trim(), "12.500 cycles/element");
    }

    #[test]
    fn sets_are_taken_in_turn() {
        let mut sets = Sets::of(2, rand_core::RngCore::next_u64);
        let drawn = [(); 3].map(|()| *sets.turn());
        assert!(drawn[0] == drawn[2] && drawn[0] != drawn[1]);
    }
}
