//! Scalar multiplication on every backend. Sums of many products: `benches/msm`.

use std::cell::Cell;
use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use helioselene_simd::group::Group;
use helioselene_simd::group::ff::Field;
use helioselene_simd::{Backend, Curve, FieldElement, Helios, Point, Selene};
use rand_core::SeedableRng;

/// Products in a batch, and the random operands that the other operations take in turn: the time of
/// the double base varies by several percent with the scalars.
const BATCH: usize = 64;

fn curve<C: Curve>(c: &mut Criterion, name: &str) {
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
    let points: [_; BATCH] = core::array::from_fn(|_| Point::<C>::random(&mut rng).double());
    let mut scalars =
        || -> [_; BATCH] { core::array::from_fn(|_| FieldElement::<C::Scalar>::random(&mut rng)) };
    let (scalars, others) = (scalars(), scalars());
    let turn = Cell::new(0);
    let next = || {
        let i = turn.get();
        turn.set((i + 1) % BATCH);
        black_box((&scalars[i], &points[i], &others[i]))
    };

    for backend in Backend::available() {
        backend.select().expect("it is available");
        let mut operation = |operation: &str, run: &dyn Fn() -> Point<C>| {
            c.benchmark_group(operation)
                .bench_function(BenchmarkId::new(name, backend), |bencher| bencher.iter(run));
        };
        operation("variable_base", &|| {
            let (a, point, _) = next();
            *point * a
        });
        operation("mul_base", &|| {
            let (a, _, _) = next();
            Point::mul_base(a)
        });
        operation("vartime_double_base", &|| {
            let (a, point, b) = next();
            Point::vartime_double_scalar_mul_basepoint(a, point, b)
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
