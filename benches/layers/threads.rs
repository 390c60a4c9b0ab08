//! Batches on a rayon pool of 1, 2, 4, … threads, up to the machine's.
//!
//! `cargo bench --features rayon --bench threads`. Each batch is timed at the small size where cutting begins and must pay, and
//! at one that a large machine cuts into many pieces. Nothing is pinned: the machine must be quiet. The backend is the
//! fastest, or that of `HELIOSELENE_BACKEND`.

use std::hint::black_box;

use criterion::Throughput;
use helioselene_bench_support::harness::{Criterion, any_core, group, run, time};
use helioselene_simd::{Backend, Field25519, SelenePoint, VartimePrecomputation, group::ff::Field};
use rand_core::SeedableRng;
use rayon::ThreadPool;

/// The children of a tree's node.
const CHILDREN: usize = 38;
const MOST: usize = 1 << 15;

fn all(c: &mut Criterion) {
    let most = std::thread::available_parallelism().map_or(1, usize::from);
    let pool = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let plural = if threads == 1 { "" } else { "s" };
        (format!("{threads} thread{plural}"), pool.expect("a pool"))
    };
    let doubled = core::iter::successors(Some(1), |threads| Some(2 * threads));
    let pools: Vec<(String, ThreadPool)> = doubled
        .take_while(|threads| *threads <= most)
        .map(pool)
        .collect();

    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
    let scalars: Vec<_> = (0..MOST).map(|_| Field25519::random(&mut rng)).collect();
    let points: Vec<_> = scalars.iter().map(SelenePoint::mul_base).collect();
    let encodings = SelenePoint::batch_to_bytes(&points);
    let nodes: Vec<&[Field25519]> = scalars.chunks_exact(CHILDREN).collect();
    let tables = VartimePrecomputation::new(&points[..CHILDREN]);

    let mut batch = |name: &str, sizes: [usize; 2], run: &(dyn Fn(usize) + Sync)| {
        let name = format!("threads/Selene, {}/{name}", Backend::selected());
        let mut group = group(c, name, 1);
        // The first samples of large batches would make criterion extend its time.
        group.sample_size(10);
        for size in sizes {
            group.throughput(Throughput::Elements(size as u64));
            for (threads, pool) in &pools {
                time(&mut group, threads, Some(size), &mut || {
                    pool.install(|| run(size))
                });
            }
        }
    };
    batch("vartime_multiscalar_mul", [1024, MOST], &|n| {
        black_box(SelenePoint::vartime_multiscalar_mul(
            &scalars[..n],
            &points[..n],
        ));
    });
    batch("nodes of 38 from tables", [28, nodes.len()], &|n| {
        black_box(tables.vartime_batch_multiscalar_mul(&nodes[..n]));
    });
    batch("multiscalar_mul", [32, 1024], &|n| {
        black_box(SelenePoint::multiscalar_mul(&scalars[..n], &points[..n]));
    });
    batch("batch_mul", [32, 1024], &|n| {
        black_box(SelenePoint::batch_mul(&scalars[..n], &points[..n]));
    });
    batch("batch_to_affine", [4096, MOST], &|n| {
        black_box(SelenePoint::batch_to_affine(&points[..n]));
    });
    batch("batch_from_bytes", [128, 4096], &|n| {
        black_box(SelenePoint::batch_from_bytes(&encodings[..n]));
    });
}

fn main() {
    run(any_core(), all);
}
