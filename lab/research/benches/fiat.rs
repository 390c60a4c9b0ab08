//! The verified backend beside the library's serial one: the same formulas on other field arithmetic.
//!
//! `BENCH_UNIT=cycles cargo bench --manifest-path lab/Cargo.toml -p helioselene-research --bench fiat`

use std::hint::black_box;

use helioselene_bench_support::harness::{Criterion, group, one_core, run, time};
use helioselene_research::fiat::{Element, Prime};
use helioselene_simd::group::{Group, ff::Field};
use helioselene_simd::unstable::{FieldVector, On, Sum};
use helioselene_simd::{Backend, FieldElement, Helios, HeliosPoint, HelioseleneField};
use rand_core::SeedableRng;

/// Steps of a chain.
const STEPS: usize = 1024;

/// Each result is the next operand, in place: a copy would add a wait.
fn chained<T: Copy>(start: T, step: impl Fn(&mut T)) -> impl FnMut() {
    move || {
        let mut value = black_box(start);
        for _ in 0..STEPS {
            step(&mut value);
        }
        black_box(value);
    }
}

fn once<R>(operation: impl Fn() -> R) -> impl FnMut() {
    move || drop(black_box(operation()))
}

fn all(c: &mut Criterion) {
    Backend::Serial.select().expect("any CPU has it");
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(13);
    let k = HelioseleneField::random(&mut rng);
    let (p, q) = (HeliosPoint::random(&mut rng), HeliosPoint::random(&mut rng));
    let x = FieldElement::<Prime>::random(&mut rng);
    let v = Element::splat(&x);

    // The library's own operation, and the same on the verified backend.
    let mut row = |name: &str, steps: usize, own: &mut dyn FnMut(), verified: &mut dyn FnMut()| {
        let mut group = group(c, format!("fiat/Helios/{name}"), steps);
        time(&mut group, "serial", None, own);
        time(&mut group, "fiat-crypto", None, verified);
    };
    row(
        "field multiplication, latency",
        STEPS,
        &mut chained(x, |y| *y *= &x),
        &mut chained(v, |y| *y = y.mul(&v).carry()),
    );
    row(
        "field squaring, latency",
        STEPS,
        &mut chained(x, |y| *y = y.square()),
        &mut chained(v, |y| *y = y.square().carry()),
    );
    row(
        "field addition, latency",
        STEPS,
        &mut chained(x, |y| *y += &x),
        &mut chained(v, |y| *y = (*y + v).carry()),
    );
    row(
        "point addition",
        1,
        &mut once(|| black_box(p) + black_box(q)),
        &mut once(|| On::<Element>::add(&black_box(p), &black_box(q))),
    );
    row(
        "scalar multiplication",
        1,
        &mut once(|| black_box(p) * black_box(k)),
        &mut once(|| On::<Element>::mul(&black_box(k), &black_box(p))),
    );
    row(
        "the generator times a scalar",
        1,
        &mut once(|| HeliosPoint::mul_base(&black_box(k))),
        &mut once(|| On::<Element>::mul_base::<Helios>(&black_box(k))),
    );
}

fn main() {
    run(one_core(), all);
}
