//! The reference by the laws of its traits. The contest compares it with the library, on the committed vectors too.

use ff_group_tests::group::test_prime_group_bits;
use ff_group_tests::prime_field::test_prime_field_bits;
use helioselene_bench_support::reference::{Current, Cycle2025, Fp, Fq, HeliosPoint, SelenePoint};
use rand_core::OsRng;

#[test]
fn fields() {
    test_prime_field_bits::<_, Fp>(&mut OsRng);
    test_prime_field_bits::<_, Fq<Current>>(&mut OsRng);
    test_prime_field_bits::<_, Fq<Cycle2025>>(&mut OsRng);
}

#[test]
fn points() {
    test_prime_group_bits::<_, HeliosPoint<Current>>(&mut OsRng);
    test_prime_group_bits::<_, SelenePoint<Current>>(&mut OsRng);
    test_prime_group_bits::<_, HeliosPoint<Cycle2025>>(&mut OsRng);
    test_prime_group_bits::<_, SelenePoint<Cycle2025>>(&mut OsRng);
}
