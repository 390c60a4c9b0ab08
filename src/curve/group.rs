//! The traits of the `group` crate.

use ff::{Field, PrimeField};
use group::Group;
use group::prime::PrimeGroup;
use rand_core::RngCore;
use subtle::{Choice, CtOption};

use super::{AffinePoint, Point};
use crate::curve::Curve;
use crate::field::FieldElement;

impl<C: Curve> Group for Point<C> {
    type Scalar = FieldElement<C::Scalar>;

    /// A uniform point other than the identity, with no known logarithm. The number of draws varies, and says
    /// nothing of the point.
    ///
    /// x is drawn by `Field::random`, the parity of y is the lowest bit of one `next_u32`; both are
    /// drawn again until x is on the curve.
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
        C::double(self)
    }
}

impl<C: Curve> Point<C> {
    /// The point with this x and this parity of y, unless there is none or it is the identity.
    pub(crate) fn drawn(x: &FieldElement<C::Base>, sign: u8) -> Option<Self> {
        let mut bytes = x.to_repr();
        bytes[31] |= sign << 7;
        let point = Option::<Self>::from(Self::decode(&bytes));
        point.filter(|point| !bool::from(point.is_identity()))
    }
}

/// The encodings of a version of `group`.
macro_rules! encodings {
    ($group:ident) => {
        encodings!($group: Point);
        encodings!($group: AffinePoint);
    };
    ($group:ident: $Encoded:ident) => {
        impl<C: Curve> $group::GroupEncoding for $Encoded<C> {
            type Repr = [u8; 32];

            /// The point with this encoding, none for every other string than those of `to_bytes`; constant time.
            fn from_bytes(bytes: &[u8; 32]) -> CtOption<Self> {
                Self::decode(bytes)
            }

            /// The same as `from_bytes`, with all checks.
            fn from_bytes_unchecked(bytes: &[u8; 32]) -> CtOption<Self> {
                Self::decode(bytes)
            }

            fn to_bytes(&self) -> [u8; 32] {
                self.encode()
            }
        }
    };
}
#[allow(unused_imports)] // without `group-0-14`
pub(crate) use encodings;
encodings!(group);

impl<C: Curve> PrimeGroup for Point<C> {}

/// For `group::Wnaf`, which makes a call for each doubling and addition. `*` is faster for one scalar, and
/// [`crate::VartimePrecomputation`] for a point that is used often.
#[cfg(feature = "alloc")]
impl<C: Curve> group::WnafGroup for Point<C> {
    /// The window with the fewest operations for the table and the additions.
    fn recommended_wnaf_for_num_scalars(num_scalars: usize) -> usize {
        let additions = |window: &usize| {
            (1 << (window - 1)) + num_scalars as u128 * (256 / (*window as u128 + 1))
        };
        (2..=22).min_by_key(additions).expect("a window")
    }
}
