//! What the tuning file chooses by processor, against what it does not choose: doubles in four lanes and in eight, for
//! sums of public points, and limbs with `vpmullq` and without.
//!
//! `cargo bench -p helioselene-checks --bench choices`, with `-- --backend avx2` or `ifma` one of the two

use std::cell::Cell;
use std::hint::black_box;
use std::process::ExitCode;

use helioselene_bench_support::bench::{About, Bench, Case, main as bench};
use helioselene_bench_support::measure::{Effort, Timed};
use helioselene_checks::checks::internals;
use helioselene_checks::group::ff::Field;
use helioselene_checks::group::{Group, GroupEncoding};
use helioselene_checks::{
    Backend, Curve, FieldElement, Helios, Point, Selene, VartimePrecomputation,
};
use rand_core::SeedableRng;

const ABOUT: About = About {
    program: "choices",
    title: "What depends on the make of a processor",
    in_cycles: false,
    effort: Effort::of(15, 20_000),
};

fn run(bench: &mut Bench<'_>) -> Result<(), String> {
    let asked = bench.options().backend.clone();
    for backend in [Backend::Avx2, Backend::Ifma] {
        if asked.as_ref().is_some_and(|name| name != backend.name()) {
            continue;
        }
        if let Err(error) = backend.select() {
            bench.note(error.to_string());
            continue;
        }
        curve::<Helios>(bench, "Helios", backend);
        curve::<Selene>(bench, "Selene", backend);
    }
    internals::set_lanes_of_doubles(None);
    internals::set_without_vpmullq(None);
    Ok(())
}

fn curve<C: Curve>(bench: &mut Bench<'_>, name: &str, backend: Backend) {
    let name = &format!("{name}, {backend}");
    let (names, set): ([&str; 2], fn(bool)) = if backend == Backend::Avx2 {
        let set = |eight| internals::set_lanes_of_doubles(Some(if eight { 8 } else { 4 }));
        (["four lanes", "eight lanes"], set)
    } else {
        let set = |without| internals::set_without_vpmullq(Some(without));
        (["with vpmullq", "without"], set)
    };
    let mut in_turns = |case: Case, run: &dyn Fn(usize)| {
        let choices = [0, 1].map(|i| {
            let timed = Timed::repeated(move || run(i));
            (names[i].to_owned(), timed.prepared_by(move || set(i == 1)))
        });
        bench.time(&case, choices.into());
    };
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(9);
    let points: Vec<_> = (0..1 << 16).map(|_| Point::<C>::random(&mut rng)).collect();
    let mut normal = points.clone();
    Point::batch_normalize(&points, &mut normal);
    let scalars: Vec<_> = (0..points.len())
        .map(|_| FieldElement::<C::Scalar>::random(&mut rng))
        .collect();

    // Doubles serve sums of public points only.
    if backend == Backend::Ifma {
        let next = Cell::new(0);
        let next = || next.replace((next.get() + 1) % points.len());
        in_turns(Case::new(name, "P + Q, 64 of them").each(64), &|_| {
            let start = points[next()];
            black_box(points[..64].iter().fold(start, |sum, p| sum + p));
        });
        in_turns(Case::new(name, "variable base"), &|_| {
            let i = next();
            black_box(points[i] * scalars[i]);
        });
        in_turns(Case::new(name, "mul_base"), &|_| {
            black_box(Point::<C>::mul_base(&scalars[next()]));
        });
        let encodings: Vec<_> = normal[..165].iter().map(|p| p.to_bytes()).collect();
        let case = Case::new(name, "batch_from_bytes, a point");
        in_turns(case.of(165).each(165), &|_| {
            black_box(Point::<C>::batch_from_bytes(black_box(&encodings)));
        });
        let case = Case::new(name, "batch_mul, a product");
        in_turns(case.of(64).each(64), &|_| {
            black_box(Point::batch_mul(black_box(&scalars[..64]), &points[..64]));
        });
    }
    for n in [38, 352, 604, 1024, 1 << 16] {
        let (scalars, points) = (&scalars[..n], &normal[..n]);
        in_turns(Case::new(name, "variable time").of(n), &|_| {
            black_box(Point::vartime_multiscalar_mul(black_box(scalars), points));
        });
    }
    // Tables are of the vectors that they are made by.
    let fixed = [false, true].map(|choice| {
        set(choice);
        VartimePrecomputation::new(&normal[..38])
    });
    let sums: Vec<&[_]> = scalars[..64 * 38].chunks_exact(38).collect();
    in_turns(
        Case::new(name, "64 sums of fixed points").of(38).each(64),
        &|i| {
            black_box(fixed[i].vartime_batch_multiscalar_mul(black_box(&sums)));
        },
    );
}

fn main() -> ExitCode {
    bench(ABOUT, run)
}
