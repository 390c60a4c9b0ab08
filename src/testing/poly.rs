//! Polynomials with integer coefficients, for the proofs.

use std::collections::BTreeMap;
use std::vec::Vec;

use num_bigint::{BigInt, BigUint, Sign};

/// A polynomial: coefficients by their monomials' symbols, in ascending order.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub(crate) struct Poly(pub(crate) BTreeMap<Vec<usize>, BigInt>);

impl Poly {
    pub(crate) fn symbol(i: usize) -> Self {
        Self(BTreeMap::from([(Vec::from([i]), BigInt::from(1))]))
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        let mut sum = self.clone();
        for (symbols, coefficient) in &other.0 {
            sum.add_term(symbols, coefficient.clone());
        }
        sum
    }

    pub(crate) fn minus(&self, other: &Self) -> Self {
        let mut difference = self.clone();
        for (symbols, coefficient) in &other.0 {
            difference.add_term(symbols, -coefficient);
        }
        difference
    }

    pub(crate) fn times(&self, other: &Self) -> Self {
        let mut product = Self::default();
        for (a, x) in &self.0 {
            for (b, y) in &other.0 {
                let mut symbols = [&a[..], b].concat();
                symbols.sort_unstable();
                product.add_term(&symbols, x * y);
            }
        }
        product
    }

    fn add_term(&mut self, symbols: &[usize], coefficient: BigInt) {
        match self.0.get_mut(symbols) {
            None => {
                self.0.insert(symbols.to_vec(), coefficient);
            }
            Some(sum) => {
                *sum += coefficient;
                if sum.sign() == Sign::NoSign {
                    self.0.remove(symbols);
                }
            }
        }
    }

    /// Times 2^n.
    pub(crate) fn shl(&self, n: u32) -> Self {
        let mut multiple = self.clone();
        for coefficient in multiple.0.values_mut() {
            *coefficient <<= n;
        }
        multiple
    }

    /// This polynomial with a symbol replaced by another polynomial.
    pub(crate) fn with(&self, symbol: usize, value: &Self) -> Self {
        if !self.0.keys().any(|symbols| symbols.contains(&symbol)) {
            return self.clone();
        }
        let mut result = Self::default();
        for (symbols, coefficient) in &self.0 {
            let rest: Vec<usize> = symbols.iter().copied().filter(|s| *s != symbol).collect();
            let mut term = Self(BTreeMap::from([(rest.clone(), coefficient.clone())]));
            for _ in rest.len()..symbols.len() {
                term = term.times(value);
            }
            result = result.plus(&term);
        }
        result
    }

    /// A lower and an upper bound of the values, if symbols are from 0 to a greatest value.
    pub(crate) fn bounds<'a>(&self, greatest: impl Fn(usize) -> &'a BigInt) -> [BigInt; 2] {
        let mut bounds = [BigInt::ZERO, BigInt::ZERO];
        for (symbols, coefficient) in &self.0 {
            let product: BigInt = symbols.iter().map(|i| greatest(*i)).product();
            let value = coefficient * product;
            if symbols.is_empty() {
                bounds.iter_mut().for_each(|bound| *bound += &value);
            } else {
                bounds[usize::from(value.sign() == Sign::Plus)] += value;
            }
        }
        bounds
    }

    /// The value of a constant polynomial.
    pub(crate) fn constant(&self) -> Option<BigInt> {
        match self.0.len() {
            0 => Some(BigInt::from(0)),
            1 => self.0.get(&Vec::new()[..]).cloned(),
            _ => None,
        }
    }

    /// Whether every coefficient is a multiple of `modulus`.
    pub(crate) fn is_multiple_of(&self, modulus: &BigUint) -> bool {
        let modulus = BigInt::from(modulus.clone());
        self.0
            .values()
            .all(|x| (x % &modulus).sign() == Sign::NoSign)
    }
}

impl<T: Into<BigInt>> From<T> for Poly {
    fn from(x: T) -> Self {
        let x = x.into();
        if x.sign() == Sign::NoSign {
            return Self::default();
        }
        Self(BTreeMap::from([(Vec::new(), x)]))
    }
}

/// The sum of the terms, each times 2 to the power beside it.
pub(crate) fn weighted(terms: impl Iterator<Item = (Poly, u32)>) -> Poly {
    terms.fold(Poly::default(), |sum, (term, power)| {
        sum.plus(&term.shl(power))
    })
}
