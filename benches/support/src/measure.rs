//! Contenders timed in turns, in one process, on one core.
//!
//! A machine's speed changes during a benchmark: clocks drift, neighbours come and go. So contenders take turns, a short sample
//! each, round after round: whatever slows one slows all. A contender's figure is the median of its samples.

mod core_clock;
mod machine;

pub use core_clock::gigahertz;
pub use machine::conditions;

use std::{
    cell::Cell,
    fmt,
    hint::black_box,
    time::{Duration, Instant},
};

use crate::report::duration;

/// A contender: an operation timed against others that do the same.
pub struct Timed<'a> {
    prepare: Box<dyn FnMut() + 'a>,
    run: Box<dyn FnMut(u64) -> Duration + 'a>,
    each: usize,
}

impl<'a> Timed<'a> {
    /// A contender whose `run` does the operation a given number of times.
    pub fn new(mut run: impl FnMut(u64) + 'a) -> Self {
        Self::by_its_own_clock(move |iterations| {
            let start = Instant::now();
            run(iterations);
            start.elapsed()
        })
    }

    /// A contender whose operation is called repeatedly.
    pub fn repeated<R>(operation: impl Fn() -> R + 'a) -> Self {
        Self::new(move |iterations| {
            for _ in 0..iterations {
                black_box(operation());
            }
        })
    }

    /// A contender whose `run` does the operation a given number of times and returns how long that took.
    pub fn by_its_own_clock(run: impl FnMut(u64) -> Duration + 'a) -> Self {
        Self {
            prepare: Box::new(|| ()),
            run: Box::new(run),
            each: 1,
        }
    }

    /// Something to do before every sample, off the clock, such as selecting a backend.
    pub fn prepared_by(self, prepare: impl FnMut() + 'a) -> Self {
        Self {
            prepare: Box::new(prepare),
            ..self
        }
    }

    /// Says that one operation does this many at once; the figure is for one of them.
    pub fn each(self, each: usize) -> Self {
        Self { each, ..self }
    }

    fn seconds(&mut self, iterations: u64) -> f64 {
        (self.run)(iterations).as_secs_f64()
    }

    /// How many iterations fill a sample.
    fn size(&mut self, sample: Duration) -> u64 {
        (self.prepare)();
        let target = sample.as_secs_f64();
        // The first run loads code and memory, and would pass for many.
        self.seconds(1);
        let mut iterations = 1;
        loop {
            let seconds = self.seconds(iterations);
            if seconds >= target / 4.0 {
                let scaled = (iterations as f64 * target / seconds).round();
                return (scaled as u64).max(1);
            }
            iterations *= 2;
        }
    }
}

/// How long to measure.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// How many samples each contender gives.
    pub rounds: usize,
    /// How long a sample should take.
    pub sample: Duration,
}

impl Effort {
    /// This many samples of this many microseconds.
    pub const fn of(rounds: usize, microseconds: u64) -> Self {
        Self {
            rounds,
            sample: Duration::from_micros(microseconds),
        }
    }

    /// A fifth of the samples, and shorter ones.
    pub fn hurried(self) -> Self {
        Self {
            rounds: (self.rounds / 5).max(3),
            // In shorter ones a processor has not yet learnt which loads read recent stores.
            sample: (self.sample / 3).max(Duration::from_micros(100)),
        }
    }
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sample = duration(self.sample.as_nanos() as f64);
        write!(f, "medians of {} samples of about {sample}", self.rounds)
    }
}

/// The time of a contender's operation.
#[derive(Clone, Copy, Debug)]
pub struct Measurement {
    /// The median time.
    pub nanoseconds: f64,
    /// The distance of the quartiles of the time, divided by the median.
    pub spread: f64,
}

impl Measurement {
    fn from_samples(mut nanoseconds: Vec<f64>) -> Self {
        nanoseconds.sort_by(f64::total_cmp);
        let quarter = |k: usize| nanoseconds[(nanoseconds.len() - 1) * k / 4];
        Self {
            nanoseconds: quarter(2),
            spread: (quarter(3) - quarter(1)) / quarter(2),
        }
    }
}

