//! Operations on single points, and batches of them, on every backend.

mod backends;

use std::hint::black_box;
use std::process::ExitCode;

use helioselene_bench_support::bench::{About, Bench, Case, main as bench};
use helioselene_bench_support::measure::{Effort, Timed};
use helioselene_simd::group::{Group, GroupEncoding};
use helioselene_simd::{Curve, Helios, Point, Selene};
use rand_core::SeedableRng;

const ABOUT: About = About {
    program: "point",
    title: "Operations on points",
    in_cycles: false,
    compared: true,
    one_core: true,
    effort: Effort::of(101, 300),
};

/// Points in a batch: those of one FCMP++ proof.
const BATCH: usize = 165;

fn curve<C: Curve>(bench: &mut Bench<'_>, name: &str) -> Result<(), String> {
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
    let points: Vec<Point<C>> = (0..BATCH)
        .map(|_| Point::random(&mut rng).double())
        .collect();
    let encodings: Vec<[u8; 32]> = points.iter().map(Point::to_bytes).collect();
    let (a, b) = (points[0], points[1]);
    let backends = backends::chosen(bench.options())?;

    let mut operation = |case: Case, run: &dyn Fn()| {
        let timed = backends::on_each(&backends, || Timed::repeated(run));
        bench.time(&case, timed);
    };
    macro_rules! operations {
        ($($operation:literal: $e:expr;)*) => {$(
            operation(Case::new(name, $operation), &|| {
                black_box($e);
            });
        )*};
    }
    operations! {
        "add": black_box(a) + black_box(b);
        "subtract": black_box(a) - black_box(b);
        "negate": -black_box(a);
        "equal": black_box(a) == black_box(b);
        "double": black_box(a).double();
        "to_bytes": black_box(a).to_bytes();
        "from_bytes": Point::<C>::from_bytes(black_box(&encodings[0]));
        "to_xy": black_box(a).to_xy();
    }
    macro_rules! batches {
        ($($operation:literal: $e:expr;)*) => {$(
            operation(Case::new(name, concat!($operation, ", a point")).of(BATCH).each(BATCH), &|| {
                black_box($e);
            });
        )*};
    }
    batches! {
        "batch_to_xy": Point::batch_to_xy(black_box(&points));
        "batch_to_bytes": Point::batch_to_bytes(black_box(&points));
        "batch_from_bytes": Point::<C>::batch_from_bytes(black_box(&encodings));
        "batch_normalize": Point::batch_normalize(black_box(&points), &mut points.clone());
    }
    Ok(())
}

fn run(bench: &mut Bench<'_>) -> Result<(), String> {
    curve::<Helios>(bench, "Helios")?;
    curve::<Selene>(bench, "Selene")
}

fn main() -> ExitCode {
    bench(ABOUT, run)
}
