//! Functions on a curve by their coefficients.

use alloc::vec::Vec;

use ff::PrimeField;
use zeroize::{Zeroize, ZeroizeOnDrop};

/// A polynomial in x and y.
#[derive(Clone, Debug, Zeroize, ZeroizeOnDrop)]
pub struct Poly<F: From<u64> + Zeroize + PrimeField> {
    /// Place i is the coefficient of y^(i + 1).
    pub y_coefficients: Vec<F>,
    /// Place j of place i is the coefficient of y^(i + 1)·x^(j + 1).
    pub yx_coefficients: Vec<Vec<F>>,
    /// Place i is the coefficient of x^(i + 1).
    pub x_coefficients: Vec<F>,
    /// The coefficient of 1.
    pub zero_coefficient: F,
}

/// Variable time. Coefficients that are missing are zero.
impl<F: From<u64> + Zeroize + PrimeField> PartialEq for Poly<F> {
    fn eq(&self, other: &Self) -> bool {
        fn equal<F: PrimeField>(a: &[F], b: &[F]) -> bool {
            (0..a.len().max(b.len()))
                .all(|i| a.get(i).unwrap_or(&F::ZERO) == b.get(i).unwrap_or(&F::ZERO))
        }
        let rows = self.yx_coefficients.len().max(other.yx_coefficients.len());
        let row = |of: &Self, i: usize| of.yx_coefficients.get(i).cloned().unwrap_or_default();
        self.zero_coefficient == other.zero_coefficient
            && equal(&self.x_coefficients, &other.x_coefficients)
            && equal(&self.y_coefficients, &other.y_coefficients)
            && (0..rows).all(|i| equal(&row(self, i), &row(other, i)))
    }
}

impl<F: From<u64> + Zeroize + PrimeField> Eq for Poly<F> {}

/// Σ c_i·x^i, with c_0 first.
fn horner<'a, F: PrimeField>(first: F, others: impl DoubleEndedIterator<Item = &'a F>, x: F) -> F {
    others
        .rev()
        .fold(F::ZERO, |sum, coefficient| (sum + coefficient) * x)
        + first
}

impl<F: From<u64> + Zeroize + PrimeField> Poly<F> {
    /// The value at a point.
    #[must_use]
    pub fn eval(&self, x: F, y: F) -> F {
        let rows = self.y_coefficients.len().max(self.yx_coefficients.len());
        let by_y: Vec<F> = (0..rows)
            .map(|i| {
                let first = self.y_coefficients.get(i).copied().unwrap_or(F::ZERO);
                horner(
                    first,
                    self.yx_coefficients
                        .get(i)
                        .into_iter()
                        .flatten()
                        .collect::<Vec<_>>()
                        .into_iter(),
                    x,
                )
            })
            .collect();
        horner(
            horner(self.zero_coefficient, self.x_coefficients.iter(), x),
            by_y.iter(),
            y,
        )
    }

    /// The derivatives by x and by y, of a polynomial without y² and higher powers of y.
    #[must_use]
    pub fn differentiate(&self) -> (Self, Self) {
        // Σ c_i·x^(i + 1) becomes c_0 and Σ (i + 1)·c_i·x^i.
        let derived = |coefficients: &[F]| -> Vec<F> {
            let terms = (1u64..).zip(coefficients);
            terms
                .map(|(power, coefficient)| F::from(power) * coefficient)
                .collect()
        };
        let yx = self.yx_coefficients.first().map_or(&[][..], |row| row);
        let split = |mut coefficients: Vec<F>| {
            let rest = coefficients.split_off(coefficients.len().min(1));
            (coefficients, rest)
        };
        let (constant, x_coefficients) = split(derived(&self.x_coefficients));
        let (y_coefficients, by_yx) = split(derived(yx));
        let by_x = Self {
            y_coefficients,
            yx_coefficients: alloc::vec![by_yx],
            x_coefficients,
            zero_coefficient: constant.first().copied().unwrap_or(F::ZERO),
        };
        let by_y = Self {
            y_coefficients: Vec::new(),
            yx_coefficients: Vec::new(),
            x_coefficients: yx.to_vec(),
            zero_coefficient: self.y_coefficients.first().copied().unwrap_or(F::ZERO),
        };
        (by_x, by_y)
    }

    /// The multiple whose coefficient of x is 1.
    ///
    /// # Panics
    /// If there is no coefficient of x, or if it is zero.
    #[must_use]
    pub fn normalize_x_coefficient(mut self) -> Self {
        let inverse = self.x_coefficients[0].invert().expect("a coefficient of x");
        let lists = [&mut self.y_coefficients, &mut self.x_coefficients];
        for list in lists.into_iter().chain(&mut self.yx_coefficients) {
            for coefficient in list {
                *coefficient *= inverse;
            }
        }
        self.zero_coefficient *= inverse;
        self
    }
}
