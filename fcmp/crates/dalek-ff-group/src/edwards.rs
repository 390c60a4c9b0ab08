//! Ed25519's prime-order subgroup as a group.

use core::borrow::Borrow;
use core::hash::{Hash, Hasher};
use core::iter::Sum;
use core::ops::{Add, AddAssign, Deref, Mul, MulAssign, Neg, Sub, SubAssign};

use curve25519_dalek::constants;
use curve25519_dalek::edwards::EdwardsPoint as DalekPoint;
use group::prime::PrimeGroup;
use group::{Group, GroupEncoding};
use rand_core::RngCore;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq, CtOption};
use zeroize::Zeroize;

use crate::Scalar;
use crate::torsion::is_torsion_free;

/// A point of the prime-order subgroup of Ed25519.
///
/// Constructing one from curve25519-dalek's point promises that it is in the subgroup.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Zeroize)]
pub struct EdwardsPoint(pub DalekPoint);

/// The generator of Ed25519.
pub const ED25519_BASEPOINT_POINT: EdwardsPoint = EdwardsPoint(constants::ED25519_BASEPOINT_POINT);

impl Deref for EdwardsPoint {
    type Target = DalekPoint;
    fn deref(&self) -> &DalekPoint {
        &self.0
    }
}

impl Borrow<DalekPoint> for EdwardsPoint {
    fn borrow(&self) -> &DalekPoint {
        &self.0
    }
}

impl Borrow<DalekPoint> for &EdwardsPoint {
    fn borrow(&self) -> &DalekPoint {
        &self.0
    }
}

impl ConstantTimeEq for EdwardsPoint {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.0.ct_eq(&other.0)
    }
}

impl ConditionallySelectable for EdwardsPoint {
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self(DalekPoint::conditional_select(&a.0, &b.0, choice))
    }
}

/// An operator with its right-hand side by value and by reference; `$inner` is curve25519-dalek's.
macro_rules! operator {
    ($Op:ident $op:ident $OpAssign:ident $op_assign:ident $Other:ty, $inner:expr) => {
        impl $Op<&$Other> for EdwardsPoint {
            type Output = Self;
            fn $op(self, other: &$Other) -> Self {
                Self($inner(&self.0, other))
            }
        }
        impl $Op<$Other> for EdwardsPoint {
            type Output = Self;
            fn $op(self, other: $Other) -> Self {
                $Op::$op(self, &other)
            }
        }
        impl $OpAssign<&$Other> for EdwardsPoint {
            fn $op_assign(&mut self, other: &$Other) {
                *self = $Op::$op(*self, other);
            }
        }
        impl $OpAssign<$Other> for EdwardsPoint {
            fn $op_assign(&mut self, other: $Other) {
                *self = $Op::$op(*self, &other);
            }
        }
    };
}
operator!(Add add AddAssign add_assign EdwardsPoint, |a: &DalekPoint, b: &Self| a + b.0);
operator!(Sub sub SubAssign sub_assign EdwardsPoint, |a: &DalekPoint, b: &Self| a - b.0);
operator!(Mul mul MulAssign mul_assign Scalar, |a: &DalekPoint, b: &Scalar| a * b);

impl Neg for EdwardsPoint {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Sum for EdwardsPoint {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        Self(points.map(|point| point.0).sum())
    }
}

impl<'a> Sum<&'a Self> for EdwardsPoint {
    fn sum<I: Iterator<Item = &'a Self>>(points: I) -> Self {
        points.copied().sum()
    }
}

impl Group for EdwardsPoint {
    type Scalar = Scalar;

    /// Draws 32 bytes until they encode a point other than the identity.
    fn random(mut rng: impl RngCore) -> Self {
        loop {
            let mut bytes = [0; 32];
            rng.fill_bytes(&mut bytes);
            let point = Option::<Self>::from(Self::from_bytes(&bytes));
            if let Some(point) = point.filter(|point| !bool::from(point.is_identity())) {
                return point;
            }
        }
    }

    fn identity() -> Self {
        Self(Group::identity())
    }

    fn generator() -> Self {
        ED25519_BASEPOINT_POINT
    }

    fn is_identity(&self) -> Choice {
        self.0.ct_eq(&Group::identity())
    }

    fn double(&self) -> Self {
        Self(Group::double(&self.0))
    }
}

impl GroupEncoding for EdwardsPoint {
    type Repr = [u8; 32];

    /// What curve25519-dalek decompresses, if it is in the subgroup. As there, y may be unreduced;
    /// `Ciphersuite::read_G` refuses that.
    ///
    /// Constant time: dalek's implementation of this trait decompresses, which always computes a point and a choice,
    /// unlike its `decompress`, which returns early. The subgroup test runs for any bytes. Only the choice in the
    /// result tells whether they were accepted, and nothing tells why not. Making an `Option` of it is a branch, which
    /// `read_G` does.
    fn from_bytes(bytes: &[u8; 32]) -> CtOption<Self> {
        DalekPoint::from_bytes(bytes)
            .and_then(|point| CtOption::new(Self(point), is_torsion_free(bytes)))
    }

    /// The same as `from_bytes`: nothing goes unchecked.
    fn from_bytes_unchecked(bytes: &[u8; 32]) -> CtOption<Self> {
        Self::from_bytes(bytes)
    }

    fn to_bytes(&self) -> [u8; 32] {
        self.0.compress().to_bytes()
    }
}

impl PrimeGroup for EdwardsPoint {}

/// Hashes the encoding, which costs an inversion.
impl Hash for EdwardsPoint {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.to_bytes().hash(state);
    }
}
