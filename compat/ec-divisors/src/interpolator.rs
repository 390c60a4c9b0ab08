//! From values to coefficients.

use alloc::vec::Vec;

use ff::{Field, PrimeField};
use zeroize::{Zeroize, Zeroizing};

use crate::function::first_x;

/// What takes the values of a polynomial to its coefficients, up to some degree.
///
/// With the differences Δ^j at the first place s, a polynomial is Σ Δ^j·C(x − s, j) (Newton). So this holds the
/// coefficients of C(x − s, j) = (x − s)·(x − s − 1)⋯(x − s − j + 1)/j!.
#[derive(Clone)]
pub struct Interpolator<F: Field> {
    degree: usize,
    /// Of C(x − s, j) the j + 1 coefficients from x^0 on, one polynomial after the other.
    binomials: Vec<F>,
}

impl<F: PrimeField> Interpolator<F> {
    /// An interpolator for polynomials up to this degree. It holds (degree + 1)·(degree + 2)/2 elements.
    pub fn new(degree: usize) -> Self {
        let mut inverses: Vec<F> = (1..=degree as u64).map(F::from).collect();
        invert_public(&mut inverses);
        let mut binomials = Vec::with_capacity((degree + 1) * (degree + 2) / 2);
        binomials.push(F::ONE);
        let mut root = first_x::<F>();
        for (j, inverse) in inverses.into_iter().enumerate() {
            // Times (x − root)/(j + 1).
            let last = binomials.len() - (j + 1);
            for i in 0..=j + 1 {
                let shifted = if i > 0 {
                    binomials[last + i - 1]
                } else {
                    F::ZERO
                };
                let same = if i <= j { binomials[last + i] } else { F::ZERO };
                binomials.push((shifted - same * root) * inverse);
            }
            root += F::ONE;
        }
        Self { degree, binomials }
    }

    /// The greatest degree.
    pub(crate) fn degree(&self) -> usize {
        self.degree
    }

    /// The coefficients, from x^0 on, of the polynomial with these values, of which there are more than the degree.
    pub(crate) fn coefficients(&self, values: &[F]) -> Zeroizing<Vec<F>>
    where
        F: Zeroize,
    {
        let n = values.len();
        // Place j becomes the forward difference of order j at the first value.
        let mut differences = Zeroizing::new(values.to_vec());
        for order in 1..n {
            for i in (order..n).rev() {
                differences[i] = differences[i] - differences[i - 1];
            }
        }
        let mut coefficients = Zeroizing::new(alloc::vec![F::ZERO; n]);
        let mut binomials = &self.binomials[..];
        for (j, difference) in differences.iter().enumerate() {
            let (binomial, rest) = binomials.split_at(j + 1);
            for (coefficient, of_binomial) in coefficients.iter_mut().zip(binomial) {
                *coefficient += *of_binomial * difference;
            }
            binomials = rest;
        }
        coefficients
    }
}

/// The inverses of public elements.
fn invert_public<F: Field>(elements: &mut [F]) {
    let mut scratch = alloc::vec![F::ZERO; elements.len()];
    ff::BatchInverter::invert_with_external_scratch(elements, &mut scratch);
}
