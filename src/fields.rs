//! Implements the slow operations of each prime's field, as [`curves`](crate::curves) does each curve's.
//!
//! They are compiled here, once for each prime and with this crate's optimisation level. `field` calls them through the
//! trait [`Prime`], because it is below the backends and cannot name them.

use subtle::{Choice, CtOption};
use zeroize::Zeroizing;

use crate::dispatch::run_batch;
#[cfg(feature = "alloc")]
use crate::field::Invert;
use crate::field::{FieldElement, Prime, roots};
use crate::primes::{Modulus, P25519, Q};
use crate::slices::{Row, Slices};

type Elements<P> = [FieldElement<P>];

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

            /// Draws 64 bytes by `$draws` calls of `fill`, and reduces them as a little-endian integer. The number of
            /// draws is that of the crates that this one replaces: a seeded generator gives the same elements.
            fn random<E>(
                mut fill: impl FnMut(&mut [u8]) -> Result<(), E>,
            ) -> Result<FieldElement<Self>, E> {
                let mut bytes = Zeroizing::new([0; 64]);
                for bytes in bytes.chunks_mut(64 / $draws) {
                    fill(bytes)?;
                }
                Ok(FieldElement::wide_reduce(*bytes))
            }

            fn multiply(
                a: Option<&Elements<Self>>,
                b: &Elements<Self>,
                products: &mut Elements<Self>,
            ) {
                run_batch(&mut Slices::Multiply(a, b, products));
            }

            fn scale(
                a: Option<&Elements<Self>>,
                factor: &FieldElement<Self>,
                products: &mut Elements<Self>,
            ) {
                run_batch(&mut Slices::Scale(a, factor, products));
            }

            fn add_scaled_rows(rows: &[Row<'_, FieldElement<Self>>], sums: &mut Elements<Self>) {
                run_batch(&mut Slices::AddScaledRows(rows, sums));
            }

            fn inner_product(a: &Elements<Self>, b: &Elements<Self>) -> FieldElement<Self> {
                let mut sum = FieldElement::from_small(0);
                run_batch(&mut Slices::InnerProduct([a, b], &mut sum));
                sum
            }

            fn powers(
                first: &FieldElement<Self>,
                base: &FieldElement<Self>,
                powers: &mut Elements<Self>,
            ) {
                run_batch(&mut Slices::Powers([first, base], powers));
            }

            #[cfg(feature = "alloc")]
            fn invert_all(elements: &mut Elements<Self>, invert: Invert<Self>) {
                run_batch(&mut Slices::Invert(elements, invert));
            }
        }

        // Square roots and `ROOT_OF_UNITY_INV` are written for primes ≡ 3 (mod 4), S = 1, and ≡ 5 (mod 8), S = 2.
        const _: () = assert!(<$Prime as Modulus>::S == 1 || <$Prime as Modulus>::S == 2);
    };
}
prime!(P25519, sqrt: roots::sqrt_rfc8032, sqrt_ratio: FieldElement::sqrt_ratio_i, draws: 1);
prime!(Q, sqrt: roots::even_sqrt, sqrt_ratio: roots::even_sqrt_ratio, draws: 2);
#[cfg(any(test, feature = "cycle2025"))]
prime!(crate::primes::Q2025, sqrt: roots::even_sqrt, sqrt_ratio: roots::even_sqrt_ratio, draws: 2);
