//! No branch and no address depends on a secret, by Valgrind's memcheck.

use helioselene_judge::memcheck::{Report, is_running, mark, rerun};
use helioselene_research::fiat::Element;
use helioselene_simd::group::{Group, GroupEncoding, ff::Field};
use helioselene_simd::unstable::On;
use helioselene_simd::{Helios, HeliosPoint, HelioseleneField};
use rand_core::SeedableRng;

#[test]
fn backends() {
    rerun("under_valgrind");
}

#[test]
#[ignore = "`backends` runs it, under valgrind"]
fn under_valgrind() {
    assert!(is_running());
    let mut report = Report::default();
    let mut rng = rand_chacha::ChaCha8Rng::from_seed([13; 32]);
    let mut scalars = [(); 3].map(|()| HelioseleneField::random(&mut rng));
    let mut points = [(); 3].map(|()| HeliosPoint::random(&mut rng));
    let mut encodings = points.map(|point| point.to_bytes());
    mark(&mut scalars);
    mark(&mut points);
    mark(&mut encodings);
    let [p, q, _] = &points;
    report.constant_time("add", || On::<Element>::add(p, q));
    report.constant_time("double", || On::<Element>::double(p));
    report.constant_time("mul", || On::<Element>::mul(&scalars[0], p));
    report.constant_time("mul_base", || {
        On::<Element>::mul_base::<Helios>(&scalars[0])
    });
    report.constant_time("sum", || On::<Element>::multiscalar_mul(&scalars, &points));
    report.constant_time("products", || On::<Element>::batch_mul(&scalars, &points));
    report.constant_time("decoding", || {
        On::<Element>::batch_from_bytes::<Helios>(&encodings)
    });
    report.variable_time("variable-time sum", || {
        On::<Element>::vartime_multiscalar_mul(&scalars, &points)
    });
    report.finish();
}
