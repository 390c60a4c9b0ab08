//! The two curves: points in homogeneous projective coordinates, canonical residues.

mod affine;
mod arithmetic;
mod definition;
mod encoding;
mod group;

#[cfg(feature = "alloc")]
pub use definition::{Algorithm, MultiscalarWorkspace, Tables, Term};
pub use definition::{Curve, Sealed};

use core::fmt;
use core::hash::{Hash, Hasher};

use ::group::GroupEncoding;
use ff::Field;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq, CtOption};

use crate::field::{FieldElement, compared};

/// A point of the prime-order curve `C`, y² = x³ − 3x + b.
///
/// Homogeneous projective coordinates: x = X/Z and y = Y/Z; the identity is (0 : 1 : 0). 96 bytes: X, Y, then Z,
/// aligned like `usize`. This layout is part of the C ABI of programs that pass points by value, and will not change.
/// Every function is constant time in points and scalars unless its name says `vartime`, or `optional` as
/// `optional_multiscalar_mul` does, whose name is curve25519-dalek's.
///
/// Additions are complete: no caller has to treat equal points, opposite points or the identity specially. The operators
/// and [`group::Group`](crate::group::Group) have the arithmetic, `group::GroupEncoding` has the encodings.
///
/// # The identity
///
/// The identity has no affine coordinates: functions of [`Point`] and [`AffinePoint`] that return x and y return none
/// for it. Its encoding, its memory as an [`AffinePoint`] and its x in a batch are all zeros. No other point has x = 0,
/// and no function accepts (0, 0) as coordinates.
///
/// ```
/// use helioselene_simd::{AffinePoint, HelioseleneField, SelenePoint, group::GroupEncoding, group::ff::Field};
///
/// let identity = SelenePoint::IDENTITY;
/// assert!(bool::from(identity.to_xy().is_none() & AffinePoint::from(identity).to_xy().is_none()));
/// assert_eq!(identity.to_bytes(), [0; 32]);
/// assert!(bool::from(SelenePoint::from_xy(HelioseleneField::ZERO, HelioseleneField::ZERO).is_none()));
/// ```
///
/// # Example
///
/// ```
/// use helioselene_simd::group::{Group, GroupEncoding};
/// use helioselene_simd::{Field25519, SelenePoint};
///
/// let g = SelenePoint::GENERATOR;
/// let five = g.double().double() + g;
/// assert_eq!(five, Field25519::from(5u64) * g);
/// assert_eq!(SelenePoint::from_bytes(&five.to_bytes()).unwrap(), five);
/// assert!(bool::from((five - five).is_identity()));
/// ```
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Point<C: Curve> {
    x: FieldElement<C::Base>,
    y: FieldElement<C::Base>,
    z: FieldElement<C::Base>,
}

/// A point of the prime-order curve `C`, by its affine coordinates x and y.
///
/// 64 bytes: x, then y, aligned like `usize`; [all zeros](Point#the-identity) for the identity. For storage: it takes
/// two thirds of a [`Point`]'s memory, and each point has one representation. Arithmetic takes [`Point`]s. Conversion
/// to one is free; the way back takes an inversion, which `Point::batch_to_affine` shares among many points. Every
/// function is constant time in points and scalars. `Debug` prints the coordinates, secret or not.
///
/// ```
/// use helioselene_simd::group::prime::PrimeCurveAffine;
/// use helioselene_simd::{AffinePoint, Field25519, Selene, SelenePoint};
///
/// let kept = AffinePoint::<Selene>::generator();
/// assert_eq!(kept * Field25519::from(3u64), SelenePoint::GENERATOR + kept + kept);
/// let [x, y] = kept.to_xy().unwrap();
/// assert_eq!(AffinePoint::<Selene>::from_xy(x, y).unwrap(), kept);
/// assert!(bool::from(AffinePoint::<Selene>::from_xy(x, y + x).is_none()));
/// ```
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AffinePoint<C: Curve> {
    x: FieldElement<C::Base>,
    y: FieldElement<C::Base>,
}

impl<C: Curve> Point<C> {
    /// The identity, (0 : 1 : 0).
    pub const IDENTITY: Self = Self {
        x: FieldElement::from_small(0),
        y: FieldElement::from_small(1),
        z: FieldElement::from_small(0),
    };
    /// The generator.
    pub const GENERATOR: Self = {
        let [x, y] = C::GENERATOR;
        let z = FieldElement::from_small(1);
        Self { x, y, z }
    };

