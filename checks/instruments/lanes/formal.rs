//! Symbolic lanes: runs the kernels' own text on formal sums, which proves it for all inputs.
//!
//! A value is a linear combination of *atoms*, its range, and a power of two that divides it. Atoms are the inputs,
//! products of two inputs and the error of each rounding. An operation whose exact result always fits in 53 bits is
//! exact; any other adds a rounding error, an atom with its bound. At the end the combination itself is checked: the
//! products must have the coefficients of a multiplication modulo the prime, and every error must have cancelled.

use core::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::vec::Vec;

use num_bigint::{BigInt, BigUint, Sign};
use zeroize::Zeroize;

use crate::backend::doubles::Doubles;

/// All numbers here are multiples of 2^−SCALE, held as integers.
const SCALE: u64 = 1200;

/// n·2^e as a scaled number.
fn scaled(n: i64, e: i64) -> BigInt {
    BigInt::from(n) << (SCALE as i64 + e)
}

/// The product of two scaled numbers.
fn times(a: &BigInt, b: &BigInt) -> BigInt {
    let product = a * b;
    assert!(product.trailing_zeros().is_none_or(|zeros| zeros >= SCALE));
    product >> SCALE
}

/// The exponent of the topmost bit of |x|, x ≠ 0.
fn exponent(x: &BigInt) -> i64 {
    x.bits() as i64 - 1 - SCALE as i64
}

#[derive(Clone)]
struct Range {
    low: BigInt,
    high: BigInt,
}

impl Range {
    fn point(x: BigInt) -> Self {
        Self {
            low: x.clone(),
            high: x,
        }
    }

    fn plus(&self, other: &Self) -> Self {
        Self {
            low: &self.low + &other.low,
            high: &self.high + &other.high,
        }
    }

    fn times(&self, other: &Self) -> Self {
        let corners = [
            times(&self.low, &other.low),
            times(&self.low, &other.high),
            times(&self.high, &other.low),
            times(&self.high, &other.high),
        ];
        Self {
            low: corners.iter().min().unwrap().clone(),
            high: corners.iter().max().unwrap().clone(),
        }
    }

    /// The intersection.
    fn and(self, other: Self) -> Self {
        Self {
            low: self.low.max(other.low),
            high: self.high.min(other.high),
        }
    }

    fn size(&self) -> BigInt {
        self.low
            .magnitude()
            .max(self.high.magnitude())
            .clone()
            .into()
    }
}

/// The kind of an atom.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Atom {
    Input(usize),
    Product(usize, usize),
    Rounding(usize),
}

/// A value of a kernel.
#[derive(Clone)]
struct Value {
    constant: BigInt,
    terms: BTreeMap<usize, BigInt>,
    range: Range,
    /// The exponent of a power of two that divides it.
    unit: i64,
}

#[derive(Default)]
struct Arena {
    values: Vec<Value>,
    atoms: Vec<(Range, i64)>,
    names: HashMap<Atom, usize>,
}

std::thread_local!(static ARENA: RefCell<Arena> = RefCell::default());

impl Arena {
    fn atom(&mut self, name: Atom, range: Range, unit: i64) -> usize {
        let next = self.atoms.len();
        let index = *self.names.entry(name).or_insert(next);
        if index == next {
            self.atoms.push((range, unit));
        }
        index
    }

    /// The linear form of a single atom.
    fn single(&self, atom: usize) -> Value {
        let (range, unit) = self.atoms[atom].clone();
        Value {
            constant: BigInt::ZERO,
            terms: BTreeMap::from([(atom, scaled(1, 0))]),
            range,
            unit,
        }
    }

    fn scale(&self, x: &Value, k: &BigInt) -> Value {
        if k.sign() == Sign::NoSign {
            return constant(BigInt::ZERO);
        }
        Value {
            constant: times(&x.constant, k),
            terms: x.terms.iter().map(|(i, c)| (*i, times(c, k))).collect(),
            range: x.range.times(&Range::point(k.clone())),
            unit: x.unit + k.trailing_zeros().unwrap() as i64 - SCALE as i64,
        }
    }

