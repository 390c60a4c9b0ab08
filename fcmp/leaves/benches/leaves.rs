//! A tree's leaves on every backend: Ed25519's points to coordinates, hashes to points, and Monero's outputs.

#[path = "../../../benches/layers/backends/mod.rs"]
mod backends;

use std::hint::black_box;

use curve25519_dalek::{EdwardsPoint, Scalar};
use helioselene_bench_support::harness::{Criterion, Sets, group, one_core, run};
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

fn main() {
    run(one_core(), |c| {
        points(c);
        outputs(c);
    });
}
