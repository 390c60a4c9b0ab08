//! Helios and Selene beside curve25519-dalek's Ed25519 on the same instruction set, in turns.
//!
//! Which one that is, dalek decides when it is compiled; without a flag it takes AVX2 where the CPU
//! has it.
//!
//! ```sh
//! cargo bench --bench dalek
//! RUSTFLAGS='--cfg curve25519_dalek_backend="serial"' cargo bench --bench dalek
//! RUSTFLAGS='--cfg curve25519_dalek_backend="avx512"' cargo bench --bench dalek
//! ```

use std::process::ExitCode;

use curve25519_dalek::{EdwardsPoint, Scalar};
use helioselene_bench_support::bench::{About, Bench, Case, main as bench};
use helioselene_bench_support::measure::{Effort, InTurn, Timed};
use helioselene_simd::group::ff::Field;
use helioselene_simd::{Backend, Curve, FieldElement, Helios, Point, Selene};
use rand_core::{RngCore, SeedableRng};

const ABOUT: About = About {
    program: "dalek",
    title: "Beside curve25519-dalek on the same instruction set",
    in_cycles: false,
    compared: true,
    one_core: true,
    effort: Effort::of(401, 500),
};

/// What a group does as often as told: the variable base, the fixed base, both at once.
type Operations = [Box<dyn Fn(u64)>; 3];
const NAMES: [&str; 3] = ["variable base", "fixed base", "double base, variable time"];

/// The random points and pairs of scalars that are taken in turn: the time of the double base varies
/// by several percent with the scalars.
const INPUTS: usize = 64;

/// Ours of the instruction set that dalek takes in this build: it looks for avx512ifma and avx512vl
/// if it is compiled for them, then for avx2.
fn backend() -> Backend {
    let with_avx512 = cfg!(any(
        curve25519_dalek_backend = "avx512",
        all(
            not(curve25519_dalek_backend = "simd"),
            target_feature = "avx512ifma",
            target_feature = "avx512vl"
        )
    ));
    Backend::available()
        .filter(|backend| match backend {
            Backend::Serial => true,
            _ if cfg!(curve25519_dalek_backend = "serial") => false,
            Backend::Avx2 => true,
            _ => with_avx512,
        })
        .last()
        .expect("every CPU can run serial code")
}

/// The operations of one group, of a point P and scalars a and b: a·P, a·G and a·P + b·G.
fn operations<P: Copy + 'static, S: Copy + 'static>(
    mut draw: impl FnMut() -> (P, S, S),
    variable: fn(&P, &S) -> P,
    fixed: fn(&S) -> P,
    double: fn(&S, &P, &S) -> P,
) -> Operations {
    let drawn: Vec<_> = (0..INPUTS).map(|_| draw()).collect();
    let [first, second, third] = [(); 3].map(|()| InTurn::new(drawn.iter().copied()));
    [
        Box::new(move |n| first.throughput(n, |(point, a, _)| variable(point, a))),
        Box::new(move |n| second.throughput(n, |(_, a, _)| fixed(a))),
        Box::new(move |n| third.throughput(n, |(point, a, b)| double(a, point, b))),
    ]
}

fn dalek(rng: &mut impl RngCore) -> Operations {
    let mut scalar = || {
        let mut bytes = [0; 64];
        rng.fill_bytes(&mut bytes);
        Scalar::from_bytes_mod_order_wide(&bytes)
    };
    operations(
        || (EdwardsPoint::mul_base(&scalar()), scalar(), scalar()),
        |point, a| point * a,
        EdwardsPoint::mul_base,
        EdwardsPoint::vartime_double_scalar_mul_basepoint,
    )
}

fn ours<C: Curve>(rng: &mut impl RngCore) -> Operations {
    operations(
        || {
            let mut scalar = || FieldElement::<C::Scalar>::random(&mut *rng);
            // A product, so that Z is not 1, as of dalek's.
            (Point::<C>::mul_base(&scalar()), scalar(), scalar())
        },
        |point, a| *point * a,
        Point::<C>::mul_base,
        Point::<C>::vartime_double_scalar_mul_basepoint,
    )
}

fn run(bench: &mut Bench<'_>) -> Result<(), String> {
    let backend = backend();
    backend.select().expect("it is available");
    let rng = &mut rand_chacha::ChaCha8Rng::seed_from_u64(1);
    let groups = [
        ("curve25519-dalek 5", dalek(rng)),
        ("Helios", ours::<Helios>(rng)),
        ("Selene", ours::<Selene>(rng)),
    ];
    for (i, name) in NAMES.into_iter().enumerate() {
        let timed = groups.iter().map(|(group, operations)| {
            let run = Timed::new(|n| operations[i](n));
            ((*group).to_owned(), run)
        });
        bench.time(&Case::new(backend.name(), name), timed.collect());
    }
    Ok(())
}

fn main() -> ExitCode {
    bench(ABOUT, run)
}
