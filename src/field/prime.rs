//! The trait of a field's prime. Its functions are compiled once for each prime.

use subtle::{Choice, CtOption};

use super::{FieldElement, OnSlices};
use crate::primes::Modulus;

/// A prime and the slow operations of its field.
///
/// They are compiled once, in this crate with its optimisation level, so they are not generic functions.
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
    /// See `ff::Field::random`. How it draws is part of the contract, because seeded tests depend on it.
    #[doc(hidden)]
    fn random<E>(fill: impl FnMut(&mut [u8]) -> Result<(), E>) -> Result<FieldElement<Self>, E>;
    /// See [`slices`](crate::slices); constant time.
    #[doc(hidden)]
    fn on_slices(work: OnSlices<'_, FieldElement<Self>>);
}
