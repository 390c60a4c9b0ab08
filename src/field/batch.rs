//! Many inverses for the price of one: Montgomery's trick.
//!
//! Forwards each factor is multiplied to a product, and the product of those before it is kept. The
//! whole product is inverted. Backwards, the inverse of a product times the product without its last
//! factor is the inverse of that factor, and times the factor it is the inverse of the product without
//! it. That is three multiplications for each factor.

use ff::Field;
use subtle::ConditionallySelectable;
use zeroize::Zeroize;

use super::FieldElement;
#[cfg(feature = "alloc")]
use super::OnSlices;
use crate::field::Prime;

/// What has a product: an element, or a vector of them.
pub(crate) trait Factor: Copy {
    /// self·other
    fn times(&self, other: &Self) -> Self;
}

impl<P: Prime> Factor for FieldElement<P> {
    #[inline(always)]
    fn times(&self, other: &Self) -> Self {
        self * other
    }
}

/// The product of the factors so far; to begin with, one.
#[derive(Clone, Copy)]
pub(crate) struct Product<T>(pub T);

impl<T: Factor> Product<T> {
    /// Multiplies by a factor. Returns the product of those before it, which [`Inverse::pop`] needs.
    #[inline(always)]
    pub(crate) fn push(&mut self, factor: &T) -> T {
        let before = self.0;
        self.0 = self.0.times(factor);
        before
    }
}

/// The inverse of the product of those factors whose inverses have not been taken yet.
#[derive(Clone, Copy)]
pub(crate) struct Inverse<T>(pub T);

impl<T: Factor> Inverse<T> {
    /// The inverse of the last factor, with what [`Product::push`] returned of it; with that times a numerator, the
    /// numerator over the factor.
    #[inline(always)]
    pub(crate) fn pop(&mut self, factor: &T, before: &T) -> T {
        let inverse = self.0.times(before);
        self.0 = self.0.times(factor);
        inverse
    }
}

/// How one element is inverted, [`Prime::invert`] or [`Prime::vartime_invert`].
pub(crate) type Invert<P> = fn(&FieldElement<P>) -> FieldElement<P>;

/// Replaces every element by its inverse, zero by zero, in constant time if `invert` is.
///
/// `before` has a place for each element, which the caller wipes.
pub(crate) fn invert_all<P: Prime>(
    elements: &mut [FieldElement<P>],
    before: &mut [FieldElement<P>],
    invert: Invert<P>,
) {
    let (zero, one) = (FieldElement::ZERO, FieldElement::ONE);
    // A zero is no factor: one stands for it.
    let factor = |x: &FieldElement<P>| FieldElement::conditional_select(x, &one, x.is_zero());
    let mut product = Product(one);
    for (x, before) in elements.iter().zip(&mut *before) {
        *before = product.push(&factor(x));
    }
    let mut inverse = Inverse(invert(&product.0));
    for (x, before) in elements.iter_mut().zip(before).rev() {
        let x_inverse = inverse.pop(&factor(x), before);
        *x = FieldElement::conditional_select(&x_inverse, &zero, x.is_zero());
    }
    product.0.zeroize();
    inverse.0.zeroize();
}

#[cfg(feature = "alloc")]
impl<P: Prime> FieldElement<P> {
    /// Replaces every element by its inverse, zero by zero.
    ///
    /// One inversion and three multiplications an element, eight at a time on the IFMA backend; constant time in all
    /// elements, also in which of them are zero. Allocates some 40 bytes for each, and zeroises them.
    ///
    /// ```
    /// use helioselene_simd::Field25519;
    /// use helioselene_simd::group::ff::{Field, PrimeField};
    ///
    /// let mut elements = [2u64, 0, 5].map(Field25519::from);
    /// Field25519::batch_invert(&mut elements);
    /// assert_eq!(elements[0], Field25519::TWO_INV);
    /// assert_eq!(elements[1], Field25519::ZERO);
    /// ```
    pub fn batch_invert(elements: &mut [Self]) {
        P::on_slices(OnSlices::Invert(elements));
    }
}
