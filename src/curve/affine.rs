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

    /// The point with these coordinates, or none if they are not on the curve; constant time.
    pub fn from_xy(x: FieldElement<C::Base>, y: FieldElement<C::Base>) -> CtOption<Self> {
        let is_point = Point::<C>::from_xy(x, y).is_some();
        CtOption::new(Self { x, y }, is_point)
    }

    /// x and y, or [none for the identity](Point#the-identity); constant time.
    pub fn to_xy(&self) -> CtOption<[FieldElement<C::Base>; 2]> {
        CtOption::new(self.coordinates(), !self.is_the_identity())
    }

    /// The point with the given x and y, which must be on the curve, or both 0 for the identity.
    pub(crate) const fn from_coordinates([x, y]: [FieldElement<C::Base>; 2]) -> Self {
        Self { x, y }
    }

    /// x and y, both 0 for the identity.
    pub(crate) const fn coordinates(&self) -> [FieldElement<C::Base>; 2] {
        [self.x, self.y]
    }

    /// Whether x = 0. Only the identity has it, because b is not a square.
    pub(crate) fn is_the_identity(&self) -> Choice {
        self.x.is_zero()
    }
}

/// Takes no inversion.
impl<C: Curve> From<&AffinePoint<C>> for Point<C> {
    fn from(point: &AffinePoint<C>) -> Self {
        let AffinePoint { x, y } = *point;
        let z = FieldElement::ONE;
        Self::conditional_select(&Self { x, y, z }, &Self::IDENTITY, point.is_the_identity())
    }
}

/// Takes no inversion.
impl<C: Curve> From<AffinePoint<C>> for Point<C> {
    fn from(point: AffinePoint<C>) -> Self {
        Self::from(&point)
    }
}

/// Takes an inversion.
impl<C: Curve> From<&Point<C>> for AffinePoint<C> {
    fn from(point: &Point<C>) -> Self {
        // 0 for the identity.
        let inverse = point.z.invert().unwrap_or(FieldElement::ZERO);
        Self {
            x: point.x * inverse,
            y: point.y * inverse,
        }
    }
}

/// Takes an inversion.
impl<C: Curve> From<Point<C>> for AffinePoint<C> {
    fn from(point: Point<C>) -> Self {
        Self::from(&point)
    }
}

compared!([C: Curve] AffinePoint<C>, zeroised: Self::IDENTITY);

impl<C: Curve> ConstantTimeEq for AffinePoint<C> {
    fn ct_eq(&self, other: &Self) -> Choice {
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
        Self { y: -self.y, ..self }
    }
}

/// Encodings are those of [`Point`].
impl<C: Curve> AffinePoint<C> {
    /// The point with the given encoding, as in [`Point::decode`].
    pub(crate) fn decode(bytes: &[u8; 32]) -> CtOption<Self> {
        // Z is 1, except for the identity: there Z = 0 and Y = 1, and y must be 0.
        Point::<C>::decode(bytes).map(|Point { x, y, z }| Self { x, y: y * z })
    }

    pub(crate) fn encode(&self) -> [u8; 32] {
        let mut bytes = self.x.to_repr();
        bytes[31] |= self.y.is_odd().unwrap_u8() << 7;
        bytes
    }
}
