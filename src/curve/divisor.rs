//! Points as the divisors of FCMP++ need them: the trait of its crate `ec-divisors`.

use alloc::vec::Vec;

use ec_divisors::{DivisorCurve, Interpolator, XyPoint};
use ff::Field;
use group::Group;
use std_shims::sync::LazyLock;
use subtle::Choice;

use super::Point;
use crate::field::FieldElement;
use crate::params::{Curve, Helios, Selene};

/// The degree up to which the divisor of a scalar multiplication is interpolated. The divisor has
/// 256 zeros, hence degree 128 in x; two more are the slack that FCMP++ allows its own types.
const DEGREE: usize = 130;

/// The points serve as they are: nothing is inverted to enter, and their addition is complete.
impl<C: Curve> XyPoint<FieldElement<C::Base>> for Point<C> {
    const IDENTITY: Self = Self::identity();

    #[inline]
    fn is_identity(&self) -> Choice {
        Group::is_identity(self)
    }

    #[inline]
    fn double(self) -> Self {
        self.doubled()
    }

    /// The coordinates of an identity among the points are (0, 1), which are on no curve.
    fn batch_to_xy(points: &[Self]) -> Vec<(FieldElement<C::Base>, FieldElement<C::Base>)> {
        let mut normalized = points.to_vec();
        Self::batch_normalize(points, &mut normalized);
        normalized.iter().map(|point| (point.x, point.y)).collect()
    }
}

macro_rules! divisor_curve {
    ($curve:ty) => {
        impl DivisorCurve for Point<$curve> {
            type FieldElement = FieldElement<<$curve as Curve>::Base>;
            type XyPoint = Self;

            fn a() -> Self::FieldElement {
                -FieldElement::from(3u8)
            }

            fn b() -> Self::FieldElement {
                <$curve as Curve>::B
            }

            type BorrowedInterpolator = &'static Interpolator<Self::FieldElement>;

            fn interpolator_for_scalar_mul() -> Self::BorrowedInterpolator {
                static INTERPOLATOR: LazyLock<
                    Interpolator<<Point<$curve> as DivisorCurve>::FieldElement>,
                > = LazyLock::new(|| Interpolator::new(DEGREE));
                &INTERPOLATOR
            }

            fn to_xy(point: Self) -> Option<(Self::FieldElement, Self::FieldElement)> {
                let inverse = Option::<Self::FieldElement>::from(point.z.invert())?;
                Some((point.x * inverse, point.y * inverse))
            }
        }
    };
}
divisor_curve!(Helios);
divisor_curve!(Selene);
#[cfg(feature = "cycle2025")]
divisor_curve!(crate::params::cycle2025::Helios);
#[cfg(feature = "cycle2025")]
divisor_curve!(crate::params::cycle2025::Selene);
