//! Many inverses for the price of one (Montgomery's trick).

use alloc::vec;

use ff::Field;
use subtle::ConditionallySelectable;
use zeroize::Zeroize;

use super::FieldElement;
use crate::field::Prime;

impl<P: Prime> FieldElement<P> {
    /// Replaces every element by its inverse, zero by zero.
    ///
    /// One inversion and three multiplications an element; constant time in all elements, also in
    /// which of them are zero. Allocates one element each, and zeroises it.
    pub fn batch_invert(elements: &mut [Self]) {
        // products[i] is the product of the elements before i, zeros taken as ones.
        let mut products = vec![Self::ONE; elements.len()];
        let mut product = Self::ONE;
        for (x, before) in elements.iter().zip(&mut products) {
            *before = product;
            product *= Self::conditional_select(x, &Self::ONE, x.is_zero());
        }
        let mut inverse = product.invert().unwrap_or(Self::ZERO);
        for (x, before) in elements.iter_mut().zip(&products).rev() {
            let is_zero = x.is_zero();
            let x_inverse = inverse * before;
            inverse *= Self::conditional_select(x, &Self::ONE, is_zero);
            *x = Self::conditional_select(&x_inverse, &Self::ZERO, is_zero);
        }
        products.zeroize();
        product.zeroize();
        inverse.zeroize();
    }
}
