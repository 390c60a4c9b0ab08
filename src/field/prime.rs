//! The trait of a field's prime: functions compiled once for each.

use subtle::{Choice, CtOption};

use super::{FieldElement, OnSlices};
use crate::primes::Modulus;

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
    fn random<E>(fill: impl FnMut(&mut [u8]) -> Result<(), E>) -> Result<FieldElement<Self>, E>;
    /// See [`slices`](crate::slices); constant time.
    #[doc(hidden)]
    fn on_slices(work: OnSlices<'_, FieldElement<Self>>);
}
