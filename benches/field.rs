//! Field operations on canonical elements, throughput and latency. They are served by the serial
//! kernels on every backend: one element does not fill a vector.

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, criterion_group, criterion_main};
use helioselene_simd::group::ff::{Field, PrimeField};
use helioselene_simd::{Field25519, HelioseleneField};
use rand_core::SeedableRng;

/// Operations in a measured batch.
const BATCH: usize = 16;

fn bench<F: PrimeField>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    f: impl Fn(F, F) -> F,
) {
    let rng = &mut rand_chacha::ChaCha8Rng::seed_from_u64(1);
    let pairs: [(F, F); BATCH] =
        core::array::from_fn(|_| (F::random(&mut *rng), F::random(&mut *rng)));
    group.throughput(criterion::Throughput::Elements(BATCH as u64));
    group.bench_function(format!("{name}/throughput"), |bencher| {
        bencher.iter(|| {
            for (a, b) in &pairs {
                black_box(f(*black_box(a), *black_box(b)));
            }
        });
    });
    group.bench_function(format!("{name}/latency"), |bencher| {
        let (mut x, y) = pairs[0];
        bencher.iter(|| {
            for _ in 0..BATCH {
                x = f(x, y);
            }
            x
        });
    });
}

fn operation(
    c: &mut Criterion,
    name: &str,
    p: fn(Field25519, Field25519) -> Field25519,
    q: fn(HelioseleneField, HelioseleneField) -> HelioseleneField,
) {
    let mut group = c.benchmark_group(name);
    bench(&mut group, "p", p);
    bench(&mut group, "q", q);
    group.finish();
}

fn field(c: &mut Criterion) {
    macro_rules! operations {
        ($($name:literal: $f:expr;)*) => {$(operation(c, $name, $f, $f);)*};
    }
    operations! {
        "add": |a, b| a + b;
        "subtract": |a, b| a - b;
        "double": |a, _| a.double();
        "negate": |a, _| -a;
        "multiply": |a, b| a * b;
        "square": |a, _| a.square();
        "invert": |a, b| a.invert().unwrap_or(b);
        "sqrt": |a, b| a.square().sqrt().unwrap_or(b) + b;
        "pow": |a, b| a.pow(b);
        "to_and_from_bytes": |a, b| Option::from(PrimeField::from_repr(a.to_repr())).unwrap_or(b);
    }
}

criterion_group!(benches, field);
criterion_main!(benches);
