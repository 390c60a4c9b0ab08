//! Constant-time sums over tables of points without a known relation.

use helioselene_simd::{Curve, FieldElement, Point, Precomputation};

/// The sum over prepared points without a known relation, in constant time.
pub(crate) fn sum_over_independent<C: Curve>(
    tables: &Precomputation<C>,
    scalars: &[FieldElement<C::Scalar>],
) -> Point<C> {
    let sum = tables.independent_multiscalar_mul(scalars);
    // The branch tells whether a relation was met.
    Option::from(sum).unwrap_or_else(|| tables.multiscalar_mul(scalars))
}
