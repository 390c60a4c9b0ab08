//! Operations on single field elements: `throughput`, independent of each other, and `latency`, each waiting for the one
//! before. The serial kernels serve them on every backend: one element does not fill a vector.
//!
//! ```sh
//! cargo bench --bench field -- --quick
//! BENCH_UNIT=cycles cargo bench --bench field -- 'q/multiply'
//! ```

use std::hint::black_box;

use helioselene_bench_support::harness::{Criterion, Sets, group, one_core, run, time};
use helioselene_simd::group::ff::{Field, PrimeField};
use helioselene_simd::{Field25519, HelioseleneField};

/// Pairs in a set of operands, and steps of a chain.
const OPERANDS: usize = 64;

fn operation<F: PrimeField>(c: &mut Criterion, name: &str, f: impl Fn(F, F) -> F) {
    let mut group = group(c, format!("field/{name}"), OPERANDS);
    let mut pairs =
        Sets::new(|rng| [(); OPERANDS].map(|()| (F::random(&mut *rng), F::random(&mut *rng))));
    time(&mut group, "throughput", None, &mut || {
        for (a, b) in black_box(&*pairs.turn()) {
            black_box(f(*a, *b));
        }
    });
    time(&mut group, "latency", None, &mut || {
        let (mut x, y) = black_box(pairs.turn()[0]);
        for _ in 0..OPERANDS {
            x = f(x, y);
        }
        black_box(x);
    });
}

fn all(c: &mut Criterion) {
    macro_rules! operations {
        ($($name:literal: $f:expr;)*) => {$(
            operation::<Field25519>(c, concat!("p/", $name), $f);
            operation::<HelioseleneField>(c, concat!("q/", $name), $f);
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
}

fn main() {
    run(one_core(), all);
}
