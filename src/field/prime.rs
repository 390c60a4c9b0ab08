//! The fields: what is compiled once for each prime, and what is asserted of it.

use rand_core::RngCore;
use subtle::{Choice, CtOption};
use zeroize::Zeroizing;

use super::FieldElement;
use super::roots;
#[cfg(feature = "cycle2025")]
use crate::primes::Q2025;
use crate::primes::{Modulus, P25519, Q};
use crate::word::{self, LIMBS};

/// A prime, and what takes long in its field.
///
/// That is functions of each prime, not generic ones, so that they are compiled once, in this crate and
/// with its optimisation level, and not in every crate that calls them.
pub trait Prime: Modulus {
    /// The inverse, 0 of 0.
    #[doc(hidden)]
    fn invert(x: &FieldElement<Self>) -> FieldElement<Self>;
    /// base^exponent
    #[doc(hidden)]
    fn pow(base: &FieldElement<Self>, exponent: &FieldElement<Self>) -> FieldElement<Self>;
    /// See `ff::Field::sqrt`; each field has a convention of its own.
    #[doc(hidden)]
    fn sqrt(x: &FieldElement<Self>) -> CtOption<FieldElement<Self>>;
    /// See `ff::Field::sqrt_ratio`.
    #[doc(hidden)]
    fn sqrt_ratio(u: &FieldElement<Self>, v: &FieldElement<Self>) -> (Choice, FieldElement<Self>);
    /// See `ff::Field::random`; what is drawn is part of the contract, as seeded tests depend on it.
    #[doc(hidden)]
    fn random(rng: impl RngCore) -> FieldElement<Self>;
}

/// Fails the build for a prime of which the library would compute wrong roots.
///
/// Square roots are computed for primes ≡ 3 (mod 4), of 2-adicity 1, and ≡ 5 (mod 8), of
/// 2-adicity 2; the inverse of the root of unity rests on that as well.
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

/// Implements [`Prime`], with the two things in which the fields differ.
macro_rules! prime {
    ($Prime:ident, sqrt: $sqrt:path, sqrt_ratio: $sqrt_ratio:path, draws: $draws:literal) => {
        impl Prime for $Prime {
            fn invert(x: &FieldElement<Self>) -> FieldElement<Self> {
                roots::inverse(x)
            }

            fn pow(base: &FieldElement<Self>, exponent: &FieldElement<Self>) -> FieldElement<Self> {
                roots::pow(base, exponent)
            }

            fn sqrt(x: &FieldElement<Self>) -> CtOption<FieldElement<Self>> {
                $sqrt(x)
            }

            fn sqrt_ratio(
                u: &FieldElement<Self>,
                v: &FieldElement<Self>,
            ) -> (Choice, FieldElement<Self>) {
                $sqrt_ratio(u, v)
            }

            /// 64 bytes, the low end first, in so many draws of the same length; reduced together.
            fn random(mut rng: impl RngCore) -> FieldElement<Self> {
                let mut bytes = Zeroizing::new([0; 64]);
                for bytes in bytes.chunks_mut(64 / $draws) {
                    rng.fill_bytes(bytes);
                }
                FieldElement::wide_reduce(*bytes)
            }
        }

        const _: () = assert_supported::<$Prime>();
    };
}
prime!(P25519, sqrt: roots::sqrt_rfc8032, sqrt_ratio: roots::sqrt_ratio_i, draws: 1);
prime!(Q, sqrt: roots::even_sqrt, sqrt_ratio: ff::helpers::sqrt_ratio_generic, draws: 2);
#[cfg(feature = "cycle2025")]
prime!(Q2025, sqrt: roots::even_sqrt, sqrt_ratio: ff::helpers::sqrt_ratio_generic, draws: 2);
