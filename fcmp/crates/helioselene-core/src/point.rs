//! Points as a type of this crate, so that it can implement `ec-divisors`' traits.
//!
//! `helioselene-simd` cannot implement them for its own type: it would depend on `ec-divisors`, which for Ed25519
//! depends on `dalek-ff-group`, whose field is `helioselene-simd`'s.

use core::borrow::Borrow;
use core::iter::Sum;
use core::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use helioselene_simd::group::prime::PrimeGroup;
use helioselene_simd::group::{Group, GroupEncoding};
use helioselene_simd::{Curve, FieldElement, Point as Inner};
use rand_core::RngCore;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq, CtOption};
use zeroize::Zeroize;

/// What an encoded identity, 32 zero bytes, is replaced by before decoding if `IDENTITY` is false: the encoding of a
/// point on either curve whose logarithm nobody knows.
///
/// FCMP++ 0e438ae decodes an encoded identity as (0 : 1 : 1), which is on neither curve. Every sum in which it has a
/// nonzero scalar is then wrong: a proof that contains it is read, and refused at its final sum. The same happens with
/// this point: a right proof would require knowing it as a sum of the generators. It is the first 32 bytes
/// SHA-256("FCMP++ 0e438ae: an encoded identity" ‖ i), for i = 0, 1, … as a byte, that are an encoding on both curves
/// once the top bit is cleared.
pub const STAND_IN: [u8; 32] = [
    0x19, 0x7e, 0x4d, 0xd6, 0x37, 0x8f, 0x8d, 0x2c, 0x08, 0x59, 0x64, 0x49, 0x89, 0x03, 0x97, 0x5b,
    0x99, 0x53, 0x9e, 0x3a, 0xa1, 0x38, 0x41, 0x60, 0xd1, 0x57, 0xe4, 0xfa, 0xce, 0xf1, 0x9e, 0x5e,
];

/// A point of `helioselene-simd`, its field, from which it differs only in its traits. `IDENTITY` says whether an
/// encoded identity decodes as the identity; otherwise it decodes as [`STAND_IN`].
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Point<C: Curve, const IDENTITY: bool>(pub Inner<C>);

impl<C: Curve, const IDENTITY: bool> Point<C, IDENTITY> {
    /// The point with these affine coordinates, if it is on the curve.
    pub fn from_xy(x: FieldElement<C::Base>, y: FieldElement<C::Base>) -> CtOption<Self> {
        Inner::from_xy(x, y).map(Self)
    }

    /// The encoding that `helioselene-simd` must decode instead of this one: [`STAND_IN`] for an encoded identity if
    /// `IDENTITY` is false, otherwise the same.
    #[must_use]
    pub fn decoded_as(bytes: &[u8; 32]) -> [u8; 32] {
        let replaced = bytes.ct_eq(&[0; 32]) & Choice::from(u8::from(!IDENTITY));
        <[u8; 32]>::conditional_select(bytes, &STAND_IN, replaced)
    }
}

impl<C: Curve, const IDENTITY: bool> From<Inner<C>> for Point<C, IDENTITY> {
    fn from(point: Inner<C>) -> Self {
        Self(point)
    }
}

impl<C: Curve, const IDENTITY: bool> From<Point<C, IDENTITY>> for Inner<C> {
    fn from(point: Point<C, IDENTITY>) -> Self {
        point.0
    }
}

impl<C: Curve, const IDENTITY: bool> Borrow<Inner<C>> for Point<C, IDENTITY> {
    fn borrow(&self) -> &Inner<C> {
        &self.0
    }
}

/// Zeroizes to the identity.
impl<C: Curve, const IDENTITY: bool> Zeroize for Point<C, IDENTITY> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

impl<C: Curve, const IDENTITY: bool> ConstantTimeEq for Point<C, IDENTITY> {
    #[inline]
    fn ct_eq(&self, other: &Self) -> Choice {
        self.0.ct_eq(&other.0)
    }
}

impl<C: Curve, const IDENTITY: bool> ConditionallySelectable for Point<C, IDENTITY> {
    #[inline]
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self(Inner::conditional_select(&a.0, &b.0, choice))
    }
}

/// An operator with its right-hand side by value and by reference; `$inner` unwraps it.
macro_rules! operator {
    ($Op:ident $op:ident $OpAssign:ident $op_assign:ident $Other:ty, $other:ident => $inner:expr) => {
        impl<C: Curve, const IDENTITY: bool> $Op<&$Other> for Point<C, IDENTITY> {
            type Output = Self;
            #[inline]
            fn $op(self, $other: &$Other) -> Self {
                Self($Op::$op(&self.0, $inner))
            }
        }
        impl<C: Curve, const IDENTITY: bool> $Op<$Other> for Point<C, IDENTITY> {
            type Output = Self;
            #[inline]
            fn $op(self, other: $Other) -> Self {
                $Op::$op(self, &other)
            }
        }
        impl<C: Curve, const IDENTITY: bool> $OpAssign<&$Other> for Point<C, IDENTITY> {
            #[inline]
            fn $op_assign(&mut self, $other: &$Other) {
                $OpAssign::$op_assign(&mut self.0, $inner);
            }
        }
        impl<C: Curve, const IDENTITY: bool> $OpAssign<$Other> for Point<C, IDENTITY> {
            #[inline]
            fn $op_assign(&mut self, other: $Other) {
                $OpAssign::$op_assign(self, &other);
            }
        }
    };
}
operator!(Add add AddAssign add_assign Point<C, IDENTITY>, other => &other.0);
operator!(Sub sub SubAssign sub_assign Point<C, IDENTITY>, other => &other.0);
operator!(Mul mul MulAssign mul_assign FieldElement<C::Scalar>, scalar => scalar);

impl<C: Curve, const IDENTITY: bool> Neg for Point<C, IDENTITY> {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl<C: Curve, const IDENTITY: bool> Sum for Point<C, IDENTITY> {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        Self(points.map(|point| point.0).sum())
    }
}

impl<'a, C: Curve, const IDENTITY: bool> Sum<&'a Self> for Point<C, IDENTITY> {
    fn sum<I: Iterator<Item = &'a Self>>(points: I) -> Self {
        points.copied().sum()
    }
}

impl<C: Curve, const IDENTITY: bool> Group for Point<C, IDENTITY> {
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

impl<C: Curve, const IDENTITY: bool> GroupEncoding for Point<C, IDENTITY> {
    type Repr = [u8; 32];

    fn from_bytes(bytes: &[u8; 32]) -> CtOption<Self> {
        Inner::from_bytes(&Self::decoded_as(bytes)).map(Self)
    }

    fn from_bytes_unchecked(bytes: &[u8; 32]) -> CtOption<Self> {
        Inner::from_bytes_unchecked(&Self::decoded_as(bytes)).map(Self)
    }

    fn to_bytes(&self) -> [u8; 32] {
        self.0.to_bytes()
    }
}

impl<C: Curve, const IDENTITY: bool> PrimeGroup for Point<C, IDENTITY> {}
