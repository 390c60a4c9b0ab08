//! Wraps any backend and counts the calls of its functions.

use core::cell::RefCell;
use core::ops::{Add, Sub};
use std::collections::BTreeMap;

use helioselene_simd::FieldElement;
use helioselene_simd::unstable::{BatchVector, Costs, FieldVector, Sum};
use zeroize::Zeroize;

/// The operations that are counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Operation {
    /// Products of two vectors.
    Multiply,
    /// Squares.
    Square,
    /// a·b + c·d, for which a backend may reduce once.
    SumOfProducts,
    /// Sums.
    Add,
    /// Differences.
    Subtract,
    /// Negatives.
    Negate,
    /// Multiples by small numbers.
    Times,
    /// Sums made operands.
    Carry,
    /// Selections by secret decisions.
    Select,
    /// Zeros found.
    Compare,
    /// Vectors made of canonical elements.
    Load,
    /// Vectors made canonical elements.
    Store,
    /// Vectors from a backend's own memory.
    Gather,
    /// Vectors to it.
    Scatter,
    /// Inverses.
    Invert,
}

/// How often each operation was called, if at all.
pub type Counts = BTreeMap<Operation, u64>;

thread_local! {
    static COUNTS: RefCell<Counts> = const { RefCell::new(Counts::new()) };
}

fn asked(operation: Operation) {
    COUNTS.with_borrow_mut(|counts| *counts.entry(operation).or_default() += 1);
}

/// Runs a computation and counts its calls on [`Counting`] vectors, on this thread.
pub fn count<R>(run: impl FnOnce() -> R) -> (R, Counts) {
    let before = COUNTS.take();
    let result = run();
    (result, COUNTS.replace(before))
}

/// The backend `V`: each function forwards the call and counts it.
///
/// A call on a vector of four lanes counts once. Calls that the inner backend's functions make among themselves are not
/// counted. Functions whose default calls what counts as much, such as `mul_carried`, keep it.
#[derive(Clone, Copy, Debug)]
pub struct Counting<V>(V);

/// Its sums.
#[derive(Clone, Copy, Debug)]
pub struct CountingSum<V: FieldVector>(V::Sum);

impl<V: Zeroize> Zeroize for Counting<V> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

impl<V: FieldVector> Zeroize for CountingSum<V> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

impl<V: FieldVector> From<Counting<V>> for CountingSum<V> {
    fn from(tight: Counting<V>) -> Self {
        Self(tight.0.into())
    }
}

macro_rules! operator {
    ($Op:ident $op:ident $Operation:ident) => {
        impl<V: FieldVector> $Op for Counting<V> {
            type Output = CountingSum<V>;
            fn $op(self, other: Self) -> CountingSum<V> {
                asked(Operation::$Operation);
                CountingSum(self.0.$op(other.0))
            }
        }
        impl<V: FieldVector> $Op for CountingSum<V> {
            type Output = Self;
            fn $op(self, other: Self) -> Self {
                asked(Operation::$Operation);
                Self(self.0.$op(other.0))
            }
        }
    };
}
operator!(Add add Add);
operator!(Sub sub Subtract);

impl<V: FieldVector> FieldVector for Counting<V> {
    type Prime = V::Prime;
    type Sum = CountingSum<V>;
    const LANES: usize = V::LANES;

    fn load(lanes: &[FieldElement<V::Prime>]) -> Self {
        asked(Operation::Load);
        Self(V::load(lanes))
    }
    fn store(self, lanes: &mut [FieldElement<V::Prime>]) {
        asked(Operation::Store);
        self.0.store(lanes);
    }
    fn mul(&self, other: &Self) -> CountingSum<V> {
        asked(Operation::Multiply);
        CountingSum(self.0.mul(&other.0))
    }
    fn select_lanes(self, other: Self, lanes: u32) -> Self {
        asked(Operation::Select);
        Self(self.0.select_lanes(other.0, lanes))
    }

    fn enter<R>(run: impl FnOnce() -> R) -> R {
        V::enter(run)
    }
    fn call<R>(formula: impl FnOnce() -> R) -> R {
        V::call(formula)
    }

    fn square(&self) -> CountingSum<V> {
        asked(Operation::Square);
        CountingSum(self.0.square())
    }
    fn sum_of_products(a: &Self, b: &Self, c: &Self, d: &Self) -> CountingSum<V> {
        asked(Operation::SumOfProducts);
        CountingSum(V::sum_of_products(&a.0, &b.0, &c.0, &d.0))
    }

    fn replace_where_zero(
        self,
        value: CountingSum<V>,
        replacement: CountingSum<V>,
    ) -> CountingSum<V> {
        asked(Operation::Compare);
        asked(Operation::Select);
        CountingSum(self.0.replace_where_zero(value.0, replacement.0))
    }
    fn zero_lanes(self) -> u32 {
        asked(Operation::Compare);
        self.0.zero_lanes()
    }
}

impl<V: BatchVector> BatchVector for Counting<V> {
    type Lane = V::Lane;
    const COSTS: Costs = V::COSTS;

    fn gather<'a>(lane: impl Fn(usize) -> &'a V::Lane) -> Self {
        asked(Operation::Gather);
        Self(V::gather(lane))
    }
    fn scatter(self, lanes: &mut [V::Lane]) {
        asked(Operation::Scatter);
        self.0.scatter(lanes);
    }
    fn invert_lanes(
        self,
        invert: fn(&FieldElement<V::Prime>) -> FieldElement<V::Prime>,
    ) -> (Self, u32) {
        asked(Operation::Invert);
        let (inverse, zeros) = self.0.invert_lanes(invert);
        (Self(inverse), zeros)
    }
}

impl<V: FieldVector> Sum for CountingSum<V> {
    type Tight = Counting<V>;

    fn carry(self) -> Counting<V> {
        asked(Operation::Carry);
        Counting(self.0.carry())
    }
    fn neg(self) -> Self {
        asked(Operation::Negate);
        Self(self.0.neg())
    }
    fn times<const K: u32>(self) -> Self {
        asked(Operation::Times);
        Self(self.0.times::<K>())
    }
}
