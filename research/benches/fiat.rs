//! The verified backend beside the library's serial one: the same formulas, on other field arithmetic.
//!
//! `cargo bench -p helioselene-research --bench fiat`

use std::hint::black_box;
use std::time::Duration;

use helioselene_bench_support::measure::{Contender, Effort, Machine, compare, pin_to_one_core};
use helioselene_research::fiat::{Element, Prime};
use helioselene_simd::group::{Group, ff::Field};
use helioselene_simd::unstable::{FieldVector, On, Sum};
use helioselene_simd::{Backend, FieldElement, Helios, HeliosPoint, HelioseleneField};
use rand_core::SeedableRng;

const EFFORT: Effort = Effort {
    rounds: 151,
    sample: Duration::from_micros(500),
};

/// A name, the library's own operation, and the same on the verified backend.
type Row<'a> = (&'static str, Contender<'a>, Contender<'a>);

fn repeated<R>(operation: impl Fn() -> R) -> impl FnMut(u64) {
    move |n| {
        for _ in 0..n {
            black_box(operation());
        }
    }
}

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

fn main() {
    Backend::Serial.select().expect("any CPU has it");
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(13);
    let k = HelioseleneField::random(&mut rng);
    let (p, q) = (HeliosPoint::random(&mut rng), HeliosPoint::random(&mut rng));
    let x = FieldElement::<Prime>::random(&mut rng);
    let v = Element::splat(&x);

    let rows: [Row<'_>; 6] = [
        (
            "field multiplication, latency",
            Contender::new(chained(x, move |y| *y *= &x)),
            Contender::new(chained(v, move |y| *y = y.mul(&v).carry())),
        ),
        (
            "field squaring, latency",
            Contender::new(chained(x, move |y| *y = y.square())),
            Contender::new(chained(v, move |y| *y = y.square().carry())),
        ),
        (
            "field addition, latency",
            Contender::new(chained(x, move |y| *y += &x)),
            Contender::new(chained(v, move |y| *y = (*y + v).carry())),
        ),
        (
            "point addition",
            Contender::new(repeated(move || black_box(p) + black_box(q))),
            Contender::new(repeated(move || {
                On::<Element>::add(&black_box(p), &black_box(q))
            })),
        ),
        (
            "scalar multiplication",
            Contender::new(repeated(move || black_box(p) * black_box(k))),
            Contender::new(repeated(move || {
                On::<Element>::mul(&black_box(k), &black_box(p))
            })),
        ),
        (
            "the generator times a scalar",
            Contender::new(repeated(move || HeliosPoint::mul_base(&black_box(k)))),
            Contender::new(repeated(move || {
                On::<Element>::mul_base::<Helios>(&black_box(k))
            })),
        ),
    ];
    let (names, mut contenders): (Vec<_>, Vec<_>) = rows
        .into_iter()
        .map(|(name, own, verified)| (name, [own, verified]))
        .unzip();
    let mut contenders: Vec<_> = contenders.drain(..).flatten().collect();

    let pinned = pin_to_one_core();
    let measured = compare(&mut contenders, EFFORT);
    let Machine {
        processor,
        gigahertz,
    } = Machine::detect();
    println!(
        "{processor}, {gigahertz:.2} GHz; core cycles, medians of {} samples",
        EFFORT.rounds
    );
    if !pinned {
        println!("not pinned to a core: figures may be off");
    }
    println!("| Helios | serial | fiat-crypto | ratio |");
    println!("|---|--:|--:|--:|");
    for (name, figures) in names.iter().zip(measured.chunks_exact(2)) {
        let (own, verified) = (figures[0].cycles, figures[1].cycles);
        println!(
            "| {name} | {own:.0} | {verified:.0} | {:.2} |",
            verified / own
        );
    }
}
