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
    /// Returns the point with the given x and parity of y, or `None` if there is none or it is the identity. Constant time
    /// except for whether it is `None`.
    pub(crate) fn from_x(x: &FieldElement<C::Base>, sign: u8) -> Option<Self> {
        let mut bytes = x.to_repr();
        bytes[31] |= sign << 7;
        let point = Option::<Self>::from(Self::decode(&bytes));
        point.filter(|point| !bool::from(point.is_identity()))
    }
}

impl<C: Curve> Group for Point<C> {
    type Scalar = FieldElement<C::Scalar>;

    /// Returns a uniform point other than the identity, of unknown logarithm. The number of draws varies, two on average,
    /// but says nothing about the point, which depends on the last draw only.
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
        // Z = 0 is the line at infinity, and the identity is the only point of the curve on it.
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

    /// Converts points with an inversion for hundreds of them, with the feature `alloc`; constant time.
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

/// Supports `group::Wnaf`, which calls a function for every doubling and addition. For a single scalar `*` is faster,
/// for a point that is used often [`crate::VartimePrecomputation`].
#[cfg(feature = "alloc")]
impl<C: Curve> WnafGroup for Point<C> {
    /// Returns the window with the fewest additions, for the table and for the scalars together.
    fn recommended_wnaf_for_num_scalars(num_scalars: usize) -> usize {
        // The table has 2^(w−1) entries, and one in w + 1 of a scalar's 256 places has a digit. `group` allows windows
        // of 2 to 22 bits.
        let additions = |window: &usize| {
            (1 << (window - 1)) + num_scalars as u128 * (256 / (*window as u128 + 1))
        };
        (2..=22).min_by_key(additions).expect("a window")
    }
}

impl<C: Curve> GroupEncoding for Point<C> {
    type Repr = [u8; 32];

    /// Decodes a point, or returns none for any string that `to_bytes` does not return; constant time.
    fn from_bytes(bytes: &[u8; 32]) -> CtOption<Self> {
        Self::decode(bytes)
    }

    /// Does the same as `from_bytes`, with all its checks: they cost little beside the square root.
    fn from_bytes_unchecked(bytes: &[u8; 32]) -> CtOption<Self> {
        Self::decode(bytes)
    }

    fn to_bytes(&self) -> [u8; 32] {
        self.encode()
    }
}

impl<C: Curve> GroupEncoding for AffinePoint<C> {
    type Repr = [u8; 32];

    /// Decodes a point, or returns none for any string that `to_bytes` does not return; constant time.
    fn from_bytes(bytes: &[u8; 32]) -> CtOption<Self> {
        Self::decode(bytes)
    }

    /// Does the same as `from_bytes`, with all its checks: they cost little beside the square root.
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
