//! Measures the constants of the library's cost model (`src/msm/vartime/cost.rs`) on this processor, for each backend and
//! curve, and prints rows of `Costs` for `src/backend/tuning.rs`.
//!
//! `cargo bench --manifest-path lab/Cargo.toml -p helioselene-inside --bench calibrate > rows`

use std::hint::black_box;
use std::process::Command;
use std::time::Instant;

use helioselene_bench_support::measure::gigahertz;
use helioselene_inside::group::Group;
use helioselene_inside::group::ff::Field;
use helioselene_inside::inside::{Cost, count};
use helioselene_inside::{Algorithm, Backend, Curve, FieldElement, Helios, Point, Selene};
use rand_core::SeedableRng;

const SIZES: [usize; 9] = [2, 6, 16, 40, 100, 300, 800, 2000, 8000];
/// Bits of a scalar's magnitude.
const LENGTH: u32 = 254;

/// An algorithm for n points, its operations, and the nanoseconds that it took.
struct Sample {
    algorithm: Algorithm,
    n: usize,
    done: [f64; 5],
    time: f64,
}

impl Sample {
    fn model(&self, costs: &[f64; 5]) -> f64 {
        self.done.iter().zip(costs).map(|(d, c)| d * c).sum()
    }
}

fn main() {
    for backend in Backend::available() {
        backend.select().expect("it is available");
        run::<Helios>("Helios");
        run::<Selene>("Selene");
    }
}

/// Prints a row of `Costs` for the selected backend to the standard output, and the data of the fit to the standard
/// error.
fn run<C: Curve>(curve: &str) {
    let samples = samples::<C>();
    let costs = fit(&samples).map(f64::round);
    eprintln!("\n{curve}, {}:", Backend::selected());
    for sample in &samples {
        let (n, algorithm, time) = (sample.n, sample.algorithm, sample.time);
        let ratio = sample.model(&costs) / time;
        let time = time / 1e3;
        eprintln!("  {n:5} {algorithm:?}: {time:.1} µs, model {ratio:.2} of it");
    }
    println!(
        "{curve}, {}: {:?}, // {}, {:.1} GHz, model ±{:.0} %, choices +{:.0} %",
        Backend::selected(),
        costs.map(|cost| cost as u64),
        today(),
        gigahertz(),
        100.0 * error(&samples, &costs),
        100.0 * missed(&samples, &costs),
    );
}

/// The times of all algorithms near the best, at each size.
fn samples<C: Curve>() -> Vec<Sample> {
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(8);
    // Each random: in an arithmetic progression different sums are sometimes equal.
    let points: Vec<_> = (0..8000).map(|_| Point::<C>::random(&mut rng)).collect();
    let mut normal = points.clone();
    Point::batch_normalize_into(&points, &mut normal);
    let scalars = points
        .iter()
        .map(|_| FieldElement::<C::Scalar>::random(&mut rng));
    let scalars: Vec<_> = scalars.collect();
    let mut samples = Vec::new();
    for n in SIZES {
        let algorithms: Vec<_> = algorithms(n).collect();
        let (scalars, points) = (&scalars[..n], &normal[..n]);
        // The least of many runs in turns: the machine's speed without its other users.
        let mut best = vec![f64::MAX; algorithms.len()];
        let rounds = (40_000 / n).clamp(12, 1000);
        for _ in 0..rounds {
            for (algorithm, best) in algorithms.iter().zip(&mut best) {
                let start = Instant::now();
                let points = black_box(points);
                black_box(Point::vartime_multiscalar_mul_by(
                    *algorithm, scalars, points,
                ));
                *best = best.min(start.elapsed().as_nanos() as f64);
            }
        }
        for (algorithm, time) in algorithms.into_iter().zip(best) {
            let done = count(algorithm, n, LENGTH).as_array();
            let done = done.map(|times| times as f64 / Cost::ONCE as f64);
            samples.push(Sample {
                algorithm,
                n,
                done,
                time,
            });
        }
    }
    samples
}

/// The algorithms whose times for n points are near the fastest.
fn algorithms(n: usize) -> impl Iterator<Item = Algorithm> {
    let interleaved = (n <= 40).then_some(Algorithm::Straus);
    let stretched = (3..=6)
        .filter(move |_| (6..=800).contains(&n))
        .map(|width| Algorithm::Stretched { width });
    let bits = n.ilog2();
    let buckets = (bits.saturating_sub(4)..=bits + 1)
        .filter(move |bits| n >= 40 && *bits >= 4)
        .map(|bits| Algorithm::Pippenger { bits });
    interleaved.into_iter().chain(stretched).chain(buckets)
}

/// Least squares of relative errors, over costs that are not negative.
fn fit(samples: &[Sample]) -> [f64; 5] {
    let mut costs = [0.0; 5];
    // Coordinate descent: one cost after another takes its best value.
    for _ in 0..20_000 {
        for i in 0..5 {
            let (mut numerator, mut denominator) = (0.0, 0.0);
            for Sample { done, time, .. } in samples {
                let others: f64 = (0..5).filter(|j| *j != i).map(|j| done[j] * costs[j]).sum();
                let (x, y) = (done[i] / time, 1.0 - others / time);
                numerator += x * y;
                denominator += x * x;
            }
            if denominator > 0.0 {
                costs[i] = (numerator / denominator).max(0.0);
            }
        }
    }
    costs
}

/// The mean square of the model's relative error.
fn error(samples: &[Sample], costs: &[f64; 5]) -> f64 {
    let square = |sample: &Sample| (sample.model(costs) / sample.time - 1.0).powi(2);
    let squares = samples.iter().map(square);
    (squares.sum::<f64>() / samples.len() as f64).sqrt()
}

/// At the worst size, how much longer the model's choice takes than the best.
fn missed(samples: &[Sample], costs: &[f64; 5]) -> f64 {
    let sizes = samples.chunk_by(|a, b| a.n == b.n).map(|of_size| {
        let best = of_size.iter().map(|sample| sample.time).reduce(f64::min);
        let quicker = |a: &&Sample, b: &&Sample| a.model(costs).total_cmp(&b.model(costs));
        let chosen = of_size.iter().min_by(quicker);
        chosen.map_or(0.0, |chosen| chosen.time) / best.unwrap_or(1.0) - 1.0
    });
    sizes.fold(0.0, f64::max)
}

/// The date as year-month-day, by Unix's `date`.
fn today() -> String {
    let date = Command::new("date").arg("+%Y-%m-%d").output();
    date.map_or_else(
        |_| String::from("no date"),
        |date| String::from_utf8_lossy(&date.stdout).trim().to_owned(),
    )
}