    /// x + k·y; the range is the intersection of those from the operands and from the combined form.
    fn combine(&self, x: &Value, k: i64, y: &Value) -> Value {
        let y = self.scale(y, &scaled(k, 0));
        let mut sum = x.clone();
        sum.constant += &y.constant;
        for (atom, coefficient) in y.terms {
            *sum.terms.entry(atom).or_default() += coefficient;
        }
        sum.terms.retain(|_, c| c.sign() != Sign::NoSign);
        sum.unit = x.unit.min(y.unit);
        sum.range = x.range.plus(&y.range).and(self.range_of(&sum));
        sum
    }

    fn range_of(&self, x: &Value) -> Range {
        x.terms
            .iter()
            .fold(Range::point(x.constant.clone()), |sum, (atom, c)| {
                sum.plus(&self.atoms[*atom].0.times(&Range::point(c.clone())))
            })
    }

    fn product(&mut self, x: &Value, y: &Value) -> Value {
        let mut sum = constant(times(&x.constant, &y.constant));
        if !y.terms.is_empty() {
            sum = self.combine(&sum, 1, &self.scale(&linear(y), &x.constant));
        }
        if !x.terms.is_empty() {
            sum = self.combine(&sum, 1, &self.scale(&linear(x), &y.constant));
        }
        for (i, c) in &x.terms {
            for (j, d) in &y.terms {
                let (i, j) = (*i.min(j), *i.max(j));
                let ((ri, ui), (rj, uj)) = (&self.atoms[i], &self.atoms[j]);
                let (range, unit) = (ri.times(rj), ui + uj);
                let atom = self.atom(Atom::Product(i, j), range, unit);
                let term = self.scale(&self.single(atom), &times(c, d));
                sum = self.combine(&sum, 1, &term);
            }
        }
        sum.range = x.range.times(&y.range).and(self.range_of(&sum));
        sum.unit = x.unit + y.unit;
        sum
    }

    /// The nearest double, if that is another number.
    fn round(&mut self, exact: Value) -> Value {
        let size = exact.range.size();
        if size <= scaled(1, 53 + exact.unit) {
            return exact;
        }
        let half = scaled(1, exponent(&size) - 53);
        let error = Range {
            low: -half.clone(),
            high: half,
        };
        let name = Atom::Rounding(self.atoms.len());
        let error = self.atom(name, error, exact.unit);
        let mut rounded = self.combine(&exact, 1, &self.single(error));
        let Range { low, high } = &rounded.range;
        if low.sign() == high.sign() {
            // Rounding is monotonic, so the result is no nearer to zero than this power of two.
            let least = low.magnitude().min(high.magnitude()).clone().into();
            let least = exponent(&least).min(exponent(&nearest(&exact.range)));
            rounded.unit = exact.unit.max(least - 52);
        }
        rounded
    }

    fn push(&mut self, value: Value) -> Tracked {
        self.values.push(value);
        Tracked(self.values.len() - 1)
    }
}

/// The end nearer to zero, of a range that excludes zero.
fn nearest(range: &Range) -> BigInt {
    range
        .low
        .magnitude()
        .min(range.high.magnitude())
        .clone()
        .into()
}

fn linear(x: &Value) -> Value {
    let constant = Range::point(-&x.constant);
    Value {
        constant: BigInt::ZERO,
        range: x.range.plus(&constant),
        ..x.clone()
    }
}

fn constant(x: BigInt) -> Value {
    Value {
        unit: x
            .trailing_zeros()
            .map_or(1000, |zeros| zeros as i64 - SCALE as i64),
        range: Range::point(x.clone()),
        constant: x,
        terms: BTreeMap::new(),
    }
}

/// A value of a kernel that runs symbolically.
#[derive(Clone, Copy)]
pub(crate) struct Tracked(usize);

impl Tracked {
    /// Any integer in a range.
    pub(crate) fn input(low: i64, high: i64) -> Self {
        ARENA.with_borrow_mut(|arena| {
            let range = Range {
                low: scaled(low, 0),
                high: scaled(high, 0),
            };
            let atom = arena.atom(Atom::Input(arena.atoms.len()), range, 0);
            let value = arena.single(atom);
            arena.push(value)
        })
    }

