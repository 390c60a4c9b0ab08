//! No branch and no address depends on a scalar, judged by Valgrind's memcheck.
#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

use ec_divisors::{DivisorCurve, ScalarDecomposition};
use ff::{Field, PrimeFieldBits};
use helioselene::{HeliosPoint, SelenePoint};
use helioselene_bench_support::memcheck::{Report, is_running, rerun, secret};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use zeroize::Zeroize;

#[test]
fn scalars() {
    rerun("under_valgrind");
}

#[test]
#[ignore = "`scalars` runs it, under valgrind"]
fn under_valgrind() {
    assert!(is_running());
    let mut report = Report::default();
    products::<HeliosPoint>("Helios", &mut report);
    products::<SelenePoint>("Selene", &mut report);
    report.finish();
}

fn products<C: Zeroize + DivisorCurve<Scalar: Copy + PrimeFieldBits + Zeroize>>(
    curve: &str,
    report: &mut Report,
) {
    let mut rng = ChaCha8Rng::seed_from_u64(30);
    let generator = C::random(&mut rng);
    // Computed once, by itself.
    C::interpolator_for_scalar_mul();
    for (kind, scalar) in [
        ("", C::Scalar::random(&mut rng)),
        (" small", C::Scalar::from(3u64)),
    ] {
        let scalar = secret(scalar);
        let mut decomposition = None;
        // Whether it is zero.
        report.constant_time_but(1, &format!("{curve}: a{kind} decomposition"), || {
            decomposition = ScalarDecomposition::new(scalar);
        });
        let decomposition = decomposition.expect("not zero");
        // Whether there is a function.
        report.constant_time_but(1, &format!("{curve}: a{kind} divisor"), || {
            decomposition.scalar_mul_divisor(generator)
        });
    }
}
