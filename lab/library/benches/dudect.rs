//! Tests whether the time of an operation depends on its secrets, by Welch's t-test on the times of two classes of inputs in
//! random order (Reparaz, Balasch and Verbauwhede, "Dude, is my code constant time?", DATE 2017). |t| ≥ 4.5 means that it does.
//! Covers the operations of fields and points on every backend, with random inputs against one fixed input and against special
//! ones; and operations that leak, to check the test.
//!
//! `cargo bench --manifest-path lab/Cargo.toml -p helioselene-library-checks --bench dudect -- --measurements 1000000 --only "serial |"`

use std::hint::black_box;
use std::process::ExitCode;

use helioselene_bench_support::command_line;
use helioselene_bench_support::measure::{conditions, pin_to_one_core};
use helioselene_simd::group::ff::{Field, PrimeField};
use helioselene_simd::group::{Group, GroupEncoding};
use helioselene_simd::{Backend, Curve, FieldElement, Helios, Point, Prime, Selene};
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};

/// The limit of |t|.
const THRESHOLD: f64 = 4.5;
/// The number of inputs made at a time.
const BATCH: usize = 1000;
/// A measurement takes about this many ticks of the clock, or one operation if that takes longer.
const TICKS: u64 = 500;

/// The time-stamp counter, after everything before it and before anything after it.
#[cfg(target_arch = "x86_64")]
fn now() -> u64 {
    use std::arch::x86_64::{_mm_lfence, _rdtsc};
    // SAFETY: every x86-64 CPU has these instructions.
    unsafe {
        _mm_lfence();
        let ticks = _rdtsc();
        _mm_lfence();
        ticks
    }
}

/// Nanoseconds.
#[cfg(not(target_arch = "x86_64"))]
fn now() -> u64 {
    use std::{sync::OnceLock, time::Instant};
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_nanos() as u64
}

/// Running mean and variance (Welford).
#[derive(Clone, Copy, Default)]
struct Sample {
    n: f64,
    mean: f64,
    squares: f64,
}

impl Sample {
    fn add(&mut self, x: f64) {
        self.n += 1.0;
        let difference = x - self.mean;
        self.mean += difference / self.n;
        self.squares += difference * (x - self.mean);
    }

    /// Welch's t of two samples.
    fn t([a, b]: [Self; 2]) -> f64 {
        let error = |s: Self| s.squares / (s.n - 1.0) / s.n;
        let (difference, error) = (a.mean - b.mean, (error(a) + error(b)).sqrt());
        if difference == 0.0 {
            0.0
        } else {
            difference / error
        }
    }
}

/// An operation and its name.
type Operation<'a, I> = (&'a str, &'a dyn Fn(&I));

fn discard<T>(result: T) {
    drop(black_box(result));
}

struct Bench<'a> {
    backend: Backend,
    options: &'a Options,
    rng: ChaCha8Rng,
    failures: Vec<String>,
}

