//! The backend of this package, as the library uses it.

use helioselene_research::fiat::Element;
use helioselene_simd::group::{Group, GroupEncoding, ff::Field};
use helioselene_simd::unstable::On;
use helioselene_simd::{Helios, HeliosPoint, HelioseleneField};
use helioselene_suite::check;
use rand_core::SeedableRng;

#[test]
fn suite_on_fiat() {
    check::<Element>();
}

/// The library's operations on the backend against the public ones.
#[test]
fn points_on_fiat() {
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(13);
    let mut scalars = [(); 11].map(|()| HelioseleneField::random(&mut rng));
    let mut points = [(); 11].map(|()| HeliosPoint::random(&mut rng));
    (scalars[1], scalars[2]) = (HelioseleneField::ZERO, -HelioseleneField::ONE);
    points[3] = HeliosPoint::identity();
    points[5] = points[4];
    points[7] = -points[6];
    let products: Vec<_> = scalars.iter().zip(&points).map(|(k, p)| *p * k).collect();
    for i in 0..4 {
        assert_eq!(On::<Element>::mul(&scalars[i], &points[i]), products[i]);
        assert_eq!(
            On::<Element>::mul_base::<Helios>(&scalars[i]),
            HeliosPoint::mul_base(&scalars[i])
        );
    }
    for i in 2..8 {
        let (p, q) = (&points[i], &points[i + 1]);
        assert_eq!(On::<Element>::add(p, q), p + q);
        assert_eq!(On::<Element>::double(p), p.double());
    }
    let double_base =
        On::<Element>::vartime_double_scalar_mul_basepoint(&scalars[0], &points[0], &scalars[4]);
    assert_eq!(
        double_base,
        products[0] + HeliosPoint::mul_base(&scalars[4])
    );
    assert_eq!(On::<Element>::batch_mul(&scalars, &points), products);
    let sum: HeliosPoint = products.iter().sum();
    assert_eq!(
        On::<Element>::vartime_multiscalar_mul(&scalars, &points),
        sum
    );
    assert_eq!(On::<Element>::multiscalar_mul(&scalars, &points), sum);
    let encodings: Vec<_> = points.iter().map(GroupEncoding::to_bytes).collect();
    let decoded = On::<Element>::batch_from_bytes::<Helios>(&encodings);
    for (decoded, point) in decoded.iter().zip(&points) {
        assert_eq!(decoded.unwrap(), *point);
    }
}
