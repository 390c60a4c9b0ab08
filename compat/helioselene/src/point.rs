//! Points as a type of this crate, so that it can be given `ec-divisors`' traits.
//!
//! `helioselene-simd` cannot give them to its own: it would depend on `ec-divisors`, which for
//! Ed25519 depends on `dalek-ff-group`, which has its field from `helioselene-simd`.

use core::borrow::Borrow;
use core::iter::Sum;
use core::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use helioselene_simd::group::prime::PrimeGroup;
use helioselene_simd::group::{Group, GroupEncoding};
use helioselene_simd::{Curve, FieldElement, Point as Inner};
use rand_core::RngCore;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq, CtOption};
use zeroize::Zeroize;

/// A point, in all but its traits that of `helioselene-simd`, which is its field.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Point<C: Curve>(pub Inner<C>);

impl<C: Curve> Point<C> {
    /// The point with these affine coordinates; none if it is not on the curve.
    pub fn from_xy(x: FieldElement<C::Base>, y: FieldElement<C::Base>) -> CtOption<Self> {
        Inner::from_xy(x, y).map(Self)
    }
}

impl<C: Curve> From<Inner<C>> for Point<C> {
    fn from(point: Inner<C>) -> Self {
        Self(point)
    }
}

impl<C: Curve> From<Point<C>> for Inner<C> {
    fn from(point: Point<C>) -> Self {
        point.0
    }
}

impl<C: Curve> Borrow<Inner<C>> for Point<C> {
    fn borrow(&self) -> &Inner<C> {
        &self.0
    }
}

/// To the identity.
impl<C: Curve> Zeroize for Point<C> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

impl<C: Curve> ConstantTimeEq for Point<C> {
    #[inline]
    fn ct_eq(&self, other: &Self) -> Choice {
        self.0.ct_eq(&other.0)
    }
}

impl<C: Curve> ConditionallySelectable for Point<C> {
    #[inline]
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self(Inner::conditional_select(&a.0, &b.0, choice))
    }
}

/// An operator with a right-hand side by value and by reference; `$inner` is what is in it.
macro_rules! operator {
    ($Op:ident $op:ident $OpAssign:ident $op_assign:ident $Other:ty, $other:ident => $inner:expr) => {
        impl<C: Curve> $Op<&$Other> for Point<C> {
            type Output = Self;
            #[inline]
            fn $op(self, $other: &$Other) -> Self {
                Self($Op::$op(&self.0, $inner))
            }
        }
        impl<C: Curve> $Op<$Other> for Point<C> {
            type Output = Self;
            #[inline]
            fn $op(self, other: $Other) -> Self {
                $Op::$op(self, &other)
            }
        }
        impl<C: Curve> $OpAssign<&$Other> for Point<C> {
            #[inline]
            fn $op_assign(&mut self, $other: &$Other) {
                $OpAssign::$op_assign(&mut self.0, $inner);
            }
        }
        impl<C: Curve> $OpAssign<$Other> for Point<C> {
            #[inline]
            fn $op_assign(&mut self, other: $Other) {
                $OpAssign::$op_assign(self, &other);
            }
        }
    };
}
operator!(Add add AddAssign add_assign Point<C>, other => &other.0);
operator!(Sub sub SubAssign sub_assign Point<C>, other => &other.0);
operator!(Mul mul MulAssign mul_assign FieldElement<C::Scalar>, scalar => scalar);

impl<C: Curve> Neg for Point<C> {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl<C: Curve> Sum for Point<C> {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        Self(points.map(|point| point.0).sum())
    }
}

impl<'a, C: Curve> Sum<&'a Self> for Point<C> {
    fn sum<I: Iterator<Item = &'a Self>>(points: I) -> Self {
        points.copied().sum()
    }
}

impl<C: Curve> Group for Point<C> {
    type Scalar = FieldElement<C::Scalar>;

    fn random(rng: impl RngCore) -> Self {
        Self(Inner::random(rng))
    }

    fn identity() -> Self {
        Self(Inner::identity())
    }

    fn generator() -> Self {
        Self(Inner::generator())
    }

    fn is_identity(&self) -> Choice {
        self.0.is_identity()
    }

    #[inline]
    fn double(&self) -> Self {
        Self(self.0.double())
    }
}

impl<C: Curve> GroupEncoding for Point<C> {
    type Repr = [u8; 32];

    fn from_bytes(bytes: &[u8; 32]) -> CtOption<Self> {
        Inner::from_bytes(bytes).map(Self)
    }

    fn from_bytes_unchecked(bytes: &[u8; 32]) -> CtOption<Self> {
        Inner::from_bytes_unchecked(bytes).map(Self)
    }

    fn to_bytes(&self) -> [u8; 32] {
        self.0.to_bytes()
    }
}

impl<C: Curve> PrimeGroup for Point<C> {}
