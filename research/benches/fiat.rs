//! The verified backend beside the library's serial one: the same formulas, on other field arithmetic.
//!
//! `cargo bench -p helioselene-research --bench fiat`

use std::hint::black_box;
use std::process::ExitCode;

use helioselene_bench_support::bench::{About, Bench, Case, main as bench};
use helioselene_bench_support::measure::{Effort, Timed};
use helioselene_research::fiat::{Element, Prime};
use helioselene_simd::group::{Group, ff::Field};
use helioselene_simd::unstable::{FieldVector, On, Sum};
use helioselene_simd::{Backend, FieldElement, Helios, HeliosPoint, HelioseleneField};
use rand_core::SeedableRng;

const ABOUT: About = About {
    program: "fiat",
    title: "Verified field arithmetic beside the library's serial one",
    in_cycles: true,
    effort: Effort::of(151, 500),
};

/// A name, the library's own operation, and the same on the verified backend.
type Row<'a> = (&'static str, Timed<'a>, Timed<'a>);

/// Each result is the next operand, in place: a copy would be waited for.
fn chained<T: Copy>(start: T, step: impl Fn(&mut T)) -> impl FnMut(u64) {
    move |n| {
        let mut value = black_box(start);
        for _ in 0..n {
            step(&mut value);
        }
        black_box(value);
    }
}

fn run(bench: &mut Bench<'_>) -> Result<(), String> {
    Backend::Serial.select().expect("any CPU has it");
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(13);
    let k = HelioseleneField::random(&mut rng);
    let (p, q) = (HeliosPoint::random(&mut rng), HeliosPoint::random(&mut rng));
    let x = FieldElement::<Prime>::random(&mut rng);
    let v = Element::splat(&x);

    let rows: [Row<'_>; 6] = [
        (
            "field multiplication, latency",
            Timed::new(chained(x, move |y| *y *= &x)),
            Timed::new(chained(v, move |y| *y = y.mul(&v).carry())),
        ),
        (
            "field squaring, latency",
            Timed::new(chained(x, move |y| *y = y.square())),
            Timed::new(chained(v, move |y| *y = y.square().carry())),
        ),
        (
            "field addition, latency",
            Timed::new(chained(x, move |y| *y += &x)),
            Timed::new(chained(v, move |y| *y = (*y + v).carry())),
        ),
        (
            "point addition",
            Timed::repeated(move || black_box(p) + black_box(q)),
            Timed::repeated(move || On::<Element>::add(&black_box(p), &black_box(q))),
        ),
        (
            "scalar multiplication",
            Timed::repeated(move || black_box(p) * black_box(k)),
            Timed::repeated(move || On::<Element>::mul(&black_box(k), &black_box(p))),
        ),
        (
            "the generator times a scalar",
            Timed::repeated(move || HeliosPoint::mul_base(&black_box(k))),
            Timed::repeated(move || On::<Element>::mul_base::<Helios>(&black_box(k))),
        ),
    ];
    for (name, own, verified) in rows {
        let timed = vec![
            ("serial".to_owned(), own),
            ("fiat-crypto".to_owned(), verified),
        ];
        bench.time(&Case::new("Helios", name), timed);
    }
    Ok(())
}

fn main() -> ExitCode {
    bench(ABOUT, run)
}
