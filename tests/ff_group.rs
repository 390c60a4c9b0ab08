//! The ecosystem's own test suites for `ff` and `group`, on every backend.

mod common;

use common::{on_every_backend, rng};
use ff_group_tests::group::test_prime_group_bits;
use ff_group_tests::prime_field::test_prime_field_bits;
use helioselene_simd::group::ff::{Field, helpers::sqrt_ratio_generic};
use helioselene_simd::{Field25519, HeliosPoint, HelioseleneField, SelenePoint};

macro_rules! suites {
    ($($name:ident: $suite:ident::<$tested:ty>;)*) => {$(
        #[test]
        fn $name() {
            on_every_backend(stringify!($name), || $suite::<_, $tested>(&mut rng(1)));
        }
    )*};
}

suites! {
    field25519: test_prime_field_bits::<Field25519>;
    helioselene_field: test_prime_field_bits::<HelioseleneField>;
    helios: test_prime_group_bits::<HeliosPoint>;
    selene: test_prime_group_bits::<SelenePoint>;
}

/// The field of q has its own `sqrt_ratio`, which agrees with ff's.
#[test]
fn sqrt_ratio_is_the_generic_one() {
    let mut rng = rng(2);
    let zero = HelioseleneField::ZERO;
    let pairs = (0..100).map(|_| [(); 2].map(|()| HelioseleneField::random(&mut rng)));
    let one = HelioseleneField::ONE;
    let edges = [[zero; 2], [zero, one], [one, zero], [one; 2], [-one, one]];
    for [u, v] in pairs.chain(edges) {
        let (is_square, root) = HelioseleneField::sqrt_ratio(&u, &v);
        let (expected_square, expected) = sqrt_ratio_generic(&u, &v);
        assert_eq!(root, expected);
        assert_eq!(bool::from(is_square), bool::from(expected_square));
    }
}

#[cfg(feature = "cycle2025")]
mod cycle2025 {
    use super::*;
    use helioselene_simd::cycle2025::{HeliosPoint, HelioseleneField, SelenePoint};

    suites! {
        helioselene_field: test_prime_field_bits::<HelioseleneField>;
        helios: test_prime_group_bits::<HeliosPoint>;
        selene: test_prime_group_bits::<SelenePoint>;
    }
}
