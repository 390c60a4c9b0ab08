//! Operations on points, one by one and in batches, on every backend. Decoding: `decode.rs`, products: `scalar_mul.rs`.

mod backends;

use std::hint::black_box;

use helioselene_bench_support::harness::{Criterion, Sets, group, one_core, run};
use helioselene_simd::group::{Group, GroupEncoding};
use helioselene_simd::{Curve, Helios, Point, Selene};

/// Pairs in a set.
const PAIRS: usize = 16;
/// Points in a batch: those of one FCMP++ proof.
const BATCH: usize = 165;

fn curve<C: Curve>(c: &mut Criterion, name: &str) {
    // Doubled, so that no Z is 1.
    let mut pairs = Sets::new(|rng| {
        let mut point = || Point::<C>::random(&mut *rng).double();
        [(); PAIRS].map(|()| (point(), point()))
    });
    let mut batches = Sets::new(|rng| -> Vec<Point<C>> {
        (0..BATCH)
            .map(|_| Point::random(&mut *rng).double())
            .collect()
    });

    macro_rules! operations {
        ($($operation:literal: |$a:ident, $b:ident| $e:expr;)*) => {$({
            let mut group = group(c, format!("point/{name}/{}", $operation), PAIRS);
            backends::on_each(&mut group, None, &mut || {
                for ($a, $b) in black_box(&*pairs.turn()) {
                    black_box($e);
                }
            });
        })*};
    }
    operations! {
        "add": |a, b| a + b;
        "subtract": |a, b| a - b;
        "negate": |a, _b| -a;
        "equal": |a, b| a == b;
        "double": |a, _b| a.double();
        "to_bytes": |a, _b| a.to_bytes();
        "to_xy": |a, _b| a.to_xy();
    }
    macro_rules! batches {
        ($($operation:literal: |$points:ident| $e:expr;)*) => {$({
            let mut group = group(c, format!("point/{name}/{}", $operation), BATCH);
            backends::on_each(&mut group, None, &mut || {
                let $points = black_box(&*batches.turn());
                black_box($e);
            });
        })*};
    }
    let mut normal = vec![Point::<C>::identity(); BATCH];
    batches! {
        "batch_to_xy": |points| Point::batch_to_xy(points);
        "batch_to_bytes": |points| Point::batch_to_bytes(points);
        "batch_normalize": |points| Point::batch_normalize_into(points, &mut normal);
    }
}

fn main() {
    run(one_core(), |c| {
        curve::<Helios>(c, "Helios");
        curve::<Selene>(c, "Selene");
    });
}
