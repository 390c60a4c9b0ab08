//! The operators of points: those on references here, the others by arkworks' macro or by `Borrow`, which arkworks uses
//! for the same purpose.

use core::borrow::Borrow;
use core::iter::Sum;
use core::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use ark_ff::Zero;
use helioselene_simd::{Curve, Point};

use crate::ScalarField;
use crate::points::{Affine, Projective};

macro_rules! additive {
    ($($Op:ident $op:ident $OpAssign:ident $op_assign:ident;)*) => {$(
        impl<C: Curve> $OpAssign<&Self> for Projective<C> {
            fn $op_assign(&mut self, other: &Self) {
                self.0.$op_assign(&other.0);
            }
        }
        impl<C: Curve> $Op<&Self> for Projective<C> {
            type Output = Self;
            fn $op(self, other: &Self) -> Self {
                Self(self.0.$op(&other.0))
            }
        }
        impl<C: Curve, T: Borrow<Affine<C>>> $OpAssign<T> for Projective<C> {
            fn $op_assign(&mut self, other: T) {
                self.0.$op_assign(&other.borrow().0);
            }
        }
        impl<C: Curve, T: Borrow<Affine<C>>> $Op<T> for Projective<C> {
            type Output = Self;
            fn $op(self, other: T) -> Self {
                Self(self.0.$op(&other.borrow().0))
            }
        }
        impl<C: Curve, T: Borrow<Self>> $Op<T> for Affine<C> {
            type Output = Projective<C>;
            fn $op(self, other: T) -> Projective<C> {
                Projective(Point::from(self.0).$op(&other.borrow().0))
            }
        }
        impl<C: Curve> $Op<&Projective<C>> for Affine<C> {
            type Output = Projective<C>;
            fn $op(self, other: &Projective<C>) -> Projective<C> {
                Projective(Point::from(self.0).$op(&other.0))
            }
        }
        impl<C: Curve> $Op<Projective<C>> for Affine<C> {
            type Output = Projective<C>;
            fn $op(self, other: Projective<C>) -> Projective<C> {
                self.$op(&other)
            }
        }
    )*};
}
additive! {
    Add add AddAssign add_assign;
    Sub sub SubAssign sub_assign;
}

ark_ff::impl_additive_ops_from_ref!(Projective, Curve);

impl<C: Curve, T: Borrow<Affine<C>>> Sum<T> for Projective<C> {
    fn sum<I: Iterator<Item = T>>(points: I) -> Self {
        points.fold(Self::zero(), |sum, point| sum + point)
    }
}

impl<C: Curve> Neg for Projective<C> {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl<C: Curve> Neg for Affine<C> {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl<C: Curve> PartialEq<Affine<C>> for Projective<C> {
    fn eq(&self, other: &Affine<C>) -> bool {
        self.0 == Point::from(other.0)
    }
}

impl<C: Curve> PartialEq<Projective<C>> for Affine<C> {
    fn eq(&self, other: &Projective<C>) -> bool {
        other == self
    }
}

/// Constant time.
impl<C: Curve, T: Borrow<ScalarField<C>>> Mul<T> for Projective<C> {
    type Output = Self;
    fn mul(self, scalar: T) -> Self {
        Self(self.0 * scalar.borrow().0)
    }
}

/// Constant time.
impl<C: Curve, T: Borrow<ScalarField<C>>> MulAssign<T> for Projective<C> {
    fn mul_assign(&mut self, scalar: T) {
        self.0 *= scalar.borrow().0;
    }
}

/// Constant time.
impl<C: Curve, T: Borrow<ScalarField<C>>> Mul<T> for Affine<C> {
    type Output = Projective<C>;
    fn mul(self, scalar: T) -> Projective<C> {
        Projective(self.0 * scalar.borrow().0)
    }
}
