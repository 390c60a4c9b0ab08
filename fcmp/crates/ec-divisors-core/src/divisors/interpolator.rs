//! From values to coefficients.

use alloc::vec::Vec;

use ff::{BatchInverter, Field, PrimeField};
use helioselene_slices::{Row, add_scaled_rows};
use zeroize::{Zeroize, Zeroizing};

use super::function::first_x;

/// Turns the values of a polynomial into its coefficients, up to some degree.
///
/// By Newton's formula a polynomial is Σ Δ^j·C(x − s, j), with the differences Δ^j at the first place s. So this holds
/// the coefficients of C(x − s, j) = (x − s)·(x − s − 1)⋯(x − s − j + 1)/j!.
#[derive(Clone)]
pub struct Interpolator<F: Field> {
    degree: usize,
    /// The j + 1 coefficients of each C(x − s, j) from x^0 on, one polynomial after the other, padded with zeros to
    /// [`len`].
    binomials: Vec<F>,
}

/// The number of elements that degree j takes in `binomials`: the same for sixteen polynomials, which are added
/// together.
const fn len(j: usize) -> usize {
    (j + 1).next_multiple_of(16)
}

impl<F: PrimeField> Interpolator<F> {
    /// An interpolator for polynomials up to this degree. It holds about (degree + 1)·(degree + 16)/2 elements.
    pub fn new(degree: usize) -> Self {
        let mut inverses: Vec<F> = (1..=degree as u64).map(F::from).collect();
        let mut scratch = inverses.clone();
        BatchInverter::invert_with_external_scratch(&mut inverses, &mut scratch);
        let mut binomials = Vec::new();
        let mut binomial = alloc::vec![F::ZERO; len(degree)];
        binomial[0] = F::ONE;
        binomials.extend_from_slice(&binomial[..len(0)]);
        let mut root = first_x::<F>();
        for (j, inverse) in (1..).zip(inverses) {
            // Times (x − root)/j.
            for i in (0..=j).rev() {
                let shifted = if i > 0 { binomial[i - 1] } else { F::ZERO };
                binomial[i] = (shifted - binomial[i] * root) * inverse;
            }
            binomials.extend_from_slice(&binomial[..len(j)]);
            root += F::ONE;
        }
        Self { degree, binomials }
    }

    /// The greatest degree.
    pub(crate) fn degree(&self) -> usize {
        self.degree
    }

    /// The coefficients, from x^0 on, of the polynomial with these values. There must be more values than the degree.
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
        let mut coefficients = Zeroizing::new(alloc::vec![F::ZERO; len(n - 1)]);
        let mut binomials = &self.binomials[..];
        // At full capacity, since a vector that grows leaves secrets behind.
        let mut rows = Vec::with_capacity(n);
        for (j, factor) in differences.iter().enumerate() {
            let (elements, rest) = binomials.split_at(len(j));
            rows.push(Row {
                factor: *factor,
                start: 0,
                elements,
            });
            binomials = rest;
        }
        add_scaled_rows(&mut coefficients, &rows);
        for row in &mut rows {
            row.factor.zeroize();
        }
        coefficients
    }
}