impl Bench<'_> {
    /// The largest t of an operation's times for two classes of inputs: over all times, and without the slowest tenth and
    /// half, which are mostly interrupts.
    fn t<I: Copy>(
        &mut self,
        classes: [&dyn Fn(&mut ChaCha8Rng) -> I; 2],
        operation: &dyn Fn(&I),
    ) -> f64 {
        let ticks = |input: &I, repetitions: u64| {
            let start = now();
            for _ in 0..repetitions {
                operation(black_box(input));
            }
            now() - start
        };
        let input = classes[0](&mut self.rng);
        let mut once: Vec<u64> = (0..99).map(|_| ticks(&input, 1)).collect();
        once.sort_unstable();
        let repetitions = TICKS.div_ceil(once[49].max(1));

        let mut samples = [[Sample::default(); 2]; 3];
        let mut limits = None;
        // The first batch warms up and sets the limits.
        for _ in 0..=self.options.measurements.div_ceil(BATCH) {
            let inputs: Vec<(usize, I)> = (0..BATCH)
                .map(|_| {
                    let class = (self.rng.next_u32() & 1) as usize;
                    // Both inputs are made, so that they leave the same traces.
                    let made = [classes[0](&mut self.rng), classes[1](&mut self.rng)];
                    (class, made[class])
                })
                .collect();
            let times = inputs.iter().map(|(_, input)| ticks(input, repetitions));
            let times: Vec<u64> = times.collect();
            let Some(limits) = limits else {
                let mut sorted = times;
                sorted.sort_unstable();
                limits = Some([u64::MAX, sorted[BATCH * 9 / 10], sorted[BATCH / 2]]);
                continue;
            };
            for ((class, _), time) in inputs.iter().zip(times) {
                for (samples, limit) in samples.iter_mut().zip(limits) {
                    if time <= limit {
                        samples[*class].add(time as f64);
                    }
                }
            }
        }
        let t = samples.map(Sample::t);
        let larger = |a: f64, b: f64| if b.abs() > a.abs() { b } else { a };
        t.into_iter().fold(0.0, larger)
    }

    fn row<I: Copy>(
        &mut self,
        operation: &str,
        classes: [&dyn Fn(&mut ChaCha8Rng) -> I; 2],
        leaks: bool,
        run: &dyn Fn(&I),
    ) {
        let name = format!("{} | {operation}", self.backend);
        if !name.contains(&self.options.only) {
            return;
        }
        let mut t = self.t(classes, run);
        // A leak persists, noise does not.
        for _ in 0..2 {
            if !leaks && t.abs() >= THRESHOLD {
                t = self.t(classes, run);
            }
        }
        let found = t.abs() >= THRESHOLD;
        let verdict = match (leaks, found) {
            (false, false) => "",
            (true, true) => "leaks, as it may",
            (false, true) => "LEAKS",
            (true, false) => "its leak is NOT noticed",
        };
        println!("{name} | {t:.2} | {verdict}");
        if leaks != found {
            self.failures.push(name);
        }
    }

    /// A row for each operation, in constant time, and class of special inputs.
    fn rows<I: Copy>(
        &mut self,
        over: &str,
        operations: &[Operation<'_, I>],
        random: &dyn Fn(&mut ChaCha8Rng) -> I,
        specials: [(&str, I); 4],
    ) {
        for (operation, run) in operations {
            for (class, special) in specials {
                let name = format!("{over} {operation}, random and {class}");
                self.row(&name, [random, &|_| special], false, run);
            }
        }
    }

    fn field<P: Prime>(&mut self, field: &str) {
        type Pair<P> = [FieldElement<P>; 2];
        let random =
            |rng: &mut ChaCha8Rng| -> Pair<P> { [(); 2].map(|()| FieldElement::random(&mut *rng)) };
        let fixed = random(&mut ChaCha8Rng::from_seed([9; 32]));
        let one = FieldElement::<P>::ONE;
        let operations: [Operation<'_, Pair<P>>; 9] = [
            ("+", &|[x, y]| discard(*x + y)),
            ("-", &|[x, y]| discard(*x - y)),
            ("*", &|[x, y]| discard(*x * y)),
            ("square", &|[x, _]| discard(x.square())),
            ("==", &|[x, y]| discard(x == y)),
            ("invert", &|[x, _]| discard(x.invert())),
            ("sqrt_ratio", &|[x, y]| {
                discard(FieldElement::sqrt_ratio(x, y))
            }),
            ("pow", &|[x, y]| discard(x.pow(*y))),
            ("from_repr", &|[x, _]| {
                discard(FieldElement::<P>::from_repr(x.to_repr()))
            }),
        ];
        let specials = [
            ("fixed", fixed),
            ("0", [FieldElement::ZERO; 2]),
            ("1", [one; 2]),
            ("−1", [-one; 2]),
        ];
        self.rows(field, &operations, &random, specials);
        // A comparison that stops at the first difference.
        self.row(
            &format!("{field} a leak, random and fixed"),
            [&random, &|_| [fixed[0]; 2]],
            true,
            &|[x, y]| {
                let (x, y) = (x.to_repr(), y.to_repr());
                let bytes = x.iter().zip(&y);
                discard(
                    bytes
                        .take_while(|(x, y)| black_box(*x) == black_box(*y))
                        .count(),
                );
            },
        );
    }

    fn curve<C: Curve>(&mut self, curve: &str) {
        type Input<C> = (FieldElement<<C as Curve>::Scalar>, Point<C>, Point<C>);
        let points: Vec<Point<C>> = (0..256u64)
            .map(|i| Point::mul_base(&FieldElement::from(i * i + 5)))
            .collect();
        let random = |rng: &mut ChaCha8Rng| -> Input<C> {
            let [a, b] = [(); 2].map(|()| points[(rng.next_u32() & 255) as usize]);
            (FieldElement::random(rng), a, b)
        };
        let fixed = random(&mut ChaCha8Rng::from_seed([8; 32]));
        let identity = Point::identity();
        let one = FieldElement::ONE;
        let operations: [Operation<'_, Input<C>>; 8] = [
            ("+", &|(_, a, b)| discard(*a + b)),
            ("double", &|(_, a, _)| discard(a.double())),
            ("*", &|(k, a, _)| discard(*a * k)),
            ("mul_base", &|(k, _, _)| discard(Point::<C>::mul_base(k))),
            ("==", &|(_, a, b)| discard(a == b)),
            ("to_bytes", &|(_, a, _)| discard(a.to_bytes())),
            ("from_bytes of to_bytes", &|(_, a, _)| {
                discard(Point::<C>::from_bytes(&a.to_bytes()))
            }),
            ("multiscalar_mul of 2", &|(k, a, b)| {
                discard(Point::multiscalar_mul([k; 2], [a, b]))
            }),
        ];
        let specials = [
            ("fixed", fixed),
            ("identities and 0", (FieldElement::ZERO, identity, identity)),
            ("equal points and 1", (one, fixed.1, fixed.1)),
            ("opposite points and −1", (-one, fixed.1, -fixed.1)),
        ];
        self.rows(curve, &operations, &random, specials);
        self.row(
            &format!("{curve} vartime_double_scalar_mul_basepoint, random and 1"),
            [&random, &|_| (one, fixed.1, fixed.2)],
            true,
            &|(k, a, _)| discard(Point::vartime_double_scalar_mul_basepoint(k, a, k)),
        );
    }
}

/// Whether times depend on secrets, by Welch's t-test. Let nothing else run
#[derive(clap::Parser)]
struct Options {
    /// The number of measurements of each row
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    measurements: usize,
    /// Rows that contain the text, such as "serial | p"
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
}

fn main() -> ExitCode {
    command_line::main(run)
}

fn run(options: &Options) -> Result<(), String> {
    let effort = format!("{} measurements", options.measurements);
    println!("{}", conditions(pin_to_one_core(), &effort));
    println!("t of Welch's test, |t| ≥ {THRESHOLD} is a leak");
    let mut failures = Vec::new();
    for backend in Backend::available() {
        backend.select().expect("it is available");
        let mut bench = Bench {
            backend,
            options,
            rng: ChaCha8Rng::from_seed([7; 32]),
            failures: Vec::new(),
        };
        bench.field::<<Helios as Curve>::Base>("p");
        bench.field::<<Selene as Curve>::Base>("q");
        bench.curve::<Helios>("Helios");
        bench.curve::<Selene>("Selene");
        failures.append(&mut bench.failures);
    }
    if failures.is_empty() {
        Ok(())
    } else {
        Err(format!("not as they should be: {failures:#?}"))
    }
}
