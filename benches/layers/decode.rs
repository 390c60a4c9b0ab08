//! Decodes points on every backend: one point, and the 165 of an FCMP++ proof, beside the reference one by one.

mod backends;

use std::hint::black_box;

use helioselene_bench_support::harness::{Criterion, Sets, group, one_core, run, time};
use helioselene_bench_support::reference::{self, Current};
use helioselene_simd::group::{Group, GroupEncoding};
use helioselene_simd::{Curve, Helios, Point, Selene};

const BATCH: usize = 165;

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

fn main() {
    run(one_core(), |c| {
        curve::<Helios, reference::HeliosPoint<Current>>(c, "Helios");
        curve::<Selene, reference::SelenePoint<Current>>(c, "Selene");
    });
}
