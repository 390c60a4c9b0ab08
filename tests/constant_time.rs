//! Constant time of every public function that promises it, judged by Valgrind's memcheck: no branch and no
//! address depends on a secret. The kernels and instruction sets one by one: `src/unstable/constant_time.rs`.
#![cfg(all(feature = "std", target_os = "linux", target_arch = "x86_64"))]

mod common;

use common::rng;
use group::ff::{Field, FromUniformBytes, PrimeField, PrimeFieldBits};
use group::{Group, GroupEncoding};
use helioselene_bench_support::memcheck::{Report, is_running, mark, rerun, secret};
use helioselene_simd::traits::{MultiscalarMul, VartimeMultiscalarMul};
use helioselene_simd::{
    Backend, Curve, Field25519, FieldElement, Helios, HelioseleneField, Point, Precomputation,
    Prime, Selene, group,
};
use subtle::{Choice, ConditionallySelectable};

#[test]
fn public_functions() {
    rerun("under_valgrind");
}

#[test]
#[ignore = "`public_functions` runs it, under valgrind"]
fn under_valgrind() {
    assert!(is_running());
    // Valgrind's CPU has AVX2.
    for backend in Backend::available() {
        backend.select().expect("it is available");
        let mut report = Report::default();
        field::<Field25519>(&mut report);
        field::<HelioseleneField>(&mut report);
        prime::<<Helios as Curve>::Base>(&mut report);
        prime::<<Selene as Curve>::Base>(&mut report);
        let [u, v] = [3u64, 7].map(|x| secret(Field25519::from(x)));
        report.constant_time("sqrt_ratio_i", || Field25519::sqrt_ratio_i(u, v));
        points::<Helios>(&mut report);
        points::<Selene>(&mut report);
        report.finish();
        println!("on the {backend} backend");
    }
}

/// What the traits of `ff` have.
fn field<F>(report: &mut Report)
where
    F: PrimeField<Repr = [u8; 32]> + PrimeFieldBits + FromUniformBytes<64>,
{
    let mut rng = rng(1);
    let [x, y] = [(); 2].map(|()| secret(F::random(&mut rng)));
    let choice = secret(1u8);
    report.constant_time("+", || x + y);
    report.constant_time("-", || x - y);
    report.constant_time("*", || x * y);
    report.constant_time("neg", || -x);
    report.constant_time("square", || x.square());
    report.constant_time("double", || x.double());
    report.constant_time("invert", || x.invert());
    report.constant_time("sqrt", || x.sqrt());
    report.constant_time("sqrt_ratio", || F::sqrt_ratio(&x, &y));
    report.constant_time("sqrt_alt", || x.sqrt_alt());
    report.constant_time("is_zero", || x.is_zero());
    report.constant_time("is_odd", || x.is_odd());
    report.constant_time("==", || x == y);
    report.constant_time("ct_eq", || x.ct_eq(&y));
    report.constant_time("select", || {
        F::conditional_select(&x, &y, Choice::from(choice))
    });
    report.constant_time("to_repr", || x.to_repr());
    report.constant_time("to_le_bits", || x.to_le_bits());
    report.constant_time("from_repr", || F::from_repr(secret([7; 32])));
    report.constant_time("from_uniform_bytes", || {
        F::from_uniform_bytes(&secret([7; 64]))
    });
    report.constant_time("from u64", || F::from(secret(7u64)));
    report.constant_time("from_u128", || F::from_u128(secret(7u128)));
    report.constant_time("pow by a public power", || x.pow([5u64]));
    report.variable_time("pow_vartime by a secret power", || {
        x.pow_vartime([secret(5u64)])
    });
}

/// What the type has besides.
fn prime<P: Prime>(report: &mut Report) {
    let mut rng = rng(2);
    let mut elements = [(); 9].map(|()| FieldElement::<P>::random(&mut rng));
    mark(&mut elements);
    let [x, y, ..] = elements;
    report.constant_time("pow", || x.pow(y));
    report.constant_time("wide_reduce", || {
        FieldElement::<P>::wide_reduce(secret([9; 64]))
    });
    report.constant_time("batch_invert", || {
        let mut elements = elements;
        FieldElement::batch_invert(&mut elements);
        elements
    });
    report.variable_time("a branch", || bool::from(x.is_odd()).then(|| x.invert()));
    report.variable_time("an index", || [1, 2, 3, 4][usize::from(x.to_repr()[0] & 3)]);
}

fn points<C: Curve>(report: &mut Report) {
    let mut rng = rng(3);
    const N: usize = 150;
    let mut scalars = [(); N].map(|()| FieldElement::<C::Scalar>::random(&mut rng));
    let mut points = scalars.map(|k| Point::<C>::mul_base(&k));
    let mut encodings = points.map(|p| p.to_bytes());
    encodings[3] = [0xff; 32];
    encodings[4] = [0; 32];
    points[5] = Point::identity();
    let public = points;
    let precomputation = Precomputation::<C>::new(&public[..20]);
    mark(&mut scalars);
    mark(&mut points);
    mark(&mut encodings);
    let ([k, l, ..], [p, q, ..]) = (&scalars, &points);
    let choice = secret(1u8);

    report.constant_time("point + point", || *p + q);
    report.constant_time("point - point", || *p - q);
    report.constant_time("neg of a point", || -*p);
    report.constant_time("double of a point", || p.double());
    report.constant_time("point * scalar", || *p * k);
    report.constant_time("public point * scalar", || public[0] * k);
    report.constant_time("mul_base", || Point::<C>::mul_base(k));
    report.constant_time("points ==", || p == q);
    report.constant_time("is_identity", || p.is_identity());
    report.constant_time("select of points", || {
        Point::conditional_select(p, q, Choice::from(choice))
    });
    report.constant_time("to_bytes", || p.to_bytes());
    report.constant_time("from_bytes", || Point::<C>::from_bytes(&encodings[0]));
    report.constant_time("to_xy", || p.to_xy());
    let [x, y] = [(); 2].map(|()| secret(FieldElement::<C::Base>::random(&mut rng)));
    report.constant_time("from_xy", || Point::<C>::from_xy(x, y));
    report.constant_time("sum of points", || points.iter().sum::<Point<C>>());
    for n in [1, 2, 9, N] {
        let (scalars, points) = (&scalars[..n], &points[..n]);
        report.constant_time(&format!("multiscalar_mul of {n}"), || {
            Point::multiscalar_mul(scalars, points)
        });
    }
    report.constant_time("batch_mul", || {
        Point::batch_mul(&scalars[..20], &points[..20])
    });
    report.constant_time("batch_normalize", || {
        let mut normalized = points;
        Point::batch_normalize(&points, &mut normalized);
        normalized
    });
    report.constant_time("batch_to_xy", || Point::batch_to_xy(&points));
    report.constant_time("batch_to_bytes", || Point::batch_to_bytes(&points));
    report.constant_time("batch_from_bytes", || {
        Point::<C>::batch_from_bytes(&encodings)
    });
    report.constant_time("Precomputation", || {
        precomputation.multiscalar_mul(&scalars[..20])
    });

    report.variable_time("vartime_double_scalar_mul_basepoint", || {
        Point::vartime_double_scalar_mul_basepoint(k, &public[0], l)
    });
    report.variable_time("vartime_multiscalar_mul", || {
        Point::vartime_multiscalar_mul(&scalars, &public)
    });
}
