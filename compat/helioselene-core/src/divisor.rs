//! The traits of FCMP++'s `ec-divisors`.

use alloc::vec::Vec;

use ec_divisors::{DivisorCurve, Interpolator, XyPoint};
use helioselene_simd as simd;
use simd::group::Group;
use simd::group::ff::Field;
use simd::{Curve, Field25519, FieldElement, HelioseleneField, Point as Inner};
use spin::Once;
use subtle::Choice;
use zeroize::Zeroizing;

use crate::Point;

/// The degree up to which divisors of scalar multiplications are interpolated: 128 in x for 256 zeros, and FCMP++'s
/// slack of two.
const DEGREE: usize = 130;

/// The points themselves serve: their addition is complete, and converting them takes no inversion.
impl<C: Curve, const IDENTITY: bool> XyPoint<FieldElement<C::Base>> for Point<C, IDENTITY> {
    const IDENTITY: Self = Self(Inner::IDENTITY);

    #[inline]
    fn is_identity(&self) -> Choice {
        Group::is_identity(self)
    }

    #[inline]
    fn double(self) -> Self {
        Group::double(&self)
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
            type XyPoint = Self;

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
