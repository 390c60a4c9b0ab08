//! Scalar multiplication on every backend. Sums of many products: `benches/msm`.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use helioselene_simd::group::Group;
use helioselene_simd::group::ff::Field;
use helioselene_simd::{Backend, Curve, FieldElement, Helios, Point, Selene};
use rand_core::SeedableRng;

/// Products in a batch.
const BATCH: usize = 64;

fn curve<C: Curve>(c: &mut Criterion, name: &str) {
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
    let point = Point::<C>::random(&mut rng);
    let a = FieldElement::<C::Scalar>::random(&mut rng);
    let b = FieldElement::<C::Scalar>::random(&mut rng);
    let (scalars, points) = ([a; BATCH], [point; BATCH]);

    for backend in Backend::available() {
        backend.select().expect("it is available");
        let mut operation = |operation: &str, run: &dyn Fn() -> Point<C>| {
            c.benchmark_group(operation)
                .bench_function(BenchmarkId::new(name, backend), |bencher| bencher.iter(run));
        };
        operation("variable_base", &|| black_box(point) * black_box(a));
        operation("mul_base", &|| Point::mul_base(black_box(&a)));
        operation("vartime_double_base", &|| {
            Point::vartime_double_scalar_mul_basepoint(
                black_box(&a),
                black_box(&point),
                black_box(&b),
            )
        });
        operation("batch_mul", &|| {
            black_box(Point::batch_mul(black_box(&scalars), &points))[0]
        });
    }
}

fn scalar_mul(c: &mut Criterion) {
    curve::<Helios>(c, "helios");
    curve::<Selene>(c, "selene");
}

criterion_group!(benches, scalar_mul);
criterion_main!(benches);
