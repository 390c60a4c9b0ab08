//! The traits of FCMP++'s `ec-divisors`.

use alloc::vec::Vec;
use core::ops::{Add, Neg};

use ec_divisors::{DivisorCurve, Interpolator, XyPoint};
use helioselene_simd as simd;
use simd::group::Group;
use simd::group::ff::Field;
use simd::{Curve, Field25519, FieldElement, HelioseleneField, Point as Inner};
use spin::Once;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
use zeroize::{Zeroize, Zeroizing};

use crate::Point;

/// The degree up to which divisors of scalar multiplications are interpolated: 128 in x for 256 zeros, and FCMP++'s
/// slack of two.
const DEGREE: usize = 130;

/// A point for computing divisors: helioselene-simd's serves, as its addition is complete and takes no inversion.
///
/// Not [`Point`] itself: in a program that imports [`XyPoint`] beside `Group`, its `is_identity` would be ambiguous.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Xy<C: Curve>(Inner<C>);

impl<C: Curve, const IDENTITY: bool> From<Point<C, IDENTITY>> for Xy<C> {
    #[inline]
    fn from(point: Point<C, IDENTITY>) -> Self {
        Self(point.0)
    }
}

impl<C: Curve> Neg for Xy<C> {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl<C: Curve> Add for Xy<C> {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl<C: Curve> Zeroize for Xy<C> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

impl<C: Curve> ConstantTimeEq for Xy<C> {
    #[inline]
    fn ct_eq(&self, other: &Self) -> Choice {
        self.0.ct_eq(&other.0)
    }
}

impl<C: Curve> ConditionallySelectable for Xy<C> {
    #[inline]
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self(Inner::conditional_select(&a.0, &b.0, choice))
    }
}

impl<C: Curve> XyPoint<FieldElement<C::Base>> for Xy<C> {
    const IDENTITY: Self = Self(Inner::IDENTITY);

    #[inline]
    fn is_identity(&self) -> Choice {
        self.0.is_identity()
    }

    #[inline]
    fn double(self) -> Self {
        Self(self.0.double())
    }

    fn batch_to_xy(points: &[Self]) -> Vec<(FieldElement<C::Base>, FieldElement<C::Base>)> {
        let mut inner = Zeroizing::new(Vec::with_capacity(points.len()));
        inner.extend(points.iter().map(|point| point.0));
        let affine = Zeroizing::new(Inner::batch_to_affine(&inner));
        // FCMP++ never asks this for the identity, and its own types panic on it.
        let identity = [FieldElement::ZERO, FieldElement::ONE];
        let pairs = affine.iter().map(|point| {
            let [x, y] = point.to_xy().unwrap_or(identity);
            (x, y)
        });
        let mut coordinates = Vec::with_capacity(points.len());
        coordinates.extend(pairs);
        coordinates
    }
}

macro_rules! divisor_curve {
    ($curve:ty, $field:ty) => {
        impl<const IDENTITY: bool> DivisorCurve for Point<$curve, IDENTITY> {
            type FieldElement = $field;
            type XyPoint = Xy<$curve>;

            fn a() -> $field {
                -<$field>::from(3u8)
            }

            fn b() -> $field {
                <$curve>::B
            }

            type BorrowedInterpolator = &'static Interpolator<$field>;

            fn interpolator_for_scalar_mul() -> &'static Interpolator<$field> {
                static INTERPOLATOR: Once<Interpolator<$field>> = Once::new();
                INTERPOLATOR.get().unwrap_or_else(|| {
                    // Not within the lock, which a child of `fork` would inherit and wait for.
                    let new = Interpolator::new(DEGREE);
                    INTERPOLATOR.call_once(|| new)
                })
            }

            fn to_xy(point: Self) -> Option<($field, $field)> {
                point.0.to_xy().into_option().map(<[_; 2]>::into)
            }
        }
    };
}
divisor_curve!(simd::Helios, Field25519);
divisor_curve!(simd::Selene, HelioseleneField);
