//! Operators, and the multiplications beyond the `group` traits.

use core::convert::identity;
use core::iter::Sum;
use core::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use subtle::ConditionallySelectable;

use super::{AffinePoint, Point};
use crate::curve::Curve;
use crate::field::{FieldElement, binary, folded, operator};

impl<C: Curve> Point<C> {
    /// Returns scalar · generator, from tables: about four times as fast as `generator * scalar`. Constant time.
    ///
    /// ```
    /// use helioselene_simd::{Field25519, SelenePoint};
    ///
    /// let k = Field25519::from(7u64);
    /// assert_eq!(SelenePoint::mul_base(&k), SelenePoint::GENERATOR * k);
    /// ```
    pub fn mul_base(scalar: &FieldElement<C::Scalar>) -> Self {
        C::mul_base(scalar)
    }

    /// Returns a·A + b·generator in variable time, for public scalars and points, as in verification. Right for every
    /// point, the identity and the generator included.
    ///
    /// ```
    /// use helioselene_simd::{Field25519, SelenePoint};
    ///
    /// // A Schnorr proof of the logarithm x of A: s·G = R + c·A.
    /// let [x, r, c] = [11u64, 13, 17].map(Field25519::from);
    /// let (key, nonce) = (SelenePoint::mul_base(&x), SelenePoint::mul_base(&r));
    /// let s = r + c * x;
    /// assert_eq!(SelenePoint::vartime_double_scalar_mul_basepoint(&-c, &key, &s), nonce);
    /// ```
    #[allow(non_snake_case)]
    pub fn vartime_double_scalar_mul_basepoint(
        a: &FieldElement<C::Scalar>,
        A: &Self,
        b: &FieldElement<C::Scalar>,
    ) -> Self {
        C::vartime_double_base(a, A, b)
    }
}

// Operands given by value pass through `identity`, unchanged: what field elements need here, see `FieldElement::copied`,
// points do not.
operator!([C: Curve] Point<C>, Point<C>, identity: Add add AddAssign add_assign = C::add);
operator!([C: Curve] Point<C>, Point<C>, identity: Sub sub SubAssign sub_assign = |a: &Point<C>, b: &Point<C>| {
    // For the identity this is (0 : −1 : 0), which `Neg` would normalise. The addition formulas accept it as it is.
    C::add(a, &Point { y: -b.y, ..*b })
});
operator!([C: Curve] Point<C>, AffinePoint<C>, identity: Add add AddAssign add_assign =
    |a: &Point<C>, b: &AffinePoint<C>| a + Point::from(b));
operator!([C: Curve] Point<C>, AffinePoint<C>, identity: Sub sub SubAssign sub_assign =
    |a: &Point<C>, b: &AffinePoint<C>| a - Point::from(b));
operator!([C: Curve] Point<C>, FieldElement<C::Scalar>, identity: Mul mul MulAssign mul_assign = C::mul);

// Products with the scalar on the left, and of affine points.
binary!([C: Curve] Mul mul, FieldElement<C::Scalar>, Point<C> => Point<C>: |k, point| point * k);
binary!([C: Curve] Mul mul, FieldElement<C::Scalar>, &Point<C> => Point<C>: |k, point| point * k);
binary!([C: Curve] Mul mul, &FieldElement<C::Scalar>, Point<C> => Point<C>: |k, point| point * k);
binary!([C: Curve] Mul mul, &FieldElement<C::Scalar>, &Point<C> => Point<C>: |k, point| point * k);
binary!([C: Curve] Mul mul, AffinePoint<C>, FieldElement<C::Scalar> => Point<C>: |point, k| Point::from(point) * k);
binary!([C: Curve] Mul mul, AffinePoint<C>, &FieldElement<C::Scalar> => Point<C>: |point, k| Point::from(point) * k);

impl<C: Curve> Neg for Point<C> {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        // The identity is always stored as (0 : 1 : 0), not (0 : −1 : 0).
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

folded!([C: Curve] Point<C>: Sum sum = Self::IDENTITY, Add::add);
