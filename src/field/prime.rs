//! The trait of a field's prime. Its functions are compiled once for each prime.

use subtle::{Choice, CtOption};

use super::{FieldElement, Row};
use crate::primes::Modulus;

/// An inversion: [`Prime::invert`] or [`Prime::vartime_invert`].
pub type Invert<P> = fn(&FieldElement<P>) -> FieldElement<P>;

/// Elements in memory.
type Elements<P> = [FieldElement<P>];

/// A prime and the slow operations of its field.
///
/// They are functions of a trait that `fields.rs` implements for each prime, not generic ones. So they are compiled
/// once, in this crate at its optimisation level.
pub trait Prime: Modulus {
    /// Returns the inverse, 0 for 0; constant time.
    #[doc(hidden)]
    fn invert(x: &FieldElement<Self>) -> FieldElement<Self>;
    /// Returns the inverse, 0 for 0; variable time.
    #[doc(hidden)]
    fn vartime_invert(x: &FieldElement<Self>) -> FieldElement<Self>;
    /// Returns base^exponent; constant time in both.
    #[doc(hidden)]
    fn pow(base: &FieldElement<Self>, exponent: &FieldElement<Self>) -> FieldElement<Self>;
    /// Returns a square root or none, as `ff::Field::sqrt` does; the two fields choose different roots.
    #[doc(hidden)]
    fn sqrt(x: &FieldElement<Self>) -> CtOption<FieldElement<Self>>;
    /// Returns whether u/v is a square, and a root, as `ff::Field::sqrt_ratio` does.
    #[doc(hidden)]
    fn sqrt_ratio(u: &FieldElement<Self>, v: &FieldElement<Self>) -> (Choice, FieldElement<Self>);
    /// Draws a random element, for `ff::Field::random`. How it draws is part of the contract, because seeded tests
    /// depend on it.
    #[doc(hidden)]
    fn random<E>(fill: impl FnMut(&mut [u8]) -> Result<(), E>) -> Result<FieldElement<Self>, E>;
    // The public functions are in `slices.rs`, which has checked lengths. All of these take constant time.
    /// Writes products[i] = a[i]·b[i], or products[i]·b[i] without a.
    #[doc(hidden)]
    fn multiply(a: Option<&Elements<Self>>, b: &Elements<Self>, products: &mut Elements<Self>);
    /// Writes products[i] = factor·a[i], or factor·products[i] without a.
    #[doc(hidden)]
    fn scale(
        a: Option<&Elements<Self>>,
        factor: &FieldElement<Self>,
        products: &mut Elements<Self>,
    );
    /// Adds each row's elements, times its factor, to the sums from the row's start on.
    #[doc(hidden)]
    fn add_scaled_rows(rows: &[Row<'_, FieldElement<Self>>], sums: &mut Elements<Self>);
    /// Returns Σ a[i]·b[i].
    #[doc(hidden)]
    fn inner_product(a: &Elements<Self>, b: &Elements<Self>) -> FieldElement<Self>;
    /// Writes powers[i] = first·base^i.
    #[doc(hidden)]
    fn powers(first: &FieldElement<Self>, base: &FieldElement<Self>, powers: &mut Elements<Self>);
    /// Inverts in place; zero stays zero. Constant time if `invert` is.
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    fn invert_all(elements: &mut Elements<Self>, invert: Invert<Self>);
}
