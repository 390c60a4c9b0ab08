//! Sums over fixed points for several table sizes, in turns: the basis of `table_bytes` in `src/backend/tuning.rs`.

use std::hint::black_box;
use std::process::ExitCode;

use helioselene_bench_support::bench::{About, Bench, choose, main as bench};
use helioselene_bench_support::measure::{Effort, Timed};
use helioselene_simd::group::Group;
use helioselene_simd::group::ff::Field;
use helioselene_simd::{
    Backend, Curve, FieldElement, Helios, Point, Selene, VartimePrecomputation,
};
use rand_core::SeedableRng;

const ABOUT: About = About {
    program: "tables",
    title: "Sums over fixed points by the size of their tables, a sum",
    effort: Effort::of(60, 8000),
};

const POINTS: [usize; 4] = [38, 228, 604, 1024];
const SUMS: [usize; 2] = [1, 64];
/// Bytes requested; the first are the maximum.
const SIZES: [usize; 9] = [
    usize::MAX,
    1536 << 10,
    1 << 20,
    512 << 10,
    384 << 10,
    256 << 10,
    192 << 10,
    128 << 10,
    64 << 10,
];

fn curve<C: Curve>(bench: &mut Bench<'_>, name: &str) {
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(9);
    for n in POINTS {
        let points: Vec<_> = (0..n).map(|_| Point::<C>::random(&mut rng)).collect();
        let mut tables = SIZES
            .map(|bytes| VartimePrecomputation::with_any_memory(&points, bytes))
            .to_vec();
        tables.dedup_by_key(|tables| tables.table_bytes());
        for sums in SUMS {
            let mut scalars = || FieldElement::<C::Scalar>::random(&mut rng);
            let scalars: Vec<Vec<_>> = (0..sums)
                .map(|_| (0..n).map(|_| scalars()).collect())
                .collect();
            let slices: Vec<&[_]> = scalars.iter().map(Vec::as_slice).collect();
            let timed = tables.iter().map(|tables| {
                let sum = || tables.vartime_batch_multiscalar_mul(black_box(&slices));
                let name = format!("{} kB", tables.table_bytes() >> 10);
                (name, Timed::repeated(sum).each(sums))
            });
            let table = format!("{name}, {}, {n} points", Backend::selected());
            bench.time(&table, &format!("{sums} at once"), timed.collect());
        }
    }
}

fn run(bench: &mut Bench<'_>) -> Result<(), String> {
    let asked = bench.options().backend.as_deref();
    for backend in choose(asked, Backend::available(), Backend::name)? {
        backend.select().expect("it is available");
        curve::<Helios>(bench, "Helios");
        curve::<Selene>(bench, "Selene");
    }
    Ok(())
}

fn main() -> ExitCode {
    bench(ABOUT, run)
}
