//! Montgomery's trick: many inverses by one inversion and three multiplications for each.
//!
//! Forwards, c_i = x_1 ⋯ x_i; the last c is inverted. Backwards, 1/x_i = (1/c_i)·c_(i−1), and
//! 1/c_(i−1) = (1/c_i)·x_i.

use ff::Field;
use subtle::ConditionallySelectable;
use zeroize::Zeroize;

use super::FieldElement;
use super::prime::{Invert, Prime};

/// Replaces every element by its inverse, and zero by zero; constant time if `invert` is.
///
/// `prefix` is scratch memory of the same length. It ends with products of elements: the caller wipes it.
pub(crate) fn invert_all<P: Prime>(
    elements: &mut [FieldElement<P>],
    prefix: &mut [FieldElement<P>],
    invert: Invert<P>,
) {
    let (zero, one) = (FieldElement::ZERO, FieldElement::ONE);
    // One zero would make all products zero, so 1 takes its place, by a mask; its result becomes 0 at the end.
    let factor = |x: &FieldElement<P>| FieldElement::conditional_select(x, &one, x.is_zero());
    let mut product = one;
    for (x, prefix) in elements.iter().zip(&mut *prefix) {
        *prefix = product;
        product *= factor(x);
    }
    let mut inverse = invert(&product);
    for (x, prefix) in elements.iter_mut().zip(prefix).rev() {
        // Here `inverse` is 1/(x_1 ⋯ x_i) and `prefix` is x_1 ⋯ x_(i−1).
        let x_inverse = inverse * *prefix;
        inverse *= factor(x);
        *x = FieldElement::conditional_select(&x_inverse, &zero, x.is_zero());
    }
    product.zeroize();
    inverse.zeroize();
}

impl<P: Prime> FieldElement<P> {
    /// Replaces every element by its inverse, and zero by zero.
    ///
    /// Takes one inversion in all and three multiplications an element, eight elements at a time on the IFMA backend.
    /// Constant time, also in which elements are zero. Allocates about 40 bytes an element and wipes them.
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
        P::invert_all(elements, P::invert);
    }

    /// Replaces every element by its inverse, and zero by zero, in variable time: [`Self::batch_invert`] for public
    /// elements.
    pub fn vartime_batch_invert(elements: &mut [Self]) {
        P::invert_all(elements, P::vartime_invert);
    }

    /// Returns the inverse of a public element, or zero for zero; variable time.
    pub fn vartime_invert(&self) -> Self {
        P::vartime_invert(self)
    }
}
