//! Decodes points on every backend: one point; the 165 of an FCMP++ proof, beside the reference one by one; and a tree's
//! leaves, whose points are Ed25519's.

mod backends;

use std::hint::black_box;

use curve25519_dalek::{EdwardsPoint, Scalar};
use helioselene_bench_support::harness::{Criterion, Sets, group, one_core, run, time};
use helioselene_bench_support::reference::{self, Current};
use helioselene_leaves::{
    HashToPoint, Output, Root, Torsion, vartime_from_outputs, vartime_hash_to_point,
    vartime_to_weierstrass,
};
use helioselene_simd::group::{Group, GroupEncoding};
use helioselene_simd::{Curve, Helios, Point, Selene};
use rand_core::RngCore;

const BATCH: usize = 165;
const LEAVES: usize = 256;

fn curve<C: Curve, R: GroupEncoding<Repr = [u8; 32]>>(c: &mut Criterion, name: &str) {
    let mut sets = Sets::new(|rng| -> Vec<[u8; 32]> {
        (0..BATCH)
            .map(|_| Point::<C>::random(&mut *rng).to_bytes())
            .collect()
    });
    let mut operation = |what: &str, run: &dyn Fn(&[[u8; 32]])| {
        let mut group = group(c, format!("decode/{name}/{what}"), BATCH);
        time(&mut group, "reference, one by one", None, &mut || {
            for encoding in black_box(&*sets.turn()) {
                let _ = black_box(R::from_bytes(encoding));
            }
        });
        backends::on_each(&mut group, None, &mut || run(black_box(sets.turn())));
    };
    operation("from_bytes", &|encodings| {
        for encoding in encodings {
            let _ = black_box(Point::<C>::from_bytes(encoding));
        }
    });
    operation("batch_from_bytes", &|encodings| {
        black_box(Point::<C>::batch_from_bytes(encodings));
    });
    operation("vartime_batch_from_bytes", &|encodings| {
        black_box(Point::<C>::vartime_batch_from_bytes(encodings));
    });
}

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

fn leaves(c: &mut Criterion) {
    let mut sets = ed25519_points();
    let mut operation = |what: &str, run: &dyn Fn(&[[u8; 32]])| {
        let mut group = group(c, format!("decode/Ed25519/{what}"), LEAVES);
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
        let name = format!("decode/outputs to leaves/{what}");
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
        curve::<Helios, reference::HeliosPoint<Current>>(c, "Helios");
        curve::<Selene, reference::SelenePoint<Current>>(c, "Selene");
        leaves(c);
        outputs(c);
    });
}
