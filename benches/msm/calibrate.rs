//! The constants of the library's cost model (`src/msm/cost.rs`), for each curve and backend.

use std::hint::black_box;
use std::time::Instant;

use helioselene_simd::group::Group;
use helioselene_simd::group::ff::Field;
use helioselene_simd::{Algorithm, Backend, Curve, FieldElement, Point, cost_of};
use rand_core::SeedableRng;

const SIZES: [usize; 9] = [2, 6, 16, 40, 100, 300, 800, 2000, 8000];
/// Bits of a scalar's magnitude.
const LENGTH: u32 = 254;

pub fn run<C: Curve>(curve: &str, backends: &[Backend]) {
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(8);
    // Random one by one: in an arithmetic progression different sums are equal now and then.
    let points: Vec<_> = (0..8000).map(|_| Point::<C>::random(&mut rng)).collect();
    let mut normal = points.clone();
    Point::batch_normalize(&points, &mut normal);
    let scalars: Vec<_> = points
        .iter()
        .map(|_| FieldElement::<C::Scalar>::random(&mut rng))
        .collect();
    for backend in backends {
        backend.select().expect("it is available");
        let mut samples = Vec::new();
        for n in SIZES {
            let algorithms: Vec<_> = algorithms(n).collect();
            let (scalars, points) = (&scalars[..n], &normal[..n]);
            // The least of many runs in turns: what the machine can do, whoever else uses it.
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
            for (algorithm, time) in algorithms.iter().zip(best) {
                let done = cost_of(*algorithm, n, LENGTH).as_array();
                samples.push((*algorithm, n, done, time));
            }
        }
        let costs = fit(&samples);
        println!("{curve}, {backend}: affine additions, passes, doublings, additions, digits:");
        println!("  {costs:.0?} ns");
        for (algorithm, n, done, time) in &samples {
            let model: f64 = done.iter().zip(costs).map(|(d, c)| d * c).sum();
            println!(
                "  {n:5} {algorithm:?}: {:.1} µs, model {:.2} of it",
                time / 1e3,
                model / time
            );
        }
    }
}

/// Those that come near the fastest for n points.
fn algorithms(n: usize) -> impl Iterator<Item = Algorithm> {
    let interleaved = (n <= 40).then_some(Algorithm::Interleaved);
    let stretched = (3..=6)
        .filter(move |_| (6..=800).contains(&n))
        .map(|width| Algorithm::Stretched { width });
    let bits = n.ilog2();
    let buckets = (bits.saturating_sub(4)..=bits + 1)
        .filter(move |bits| n >= 40 && *bits >= 4)
        .map(|bits| Algorithm::Buckets { bits });
    interleaved.into_iter().chain(stretched).chain(buckets)
}

/// Least squares of relative errors, over costs that are not negative.
fn fit(samples: &[(Algorithm, usize, [f64; 5], f64)]) -> [f64; 5] {
    let mut costs = [0.0; 5];
    // Coordinate descent: one cost after another takes its best value.
    for _ in 0..20_000 {
        for i in 0..5 {
            let (mut numerator, mut denominator) = (0.0, 0.0);
            for (_, _, done, time) in samples {
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
