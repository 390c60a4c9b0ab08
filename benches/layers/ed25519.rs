//! Sums over public points of Ed25519 beside those of curve25519-dalek 4 and 5, in turns: one of 270 points, 256 of them
//! prepared, as in Monero's Bulletproofs+, and sums of fresh points.
//!
//! dalek takes AVX2 if the CPU has it, or by `--cfg curve25519_dalek_backend="…"` in `RUSTFLAGS` serial or avx512.

use std::hint::black_box;
use std::process::ExitCode;

use curve25519_dalek::Scalar;
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

/// What one version of curve25519-dalek computes, as a module.
macro_rules! version {
    ($version:ident, $dalek:ident) => {
        mod $version {
            use std::hint::black_box;

            use $dalek::edwards::{CompressedEdwardsY, VartimeEdwardsPrecomputation};
            use $dalek::traits::{
                VartimeMultiscalarMul as _, VartimePrecomputedMultiscalarMul as _,
            };
            use $dalek::{EdwardsPoint, Scalar};

            pub struct Dalek {
                scalars: Vec<Scalar>,
                points: Vec<EdwardsPoint>,
                tables: VartimeEdwardsPrecomputation,
            }

            impl Dalek {
                pub fn new(scalars: &[[u8; 32]], encodings: &[[u8; 32]]) -> Self {
                    let scalars = scalars.iter().map(|k| Scalar::from_bytes_mod_order(*k));
                    let points = Self::decoded(encodings);
                    let points: Vec<_> = points.into_iter().map(|p| p.expect("a point")).collect();
                    Self {
                        scalars: scalars.collect(),
                        tables: VartimeEdwardsPrecomputation::new(&points[..super::PREPARED]),
                        points,
                    }
                }

                pub fn fresh(&self, n: usize) -> EdwardsPoint {
                    let scalars = black_box(&self.scalars[..n]);
                    EdwardsPoint::vartime_multiscalar_mul(scalars, &self.points[..n])
                }

                pub fn prepared(&self, n: usize) -> EdwardsPoint {
                    let (of_tables, fresh) =
                        black_box(&self.scalars[..n]).split_at(super::PREPARED);
                    let points = &self.points[super::PREPARED..n];
                    self.tables
                        .vartime_mixed_multiscalar_mul(of_tables, fresh, points)
                }

                pub fn decoded(encodings: &[[u8; 32]]) -> Vec<Option<EdwardsPoint>> {
                    let encodings = black_box(encodings).iter();
                    encodings
                        .map(|bytes| CompressedEdwardsY(*bytes).decompress())
                        .collect()
                }
            }
        }
    };
}
version!(four, curve25519_dalek_4);
version!(five, curve25519_dalek);

fn run(bench: &mut Bench<'_>) -> Result<(), String> {
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(10);
    let mut scalar = || {
        let mut bytes = [0; 64];
        rng.fill_bytes(&mut bytes);
        Scalar::from_bytes_mod_order_wide(&bytes)
    };
    let bytes: Vec<[u8; 32]> = (0..1024).map(|_| scalar().to_bytes()).collect();
    let point = |k: Scalar| curve25519_dalek::EdwardsPoint::mul_base(&k);
    let encodings: Vec<_> = (0..1024)
        .map(|_| point(scalar()).compress().to_bytes())
        .collect();
    let decoded = EdwardsPoint::vartime_batch_from_bytes(&encodings);
    let points: Vec<_> = decoded.into_iter().map(|p| p.expect("a point")).collect();
    let four = four::Dalek::new(&bytes, &encodings);
    let five = five::Dalek::new(&bytes, &encodings);
    let encode = |point| EdwardsPoint::vartime_batch_to_bytes(&[point])[0];

    let asked = bench.options().backend.as_deref();
    for backend in choose(asked, Backend::available(), Backend::name)? {
        backend.select().expect("it is available");
        for n in FRESH {
            let ours =
                || EdwardsPoint::vartime_multiscalar_mul(black_box(&bytes[..n]), &points[..n]);
            assert_eq!(encode(ours()), four.fresh(n).compress().to_bytes());
            assert_eq!(encode(ours()), five.fresh(n).compress().to_bytes());
            let timed = vec![
                ("ours".into(), Timed::repeated(ours)),
                ("dalek 4".into(), Timed::repeated(|| four.fresh(n))),
                ("dalek 5".into(), Timed::repeated(|| five.fresh(n))),
            ];
            bench.time(backend.name(), &format!("{n} fresh points"), timed);
        }
        let tables = VartimeEdwardsPrecomputation::new(&points[..PREPARED]);
        let (n, k) = (270, PREPARED);
        let ours = || {
            let bytes = black_box(&bytes[..n]);
            tables.vartime_mixed_multiscalar_mul(&bytes[..k], &bytes[k..], &points[k..n])
        };
        assert_eq!(encode(ours()), four.prepared(n).compress().to_bytes());
        assert_eq!(encode(ours()), five.prepared(n).compress().to_bytes());
        let timed = vec![
            ("ours".into(), Timed::repeated(ours)),
            ("dalek 4".into(), Timed::repeated(|| four.prepared(n))),
            ("dalek 5".into(), Timed::repeated(|| five.prepared(n))),
            (
                "dalek 4, none prepared".into(),
                Timed::repeated(|| four.fresh(n)),
            ),
            (
                "dalek 5, none prepared".into(),
                Timed::repeated(|| five.fresh(n)),
            ),
        ];
        bench.time(backend.name(), "270 points, 256 prepared", timed);
        let ours = || EdwardsPoint::vartime_batch_from_bytes(black_box(&encodings[..64]));
        let timed = vec![
            ("ours".into(), Timed::repeated(ours).each(64)),
            (
                "dalek 4".into(),
                Timed::repeated(|| four::Dalek::decoded(&encodings[..64])).each(64),
            ),
            (
                "dalek 5".into(),
                Timed::repeated(|| five::Dalek::decoded(&encodings[..64])).each(64),
            ),
        ];
        bench.time(backend.name(), "decoding, each of 64", timed);
    }
    Ok(())
}

fn main() -> ExitCode {
    bench(ABOUT, run)
}