/// Times contenders in turns and returns their figures in the same order.
pub fn compare(contenders: &mut [Timed<'_>], effort: Effort) -> Vec<Measurement> {
    assert!(effort.rounds > 0, "a median needs samples");
    let sizes: Vec<u64> = contenders
        .iter_mut()
        .map(|contender| contender.size(effort.sample))
        .collect();
    let mut samples = vec![Vec::with_capacity(effort.rounds); contenders.len()];
    for round in 0..effort.rounds {
        for turn in 0..contenders.len() {
            // Each round starts with another contender, so that none always follows the same neighbour.
            let i = (round + turn) % contenders.len();
            let (contender, iterations) = (&mut contenders[i], sizes[i]);
            (contender.prepare)();
            // Off the clock: caches, branch predictors and the power state of wide vector units.
            (contender.run)(iterations.div_ceil(8));
            let operations = iterations as f64 * contender.each as f64;
            samples[i].push(contender.seconds(iterations) * 1e9 / operations);
        }
    }
    let measured = samples.into_iter().map(Measurement::from_samples);
    measured.collect()
}

/// Inputs that throughput loops take in turn. A loop goes on where the last one stopped, so slow operations, few to a sample, meet
/// all inputs too.
pub struct InTurn<T> {
    inputs: Vec<T>,
    next: Cell<usize>,
}

impl<T> InTurn<T> {
    /// In the given order.
    pub fn new(inputs: impl IntoIterator<Item = T>) -> Self {
        let inputs: Vec<T> = inputs.into_iter().collect();
        assert!(!inputs.is_empty(), "an operation needs inputs");
        let next = Cell::new(0);
        Self { inputs, next }
    }

    /// A throughput loop: the operation on independent inputs one after another, so that a core may work on several at once.
    pub fn throughput<R>(&self, iterations: u64, operation: impl Fn(&T) -> R) {
        let inputs = black_box(self.inputs.as_slice());
        let (mut next, mut left) = (self.next.get(), iterations as usize);
        while left > 0 {
            let turn = &inputs[next..];
            let turn = &turn[..left.min(turn.len())];
            for input in turn {
                black_box(operation(input));
            }
            left -= turn.len();
            next = (next + turn.len()) % inputs.len();
        }
        self.next.set(next);
    }
}

/// A latency loop: each result is the next input, so that a core must wait for it.
pub fn latency<T>(start: T, iterations: u64, operation: impl Fn(T) -> T) {
    let mut value = black_box(start);
    for _ in 0..iterations {
        value = operation(value);
    }
    black_box(value);
}

/// Keeps this process on one core and returns it; if the system does not allow that, warns and returns `None`.
pub fn pin_to_one_core() -> Option<usize> {
    let core = last_core().map(|id| core_affinity::CoreId { id });
    let core = core.filter(|core| core_affinity::set_for_current(*core));
    if core.is_none() {
        eprintln!("this process could not be kept on one core, so expect some noise");
    }
    core.map(|core| core.id)
}

/// The core that benchmarks keep to. Systems tend to serve their interrupts on the first.
pub fn last_core() -> Option<usize> {
    Some(core_affinity::get_core_ids()?.last()?.id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn median_and_spread() {
        let measurement = Measurement::from_samples(vec![9.0, 2.0, 1.0, 3.0, 4.0]);
        assert_eq!(measurement.nanoseconds, 3.0);
        assert_eq!(measurement.spread, 2.0 / 3.0);
    }

    #[test]
    fn an_effort_is_told_in_round_figures() {
        let hurried = Effort::of(200, 1000).hurried().to_string();
        assert_eq!(hurried, "medians of 40 samples of about 333 µs");
    }

    #[test]
    fn inputs_are_taken_in_turn_from_loop_to_loop() {
        let log = std::cell::RefCell::new(Vec::new());
        let inputs = InTurn::new([1, 2, 3]);
        for iterations in [2, 0, 5, 1] {
            inputs.throughput(iterations, |input| log.borrow_mut().push(*input));
        }
        assert_eq!(log.into_inner(), [1, 2, 3, 1, 2, 3, 1, 2]);
    }

    #[test]
    fn contenders_can_have_clocks_of_their_own() {
        let mut contenders = [2, 8].map(|nanoseconds| {
            Timed::by_its_own_clock(move |iterations| {
                Duration::from_nanos(nanoseconds * iterations)
            })
        });
        let measured = compare(&mut contenders, Effort::of(3, 1));
        assert_eq!([2.0, 8.0], [0, 1].map(|i| measured[i].nanoseconds.round()));
    }

    #[test]
    fn every_contender_is_prepared_before_it_runs() {
        let log = std::cell::RefCell::new(Vec::new());
        let mut contenders = [b'a', b'b'].map(|name| {
            Timed::new(|_| ()).prepared_by({
                let log = &log;
                move || log.borrow_mut().push(name)
            })
        });
        assert_eq!(compare(&mut contenders, Effort::of(3, 0)).len(), 2);
        drop(contenders);
        // Once each to size the samples, then in turns.
        assert_eq!(log.into_inner(), b"ababbaab");
    }
}
