//! Sums over public points of Ed25519 beside curve25519-dalek's, in turns: one of 270 points, 256 of them prepared, as in
//! Monero's Bulletproofs+, and sums of fresh points.
//!
//! dalek chooses its instruction set at compile time: AVX2 if the CPU has it, or by `--cfg curve25519_dalek_backend="…"`
//! in `RUSTFLAGS` serial or avx512.

use std::hint::black_box;
use std::process::ExitCode;

use curve25519_dalek::edwards::VartimeEdwardsPrecomputation as OfDalek;
use curve25519_dalek::traits::{VartimeMultiscalarMul as _, VartimePrecomputedMultiscalarMul as _};
use curve25519_dalek::{EdwardsPoint as Dalek, Scalar};
use helioselene_bench_support::bench::{About, Bench, choose, main as bench};
use helioselene_bench_support::measure::{Effort, Timed};
use helioselene_simd::Backend;
use helioselene_simd::ed25519::{EdwardsPoint, VartimeEdwardsPrecomputation};
use rand_core::{RngCore, SeedableRng};

const ABOUT: About = About {
    program: "ed25519",
    title: "Sums over Ed25519, a sum",
    effort: Effort::of(40, 8000),
};

const FRESH: [usize; 4] = [14, 64, 270, 1024];
/// Of 270.
const PREPARED: usize = 256;

fn run(bench: &mut Bench<'_>) -> Result<(), String> {
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(10);
    let mut scalar = || {
        let mut bytes = [0; 64];
        rng.fill_bytes(&mut bytes);
        Scalar::from_bytes_mod_order_wide(&bytes)
    };
    let scalars: Vec<Scalar> = (0..1024).map(|_| scalar()).collect();
    let dalek: Vec<Dalek> = (0..1024).map(|_| Dalek::mul_base(&scalar())).collect();
    let bytes: Vec<[u8; 32]> = scalars.iter().map(Scalar::to_bytes).collect();
    let encodings: Vec<_> = dalek.iter().map(|p| p.compress().to_bytes()).collect();
    let decoded = EdwardsPoint::vartime_batch_from_bytes(&encodings);
    let points: Vec<_> = decoded.into_iter().map(|p| p.expect("a point")).collect();
    let of_dalek = OfDalek::new(&dalek[..PREPARED]);
    let encode = |point| EdwardsPoint::vartime_batch_to_bytes(&[point])[0];

    let asked = bench.options().backend.as_deref();
    for backend in choose(asked, Backend::available(), Backend::name)? {
        backend.select().expect("it is available");
        for n in FRESH {
            let ours =
                || EdwardsPoint::vartime_multiscalar_mul(black_box(&bytes[..n]), &points[..n]);
            let theirs = || Dalek::vartime_multiscalar_mul(black_box(&scalars[..n]), &dalek[..n]);
            assert_eq!(encode(ours()), theirs().compress().to_bytes());
            let timed = vec![
                ("ours".into(), Timed::repeated(ours)),
                ("dalek".into(), Timed::repeated(theirs)),
            ];
            bench.time(backend.name(), &format!("{n} fresh points"), timed);
        }
        let tables = VartimeEdwardsPrecomputation::new(&points[..PREPARED]);
        let (n, k) = (270, PREPARED);
        let ours = || {
            let bytes = black_box(&bytes[..n]);
            tables.vartime_mixed_multiscalar_mul(&bytes[..k], &bytes[k..], &points[k..n])
        };
        let theirs = || {
            let scalars = black_box(&scalars[..n]);
            of_dalek.vartime_mixed_multiscalar_mul(&scalars[..k], &scalars[k..], &dalek[k..n])
        };
        let none_prepared =
            || Dalek::vartime_multiscalar_mul(black_box(&scalars[..n]), &dalek[..n]);
        assert_eq!(encode(ours()), theirs().compress().to_bytes());
        let timed = vec![
            ("ours".into(), Timed::repeated(ours)),
            ("dalek, prepared".into(), Timed::repeated(theirs)),
            (
                "dalek, none prepared".into(),
                Timed::repeated(none_prepared),
            ),
        ];
        bench.time(backend.name(), "270 points, 256 prepared", timed);
        let ours = || EdwardsPoint::vartime_batch_from_bytes(black_box(&encodings[..64]));
        let theirs = || {
            let encodings = black_box(&encodings[..64]).iter();
            let points = encodings
                .map(|bytes| curve25519_dalek::edwards::CompressedEdwardsY(*bytes).decompress());
            points.collect::<Vec<_>>()
        };
        let timed = vec![
            ("ours".into(), Timed::repeated(ours).each(64)),
            ("dalek".into(), Timed::repeated(theirs).each(64)),
        ];
        bench.time(backend.name(), "decoding, each of 64", timed);
    }
    Ok(())
}

fn main() -> ExitCode {
    bench(ABOUT, run)
}
