//! The ecosystem's own test suites for `ff` and `group`, on every backend.

mod common;

use common::{on_every_backend, rng};
use ff_group_tests::group::test_prime_group_bits;
use ff_group_tests::prime_field::test_prime_field_bits;
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
