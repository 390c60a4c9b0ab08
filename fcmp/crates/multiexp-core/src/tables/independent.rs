//! Constant-time sums over tables of points without a known relation.

use helioselene_simd::{Curve, FieldElement, Point, Precomputation};

/// The sum over prepared points without a known relation, in constant time, given the numbers of words whose scalars are
/// short.
pub(crate) fn sum_over_independent<C: Curve>(
    tables: &Precomputation<C>,
    scalars: &[FieldElement<C::Scalar>],
    short: &[usize],
) -> Point<C> {
    let sum = tables.independent_multiscalar_mul_with_short(scalars, short);
    // The branch tells whether a relation was met.
    Option::from(sum).unwrap_or_else(|| tables.multiscalar_mul(scalars))
}
