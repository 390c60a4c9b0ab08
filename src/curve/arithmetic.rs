//! Operators, and the multiplications beyond the `group` traits.

use core::iter::Sum;
use core::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use subtle::ConditionallySelectable;

use super::Point;
use crate::backend::{self, Mask, Operation};
use crate::field::FieldElement;
use crate::params::Curve;
use crate::point_ops::PointOps;
use crate::scalar_mul::{DoubleBase, FixedBase, VariableBase};

/// One complete addition or subtraction.
struct Addition<'a, C: Curve>(&'a Point<C>, &'a Point<C>, Mask);

impl<C: Curve> Operation<C> for Addition<'_, C> {
    type Output = Point<C>;
    #[inline(always)]
    fn run<O: PointOps<C>>(self) -> Point<C> {
        O::store(O::add(O::load(self.0), &O::cache(O::load(self.1)), self.2))
    }
}

/// One doubling.
struct Doubling<'a, C: Curve>(&'a Point<C>);

impl<C: Curve> Operation<C> for Doubling<'_, C> {
    type Output = Point<C>;
    #[inline(always)]
    fn run<O: PointOps<C>>(self) -> Point<C> {
        O::store(O::double_n(O::load(self.0), 1))
    }
}

impl<C: Curve> Point<C> {
    #[inline]
    fn plus(&self, other: &Self) -> Self {
        backend::run(Addition(self, other, Mask::NO))
    }

    #[inline]
    fn minus(&self, other: &Self) -> Self {
        backend::run(Addition(self, other, Mask::YES))
    }

    #[inline]
    fn times(&self, scalar: &FieldElement<C::Scalar>) -> Self {
        backend::run(VariableBase {
            scalar,
            point: self,
        })
    }

    #[inline]
    pub(super) fn doubled(&self) -> Self {
        backend::run(Doubling(self))
    }

    /// scalar · generator, from precomputed tables: about four times as fast as `generator * scalar`.
    pub fn mul_base(scalar: &FieldElement<C::Scalar>) -> Self {
        backend::run(FixedBase { scalar })
    }

    /// a·A + b·generator, in variable time: for public scalars and points, as in verification.
    #[allow(non_snake_case)]
    pub fn vartime_double_scalar_mul_basepoint(
        a: &FieldElement<C::Scalar>,
        A: &Self,
        b: &FieldElement<C::Scalar>,
    ) -> Self {
        backend::run(DoubleBase { a, point: A, b })
    }
}

/// An operator between points and `$Other`, by value and by reference.
macro_rules! operator {
    ($Op:ident $op:ident $OpAssign:ident $op_assign:ident $Other:ty = $method:ident) => {
        impl<C: Curve> $Op<$Other> for Point<C> {
            type Output = Self;
            #[inline]
            fn $op(self, other: $Other) -> Self {
                self.$method(&other)
            }
        }
        impl<C: Curve> $Op<&$Other> for Point<C> {
            type Output = Self;
            #[inline]
            fn $op(self, other: &$Other) -> Self {
                self.$method(other)
            }
        }
        impl<C: Curve> $Op<$Other> for &Point<C> {
            type Output = Point<C>;
            #[inline]
            fn $op(self, other: $Other) -> Point<C> {
                self.$method(&other)
            }
        }
        impl<C: Curve> $Op<&$Other> for &Point<C> {
            type Output = Point<C>;
            #[inline]
            fn $op(self, other: &$Other) -> Point<C> {
                self.$method(other)
            }
        }
        impl<C: Curve> $OpAssign<$Other> for Point<C> {
            #[inline]
            fn $op_assign(&mut self, other: $Other) {
                *self = self.$method(&other);
            }
        }
        impl<C: Curve> $OpAssign<&$Other> for Point<C> {
            #[inline]
            fn $op_assign(&mut self, other: &$Other) {
                *self = self.$method(other);
            }
        }
    };
}
operator!(Add add AddAssign add_assign Point<C> = plus);
operator!(Sub sub SubAssign sub_assign Point<C> = minus);
operator!(Mul mul MulAssign mul_assign FieldElement<C::Scalar> = times);

impl<C: Curve> Neg for Point<C> {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        // (0 : −1 : 0) is the identity too, but it is always written (0 : 1 : 0).
        let is_identity = ff::Field::is_zero(&self.z);
        let y = FieldElement::conditional_select(&-self.y, &self.y, is_identity);
        Self { y, ..self }
    }
}

impl<C: Curve> Neg for &Point<C> {
    type Output = Point<C>;
    #[inline]
    fn neg(self) -> Point<C> {
        -*self
    }
}

impl<C: Curve> Sum for Point<C> {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        points.fold(Self::identity(), |sum, point| sum + point)
    }
}

impl<'a, C: Curve> Sum<&'a Self> for Point<C> {
    fn sum<I: Iterator<Item = &'a Self>>(points: I) -> Self {
        points.copied().sum()
    }
}
