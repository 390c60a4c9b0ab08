//! How fast calls would be on many threads, without such a machine: times every task of a call on one thread and computes a
//! schedule.
//!
//! `cargo run --release --manifest-path lab/schedule/Cargo.toml`, a minute, best on one core. For each number of threads it says
//! how much cutting adds to the work, the span (the lower bound for any number of threads), and the schedule's speed-up over one
//! thread. It ignores what threads take from each other: memory, clock, neighbours.

#[path = "../../../fcmp/crates/generalized-bulletproofs-0e438ae/tests/many/mod.rs"]
mod many;
#[path = "../../../fcmp/crates/generalized-bulletproofs-0e438ae/tests/runs/mod.rs"]
mod runs;
mod simulate;
#[path = "../../../fcmp/crates/generalized-bulletproofs-0e438ae/tests/support/mod.rs"]
mod support;

use std::hint::black_box;

use ciphersuite::group::ff::Field;
use helioselene_leaves::{Root, Torsion, vartime_to_weierstrass};
use helioselene_simd::{Backend, Field25519, SelenePoint, VartimePrecomputation};
use many::Pairs;
use rayon::{Step, record};
use support::rng;

const THREADS: [usize; 5] = [2, 4, 8, 16, 64];
/// The children of a tree's node.
const CHILDREN: usize = 38;
const MOST: usize = 1 << 15;

/// The steps of the run with the least work.
fn least(threads: usize, runs: usize, run: &dyn Fn()) -> Vec<Step> {
    let runs = (0..runs).map(|_| record(threads, run));
    let least = runs.min_by(|a, b| simulate::work(a).total_cmp(&simulate::work(b)));
    least.expect("a run")
}

/// Prints a call's row. `alone` is the time of a caller's threads doing as much, each by itself, relative to one thread.
fn row(name: &str, runs: usize, alone: Option<f64>, run: &dyn Fn()) -> f64 {
    run();
    let one = simulate::work(&least(1, runs, run));
    print!("{name:<40} {:>9.3} ms", one / 1e6);
    for threads in THREADS {
        let steps = least(threads, runs, run);
        let (work, time) = (simulate::work(&steps), simulate::time(&steps, threads));
        let span = simulate::span(&steps);
        print!(
            " | {threads:>2}: {:+3.0} % {:>7.3} ms {:>5.1}×",
            100.0 * (work / one - 1.0),
            span / 1e6,
            one / time
        );
        if let Some(alone) = alone {
            print!(" {:.2}", alone / threads as f64 / time);
        }
    }
    println!();
    one
}

fn batch<R>(name: &str, sizes: &[usize], run: impl Fn(usize) -> R) {
    for size in sizes {
        row(&format!("{name}, {size}"), 7, None, &|| {
            black_box(run(*size));
        });
    }
}

fn main() {
    let pairs = Pairs::new();
    println!(
        "{}; one thread, then of each number of threads work, span, times as fast",
        Backend::selected()
    );
    println!("and of many proofs the speed in that of threads with batches of thirty of their own");
    let thirty = row("30 proofs, one after the other", 5, None, &|| {
        pairs.one_after_the_other(30)
    });
    for (proofs, runs) in [(1, 9), (10, 5), (100, 3), (1000, 1), (1320, 1)] {
        let alone = Some(thirty / 30.0 * proofs as f64);
        row(
            &format!("vartime_batch_verify, {proofs}"),
            runs,
            alone,
            &|| pairs.right_at_once(proofs),
        );
    }

    let mut rng = rng(1);
    let scalars: Vec<_> = (0..MOST).map(|_| Field25519::random(&mut rng)).collect();
    let points: Vec<_> = scalars.iter().map(SelenePoint::mul_base).collect();
    let encodings = SelenePoint::batch_to_bytes(&points);
    let nodes: Vec<&[Field25519]> = scalars.chunks_exact(CHILDREN).collect();
    let tables = VartimePrecomputation::new(&points[..CHILDREN]);
    batch("vartime_multiscalar_mul", &[604, 1024, 10_600, MOST], |n| {
        SelenePoint::vartime_multiscalar_mul(&scalars[..n], &points[..n])
    });
    batch("nodes of 38 from tables", &[28, nodes.len()], |n| {
        tables.vartime_batch_multiscalar_mul(&nodes[..n])
    });
    batch("multiscalar_mul", &[1024], |n| {
        SelenePoint::multiscalar_mul(&scalars[..n], &points[..n])
    });
    batch("batch_mul", &[1024], |n| {
        SelenePoint::batch_mul(&scalars[..n], &points[..n])
    });
    batch("batch_to_affine", &[4096, MOST], |n| {
        SelenePoint::batch_to_affine(&points[..n])
    });
    batch("batch_from_bytes", &[128, 4096], |n| {
        SelenePoint::batch_from_bytes(&encodings[..n])
    });
    batch("leaves, points as they are", &[128, 4096], |n| {
        vartime_to_weierstrass(&encodings[..n], Torsion::Checked, Root::Odd)
    });
}
