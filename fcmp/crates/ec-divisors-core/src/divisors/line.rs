//! Lines through two points, as functions on the curve.

use alloc::vec::Vec;

use ff::Field;
use helioselene_slices::invert_or_zero;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
use zeroize::{Zeroize, Zeroizing};

use super::wiped::{wiped, with_capacity};
use super::{DivisorCurve, XyPoint};

/// An affine point, or the identity.
#[derive(Clone, Copy, Zeroize)]
pub(crate) struct Affine<F: Field + Zeroize> {
    pub x: F,
    y: F,
    /// 1 for the identity; then x and y are those of another point. Not a `Choice`, which nothing wipes.
    is_identity: u8,
}

impl<F: Field + Zeroize> Affine<F> {
    pub fn identity() -> Self {
        Self {
            x: F::ZERO,
            y: F::ZERO,
            is_identity: 1,
        }
    }

    pub fn is_identity(&self) -> Choice {
        Choice::from(self.is_identity)
    }
}

/// Makes points affine, with a single inversion if the curve does it with one.
pub(crate) fn affine<C: DivisorCurve>(
    points: &[C::XyPoint],
) -> Zeroizing<Vec<Affine<C::FieldElement>>> {
    let stand_in = C::XyPoint::from(C::generator());
    let mut finite = Zeroizing::new(points.to_vec());
    for point in finite.iter_mut() {
        point.conditional_assign(&stand_in, point.is_identity());
    }
    let coordinates = Zeroizing::new(C::XyPoint::batch_to_xy(&finite));
    let affine = points
        .iter()
        .zip(&*coordinates)
        .map(|(point, (x, y))| Affine {
            x: *x,
            y: *y,
            is_identity: point.is_identity().unwrap_u8(),
        });
    wiped(affine)
}

/// The function `slope`·x + `constant` + y, or the same without y. Its zeros are two points and the negative of their
/// sum, leaving out the identity.
#[derive(Clone, Copy, Zeroize)]
pub(crate) struct Line<F: Field + Zeroize> {
    pub slope: F,
    pub constant: F,
    /// 1 or 0.
    has_y: u8,
}

impl<F: Field + Zeroize> Line<F> {
    pub fn has_y(&self) -> Choice {
        Choice::from(self.has_y)
    }
}

/// The lines through pairs of points, with a shared inversion.
///
/// A tangent if both points are equal; x − c through a point and its negative, or through a point and the identity; 1
/// through the identity twice. No point has order two.
pub(crate) fn lines<C: DivisorCurve>(
    pairs: &[[Affine<C::FieldElement>; 2]],
) -> Zeroizing<Vec<Line<C::FieldElement>>> {
    let select = C::FieldElement::conditional_select;
    let (zero, one) = (C::FieldElement::ZERO, C::FieldElement::ONE);
    // Slopes hold their numerators at first.
    let mut lines = with_capacity(pairs.len());
    let mut denominators = with_capacity(pairs.len());
    for [p, q] in pairs {
        let same_x = p.x.ct_eq(&q.x);
        let same_y = p.y.ct_eq(&q.y);
        let square = p.x.square();
        let tangent = square.double() + square + C::a();
        let has_y = !p.is_identity() & !q.is_identity() & !(same_x & !same_y);
        lines.push(Line {
            slope: select(&(q.y - p.y), &tangent, same_x & same_y),
            constant: zero,
            has_y: has_y.unwrap_u8(),
        });
        let denominator = select(&(q.x - p.x), &p.y.double(), same_x & same_y);
        denominators.push(select(&one, &denominator, has_y));
    }
    invert_or_zero(&mut denominators);
    for ((line, inverse), [p, q]) in lines.iter_mut().zip(&*denominators).zip(pairs) {
        let slope = line.slope * inverse;
        let vertical = (one, -select(&p.x, &q.x, p.is_identity()));
        let none = p.is_identity() & q.is_identity();
        let other = (
            select(&vertical.0, &zero, none),
            select(&vertical.1, &one, none),
        );
        line.slope = select(&other.0, &-slope, line.has_y());
        line.constant = select(&other.1, &(slope * p.x - p.y), line.has_y());
    }
    lines
}
