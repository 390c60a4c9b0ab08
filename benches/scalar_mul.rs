//! Scalar multiplication on every backend. Sums of many products: `benches/msm`.

mod backends;

use std::hint::black_box;
use std::process::ExitCode;

use helioselene_bench_support::bench::{About, Bench, Case, main as bench};
use helioselene_bench_support::measure::{Effort, InTurn, Timed};
use helioselene_simd::group::Group;
use helioselene_simd::group::ff::Field;
use helioselene_simd::{Curve, FieldElement, Helios, Point, Selene};
use rand_core::SeedableRng;

const ABOUT: About = About {
    program: "scalar_mul",
    title: "Scalar multiplication",
    in_cycles: false,
    compared: true,
    one_core: true,
    effort: Effort::of(101, 500),
};

/// Products in a batch, and the random operands that the other operations take in turn: the time of
/// the double base varies by several percent with the scalars.
const BATCH: usize = 64;

/// Two scalars and a point.
type Input<C> = (
    FieldElement<<C as Curve>::Scalar>,
    FieldElement<<C as Curve>::Scalar>,
    Point<C>,
);

fn curve<C: Curve>(bench: &mut Bench<'_>, name: &str) -> Result<(), String> {
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
    let inputs: Vec<Input<C>> = (0..BATCH)
        .map(|_| {
            let point = Point::random(&mut rng).double();
            let mut scalar = || FieldElement::random(&mut rng);
            (scalar(), scalar(), point)
        })
        .collect();
    let (scalars, points): (Vec<_>, Vec<_>) =
        inputs.iter().map(|(a, _, point)| (*a, *point)).unzip();
    let backends = backends::chosen(bench.options())?;

    let mut operation = |case: Case, run: &dyn Fn(&Input<C>)| {
        let timed = backends::on_each(&backends, || {
            let turns = InTurn::new(inputs.clone());
            Timed::new(move |n| turns.throughput(n, run))
        });
        bench.time(&case, timed);
    };
    operation(Case::new(name, "variable base"), &|(a, _, point)| {
        black_box(*point * a);
    });
    operation(Case::new(name, "mul_base"), &|(a, _, _)| {
        black_box(Point::<C>::mul_base(a));
    });
    operation(Case::new(name, "vartime double base"), &|(a, b, point)| {
        black_box(Point::vartime_double_scalar_mul_basepoint(a, point, b));
    });
    let batch = Case::new(name, "batch_mul, a product")
        .of(BATCH)
        .each(BATCH);
    operation(batch, &|_| {
        black_box(Point::batch_mul(black_box(&scalars), &points));
    });
    Ok(())
}

fn run(bench: &mut Bench<'_>) -> Result<(), String> {
    curve::<Helios>(bench, "Helios")?;
    curve::<Selene>(bench, "Selene")
}

fn main() -> ExitCode {
    bench(ABOUT, run)
}
