//! Helios and Selene beside curve25519-dalek's Ed25519 on the same instruction set.
//!
//! dalek chooses it at compile time; without a flag it takes AVX2 if the CPU has it.
//!
//! ```sh
//! cargo bench --bench dalek
//! RUSTFLAGS='--cfg curve25519_dalek_backend="serial"' cargo bench --bench dalek
//! RUSTFLAGS='--cfg curve25519_dalek_backend="avx512"' cargo bench --bench dalek
//! ```

use std::hint::black_box;

use curve25519_dalek::{EdwardsPoint, Scalar};
use helioselene_bench_support::harness::{Criterion, Sets, group, one_core, run, time};
use helioselene_simd::group::ff::Field;
use helioselene_simd::{Backend, Curve, FieldElement, Helios, Point, Selene};
use rand_core::RngCore;

const OPERATIONS: [&str; 3] = ["variable base", "fixed base", "double base, variable time"];

/// The random points and pairs of scalars: the time of the double base varies by several percent with the scalars.
const SETS: usize = 64;

/// Our backend for the instruction set that dalek uses in this build: avx512ifma and avx512vl if compiled for them, then avx2.
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

/// The operations of one group for a point P and scalars a and b: a·P, a·G and a·P + b·G.
fn operations<P, S>(
    c: &mut Criterion,
    name: &str,
    mut sets: Sets<(P, S, S)>,
    [variable, fixed, double]: [fn(&S, &P, &S) -> P; 3],
) {
    for (operation, run) in OPERATIONS.into_iter().zip([variable, fixed, double]) {
        let mut group = group(c, format!("dalek/{}/{operation}", backend()), 1);
        time(&mut group, name, None, &mut || {
            let (point, a, b) = black_box(&*sets.turn());
            black_box(run(a, point, b));
        });
    }
}

fn dalek(c: &mut Criterion) {
    let sets = Sets::of(SETS, |rng| {
        let mut scalar = || {
            let mut bytes = [0; 64];
            rng.fill_bytes(&mut bytes);
            Scalar::from_bytes_mod_order_wide(&bytes)
        };
        (EdwardsPoint::mul_base(&scalar()), scalar(), scalar())
    });
    operations(
        c,
        "curve25519-dalek 5",
        sets,
        [
            |a, point, _| point * a,
            |a, _, _| EdwardsPoint::mul_base(a),
            EdwardsPoint::vartime_double_scalar_mul_basepoint,
        ],
    );
}

fn ours<C: Curve>(c: &mut Criterion, name: &str) {
    let sets = Sets::of(SETS, |rng| {
        let mut scalar = || FieldElement::<C::Scalar>::random(&mut *rng);
        // A product, so that Z is not 1, as in dalek's.
        (Point::<C>::mul_base(&scalar()), scalar(), scalar())
    });
    operations(
        c,
        name,
        sets,
        [
            |a, point, _| *point * a,
            |a, _, _| Point::<C>::mul_base(a),
            Point::<C>::vartime_double_scalar_mul_basepoint,
        ],
    );
}

fn main() {
    backend().select().expect("it is available");
    run(one_core(), |c| {
        dalek(c);
        ours::<Helios>(c, "Helios");
        ours::<Selene>(c, "Selene");
    });
}