    /// Makes a point from X, Y and Z, which must be on the curve, and (0 : 1 : 0) for the identity.
    pub(crate) const fn from_coordinates([x, y, z]: [FieldElement<C::Base>; 3]) -> Self {
        Self { x, y, z }
    }

    /// Returns X, Y and Z, by reference: backends load them without a copy.
    pub(crate) const fn coordinates(&self) -> [&FieldElement<C::Base>; 3] {
        [&self.x, &self.y, &self.z]
    }

    /// Returns the point with the given affine coordinates, or none if they are not on the curve; constant time.
    pub fn from_xy(x: FieldElement<C::Base>, y: FieldElement<C::Base>) -> CtOption<Self> {
        // The curve has no cofactor, so a point on it needs no other check. (0, 0) fails, because b ≠ 0.
        let point = Self {
            x,
            y,
            z: FieldElement::ONE,
        };
        CtOption::new(point, y.square().ct_eq(&Self::y_squared(&x)))
    }

    /// Returns the affine coordinates x and y, or [none for the identity](Self#the-identity). Constant time, with an
    /// inversion; `batch_to_xy` shares it among many points.
    pub fn to_xy(&self) -> CtOption<[FieldElement<C::Base>; 2]> {
        // Only the identity has Z = 0, for which `invert` returns none.
        self.z
            .invert()
            .map(|inverse| [self.x * inverse, self.y * inverse])
    }

    /// Returns the point with the homogeneous coordinates (X : Y : Z), x = X/Z and y = Y/Z, or none if they are not
    /// on the curve or all zero. Constant time, without an inversion.
    ///
    /// (0 : Y : 0) with Y ≠ 0 is the identity, and is stored as (0 : 1 : 0).
    pub fn from_projective([x, y, z]: [FieldElement<C::Base>; 3]) -> CtOption<Self> {
        // Y²Z = X³ − 3XZ² + bZ³. For Z = 0 this says X³ = 0, and any Y ≠ 0 is the identity; (0, 0, 0) satisfies the
        // equation, but is no point.
        let zz = z.square();
        let left = y.square() * z;
        let right = x * (x.square() - zz.double() - zz) + C::B * zz * z;
        // (0 : Y : 0) is stored as (0 : 1 : 0), like every identity: a mask chooses.
        let is_identity = z.is_zero();
        let is_point = left.ct_eq(&right) & !(is_identity & y.is_zero());
        let point = Self::conditional_select(&Self { x, y, z }, &Self::IDENTITY, is_identity);
        CtOption::new(point, is_point)
    }

    /// Returns X, Y and Z with x = X/Z and y = Y/Z, (0 : 1 : 0) for the identity. Their common factor depends on the
    /// backend and on how the point was computed. Constant time.
    pub fn to_projective(&self) -> [FieldElement<C::Base>; 3] {
        [self.x, self.y, self.z]
    }

    /// Returns x³ − 3x + b.
    pub(crate) fn y_squared(x: &FieldElement<C::Base>) -> FieldElement<C::Base> {
        let x3 = x.square() * x;
        x3 - x.double() - x + C::B
    }
}

compared!([C: Curve] Point<C>, zeroised: Self::IDENTITY);

impl<C: Curve> ConstantTimeEq for Point<C> {
    fn ct_eq(&self, other: &Self) -> Choice {
        // X1·Z2 = X2·Z1 and Y1·Z2 = Y2·Z1 compare the quotients without an inversion. With the identity on one side,
        // Z1 = 0 and Y1 ≠ 0, the second equation holds only if Z2 = 0: the identity equals no other point.
        (self.x * other.z).ct_eq(&(other.x * self.z))
            & (self.y * other.z).ct_eq(&(other.y * self.z))
    }
}

/// Hashes the 32-byte encoding, because equal points may have different X, Y and Z. Takes an inversion.
impl<C: Curve> Hash for Point<C> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.to_bytes().hash(state);
    }
}

impl<C: Curve> ConditionallySelectable for Point<C> {
    #[inline]
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self {
            x: FieldElement::conditional_select(&a.x, &b.x, choice),
            y: FieldElement::conditional_select(&a.y, &b.y, choice),
            z: FieldElement::conditional_select(&a.z, &b.z, choice),
        }
    }
}

/// Prints the projective coordinates, secret or not.
impl<C: Curve> fmt::Debug for Point<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct(C::POINT_NAME)
            .field("x", &self.x)
            .field("y", &self.y)
            .field("z", &self.z)
            .finish()
    }
}
