//! The traits of `group` and `ec-divisors`, as any group must satisfy them.

use ec_divisors::{DivisorCurve, XyPoint};
use ff_group_tests::group::test_prime_group_bits;
use helioselene::group::ff::Field;
use helioselene::{HeliosPoint, SelenePoint};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

fn rng() -> ChaCha20Rng {
    ChaCha20Rng::seed_from_u64(0x5e1e_6e00)
}

#[test]
fn group_traits() {
    test_prime_group_bits::<_, HeliosPoint>(&mut rng());
    test_prime_group_bits::<_, SelenePoint>(&mut rng());
}

fn coordinates<P: DivisorCurve>() {
    let rng = &mut rng();
    let points: Vec<P> = (0..9).map(|_| P::random(&mut *rng)).collect();
    for point in &points {
        let (x, y) = P::to_xy(*point).expect("not the identity");
        assert_eq!(y.square(), x.square() * x + P::a() * x + P::b());
    }
    assert!(P::to_xy(P::identity()).is_none());

    let xy: Vec<P::XyPoint> = points
        .iter()
        .map(|point| P::XyPoint::from(*point))
        .collect();
    let each: Vec<_> = points
        .iter()
        .map(|point| P::to_xy(*point).unwrap())
        .collect();
    assert_eq!(P::XyPoint::batch_to_xy(&xy), each);
    assert!(bool::from(P::XyPoint::IDENTITY.is_identity()));
    assert!(!bool::from(xy[0].is_identity()));

    let sums = [
        xy[0].double(),
        xy[0] + xy[0],
        xy[0] + xy[1],
        xy[0] + P::XyPoint::IDENTITY,
    ];
    let expected = [
        points[0].double(),
        points[0].double(),
        points[0] + points[1],
        points[0],
    ];
    assert_eq!(
        P::XyPoint::batch_to_xy(&sums),
        expected.map(|point| P::to_xy(point).unwrap())
    );
    let none = xy[0] + -xy[0];
    assert!(bool::from(none.is_identity()));
    // FCMP++ does not ask for it: a place for one that others do not disturb.
    let (zero, one) = (P::FieldElement::ZERO, P::FieldElement::ONE);
    assert_eq!(
        P::XyPoint::batch_to_xy(&[none, xy[0]]),
        [(zero, one), each[0]]
    );
}

#[test]
fn divisor_traits() {
    coordinates::<HeliosPoint>();
    coordinates::<SelenePoint>();
}
