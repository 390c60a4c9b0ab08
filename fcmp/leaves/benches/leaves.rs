//! A tree's leaves on every backend: Ed25519's points to coordinates, hashes to points, and Monero's outputs.

#[path = "../../../benches/layers/backends/mod.rs"]
mod backends;

use std::hint::black_box;

use curve25519_dalek::{EdwardsPoint, Scalar};
use helioselene_bench_support::harness::{Criterion, Sets, group, one_core, run};
#[cfg(feature = "rayon")]
use helioselene_bench_support::harness::{any_core, time};
use helioselene_leaves::{
    HashToPoint, Output, Root, Torsion, vartime_from_outputs, vartime_hash_to_point,
    vartime_to_weierstrass,
};
use rand_core::RngCore;

const LEAVES: usize = 256;

/// Points of the subgroup of prime order, as nearly all of the chain are.
fn ed25519_points() -> Sets<Vec<[u8; 32]>> {
    Sets::new(|rng| {
        let mut point = || {
            let mut bytes = [0; 64];
            rng.fill_bytes(&mut bytes);
            let point = EdwardsPoint::mul_base(&Scalar::from_bytes_mod_order_wide(&bytes));
            point.compress().to_bytes()
        };
        (0..2 * LEAVES).map(|_| point()).collect()
    })
}

fn points(c: &mut Criterion) {
    let mut sets = ed25519_points();
    let mut operation = |what: &str, run: &dyn Fn(&[[u8; 32]])| {
        let mut group = group(c, format!("leaves/Ed25519/{what}"), LEAVES);
        backends::on_each(&mut group, None, &mut || {
            run(black_box(&sets.turn()[..LEAVES]))
        });
    };
    operation("vartime_to_weierstrass", &|points| {
        black_box(vartime_to_weierstrass(points, Torsion::Checked, Root::Odd));
    });
    operation("vartime_to_weierstrass, torsion cleared", &|points| {
        black_box(vartime_to_weierstrass(points, Torsion::Cleared, Root::Odd));
    });
    operation("vartime_hash_to_point, biased", &|points| {
        black_box(vartime_hash_to_point(points, HashToPoint::Biased));
    });
    operation("vartime_hash_to_point, unbiased", &|points| {
        black_box(vartime_hash_to_point(points, HashToPoint::Unbiased));
    });
}

fn outputs(c: &mut Criterion) {
    let mut sets = ed25519_points();
    for (what, output) in [
        ("legacy", Output::legacy as fn(_, _) -> _),
        ("Carrot", Output::carrot),
    ] {
        let name = format!("leaves/outputs/{what}");
        let mut group = group(c, name, LEAVES);
        backends::on_each(&mut group, None, &mut || {
            let points = black_box(sets.turn()).chunks_exact(2);
            let outputs: Vec<_> = points.map(|pair| output(pair[0], pair[1])).collect();
            black_box(vartime_from_outputs(&outputs, Root::Odd));
        });
    }
}

/// Points on a rayon pool of 1, 2, 4, … threads, up to the machine's, at the sizes of the library's bench of threads.
#[cfg(feature = "rayon")]
fn threads(c: &mut Criterion) {
    let most = std::thread::available_parallelism().map_or(1, usize::from);
    let backend = helioselene_simd::Backend::selected();
    let mut group = group(c, format!("leaves/Ed25519, {backend}/threads"), 1);
    // The first samples of large batches would make criterion extend its time.
    group.sample_size(10);
    let points = ed25519_points().turn().repeat(4096 / (2 * LEAVES));
    for size in [128, 4096] {
        group.throughput(criterion::Throughput::Elements(size as u64));
        let doubled = std::iter::successors(Some(1), |threads| Some(2 * threads));
        for threads in doubled.take_while(|threads| *threads <= most) {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            let pool = pool.expect("a pool");
            let name = format!("{threads} thread{}", if threads == 1 { "" } else { "s" });
            time(&mut group, &name, Some(size), &mut || {
                black_box(pool.install(|| {
                    vartime_to_weierstrass(&points[..size], Torsion::Checked, Root::Odd)
                }));
            });
        }
    }
}

fn main() {
    // All others keep to one core.
    #[cfg(feature = "rayon")]
    run(any_core(), threads);
    run(one_core(), |c| {
        points(c);
        outputs(c);
    });
}
