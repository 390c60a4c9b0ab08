//! Symbolic lanes: runs the kernels' own text on formal sums, which proves it for all inputs.
//!
//! A value is a polynomial in *atoms*, its range, and a power of two that divides it. Atoms are the inputs and the error
//! of each rounding. An operation whose exact result always fits in 53 bits is exact; any other adds a rounding error,
//! an atom with its bound. At the end the polynomial itself is checked: the products of inputs must have the
//! coefficients of a multiplication modulo the prime, and every error must have cancelled.

use core::cell::RefCell;
use std::vec::Vec;

use num_bigint::{BigInt, BigUint};
use zeroize::Zeroize;

use crate::backend::doubles::Doubles;
use crate::testing::poly::Poly;

/// All numbers here are multiples of 2^−SCALE, held as integers.
const SCALE: u64 = 1200;

/// n·2^e as a scaled number.
fn scaled(n: i64, e: i64) -> BigInt {
    BigInt::from(n) << (SCALE as i64 + e)
}

/// A product of scaled numbers, scaled only once.
fn descaled(product: BigInt) -> BigInt {
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
        let [a, b] = [self, other].map(|range| [&range.low, &range.high]);
        let corners = [0, 1, 2, 3].map(|i| descaled(a[i / 2] * b[i % 2]));
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
        BigInt::from(self.low.magnitude().max(self.high.magnitude()).clone())
    }

    /// The end nearer to zero, of a range that excludes zero.
    fn nearest(&self) -> BigInt {
        BigInt::from(self.low.magnitude().min(self.high.magnitude()).clone())
    }
}

/// A value of a kernel.
#[derive(Clone)]
struct Value {
    /// In atoms, with scaled coefficients.
    poly: Poly,
    range: Range,
    /// The exponent of a power of two that divides it.
    unit: i64,
}

#[derive(Default)]
struct Arena {
    values: Vec<Value>,
    /// The atoms' ranges.
    atoms: Vec<Range>,
}

std::thread_local!(static ARENA: RefCell<Arena> = RefCell::default());

impl Arena {
    /// A new atom as a value.
    fn atom(&mut self, range: Range, unit: i64) -> Value {
        let poly = Poly::symbol(self.atoms.len()).times(&scaled(1, 0).into());
        self.atoms.push(range.clone());
        Value { poly, range, unit }
    }

    fn value(&self, x: Tracked) -> &Value {
        &self.values[x.0]
    }

    /// x + sign·y; the range is the intersection of those from the operands and from the combined form.
    fn sum(&self, x: &Value, sign: i64, y: &Value) -> Value {
        let poly = x.poly.plus(&y.poly.times(&sign.into()));
        let y_range = y.range.times(&Range::point(scaled(sign, 0)));
        Value {
            range: x.range.plus(&y_range).and(self.range_of(&poly)),
            unit: x.unit.min(y.unit),
            poly,
        }
    }

    fn product(&self, x: Tracked, y: Tracked) -> Value {
        let (x, y) = (self.value(x), self.value(y));
        let terms = x.poly.times(&y.poly).0.into_iter();
        let poly = Poly(terms.map(|(atoms, c)| (atoms, descaled(c))).collect());
        Value {
            range: x.range.times(&y.range).and(self.range_of(&poly)),
            unit: x.unit + y.unit,
            poly,
        }
    }

    fn range_of(&self, x: &Poly) -> Range {
        let terms = x.0.iter().map(|(atoms, coefficient)| {
            let ranges = atoms.iter().map(|atom| &self.atoms[*atom]);
            ranges.fold(Range::point(coefficient.clone()), |a, b| a.times(b))
        });
        terms.fold(Range::point(BigInt::ZERO), |sum, term| sum.plus(&term))
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
        let error = self.atom(error, exact.unit);
        let mut rounded = self.sum(&exact, 1, &error);
        if rounded.range.low.sign() == rounded.range.high.sign() {
            // Rounding is monotonic, so the result is no nearer to zero than this power of two.
            let nearest = [&rounded, &exact].map(|value| exponent(&value.range.nearest()));
            rounded.unit = exact.unit.max(nearest[0].min(nearest[1]) - 52);
        }
        rounded
    }

    fn push(&mut self, value: Value) -> Tracked {
        self.values.push(value);
        Tracked(self.values.len() - 1)
    }
}

fn constant(x: BigInt) -> Value {
    let zeros = x.trailing_zeros();
    Value {
        unit: zeros.map_or(1000, |zeros| zeros as i64 - SCALE as i64),
        range: Range::point(x.clone()),
        poly: x.into(),
    }
}

/// A value of a kernel that runs symbolically.
#[derive(Clone, Copy)]
pub(crate) struct Tracked(usize);

impl Tracked {
    /// Any integer in a range.
    pub(crate) fn input(low: i64, high: i64) -> Self {
        let [low, high] = [low, high].map(|end| scaled(end, 0));
        ARENA.with_borrow_mut(|arena| {
            let value = arena.atom(Range { low, high }, 0);
            arena.push(value)
        })
    }

    /// The double nearest to an exact result.
    fn nearest(exact: impl FnOnce(&Arena) -> Value) -> Self {
        ARENA.with_borrow_mut(|arena| {
            let exact = exact(arena);
            let rounded = arena.round(exact);
            arena.push(rounded)
        })
    }

    /// Whether all its values are integers from −bound to bound.
    pub(crate) fn is_within(self, bound: f64) -> bool {
        ARENA.with_borrow(|arena| {
            let value = arena.value(self);
            value.unit >= 0 && value.range.size() <= scaled(bound as i64, 0)
        })
    }

    /// The largest magnitude, for messages.
    pub(crate) fn bits(self) -> f64 {
        ARENA.with_borrow(|arena| {
            let size = arena.value(self).range.size();
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
        ARENA.with_borrow(|arena| {
            let sum = sum
                .iter()
                .map(|(x, weight)| (arena.value(*x).clone(), weight.clone()));
            let products = products.iter().map(|(x, y, weight)| {
                let product = y.map_or(arena.value(*x).clone(), |y| arena.product(*x, y));
                (product, -weight)
            });
            let difference = sum
                .chain(products)
                .fold(Poly::default(), |sum, (value, weight)| {
                    sum.plus(&value.poly.times(&weight.into()))
                });
            // The scale is a power of two, which is invertible modulo the prime.
            difference.is_multiple_of(prime)
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
            return Self::nearest(|_| constant(BigInt::ZERO));
        }
        let mantissa = (bits & ((1 << 52) - 1) | 1 << 52) as i64;
        let sign = if x < 0.0 { -1 } else { 1 };
        Self::nearest(|_| constant(scaled(sign * mantissa, exponent - 1075)))
    }
    fn add(self, other: Self) -> Self {
        Self::nearest(|arena| arena.sum(arena.value(self), 1, arena.value(other)))
    }
    fn sub(self, other: Self) -> Self {
        Self::nearest(|arena| arena.sum(arena.value(self), -1, arena.value(other)))
    }
    fn mul(self, other: Self) -> Self {
        Self::nearest(|arena| arena.product(self, other))
    }
    fn mul_add(self, y: Self, z: Self) -> Self {
        Self::nearest(|arena| arena.sum(&arena.product(self, y), 1, arena.value(z)))
    }
    fn neg_mul_add(self, y: Self, z: Self) -> Self {
        Self::nearest(|arena| arena.sum(arena.value(z), -1, &arena.product(self, y)))
    }
    fn reload(x: &Self) -> Self {
        *x
    }
}
