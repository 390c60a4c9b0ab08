//! The trait of a field's prime: functions compiled once for each, and assertions on its constants.

use rand_core::RngCore;
use subtle::{Choice, CtOption};

use super::{FieldElement, OnSlices};
use crate::primes::Modulus;
use crate::word::{self, LIMBS};

/// A prime, and the slow operations of its field.
///
/// Not generic functions, so that they are compiled once, in this crate and with its optimisation
/// level, not in every crate that calls them.
pub trait Prime: Modulus {
    /// The inverse, 0 for 0; constant time.
    #[doc(hidden)]
    fn invert(x: &FieldElement<Self>) -> FieldElement<Self>;
    /// The inverse, 0 for 0; variable time.
    #[doc(hidden)]
    fn vartime_invert(x: &FieldElement<Self>) -> FieldElement<Self>;
    /// base^exponent
    #[doc(hidden)]
    fn pow(base: &FieldElement<Self>, exponent: &FieldElement<Self>) -> FieldElement<Self>;
    /// See `ff::Field::sqrt`; the fields choose different roots.
    #[doc(hidden)]
    fn sqrt(x: &FieldElement<Self>) -> CtOption<FieldElement<Self>>;
    /// See `ff::Field::sqrt_ratio`.
    #[doc(hidden)]
    fn sqrt_ratio(u: &FieldElement<Self>, v: &FieldElement<Self>) -> (Choice, FieldElement<Self>);
    /// See `ff::Field::random`; the draws are part of the contract, as seeded tests depend on them.
    #[doc(hidden)]
    fn random(rng: impl RngCore) -> FieldElement<Self>;
    /// See [`slices`](crate::slices); constant time.
    #[doc(hidden)]
    fn on_slices(work: OnSlices<'_, FieldElement<Self>>);
}

/// Fails the build for a prime whose roots the library would compute wrongly.
///
/// Square roots, and the inverse of the root of unity, are right for primes ≡ 3 (mod 4), of
/// 2-adicity 1, and ≡ 5 (mod 8), of 2-adicity 2.
pub(crate) const fn assert_supported<P: Prime>() {
    let adicity = (P::MODULUS[0] - 1).trailing_zeros();
    assert!(adicity == P::S, "S is not the 2-adicity");
    assert!(P::S == 1 || P::S == 2, "no square roots for this 2-adicity");
    let one = FieldElement::<P>::from_small(1);
    let minus_one = FieldElement::<P>::from_canonical(word::sub(&P::MODULUS, one.as_limbs()).0);
    let mut power = FieldElement::<P>::from_canonical(P::ROOT_OF_UNITY);
    let mut delta = FieldElement::<P>::from_small(P::GENERATOR);
    let mut i = 0;
    while i < P::S {
        if i == P::S - 1 {
            assert!(
                equal(&power, &minus_one),
                "not a root of unity of order 2^S"
            );
        }
        power = power.times_const(&power);
        delta = delta.times_const(&delta);
        i += 1;
    }
    assert!(
        equal(&delta, &FieldElement::from_small(P::DELTA)),
        "not GENERATOR^(2^S)"
    );
}

/// Whether two constants are equal.
const fn equal<P: Prime>(a: &FieldElement<P>, b: &FieldElement<P>) -> bool {
    let (a, b) = (a.as_limbs(), b.as_limbs());
    let mut i = 0;
    while i < LIMBS {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}
