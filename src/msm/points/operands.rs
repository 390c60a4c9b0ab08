//! Affine points in arrays, references to them, and the addition formula.

use alloc::vec::Vec;

use crate::backend::{BatchVector, Lane, MAX_LANES, Sum as _, always};
use crate::field::{FieldElement, Prime};

/// An affine point in a backend's memory format. The identity is (0, 0), which is on no curve here.
#[derive(Clone, Copy)]
pub(crate) struct Affine<L: Lane> {
    /// x and y, adjacent, so that both are gathered at once.
    pub xy: [L; 2],
    /// Gives the point the alignment that the backend's format asks for.
    _aligned: [L::Aligned; 0],
}

impl<L: Lane> Default for Affine<L> {
    #[inline(always)]
    fn default() -> Self {
        Self::new([L::default(); 2])
    }
}

impl<L: Lane> Affine<L> {
    /// Makes a point from x and y, both with zero limbs for the identity.
    #[inline(always)]
    pub(crate) fn new(xy: [L; 2]) -> Self {
        Self { xy, _aligned: [] }
    }

    /// Returns whether this is the identity. Both coordinates are tested: no other point of Helios and Selene has x = 0,
    /// but two of Ed25519's curve in Weierstrass form do.
    #[inline(always)]
    pub(crate) fn is_identity(&self) -> bool {
        self.xy[0].is_zero() && self.xy[1].is_zero()
    }
}

/// Resizes a vector to `len` places for sums, whose old contents are to be overwritten, and returns them.
pub(crate) fn places<L: Lane>(vec: &mut Vec<Affine<L>>, len: usize) -> &mut [Affine<L>] {
    vec.resize(len, Affine::default());
    vec
}

/// Loads x and y of points, one in each lane.
#[inline(always)]
pub(crate) fn gather<V: BatchVector>(points: &[&Affine<V::Lane>; MAX_LANES]) -> [V; 2] {
    always!(V::gather_pairs, |lane| &points[lane].xy)
}

/// Loads x and y of points of which some may be absent, with (0, 0) in their lanes. Also returns, as bits, the lanes
/// with a point other than the identity.
#[inline(always)]
pub(crate) fn gather_present<'a, V: BatchVector>(
    point: impl Fn(usize) -> Option<&'a Affine<V::Lane>>,
) -> ([V; 2], u32) {
    let identity = Affine::default();
    let (mut lanes, mut present_lanes) = ([&identity; MAX_LANES], 0);
    for (l, lane) in lanes[..V::LANES].iter_mut().enumerate() {
        *lane = point(l).unwrap_or(&identity);
        present_lanes |= u32::from(!lane.is_identity()) << l;
    }
    (gather::<V>(&lanes), present_lanes)
}

/// Returns a coordinate of the identity in every lane. All limbs are zero, as [`Affine`] requires, whereas
/// `FieldVector::zero` may hold the prime.
#[inline(always)]
pub(in crate::msm) fn zero_limbs<V: BatchVector>() -> V {
    let zero = V::Lane::default();
    always!(V::gather, |_| &zero)
}

/// Returns the lanes with (0, 0), as bits. Variable time: y is tested only if some x is 0.
#[inline(always)]
pub(in crate::msm) fn identity_lanes<V: BatchVector>(x: V, y: V) -> u32 {
    match x.zero_lanes() {
        0 => 0,
        lanes => lanes & y.zero_lanes(),
    }
}

/// Returns 3x² + a, the numerator of a tangent's slope on y² = x³ + ax + b; the denominator is 2y.
#[inline(always)]
pub(in crate::msm) fn tangent<V: BatchVector>(x: V, a: V) -> V::Sum {
    x.square().times::<3>() + a.into()
}

/// Returns 3x² − 3 = 3(x² − 1), the numerator of a tangent's slope on Helios and Selene.
#[inline(always)]
pub(in crate::msm) fn tangent_minus_three<V: BatchVector>(x: V) -> V::Sum {
    (x.square() - V::one().into()).times::<3>()
}

/// Returns −3, the coefficient a of Helios and Selene.
pub(in crate::msm) fn minus_three<P: Prime>() -> FieldElement<P> {
    -FieldElement::from_small(3)
}

/// Returns the sum of (x1, y1) and another point, given x1 + x2 as `x_sum` and the slope λ of the line through both, or
/// of the tangent if they are equal: 1M + 1S. y2 is not needed.
#[inline(always)]
pub(in crate::msm) fn third_point<V: BatchVector>(
    x1: V,
    y1: V::Sum,
    x_sum: V::Sum,
    slope: &V,
) -> [V; 2] {
    // x3 = λ² − x1 − x2 and y3 = λ·(x1 − x3) − y1. x1 − x3 = x_sum + x1 − λ² does not wait for x3.
    let square = slope.square_inlined();
    // x1 − x3 is carried beside x3, not after it.
    let back = (x_sum + x1.into() - square).carry();
    let x3 = (square - x_sum).carry();
    [x3, (slope.mul_inlined(&back) - y1).carry()]
}

/// The index of a point in an array, plus [`NEGATIVE`] if it is to be subtracted. Four bytes suffice, and a point has a
/// reference for each of its digits.
pub(crate) type Reference = u32;
/// The sign bit of a [`Reference`].
pub(crate) const NEGATIVE: Reference = 1 << 31;

/// Panics if table indices or ends of lists would overflow: more than 2^31 entries, or 2^32
/// references. Call it before making references.
#[track_caller]
pub(crate) fn assert_countable(entries: usize, references: usize) {
    assert!(
        entries <= NEGATIVE as usize && u32::try_from(references).is_ok(),
        "a sum has at most 2^31 table entries and 2^32 − 1 references to them, not {entries} and {references}"
    );
}

#[cfg(test)]
mod tests;
