//! Tables and digits of constant-time sums and products: odd multiples with points in the lanes, and digits in
//! ±{1, 3, … 31}. The identity is replaced by the generator with the scalar 0.

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

/// The odd multiples 1, 3, … 31 of points: first all points, `LANES` in a vector, then 3 times them, and so on. The
/// identity is replaced by the generator.
pub(crate) fn tables<C: Curve, V: BatchVector<Prime = C::Base>>(
    points: &[&Point<C>],
) -> Vec<[V; 2]> {
    let mut normal = normalize::<C, V>(points, false);
    replace_identity::<C, V>(&mut normal);
    let tables = odd_multiples(&normal, ODD_MULTIPLES);
    normal.zeroize();
    tables
}

/// The point whose multiples are in tables: the generator in the place of the identity.
pub(crate) fn tabled<C: Curve>(point: &Point<C>) -> Point<C> {
    Point::conditional_select(point, &Point::GENERATOR, point.is_identity())
}

/// The digits of scalars, by [`OddDigits::new`] or [`OddDigits::short`]; those of 0 for points that are the identity
/// and for lanes past the last.
pub(crate) fn recode<'a, C: Curve>(
    terms: impl Iterator<Item = (&'a FieldElement<C::Scalar>, &'a Point<C>)>,
    count: usize,
    digits_of: fn(&FieldElement<C::Scalar>) -> OddDigits,
) -> Vec<OddDigits> {
    let zero = FieldElement::ZERO;
    let mut digits = Vec::with_capacity(count);
    for (scalar, point) in terms {
        let is_identity = point.coordinates()[2].is_zero();
        let mut scalar = FieldElement::conditional_select(scalar, &zero, is_identity);
        digits.push(digits_of(&scalar));
        scalar.zeroize();
    }
    digits.resize_with(count, || digits_of(&zero));
    digits
}

/// The number of points whose tables are made together.
pub(crate) fn points_at_once<V: BatchVector>() -> usize {
    // Tables that fit the cache: they are read once for each place.
    let vectors = TABLES_AT_ONCE / (ODD_MULTIPLES * size_of::<[V; 2]>());
    vectors * V::LANES
}
