//! Points in affine coordinates, and the traits of `group` for them.

use core::hash::{Hash, Hasher};
use core::ops::Neg;

use ff::{Field, PrimeField};
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq, CtOption};

use super::{AffinePoint, Curve, Point};
use crate::field::{FieldElement, compared};

impl<C: Curve> AffinePoint<C> {
    /// The identity.
    pub const IDENTITY: Self = Self {
        x: FieldElement::from_small(0),
        y: FieldElement::from_small(0),
    };
    /// The generator.
    pub const GENERATOR: Self = {
        let [x, y] = C::GENERATOR;
        Self { x, y }
    };

    /// Returns the point with these coordinates, or none if they are not on the curve; constant time.
    pub fn from_xy(x: FieldElement<C::Base>, y: FieldElement<C::Base>) -> CtOption<Self> {
        let is_point = Point::<C>::from_xy(x, y).is_some();
        CtOption::new(Self { x, y }, is_point)
    }

    /// Returns x and y, or [none for the identity](Point#the-identity); constant time.
    pub fn to_xy(&self) -> CtOption<[FieldElement<C::Base>; 2]> {
        CtOption::new(self.coordinates(), !self.is_the_identity())
    }

    /// Makes a point from x and y, which must be on the curve, or both 0 for the identity.
    pub(crate) const fn from_coordinates([x, y]: [FieldElement<C::Base>; 2]) -> Self {
        Self { x, y }
    }

    /// Returns x and y, both 0 for the identity.
    pub(crate) const fn coordinates(&self) -> [FieldElement<C::Base>; 2] {
        [self.x, self.y]
    }

    /// Returns whether x = 0, as only the identity has: y² = b has no solution, because b is not a square.
    pub(crate) fn is_the_identity(&self) -> Choice {
        self.x.is_zero()
    }
}

/// Converts without an inversion.
impl<C: Curve> From<&AffinePoint<C>> for Point<C> {
    fn from(point: &AffinePoint<C>) -> Self {
        let AffinePoint { x, y } = *point;
        let z = FieldElement::ONE;
        Self::conditional_select(&Self { x, y, z }, &Self::IDENTITY, point.is_the_identity())
    }
}

/// Converts without an inversion.
impl<C: Curve> From<AffinePoint<C>> for Point<C> {
    fn from(point: AffinePoint<C>) -> Self {
        Self::from(&point)
    }
}

/// Converts by an inversion, which `Point::batch_to_affine` shares among many points.
impl<C: Curve> From<&Point<C>> for AffinePoint<C> {
    fn from(point: &Point<C>) -> Self {
        // Z = 0 for the identity has no inverse: 0 in its place makes both coordinates 0. A mask chooses, not a branch.
        let inverse = point.z.invert().unwrap_or(FieldElement::ZERO);
        Self {
            x: point.x * inverse,
            y: point.y * inverse,
        }
    }
}

/// Converts by an inversion, which `Point::batch_to_affine` shares among many points.
impl<C: Curve> From<Point<C>> for AffinePoint<C> {
    fn from(point: Point<C>) -> Self {
        Self::from(&point)
    }
}

compared!([C: Curve] AffinePoint<C>, zeroised: Self::IDENTITY);

impl<C: Curve> ConstantTimeEq for AffinePoint<C> {
    fn ct_eq(&self, other: &Self) -> Choice {
        // Each point has one representation, the identity (0, 0).
        self.x.ct_eq(&other.x) & self.y.ct_eq(&other.y)
    }
}

/// Hashes the 64 bytes of the coordinates.
impl<C: Curve> Hash for AffinePoint<C> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.coordinates().hash(state);
    }
}

impl<C: Curve> ConditionallySelectable for AffinePoint<C> {
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self {
            x: FieldElement::conditional_select(&a.x, &b.x, choice),
            y: FieldElement::conditional_select(&a.y, &b.y, choice),
        }
    }
}

impl<C: Curve> Neg for AffinePoint<C> {
    type Output = Self;
    fn neg(self) -> Self {
        // −0 is the residue 0, so the identity stays (0, 0).
        Self { y: -self.y, ..self }
    }
}

/// Encodes and decodes as [`Point`] does.
impl<C: Curve> AffinePoint<C> {
    /// Decodes a point, with the checks of [`Point::decode`].
    pub(crate) fn decode(bytes: &[u8; 32]) -> CtOption<Self> {
        // A decoded point has Z = 1, so that y = Y·Z; for the identity, (0 : 1 : 0), Y·Z is 0, as y must be.
        Point::<C>::decode(bytes).map(|Point { x, y, z }| Self { x, y: y * z })
    }

    /// Returns x with the parity of y in bit 255; for the identity 32 zero bytes, as its x and y are 0.
    pub(crate) fn encode(&self) -> [u8; 32] {
        // A residue is below 2^255, so that the bit is free.
        let mut bytes = self.x.to_repr();
        bytes[31] |= self.y.is_odd().unwrap_u8() << 7;
        bytes
    }
}
