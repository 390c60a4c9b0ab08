//! Points of any curve in homogeneous coordinates.

use alloc::vec::Vec;
use core::mem::take;
use core::ops::{Add, Neg};

use ff::Field;
use helioselene_slices::invert_or_zero;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
use zeroize::Zeroize;

use super::wiped::wiped;
use super::{DivisorCurve, XyPoint};

/// A point (X : Y : Z), x = X/Z and y = Y/Z; the identity is (0 : 1 : 0).
///
/// Sums and doubles are right for points whose difference is not of order two, so for all points of odd order.
#[derive(Clone, Copy, Debug)]
pub struct Projective<C: DivisorCurve> {
    x: C::FieldElement,
    y: C::FieldElement,
    z: C::FieldElement,
}

/// Zeroizes to the identity.
impl<C: DivisorCurve> Zeroize for Projective<C> {
    fn zeroize(&mut self) {
        for coordinate in [&mut self.x, &mut self.y, &mut self.z] {
            coordinate.zeroize();
        }
        *self = Self::IDENTITY;
    }
}

impl<C: DivisorCurve> ConstantTimeEq for Projective<C> {
    fn ct_eq(&self, other: &Self) -> Choice {
        (self.x * other.z).ct_eq(&(other.x * self.z))
            & (self.y * other.z).ct_eq(&(other.y * self.z))
    }
}

impl<C: DivisorCurve> PartialEq for Projective<C> {
    fn eq(&self, other: &Self) -> bool {
        self.ct_eq(other).into()
    }
}

impl<C: DivisorCurve> Eq for Projective<C> {}

impl<C: DivisorCurve> ConditionallySelectable for Projective<C> {
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        let select = C::FieldElement::conditional_select;
        Self {
            x: select(&a.x, &b.x, choice),
            y: select(&a.y, &b.y, choice),
            z: select(&a.z, &b.z, choice),
        }
    }
}

impl<C: DivisorCurve> From<C> for Projective<C> {
    fn from(point: C) -> Self {
        C::to_xy(point).map_or(Self::IDENTITY, |(x, y)| Self {
            x,
            y,
            z: C::FieldElement::ONE,
        })
    }
}

impl<C: DivisorCurve> Neg for Projective<C> {
    type Output = Self;
    fn neg(self) -> Self {
        Self { y: -self.y, ..self }
    }
}

impl<C: DivisorCurve> Add for Projective<C> {
    type Output = Self;

    /// The complete addition of Renes, Costello and Batina (<https://eprint.iacr.org/2015/1060>), algorithm 1.
    fn add(self, other: Self) -> Self {
        let (a, b3) = (C::a(), C::b().double() + C::b());
        let [xx, yy, zz] = [self.x * other.x, self.y * other.y, self.z * other.z];
        let xy = (self.x + self.y) * (other.x + other.y) - xx - yy;
        let xz = (self.x + self.z) * (other.x + other.z) - xx - zz;
        let yz = (self.y + self.z) * (other.y + other.z) - yy - zz;
        let azz = a * zz;
        let sum = a * xz + b3 * zz;
        let [low, high] = [yy - sum, yy + sum];
        let slope = xx.double() + xx + azz;
        let rest = b3 * xz + a * (xx - azz);
        Self {
            x: xy * low - yz * rest,
            y: low * high + slope * rest,
            z: yz * high + xy * slope,
        }
    }
}

impl<C: DivisorCurve> XyPoint<C::FieldElement> for Projective<C> {
    const IDENTITY: Self = Self {
        x: C::FieldElement::ZERO,
        y: C::FieldElement::ONE,
        z: C::FieldElement::ZERO,
    };

    fn is_identity(&self) -> Choice {
        self.z.is_zero()
    }

    fn double(self) -> Self {
        self + self
    }

    fn batch_to_xy(points: &[Self]) -> Vec<(C::FieldElement, C::FieldElement)> {
        let mut inverses = wiped(points.iter().map(|point| point.z));
        invert_or_zero(&mut inverses);
        let affine = points.iter().zip(&*inverses);
        let affine = affine.map(|(point, inverse)| (point.x * inverse, point.y * inverse));
        take(&mut *wiped(affine))
    }
}
