//! Field operations on canonical elements, throughput and latency. They are served by the serial
//! kernels on every backend: one element does not fill a vector.

use std::process::ExitCode;

use helioselene_bench_support::bench::{About, Bench, Case, main as bench};
use helioselene_bench_support::measure::{Effort, InTurn, Timed, latency};
use helioselene_simd::group::ff::{Field, PrimeField};
use helioselene_simd::{Field25519, HelioseleneField};
use rand_core::SeedableRng;

const ABOUT: About = About {
    program: "field",
    title: "Operations of the fields",
    in_cycles: true,
    compared: false,
    one_core: true,
    effort: Effort::of(101, 100),
};

/// Operands that are taken in turn.
const INPUTS: usize = 16;

fn operation<F: PrimeField, O: Fn(F, F) -> F>(
    bench: &mut Bench<'_>,
    field: &str,
    name: &str,
    f: O,
) {
    let rng = &mut rand_chacha::ChaCha8Rng::seed_from_u64(1);
    let inputs = InTurn::new((0..INPUTS).map(|_| (F::random(&mut *rng), F::random(&mut *rng))));
    let (x, y) = (F::random(&mut *rng), F::random(&mut *rng));
    let timed = vec![
        (
            "one after the other".to_owned(),
            Timed::new(|n| inputs.throughput(n, |(a, b)| f(*a, *b))),
        ),
        (
            "each waiting for the one before it".to_owned(),
            Timed::new(|n| latency(x, n, |x| f(x, y))),
        ),
    ];
    bench.time(&Case::new(field, name), timed);
}

fn run(bench: &mut Bench<'_>) -> Result<(), String> {
    macro_rules! operations {
        ($($name:literal: $f:expr;)*) => {$(
            operation::<Field25519, _>(bench, "p", $name, $f);
            operation::<HelioseleneField, _>(bench, "q", $name, $f);
        )*};
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
    Ok(())
}

fn main() -> ExitCode {
    bench(ABOUT, run)
}
