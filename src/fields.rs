//! The fields: the public operations of each prime, as [`curves`](crate::curves) has each curve's.

use subtle::{Choice, CtOption};
use zeroize::Zeroizing;

use crate::dispatch;
use crate::field::{FieldElement, OnSlices, Prime, roots};
use crate::primes::{Modulus, P25519, Q};

/// Implements [`Prime`]. The fields differ in square roots and random draws.
macro_rules! prime {
    ($Prime:ty, sqrt: $sqrt:path, sqrt_ratio: $sqrt_ratio:path, draws: $draws:literal) => {
        impl Prime for $Prime {
            fn invert(x: &FieldElement<Self>) -> FieldElement<Self> {
                roots::inverse(x)
            }

            fn vartime_invert(x: &FieldElement<Self>) -> FieldElement<Self> {
                roots::vartime_inverse(x)
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
                $sqrt_ratio(*u, *v)
            }

            /// Reduces 64 little-endian bytes that come in `$draws` draws of equal length.
            fn random<E>(
                mut fill: impl FnMut(&mut [u8]) -> Result<(), E>,
            ) -> Result<FieldElement<Self>, E> {
                let mut bytes = Zeroizing::new([0; 64]);
                for bytes in bytes.chunks_mut(64 / $draws) {
                    fill(bytes)?;
                }
                Ok(FieldElement::wide_reduce(*bytes))
            }

            fn on_slices(mut work: OnSlices<'_, FieldElement<Self>>) {
                dispatch::run_batch(&mut work);
            }
        }

        // Square roots and the inverse of the root of unity are right for primes ≡ 3 (mod 4) and ≡ 5 (mod 8).
        const _: () = assert!(<$Prime as Modulus>::S == 1 || <$Prime as Modulus>::S == 2);
    };
}
prime!(P25519, sqrt: roots::sqrt_rfc8032, sqrt_ratio: FieldElement::sqrt_ratio_i, draws: 1);
prime!(Q, sqrt: roots::even_sqrt, sqrt_ratio: roots::even_sqrt_ratio, draws: 2);
#[cfg(any(test, feature = "cycle2025"))]
prime!(crate::primes::Q2025, sqrt: roots::even_sqrt, sqrt_ratio: roots::even_sqrt_ratio, draws: 2);
