//! Constant time of every formula, kernel and algorithm that takes secrets, by Valgrind's memcheck: on scalar code, and
//! on emulated lanes for code that runs on AVX-512, which Valgrind does not know.
//! `checks/library/tests/constant_time.rs` tests the public functions.

use std::format;
use std::vec::Vec;

use group::GroupEncoding;
use rand_core::SeedableRng;

use super::*;
use crate::arithmetic::portable::Portable;
use crate::backend::limbs::{Radix51, Radix52, Tight};
use crate::backend::serial::Serial;
use crate::checks::instruments::lanes::emulated::Emulated;
use crate::checks::instruments::memcheck::{Report, is_running, mark, rerun, secret};
use crate::checks::instruments::quad::Quad;
use crate::primes::{P25519, Q};
use crate::{Helios, Selene};

#[test]
#[cfg_attr(debug_assertions, ignore = "an overflow check is a branch on a secret")]
fn kernels_and_formulas() {
    rerun("unstable::constant_time::under_valgrind");
}

#[test]
#[ignore = "`kernels_and_formulas` runs it, under valgrind"]
fn under_valgrind() {
    assert!(is_running());
    let mut report = Report::default();
    // Four lanes for one point, as `+` and `*` use them, and eight independent ones.
    operations::<Helios, Tight<Emulated<4>, P25519>>("four limbs, p", &mut report);
    operations::<Selene, Tight<Emulated<4>, Q>>("four limbs, q", &mut report);
    operations::<Helios, Tight<Emulated<4>, P25519, Radix51<false>>>(
        "without vpmullq, p",
        &mut report,
    );
    operations::<Selene, Tight<Emulated<4>, Q, Radix51<false>>>("without vpmullq, q", &mut report);
    operations::<Helios, Tight<Emulated<8>, P25519>>("eight limbs, p", &mut report);
    operations::<Helios, Tight<Emulated<8>, P25519, Radix52>>("eight of 52 bits, p", &mut report);
    operations::<Selene, Tight<Emulated<8>, Q, Radix52>>("eight limbs, q", &mut report);
    operations::<Helios, Serial<Portable, P25519>>("portable, p", &mut report);
    operations::<Selene, Serial<Portable, Q>>("portable, q", &mut report);
    operations::<Selene, Quad<Serial<Portable, Q>>>("four portable, q", &mut report);
    // Valgrind's CPU does not have ADX, but Valgrind knows the instructions.
    #[cfg(helioselene_has = "assembly")]
    {
        use crate::arithmetic::adx::Adx;
        operations::<Helios, Serial<Adx, P25519>>("ADX, p", &mut report);
        operations::<Selene, Serial<Adx, Q>>("ADX, q", &mut report);
    }
    report.finish();
}

fn operations<C: Curve, V: FieldVector<Prime = C::Base>>(backend: &str, report: &mut Report) {
    const N: usize = 9;
    let mut rng = rand_chacha::ChaCha8Rng::from_seed([4; 32]);
    let mut scalars = [(); N].map(|()| <FieldElement<C::Scalar> as ff::Field>::random(&mut rng));
    let mut points = scalars.map(|k| Point::<C>::mul_base(&k));
    let mut encodings = points.map(|p| p.to_bytes());
    encodings[3] = [0xff; 32];
    points[5] = Point::IDENTITY;
    mark(&mut scalars);
    mark(&mut points);
    mark(&mut encodings);
    let ([k, ..], [p, q, ..]) = (&scalars, &points);
    let mut check = |operation: &str, run: &dyn Fn() -> Vec<Point<C>>| {
        report.constant_time(&format!("{backend}: {operation}"), run);
    };
    check("+", &|| [On::<V>::add(p, q)].into());
    check("double", &|| [On::<V>::double(p)].into());
    check("*", &|| [On::<V>::mul(k, p)].into());
    check("mul_base", &|| [On::<V>::mul_base(k)].into());
    check("batch_mul", &|| On::<V>::batch_mul(&scalars, &points));
    check("multiscalar_mul", &|| {
        [On::<V>::multiscalar_mul(&scalars, &points)].into()
    });
    report.constant_time(&format!("{backend}: batch_from_bytes"), || {
        On::<V>::batch_from_bytes::<C>(&encodings)
    });
    report.variable_time(&format!("{backend}: double base"), || {
        On::<V>::vartime_double_scalar_mul_basepoint(k, &Point::<C>::GENERATOR, &secret(*k))
    });
}
