//! Sums over fixed points by the size of their tables: what `TABLE_BYTES` of `src/backend/tuning.rs` is set by.

use std::hint::black_box;

use helioselene_bench_support::measure::{Effort, Timed, compare};
use helioselene_simd::group::Group;
use helioselene_simd::group::ff::Field;
use helioselene_simd::{Backend, Curve, FieldElement, Point, VartimePrecomputation};
use rand_core::SeedableRng;

const POINTS: [usize; 4] = [38, 228, 604, 1024];
const SUMS: [usize; 2] = [1, 64];
/// Sizes asked for, beside the largest.
const KILOBYTES: [usize; 8] = [64, 128, 192, 256, 384, 512, 1024, 1536];

/// Prints the time of sums by the size of their tables, in the time with tables of the largest size.
pub fn run<C: Curve>(curve: &str) {
    println!("{curve}, {}:", Backend::selected());
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(9);
    for n in POINTS {
        let points: Vec<_> = (0..n).map(|_| Point::<C>::random(&mut rng)).collect();
        let sizes = KILOBYTES.map(|kilobytes| kilobytes << 10).into_iter();
        let mut tables: Vec<_> = [usize::MAX]
            .into_iter()
            .chain(sizes.rev())
            .map(|bytes| VartimePrecomputation::with_any_memory(&points, bytes))
            .collect();
        tables.dedup_by_key(|tables| tables.table_bytes());
        for sums in SUMS {
            let scalars: Vec<Vec<_>> = (0..sums)
                .map(|_| {
                    (0..n)
                        .map(|_| FieldElement::<C::Scalar>::random(&mut rng))
                        .collect()
                })
                .collect();
            let slices: Vec<&[_]> = scalars.iter().map(Vec::as_slice).collect();
            let mut contenders: Vec<_> = tables
                .iter()
                .map(|tables| {
                    Timed::repeated(|| tables.vartime_batch_multiscalar_mul(black_box(&slices)))
                })
                .collect();
            let times = compare(&mut contenders, Effort::of(60, 8000));
            let largest = times[0].nanoseconds;
            print!(
                "  {n:4} points, {sums:2} at once, {:7.1} µs a sum:",
                largest / 1e3 / sums as f64
            );
            for (tables, time) in tables.iter().zip(&times) {
                print!(
                    " {} kB {:.2}",
                    tables.table_bytes() >> 10,
                    time.nanoseconds / largest
                );
            }
            println!();
        }
    }
}
