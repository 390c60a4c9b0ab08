//! Sums agree with the portable ones; proofs for all operands are in `proofs`.

mod proofs;

use super::super::portable;
use super::*;
use crate::arithmetic::portable::freeze;
use crate::testing::assembly::samples;
use crate::testing::modulo_each_prime;

/// Operands of weakly reduced sums.
fn values<P: Modulus>() -> impl Iterator<Item = Limbs> {
    let values = samples::edges::<P>().into_iter();
    values
        .chain(samples::stream())
        .filter(is_weakly_reduced::<P>)
        .take(300)
}

/// Both are exact modulo 2·prime or modulo the prime, so they agree to the bit.
fn agrees<P: Modulus>() {
    for a in values::<P>() {
        assert_eq!(freeze_once::<P>(&a), portable::freeze_once::<P>(&a));
        for b in values::<P>() {
            let sum = add::<P>(&a, &b);
            assert!(is_weakly_reduced::<P>(&sum));
            assert_eq!(sum, portable::add::<P>(&a, &b));
            let difference = sub::<P>(&a, &b);
            assert!(is_weakly_reduced::<P>(&difference));
            assert_eq!(difference, portable::sub::<P>(&a, &b));
            assert_eq!(freeze::<P>(&sum), freeze_once::<P>(&sum));
            let (a, b) = (freeze::<P>(&a), freeze::<P>(&b));
            let expected = portable::add_canonical::<P>(&a, &b);
            assert_eq!(add_canonical::<P>(&a, &b), expected);
            let expected = portable::sub_canonical::<P>(&a, &b);
            assert_eq!(sub_canonical::<P>(&a, &b), expected);
        }
    }
}

modulo_each_prime!(agrees);