    fn new(f: impl FnOnce(&mut Arena) -> Value) -> Self {
        ARENA.with_borrow_mut(|arena| {
            let value = f(arena);
            arena.push(value)
        })
    }

    /// Whether all its values are integers from −bound to bound.
    pub(crate) fn is_within(self, bound: f64) -> bool {
        ARENA.with_borrow(|arena| {
            let value = &arena.values[self.0];
            value.unit >= 0 && value.range.size() <= scaled(bound as i64, 0)
        })
    }

    /// The largest magnitude, for messages.
    pub(crate) fn bits(self) -> f64 {
        ARENA.with_borrow(|arena| {
            let size = arena.values[self.0].range.size();
            let shift = size.bits().saturating_sub(60);
            let top = (&size >> shift).iter_u64_digits().next().unwrap_or(0);
            (top as f64).log2() + shift as f64 - SCALE as f64
        })
    }

    /// Whether Σ self_i·weight_i ≡ Σ x_j·y_j·weight_j for all inputs, modulo `prime`.
    pub(crate) fn congruent(
        sum: &[(Self, BigInt)],
        products: &[(Self, Option<Self>, BigInt)],
        prime: &BigUint,
    ) -> bool {
        ARENA.with_borrow_mut(|arena| {
            let mut total = constant(BigInt::ZERO);
            for (value, weight) in sum {
                let value = arena.values[value.0].clone();
                let term = arena.scale(&value, &(weight << SCALE));
                total = arena.combine(&total, 1, &term);
            }
            for (x, y, weight) in products {
                let x = arena.values[x.0].clone();
                let product = match y {
                    Some(y) => {
                        let y = arena.values[y.0].clone();
                        arena.product(&x, &y)
                    }
                    None => x,
                };
                let term = arena.scale(&product, &(weight << SCALE));
                total = arena.combine(&total, -1, &term);
            }
            // The scale is a power of two, which is invertible modulo the prime.
            let prime = BigInt::from(prime.clone());
            let vanishes = |c: &BigInt| (c % &prime).sign() == Sign::NoSign;
            vanishes(&total.constant) && total.terms.values().all(vanishes)
        })
    }
}

/// Does nothing, as no value is secret.
impl Zeroize for Tracked {
    fn zeroize(&mut self) {}
}

impl Doubles for Tracked {
    fn splat(x: f64) -> Self {
        let bits = x.to_bits();
        let exponent = (bits >> 52 & 0x7ff) as i64;
        if exponent == 0 {
            assert!(bits << 1 == 0, "a denormal constant");
            return Self::new(|_| constant(BigInt::ZERO));
        }
        let mantissa = (bits & ((1 << 52) - 1) | 1 << 52) as i64;
        let sign = if x < 0.0 { -1 } else { 1 };
        Self::new(|_| constant(scaled(sign * mantissa, exponent - 1075)))
    }
    fn add(self, other: Self) -> Self {
        Self::new(|arena| {
            let sum = arena.combine(&arena.values[self.0], 1, &arena.values[other.0]);
            arena.round(sum)
        })
    }
    fn sub(self, other: Self) -> Self {
        Self::new(|arena| {
            let difference = arena.combine(&arena.values[self.0], -1, &arena.values[other.0]);
            arena.round(difference)
        })
    }
    fn mul(self, other: Self) -> Self {
        Self::new(|arena| {
            let (x, y) = (arena.values[self.0].clone(), arena.values[other.0].clone());
            let product = arena.product(&x, &y);
            arena.round(product)
        })
    }
    fn mul_add(self, y: Self, z: Self) -> Self {
        Self::new(|arena| {
            let (x, y) = (arena.values[self.0].clone(), arena.values[y.0].clone());
            let product = arena.product(&x, &y);
            let sum = arena.combine(&product, 1, &arena.values[z.0]);
            arena.round(sum)
        })
    }
    fn neg_mul_add(self, y: Self, z: Self) -> Self {
        Self::new(|arena| {
            let (x, y) = (arena.values[self.0].clone(), arena.values[y.0].clone());
            let product = arena.product(&x, &y);
            let difference = arena.combine(&arena.values[z.0], -1, &product);
            arena.round(difference)
        })
    }
    fn again(x: &Self) -> Self {
        *x
    }
}
