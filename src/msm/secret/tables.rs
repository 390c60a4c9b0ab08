//! Tables and digits of constant-time sums and products: odd multiples with points in the lanes, and digits in
//! ±{1, 3, … 31}. The generator with the scalar 0 replaces the identity, which has no affine multiples.

use alloc::vec::Vec;

use ff::Field;
use group::Group;
use subtle::ConditionallySelectable;
use zeroize::Zeroize;

use crate::backend::BatchVector;
use crate::backend::tuning::sums::TABLES_AT_ONCE;
use crate::curve::{Curve, Point};
use crate::field::FieldElement;
use crate::msm::points::affine::normalize;
use crate::msm::points::multiples::{odd_multiples, replace_identity};
use crate::scalar_mul::{ODD_MULTIPLES, OddDigits};

/// Returns the odd multiples 1, 3, … 31 of points: first all points, `LANES` in a vector, then 3 times them, and so on.
/// The generator replaces the identity. Constant time.
pub(crate) fn tables<C: Curve, V: BatchVector<Prime = C::Base>>(
    points: &[&Point<C>],
) -> Vec<[V; 2]> {
    let mut normal = normalize::<C, V>(points, false);
    replace_identity::<C, V>(&mut normal);
    let tables = odd_multiples(&normal, ODD_MULTIPLES);
    normal.zeroize();
    tables
}

/// Returns the point whose multiples [`tables`] has: the point itself, or the generator for the identity.
pub(crate) fn tabled<C: Curve>(point: &Point<C>) -> Point<C> {
    Point::conditional_select(point, &Point::GENERATOR, point.is_identity())
}

/// Recodes `count` scalars by `digits_of`, which is [`OddDigits::new`] or [`OddDigits::short`]. A scalar is replaced by 0
/// where the point is the identity, and is 0 past the last term.
pub(crate) fn recode<'a, C: Curve>(
    terms: impl Iterator<Item = (&'a FieldElement<C::Scalar>, &'a Point<C>)>,
    count: usize,
    digits_of: fn(&FieldElement<C::Scalar>) -> OddDigits,
) -> Vec<OddDigits> {
    let zero = FieldElement::ZERO;
    let mut digits = Vec::with_capacity(count);
    for (scalar, point) in terms {
        // By a mask: whether a point is the identity is secret.
        let is_identity = point.coordinates()[2].is_zero();
        let mut scalar = FieldElement::conditional_select(scalar, &zero, is_identity);
        digits.push(digits_of(&scalar));
        scalar.zeroize();
    }
    digits.resize_with(count, || digits_of(&zero));
    digits
}

/// Returns how many points have tables that fit the second-level cache together, a multiple of the lanes.
pub(crate) fn points_at_once<V: BatchVector>() -> usize {
    // Tables are read once for each place.
    let vectors = TABLES_AT_ONCE / (ODD_MULTIPLES * size_of::<[V; 2]>());
    vectors * V::LANES
}
