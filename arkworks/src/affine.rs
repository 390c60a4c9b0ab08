//! Points in affine coordinates.

use core::fmt;
use core::hash::{Hash, Hasher};

use ark_ec::AffineRepr;
use ark_std::rand::Rng;
use ark_std::rand::distributions::{Distribution, Standard};
use helioselene_simd::group::Group;
use helioselene_simd::{AffinePoint, Curve, Point};
use zeroize::Zeroize;

use crate::points::{Affine, Config, Projective};
use crate::{BaseField, Element, ScalarField, encoding};

impl<C: Curve> Affine<C> {
    /// The point with these coordinates; `None` if it is not on the curve.
    pub fn from_xy(x: BaseField<C>, y: BaseField<C>) -> Option<Self> {
        Option::from(AffinePoint::from_xy(x.0, y.0)).map(Self)
    }

    /// Whether the point is on the curve: always.
    ///
    /// Exists for code written for arkworks' own curve types, like the next function.
    pub fn is_on_curve(&self) -> bool {
        self.xy().is_none_or(|(x, y)| Self::from_xy(x, y).is_some())
    }

    /// Whether the point is in the group of prime order: always, because the curve has no other
    /// points.
    pub fn is_in_correct_subgroup_assuming_on_curve(&self) -> bool {
        true
    }
}

/// Hashes the 64 bytes of its coordinates.
impl<C: Curve> Hash for Affine<C> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

/// The identity.
impl<C: Curve> Default for Affine<C> {
    fn default() -> Self {
        Self(AffinePoint::IDENTITY)
    }
}

/// The coordinates. Prints secrets like any other value.
impl<C: Curve> fmt::Debug for Affine<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

/// The coordinates in decimal, or `infinity`.
impl<C: Curve> fmt::Display for Affine<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.xy() {
            Some((x, y)) => write!(f, "({x}, {y})"),
            None => f.write_str("infinity"),
        }
    }
}

impl<C: Curve> Zeroize for Affine<C> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

/// Like `group::Group::random`: nobody knows its logarithm.
impl<C: Curve> Distribution<Affine<C>> for Standard {
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Affine<C> {
        Affine(Point::random(rng).into())
    }
}

impl<C: Curve> From<Projective<C>> for Affine<C> {
    fn from(point: Projective<C>) -> Self {
        Self(point.0.into())
    }
}

impl<C: Curve> AffineRepr for Affine<C> {
    type Config = Config<C>;
    type ScalarField = ScalarField<C>;
    type BaseField = BaseField<C>;
    type Group = Projective<C>;

    fn xy(&self) -> Option<(BaseField<C>, BaseField<C>)> {
        Option::from(self.0.to_xy()).map(|xy: [_; 2]| xy.map(Element).into())
    }

    fn zero() -> Self {
        Self::default()
    }

    fn generator() -> Self {
        Self(AffinePoint::GENERATOR)
    }

    /// The point that the first 32 bytes encode; missing bytes count as zeros.
    fn from_random_bytes(bytes: &[u8]) -> Option<Self> {
        let mut encoded = [0; 32];
        let read = bytes.len().min(32);
        encoded[..read].copy_from_slice(&bytes[..read]);
        encoding::from_bytes(&encoded).map(Self)
    }

    /// Constant time except for the number of limbs.
    fn mul_bigint(&self, limbs: impl AsRef<[u64]>) -> Projective<C> {
        *self * ScalarField::<C>::from_limbs_mod_order(limbs.as_ref())
    }

    fn clear_cofactor(&self) -> Self {
        *self
    }

    fn mul_by_cofactor_to_group(&self) -> Projective<C> {
        (*self).into()
    }

    fn mul_by_cofactor(&self) -> Self {
        *self
    }

    fn mul_by_cofactor_inv(&self) -> Self {
        *self
    }
}
