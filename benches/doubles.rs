//! Doubles in four lanes and in eight, on a CPU that has both: sums of public points.
//!
//! `cargo bench --features internals --bench doubles`

use std::hint::black_box;
use std::process::ExitCode;

use helioselene_bench_support::bench::{About, Bench, Case, main as bench};
use helioselene_bench_support::measure::{Effort, Timed};
use helioselene_simd::group::Group;
use helioselene_simd::group::ff::Field;
use helioselene_simd::traits::{VartimeMultiscalarMul, VartimePrecomputedMultiscalarMul};
use helioselene_simd::{
    Backend, Curve, FieldElement, Helios, Point, Selene, VartimePrecomputation, internals,
};
use rand_core::SeedableRng;

const ABOUT: About = About {
    program: "doubles",
    title: "Doubles in four lanes and in eight",
    in_cycles: false,
    compared: true,
    one_core: true,
    effort: Effort::of(15, 20_000),
};

fn run(bench: &mut Bench<'_>) -> Result<(), String> {
    let avx2 = Backend::Avx2.select();
    avx2.map_err(|error| error.to_string())?;
    curve::<Helios>(bench, "Helios");
    curve::<Selene>(bench, "Selene");
    internals::set_lanes_of_doubles(None);
    Ok(())
}

fn curve<C: Curve>(bench: &mut Bench<'_>, name: &str) {
    let mut in_turns = |case: Case, run: &dyn Fn(u8)| {
        let lanes = [(4, "four lanes"), (8, "eight lanes")].map(|(lanes, name)| {
            let timed = Timed::repeated(move || run(lanes));
            let set = move || internals::set_lanes_of_doubles(Some(lanes));
            (name.to_owned(), timed.prepared_by(set))
        });
        bench.time(&case, lanes.into());
    };
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(9);
    let points: Vec<_> = (0..1 << 16).map(|_| Point::<C>::random(&mut rng)).collect();
    let mut normal = points.clone();
    Point::batch_normalize(&points, &mut normal);
    let scalars: Vec<_> = (0..points.len())
        .map(|_| FieldElement::<C::Scalar>::random(&mut rng))
        .collect();

    for n in [38, 352, 604, 1024, 1 << 16] {
        let (scalars, points) = (&scalars[..n], &normal[..n]);
        in_turns(Case::new(name, "variable time").of(n), &|_| {
            black_box(Point::vartime_multiscalar_mul(black_box(scalars), points));
        });
    }
    // Tables are of the vectors that they are made by.
    let fixed = [4, 8].map(|lanes| {
        internals::set_lanes_of_doubles(Some(lanes));
        VartimePrecomputation::new(&normal[..38])
    });
    let sums: Vec<&[_]> = scalars[..64 * 38].chunks_exact(38).collect();
    in_turns(
        Case::new(name, "64 sums of fixed points").of(38).each(64),
        &|lanes| {
            black_box(
                fixed[usize::from(lanes) / 8].batch_vartime_multiscalar_mul(black_box(&sums)),
            );
        },
    );
}

fn main() -> ExitCode {
    bench(ABOUT, run)
}
