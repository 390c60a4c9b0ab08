//! No branch and no address depends on a scalar or a point, judged by Valgrind's memcheck.
#![cfg(all(
    target_os = "linux",
    target_arch = "x86_64",
    feature = "batch",
    feature = "std"
))]

use ff::{Field, PrimeFieldBits};
use group::Group;
use helioselene_judge::memcheck::{Report, is_running, mark, rerun};
use helioselene_multiexp::{
    BatchVerifier, Declared, multiexp, multiexp_selectable, multiexp_vartime,
};
use helioselene_simd::Backend;
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;
use subtle::ConditionallySelectable;
use zeroize::Zeroize;

#[test]
fn sums_are_constant_time() {
    rerun("under_valgrind");
}

#[test]
#[ignore = "`sums_are_constant_time` runs it, under valgrind"]
fn under_valgrind() {
    assert!(is_running());
    // Valgrind's CPU has AVX2.
    for backend in Backend::available() {
        backend.select().expect("it is available");
        let mut report = Report::default();
        functions::<helioselene::HeliosPoint>("Helios", &mut report);
        functions::<helioselene::SelenePoint>("Selene", &mut report);
        functions::<helioselene_simd::HeliosPoint>("Helios itself", &mut report);
        functions::<helioselene_simd::SelenePoint>("Selene itself", &mut report);
        functions::<curve25519_dalek::RistrettoPoint>("another group", &mut report);
        declared::<helioselene::HeliosPoint>("Helios", &mut report);
        declared::<helioselene::SelenePoint>("Selene", &mut report);
        report.finish();
    }
}

/// Sums over points declared public: the time tells whether the points are these, and nothing else.
fn declared<G: Zeroize + Group<Scalar: Zeroize + PrimeFieldBits>>(
    group: &str,
    report: &mut Report,
) {
    let rng = &mut ChaCha20Rng::seed_from_u64(51);
    let points: Vec<G> = (0..40).map(|_| G::random(&mut *rng)).collect();
    let _declared = Declared::new(&points[..39], &points[39]);
    let mut scalars: Vec<_> = points
        .iter()
        .map(|_| G::Scalar::random(&mut *rng))
        .collect();
    mark(&mut scalars);
    let pairs: Vec<_> = scalars
        .iter()
        .copied()
        .zip(points.iter().copied())
        .collect();
    // The first makes the tables. The one branch is whether a relation of the points was met.
    for sum in ["multiexp with tables", "multiexp with the same tables"] {
        report.constant_time_but(1, &format!("{group}: {sum}"), || multiexp(&pairs));
    }
    let reversed: Vec<G> = points.iter().rev().copied().collect();
    commitments::<G>(group, report);
    for (branches, points, what) in [(2, points, "are"), (1, reversed, "are not")] {
        let mut pairs: Vec<_> = scalars.iter().copied().zip(points).collect();
        mark(&mut pairs);
        let name = format!("{group}: multiexp of secret points that {what} declared");
        report.constant_time_but(branches, &name, || multiexp(&pairs));
    }
}

/// Sums that are as long as FCMP++'s commitments: the time also tells which words of 128 scalars are short.
fn commitments<G: Zeroize + Group<Scalar: Zeroize + PrimeFieldBits>>(
    group: &str,
    report: &mut Report,
) {
    let rng = &mut ChaCha20Rng::seed_from_u64(52);
    let points: Vec<G> = (0..257).map(|_| G::random(&mut *rng)).collect();
    let declared = Declared::new(&points[..256], &points[256]);
    for short in [0, 1, 2] {
        let mut pairs: Vec<_> = (points.iter())
            .map(|point| (G::Scalar::random(&mut *rng), *point))
            .collect();
        for (i, (scalar, _)) in pairs[..128 * short].iter_mut().enumerate() {
            *scalar = G::Scalar::from(i as u64 % 256);
        }
        let mut scalars: Vec<_> = pairs.iter().map(|(scalar, _)| *scalar).collect();
        mark(&mut scalars);
        for ((secret, _), scalar) in pairs.iter_mut().zip(scalars) {
            *secret = scalar;
        }
        // Whether a relation was met, and a branch for each word.
        let name = format!("{group}: a commitment with {short} short words");
        report.constant_time_but(3, &name, || multiexp(&pairs));
    }
    drop(declared);
}

fn functions<G>(group: &str, report: &mut Report)
where
    G: Zeroize + ConditionallySelectable + Group<Scalar: Zeroize + PrimeFieldBits>,
{
    let rng = &mut ChaCha20Rng::seed_from_u64(50);
    for len in [1, 3, 20] {
        let mut pairs: Vec<_> = (0..len)
            .map(|_| (G::Scalar::random(&mut *rng), G::random(&mut *rng)))
            .collect();
        pairs[0].0 = G::Scalar::ONE;
        mark(&mut pairs);
        let name = |function| format!("{group}: {function} of {len}");
        report.constant_time(&name("multiexp"), || multiexp(&pairs));
        report.constant_time(&name("multiexp_selectable"), || multiexp_selectable(&pairs));
        let mut verifier = BatchVerifier::new(2);
        report.constant_time(&name("queue"), || {
            for id in 0..2 {
                verifier.queue(rng, id, pairs.iter().copied());
            }
        });
        report.constant_time(&name("verify"), || verifier.verify());
        report.constant_time(&name("verify of a copy"), || verifier.clone().verify());
        report.variable_time(&name("verify_vartime"), || verifier.verify_vartime());
        report.variable_time(&name("multiexp_vartime"), || multiexp_vartime(&pairs));
    }
}
