//! Operations on single points, and batches of them, on every backend.

use std::hint::black_box;

use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
use helioselene_simd::group::{Group, GroupEncoding};
use helioselene_simd::{Backend, Curve, Helios, Point, Selene};
use rand_core::SeedableRng;

/// Points in a batch: those of one FCMP++ proof.
const BATCH: usize = 165;

fn curve<C: Curve>(c: &mut Criterion, name: &str) {
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
    let points: Vec<Point<C>> = (0..BATCH)
        .map(|_| Point::random(&mut rng).double())
        .collect();
    let encodings: Vec<[u8; 32]> = points.iter().map(Point::to_bytes).collect();
    let (a, b) = (points[0], points[1]);

    for backend in Backend::available() {
        backend.select().expect("it is available");
        let mut operation = |operation: &str, run: &mut dyn FnMut()| {
            c.benchmark_group(operation)
                .bench_function(BenchmarkId::new(name, backend), |bencher| {
                    bencher.iter(&mut *run)
                });
        };
        operation("add", &mut || {
            black_box(black_box(a) + black_box(b));
        });
        operation("subtract", &mut || {
            black_box(black_box(a) - black_box(b));
        });
        operation("negate", &mut || {
            black_box(-black_box(a));
        });
        operation("equal", &mut || {
            black_box(black_box(a) == black_box(b));
        });
        operation("double", &mut || {
            black_box(black_box(a).double());
        });
        operation("to_bytes", &mut || {
            black_box(black_box(a).to_bytes());
        });
        operation("from_bytes", &mut || {
            black_box(Point::<C>::from_bytes(black_box(&encodings[0])));
        });
        operation("to_xy", &mut || {
            black_box(black_box(a).to_xy());
        });
        operation("batch_to_xy", &mut || {
            black_box(Point::batch_to_xy(black_box(&points)));
        });
        operation("batch_to_bytes", &mut || {
            black_box(Point::batch_to_bytes(black_box(&points)));
        });
        operation("batch_from_bytes", &mut || {
            black_box(Point::<C>::batch_from_bytes(black_box(&encodings)));
        });
        c.benchmark_group("batch_normalize").bench_function(
            BenchmarkId::new(name, backend),
            |bencher| {
                bencher.iter_batched_ref(
                    || points.clone(),
                    |normalized| Point::batch_normalize(black_box(&points), normalized),
                    BatchSize::SmallInput,
                );
            },
        );
    }
}

fn point(c: &mut Criterion) {
    curve::<Helios>(c, "helios");
    curve::<Selene>(c, "selene");
}

criterion_group!(benches, point);
criterion_main!(benches);
