//! No branch and no address depends on a secret, by Valgrind's memcheck.

use helioselene_judge::memcheck::{Report, is_running, mark, rerun};
use helioselene_research::fiat;
use helioselene_research::reductions::{GAMMA, Reduction, Visitor, lanes, visit_all};
use helioselene_simd::group::{Group, GroupEncoding, ff::Field};
use helioselene_simd::unstable::{BatchVector, On};
use helioselene_simd::{Curve, Helios, HeliosPoint, HelioseleneField};
use rand_core::SeedableRng;

#[test]
fn backends_are_constant_time() {
    rerun("under_valgrind");
}

#[test]
#[ignore = "`backends_are_constant_time` runs it, under valgrind"]
fn under_valgrind() {
    assert!(is_running());
    let mut report = Report::default();
    operations::<fiat::Element>(&mut report);
    let mut reductions = Reductions(&mut report);
    visit_all(&mut reductions);
    // Valgrind's CPU has AVX2, but not AVX-512.
    lanes::visit_both::<lanes::numbers::Emulated>(&mut reductions);
    #[cfg(target_arch = "x86_64")]
    lanes::registers::visit_registers(&mut reductions);
    report.finish();
}

struct Reductions<'a>(&'a mut Report);

impl lanes::Visitor for Reductions<'_> {
    fn visit<L: lanes::Lanes, R: lanes::InLanes<L, N>, const N: usize>(&mut self) {
        Visitor::visit::<lanes::InLane<L, R, N>>(self);
    }
}

impl Visitor for Reductions<'_> {
    fn visit<R: Reduction>(&mut self) {
        // Any residues: memcheck's verdict holds for all.
        let mut operands = [[GAMMA[0], GAMMA[1], 0, 0], [1, 2, 3, 4]];
        mark(&mut operands);
        let [x, y] = &operands;
        self.0
            .constant_time(&format!("{}: product", R::NAME), || R::mul(x, y));
        self.0
            .constant_time(&format!("{}: square", R::NAME), || R::square(x));
    }
}

fn operations<V: BatchVector<Prime = <Helios as Curve>::Base>>(report: &mut Report) {
    let mut rng = rand_chacha::ChaCha8Rng::from_seed([13; 32]);
    let mut scalars = [(); 3].map(|()| HelioseleneField::random(&mut rng));
    let mut points = [(); 3].map(|()| HeliosPoint::random(&mut rng));
    let mut encodings = points.map(|point| point.to_bytes());
    mark(&mut scalars);
    mark(&mut points);
    mark(&mut encodings);
    let [p, q, _] = &points;
    report.constant_time("fiat: add", || On::<V>::add(p, q));
    report.constant_time("fiat: double", || On::<V>::double(p));
    report.constant_time("fiat: mul", || On::<V>::mul(&scalars[0], p));
    report.constant_time("fiat: mul_base", || {
        On::<V>::mul_base::<Helios>(&scalars[0])
    });
    report.constant_time("fiat: sum", || On::<V>::multiscalar_mul(&scalars, &points));
    report.constant_time("fiat: products", || On::<V>::batch_mul(&scalars, &points));
    report.constant_time("fiat: decoding", || {
        On::<V>::batch_from_bytes::<Helios>(&encodings)
    });
    report.variable_time("fiat: variable-time sum", || {
        On::<V>::vartime_multiscalar_mul(&scalars, &points)
    });
}
