//! Horner's rule, Σ 2^i·D_i for affine points D_i: the last step of the sums by lists; variable time.
//!
//! ((2·D_3 + D_2)·2 + D_1)·2 + D_0 takes a doubling and an addition for each D_i, each waiting for the one before. So
//! 255 of them on eight lanes are cut into stretches of 32, which the lanes sum side by side. Then one point is doubled
//! 224 times, 32 times between two stretches.

use alloc::vec::Vec;

use crate::backend::{BatchVector, MAX_LANES, always};
use crate::curve::{Curve, Point};
use crate::mask::Mask;
use crate::point_ops::{Jacobian, OnePoint, Operation, PointOps, Projective};

use crate::msm::points::operands::{Affine, gather_present};
use crate::msm::points::projective::store;

/// Returns Σ 2^i·digits[i].
///
/// Each lane sums a stretch of the digits; then the stretches are joined by Horner's rule on a single point.
pub(crate) fn horner<C: Curve, V: BatchVector<Prime = C::Base>>(
    digits: &[Affine<V::Lane>],
) -> Point<C> {
    // One stretch for each lane: more would fill further vectors, which are summed one after another.
    let stretch = digits.len().div_ceil(V::LANES).max(1);
    let sums = horner_each::<C, V>(digits, stretch);
    V::single(OnePoint(Stretches {
        sums: &sums,
        doublings: stretch as u32,
    }))
}

/// Returns Σ 2^i·digits[i] for each chunk of `len` digits.
pub(crate) fn horner_each<C: Curve, V: BatchVector<Prime = C::Base>>(
    digits: &[Affine<V::Lane>],
    len: usize,
) -> Vec<Point<C>> {
    let mut sums = Vec::with_capacity(digits.len().div_ceil(len));
    for stretches in digits.chunks(len * V::LANES) {
        let lanes = always!(V::enter, horner_vector::<C, V>(stretches, len));
        sums.extend_from_slice(&lanes[..stretches.len().div_ceil(len)]);
    }
    sums
}

/// Returns Σ 2^i·digits[i] for each chunk of `len` digits, in a lane each, for at most as many chunks as lanes.
#[inline(always)]
fn horner_vector<C: Curve, V: BatchVector<Prime = C::Base>>(
    digits: &[Affine<V::Lane>],
    len: usize,
) -> [Point<C>; MAX_LANES] {
    if let Some(sum) = horner_incomplete::<C, V>(digits, len) {
        return sum;
    }
    // Rare: the complete formulas are right for all digits, but cost more.
    let three_b = V::splat(&C::THREE_B);
    let mut sum = Projective::<V>::identity();
    for i in (0..len).rev() {
        let ([x, y], present_lanes) = place::<V>(digits, len, i);
        sum.double_n(1);
        let mut next = sum;
        next.add_affine(&x, &y, &three_b);
        sum = sum.select_lanes(next, present_lanes);
    }
    store(&sum)
}

/// Computes what [`horner_vector`] returns by incomplete additions; returns `None` if one of them was exceptional, or if
/// the sum of a lane that has digits is the identity.
#[inline(always)]
fn horner_incomplete<C: Curve, V: BatchVector<Prime = C::Base>>(
    digits: &[Affine<V::Lane>],
    len: usize,
) -> Option<[Point<C>; MAX_LANES]> {
    // Incomplete additions cost 8M + 3S; complete ones 6M and four sums of two products. Equal or opposite points make
    // Z = 0, and Z stays 0 from then on, so one test at the end detects whether any step was exceptional.
    let (mut sum, mut started_lanes) = (Jacobian::<V>::identity(), 0);
    for i in (0..len).rev() {
        let ([x, y], present_lanes) = place::<V>(digits, len, i);
        always!(V::call, {
            let double = sum.doubled();
            // A lane's first digit replaces the identity, for which the addition is wrong; before it, doubling the
            // identity leaves Z = 0.
            let first = present_lanes & !started_lanes;
            let next = double.plus_affine([&x, &y]);
            let next = next.select_lanes(Jacobian::affine([x, y]), first);
            sum = double.select_lanes(next, present_lanes);
        });
        started_lanes |= present_lanes;
    }
    // In a lane without any digit, Z = 0 is right: the sum is the identity, and `store` makes it (0 : 1 : 0).
    if sum.identities() & started_lanes != 0 {
        return None;
    }
    Some(store(&sum.to_projective()))
}

/// Returns digit i of each stretch, and as bits the lanes where it is present and not the identity.
#[inline(always)]
fn place<V: BatchVector>(digits: &[Affine<V::Lane>], len: usize, i: usize) -> ([V; 2], u32) {
    always!(gather_present, |l| digits.get(l * len + i))
}

/// The operation Σ 2^(i·doublings)·sums[i]; constant time in the sums.
pub(in crate::msm) struct Stretches<'a, C: Curve> {
    pub sums: &'a [Point<C>],
    pub doublings: u32,
}

impl<C: Curve> Operation for Stretches<'_, C> {
    type Curve = C;

    #[inline(always)]
    fn run<O: PointOps<C>>(self) -> Point<C> {
        let Some((last, rest)) = self.sums.split_last() else {
            return Point::IDENTITY;
        };
        let mut sum = O::load(last);
        for stretch in rest.iter().rev() {
            O::double_n(&mut sum, self.doublings);
            O::add(&mut sum, &O::cache(O::load(stretch)), Mask::NO);
        }
        O::store(sum)
    }
}

#[cfg(test)]
mod tests;
