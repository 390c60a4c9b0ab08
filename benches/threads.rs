//! Batches on the threads of rayon's pool: 1, 2, 4, … up to what the machine has, in turns.
//!
//! `cargo bench --features rayon --bench threads`. Each batch is timed at the smallest size that is cut in
//! two, where it must pay already, and at one that a large machine cuts in many pieces. Nothing is pinned:
//! the machine must be quiet.

use std::hint::black_box;
use std::process::ExitCode;

use helioselene_bench_support::bench::{About, Bench, Case, main as bench};
use helioselene_bench_support::measure::{Effort, Timed};
use helioselene_simd::leaves::{Torsion, vartime_to_weierstrass};
use helioselene_simd::traits::{MultiscalarMul, VartimeMultiscalarMul};
use helioselene_simd::{Backend, Field25519, SelenePoint, VartimePrecomputation, group::ff::Field};
use rand_core::SeedableRng;
use rayon::ThreadPool;

const ABOUT: About = About {
    program: "threads",
    title: "Batches on threads",
    in_cycles: false,
    compared: true,
    one_core: false,
    effort: Effort::of(15, 10_000),
};

/// The children of a tree's node.
const CHILDREN: usize = 38;

fn run(bench: &mut Bench<'_>) -> Result<(), String> {
    let most = std::thread::available_parallelism().map_or(1, usize::from);
    let pools: Vec<(String, ThreadPool)> =
        core::iter::successors(Some(1), |threads| Some(2 * threads))
            .take_while(|threads| *threads <= most)
            .map(|threads| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
                let plural = if threads == 1 { "" } else { "s" };
                (format!("{threads} thread{plural}"), pool.expect("a pool"))
            })
            .collect();
    // The fastest, if none is asked for.
    let backends = bench
        .options()
        .choose(Backend::available(), Backend::name)?;
    let backend = *backends.last().expect("every CPU has one");
    backend.select().expect("it is available");

    let n = 1 << 15;
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
    let scalars: Vec<_> = (0..n).map(|_| Field25519::random(&mut rng)).collect();
    let points: Vec<_> = scalars.iter().map(SelenePoint::mul_base).collect();
    let encodings = SelenePoint::batch_to_bytes(&points);
    let nodes: Vec<&[Field25519]> = scalars.chunks_exact(CHILDREN).collect();
    let tables = VartimePrecomputation::new(&points[..CHILDREN]);

    let table = format!("Selene, {backend}");
    let mut row = |name: &str, sizes: [usize; 2], run: &(dyn Fn(usize) + Sync)| {
        for size in sizes {
            let timed = pools.iter().map(|(threads, pool)| {
                let timed = Timed::new(move |iterations| {
                    pool.install(|| (0..iterations).for_each(|_| run(size)));
                });
                (threads.clone(), timed)
            });
            bench.time(&Case::new(&table, name).of(size), timed.collect());
        }
    };
    row("vartime_multiscalar_mul", [1024, n], &|n| {
        black_box(SelenePoint::vartime_multiscalar_mul(
            &scalars[..n],
            &points[..n],
        ));
    });
    row("nodes of 38 from tables", [28, nodes.len()], &|n| {
        black_box(tables.vartime_batch_multiscalar_mul(&nodes[..n]));
    });
    row("multiscalar_mul", [32, 1024], &|n| {
        black_box(SelenePoint::multiscalar_mul(&scalars[..n], &points[..n]));
    });
    row("batch_mul", [32, 1024], &|n| {
        black_box(SelenePoint::batch_mul(&scalars[..n], &points[..n]));
    });
    row("batch_to_affine", [4096, n], &|n| {
        black_box(SelenePoint::batch_to_affine(&points[..n]));
    });
    row("batch_from_bytes", [128, 4096], &|n| {
        black_box(SelenePoint::batch_from_bytes(&encodings[..n]));
    });
    row("leaves, points as they are", [128, 4096], &|n| {
        black_box(vartime_to_weierstrass(&encodings[..n], Torsion::Checked));
    });
    Ok(())
}

fn main() -> ExitCode {
    bench(ABOUT, run)
}
