//! The traits of the `group` crate.

use ff::{Field, PrimeField};
use group::prime::PrimeGroup;
use group::{Group, GroupEncoding};
use rand_core::RngCore;
use subtle::{Choice, CtOption};

use super::Point;
use crate::curve::Curve;
use crate::field::FieldElement;

impl<C: Curve> Group for Point<C> {
    type Scalar = FieldElement<C::Scalar>;

    /// A uniform point other than the identity, with no known logarithm.
    ///
    /// x is drawn by `Field::random`, the parity of y is the lowest bit of one `next_u32`, and both
    /// are drawn anew until x is on the curve; x = 0, which would encode the identity, is on none.
    fn random(mut rng: impl RngCore) -> Self {
        loop {
            let x = FieldElement::<C::Base>::random(&mut rng);
            let sign = rng.next_u32() % 2;
            if let Some(point) = Self::drawn(&x, sign as u8) {
                return point;
            }
        }
    }

    fn identity() -> Self {
        Self::identity()
    }

    fn generator() -> Self {
        Self::generator()
    }

    fn is_identity(&self) -> Choice {
        self.z.is_zero()
    }

    fn double(&self) -> Self {
        self.doubled()
    }
}

impl<C: Curve> Point<C> {
    /// The point with this x whose y has this parity, if there is one other than the identity.
    pub(crate) fn drawn(x: &FieldElement<C::Base>, sign: u8) -> Option<Self> {
        let mut bytes = x.to_repr();
        bytes[31] |= sign << 7;
        let point = Option::<Self>::from(Self::from_bytes(&bytes));
        point.filter(|point| !bool::from(point.is_identity()))
    }
}

impl<C: Curve> GroupEncoding for Point<C> {
    type Repr = [u8; 32];

    /// None for every encoding that `to_bytes` does not yield.
    fn from_bytes(bytes: &[u8; 32]) -> CtOption<Self> {
        Self::decode(bytes)
    }

    /// The same as `from_bytes`: nothing is left unchecked.
    fn from_bytes_unchecked(bytes: &[u8; 32]) -> CtOption<Self> {
        Self::decode(bytes)
    }

    fn to_bytes(&self) -> [u8; 32] {
        self.encode()
    }
}

impl<C: Curve> PrimeGroup for Point<C> {}

/// For `group::Wnaf`, which takes a call for each doubling and addition. `*` is faster for one scalar, and
/// [`crate::VartimePrecomputation`] for a point that comes again and again.
#[cfg(feature = "alloc")]
impl<C: Curve> group::WnafGroup for Point<C> {
    /// The window for which the table and the additions are fewest.
    fn recommended_wnaf_for_num_scalars(num_scalars: usize) -> usize {
        let additions = |window: &usize| {
            (1 << (window - 1)) + num_scalars as u128 * (256 / (*window as u128 + 1))
        };
        (2..=22).min_by_key(additions).expect("a window")
    }
}
