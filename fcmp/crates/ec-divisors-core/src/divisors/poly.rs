//! Functions on a curve by their coefficients.

use alloc::vec::Vec;
use core::mem::take;

use ff::PrimeField;
use zeroize::{Zeroize, ZeroizeOnDrop};

use super::wiped::wiped;

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

/// Variable time. Missing coefficients are zero.
impl<F: From<u64> + Zeroize + PrimeField> PartialEq for Poly<F> {
    fn eq(&self, other: &Self) -> bool {
        fn equal<F: PrimeField>(a: &[F], b: &[F]) -> bool {
            (0..a.len().max(b.len()))
                .all(|i| a.get(i).unwrap_or(&F::ZERO) == b.get(i).unwrap_or(&F::ZERO))
        }
        let rows = self.yx_coefficients.len().max(other.yx_coefficients.len());
        self.zero_coefficient == other.zero_coefficient
            && equal(&self.x_coefficients, &other.x_coefficients)
            && equal(&self.y_coefficients, &other.y_coefficients)
            && (0..rows).all(|i| equal(self.row(i), other.row(i)))
    }
}

impl<F: From<u64> + Zeroize + PrimeField> Eq for Poly<F> {}

/// Σ c_i·x^i, with c_0 first.
fn horner<F: PrimeField>(first: F, others: impl DoubleEndedIterator<Item = F>, x: F) -> F {
    others
        .rev()
        .fold(F::ZERO, |sum, coefficient| (sum + coefficient) * x)
        + first
}

impl<F: From<u64> + Zeroize + PrimeField> Poly<F> {
    /// The coefficients of y^(i + 1)·x, y^(i + 1)·x², …
    fn row(&self, i: usize) -> &[F] {
        self.yx_coefficients.get(i).map_or(&[], Vec::as_slice)
    }

    /// The value at a point.
    #[must_use]
    pub fn eval(&self, x: F, y: F) -> F {
        let rows = self.y_coefficients.len().max(self.yx_coefficients.len());
        let by_y = (0..rows).map(|i| {
            let first = self.y_coefficients.get(i).copied().unwrap_or(F::ZERO);
            horner(first, self.row(i).iter().copied(), x)
        });
        let by_x = self.x_coefficients.iter().copied();
        horner(horner(self.zero_coefficient, by_x, x), by_y, y)
    }

    /// The derivatives by x and by y. The polynomial must have no y² or higher powers of y.
    #[must_use]
    pub fn differentiate(&self) -> (Self, Self) {
        // Σ c_i·x^(i + 1) becomes c_0 and Σ (i + 1)·c_i·x^i.
        let derived = |coefficients: &[F]| {
            let others = coefficients.iter().enumerate().skip(1);
            let terms = others.map(|(i, coefficient)| F::from(i as u64 + 1) * coefficient);
            take(&mut *wiped(terms))
        };
        let first = |coefficients: &[F]| coefficients.first().copied().unwrap_or(F::ZERO);
        let yx = self.row(0);
        let by_x = Self {
            y_coefficients: yx[..yx.len().min(1)].to_vec(),
            yx_coefficients: alloc::vec![derived(yx)],
            x_coefficients: derived(&self.x_coefficients),
            zero_coefficient: first(&self.x_coefficients),
        };
        let by_y = Self {
            y_coefficients: Vec::new(),
            yx_coefficients: Vec::new(),
            x_coefficients: yx.to_vec(),
            zero_coefficient: first(&self.y_coefficients),
        };
        (by_x, by_y)
    }

    /// The multiple whose coefficient of x is 1.
    ///
    /// # Panics
    /// If the coefficient of x is missing or zero.
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
