//! The traits of the `group` crate.

use ff::{Field, PrimeField};
#[cfg(feature = "alloc")]
use group::WnafGroup;
use group::prime::{PrimeCurve, PrimeCurveAffine, PrimeGroup};
use group::{Group, GroupEncoding};
use rand_core::RngCore;
use subtle::{Choice, CtOption};

use super::{AffinePoint, Point};
use crate::curve::Curve;
use crate::field::FieldElement;

impl<C: Curve> Point<C> {
    /// The point with the given x and parity of y, or none if there is none or it is the identity.
    pub(crate) fn from_x(x: &FieldElement<C::Base>, sign: u8) -> Option<Self> {
        let mut bytes = x.to_repr();
        bytes[31] |= sign << 7;
        let point = Option::<Self>::from(Self::decode(&bytes));
        point.filter(|point| !bool::from(point.is_identity()))
    }
}

impl<C: Curve> Group for Point<C> {
    type Scalar = FieldElement<C::Scalar>;

    /// A uniform point other than the identity, of unknown logarithm. The number of draws varies, but says nothing
    /// about the point.
    ///
    /// Each draw takes x from `Field::random` and the parity of y from the lowest bit of one `next_u32`; both are
    /// drawn again until x is on the curve.
    fn random(mut rng: impl RngCore) -> Self {
        loop {
            let x = FieldElement::<C::Base>::random(&mut rng);
            let sign = rng.next_u32() % 2;
            if let Some(point) = Self::from_x(&x, sign as u8) {
                return point;
            }
        }
    }

    fn identity() -> Self {
        Self::IDENTITY
    }

    fn generator() -> Self {
        Self::GENERATOR
    }

    fn is_identity(&self) -> Choice {
        self.coordinates()[2].is_zero()
    }

    fn double(&self) -> Self {
        C::double(self)
    }
}

impl<C: Curve> PrimeGroup for Point<C> {}

impl<C: Curve> group::Curve for Point<C> {
    type AffineRepr = AffinePoint<C>;

    fn to_affine(&self) -> AffinePoint<C> {
        self.into()
    }

    /// One inversion for all points, with the feature `alloc`.
    #[cfg(feature = "alloc")]
    fn batch_normalize(points: &[Self], affine: &mut [AffinePoint<C>]) {
        assert_eq!(
            points.len(),
            affine.len(),
            "batch_normalize: as many places as points are needed"
        );
        C::normalize(points, affine);
    }
}

impl<C: Curve> PrimeCurveAffine for AffinePoint<C> {
    type Curve = Point<C>;
    type Scalar = FieldElement<C::Scalar>;

    fn identity() -> Self {
        Self::IDENTITY
    }

    fn generator() -> Self {
        Self::GENERATOR
    }

    fn is_identity(&self) -> Choice {
        self.is_the_identity()
    }

    fn to_curve(&self) -> Point<C> {
        self.into()
    }
}

/// For `Wnaf`, which calls a function for every doubling and addition. For a single scalar `*` is faster, for a
/// point that is used often [`crate::VartimePrecomputation`].
#[cfg(feature = "alloc")]
impl<C: Curve> WnafGroup for Point<C> {
    /// The window that minimises the operations for the table and the additions.
    fn recommended_wnaf_for_num_scalars(num_scalars: usize) -> usize {
        let additions = |window: &usize| {
            (1 << (window - 1)) + num_scalars as u128 * (256 / (*window as u128 + 1))
        };
        (2..=22).min_by_key(additions).expect("a window")
    }
}

impl<C: Curve> GroupEncoding for Point<C> {
    type Repr = [u8; 32];

    /// The point with the given encoding, or none for any string that `to_bytes` does not return; constant time.
    fn from_bytes(bytes: &[u8; 32]) -> CtOption<Self> {
        Self::decode(bytes)
    }

    /// Like `from_bytes`, with all checks.
    fn from_bytes_unchecked(bytes: &[u8; 32]) -> CtOption<Self> {
        Self::decode(bytes)
    }

    fn to_bytes(&self) -> [u8; 32] {
        self.encode()
    }
}

impl<C: Curve> GroupEncoding for AffinePoint<C> {
    type Repr = [u8; 32];

    /// The point with the given encoding, or none for any string that `to_bytes` does not return; constant time.
    fn from_bytes(bytes: &[u8; 32]) -> CtOption<Self> {
        Self::decode(bytes)
    }

    /// Like `from_bytes`, with all checks.
    fn from_bytes_unchecked(bytes: &[u8; 32]) -> CtOption<Self> {
        Self::decode(bytes)
    }

    fn to_bytes(&self) -> [u8; 32] {
        self.encode()
    }
}

impl<C: Curve> PrimeCurve for Point<C> {
    type Affine = AffinePoint<C>;
}
