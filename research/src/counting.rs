//! Wraps any backend and counts the calls of its functions.

use core::cell::Cell;
use core::ops::{Add, Sub};

use helioselene_simd::FieldElement;
use helioselene_simd::unstable::{Costs, FieldVector, HeldConstant, Mask, Sum};
use zeroize::Zeroize;

macro_rules! operations {
    ($($(#[$doc:meta])* $Name:ident $name:literal;)*) => {
        /// The operations that are counted.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Operation {
            $($(#[$doc])* $Name,)*
        }

        impl Operation {
            /// All of them.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$Name),*];

            /// Its name in a table.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$Name => $name,)*
                }
            }
        }
    };
}
operations! {
    /// Products of two vectors, and those by a constant.
    Multiply "multiplications";
    /// Squares.
    Square "squarings";
    /// a·b + c·d, for which a backend may reduce once.
    SumOfProducts "sums of two products";
    /// Sums.
    Add "additions";
    /// Differences.
    Subtract "subtractions";
    /// Negatives.
    Negate "negations";
    /// Multiples by small numbers, the same for all lanes or one for each.
    Times "small multiples";
    /// Sums made operands.
    Carry "carries";
    /// Selections by secret decisions.
    Select "selections";
    /// Zeros found.
    Compare "comparisons with zero";
    /// Lanes that change places or are picked, by public choice.
    Move "moves of lanes";
    /// Vectors made of canonical elements.
    Load "loads";
    /// Vectors made canonical elements.
    Store "stores";
    /// Vectors from a backend's own memory.
    Gather "gathers";
    /// Vectors to it.
    Scatter "scatters";
    /// Inverses.
    Invert "inversions";
}

/// How often each operation was called.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts([u64; Operation::ALL.len()]);

impl Counts {
    /// The number of calls of one operation.
    pub fn of(&self, operation: Operation) -> u64 {
        self.0[operation as usize]
    }

    /// Products, with both of a sum of two products.
    pub fn products(&self) -> u64 {
        self.of(Operation::Multiply)
            + self.of(Operation::Square)
            + 2 * self.of(Operation::SumOfProducts)
    }

    /// The operations that were called at all.
    pub fn iter(&self) -> impl Iterator<Item = (Operation, u64)> {
        let all = Operation::ALL.into_iter().zip(self.0);
        all.filter(|(_, n)| *n > 0)
    }
}

thread_local! {
    static COUNTS: Cell<Counts> = const { Cell::new(Counts([0; Operation::ALL.len()])) };
}

fn asked(operation: Operation) {
    COUNTS.with(|counts| {
        let mut now = counts.get();
        now.0[operation as usize] += 1;
        counts.set(now);
    });
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
    type Lane = V::Lane;
    const LANES: usize = V::LANES;
    const DOMAIN: FieldElement<V::Prime> = V::DOMAIN;
    const COSTS: Costs = V::COSTS;

    fn load(lanes: &[FieldElement<V::Prime>]) -> Self {
        asked(Operation::Load);
        Self(V::load(lanes))
    }
    fn store(self, lanes: &mut [FieldElement<V::Prime>]) {
        asked(Operation::Store);
        self.0.store(lanes);
    }
    fn gather<'a>(lane: impl Fn(usize) -> &'a V::Lane) -> Self {
        asked(Operation::Gather);
        Self(V::gather(lane))
    }
    fn scatter(self, lanes: &mut [V::Lane]) {
        asked(Operation::Scatter);
        self.0.scatter(lanes);
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

    fn splat_held(x: &FieldElement<V::Prime>) -> Self {
        asked(Operation::Load);
        Self(V::splat_held(x))
    }
    fn load_held(lanes: &[FieldElement<V::Prime>]) -> Self {
        asked(Operation::Load);
        Self(V::load_held(lanes))
    }
    fn store_held(self, lanes: &mut [FieldElement<V::Prime>]) {
        asked(Operation::Store);
        self.0.store_held(lanes);
    }
    fn mul_by<K: HeldConstant<V::Prime>>(&self) -> CountingSum<V> {
        asked(Operation::Multiply);
        CountingSum(self.0.mul_by::<K>())
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

    fn invert_lanes(
        self,
        invert: fn(&FieldElement<V::Prime>) -> FieldElement<V::Prime>,
    ) -> (Self, u32) {
        asked(Operation::Invert);
        let (inverse, zeros) = self.0.invert_lanes(invert);
        (Self(inverse), zeros)
    }

    fn shuffle<const ORDER: i32>(self) -> Self {
        asked(Operation::Move);
        Self(self.0.shuffle::<ORDER>())
    }
    fn blend<const MASK: i32>(self, other: Self) -> Self {
        asked(Operation::Move);
        Self(self.0.blend::<MASK>(other.0))
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
    fn shuffle<const ORDER: i32>(self) -> Self {
        asked(Operation::Move);
        Self(self.0.shuffle::<ORDER>())
    }
    fn blend<const MASK: i32>(self, other: Self) -> Self {
        asked(Operation::Move);
        Self(self.0.blend::<MASK>(other.0))
    }
    fn keep<const MASK: i32>(self) -> Self {
        asked(Operation::Move);
        Self(self.0.keep::<MASK>())
    }
    fn scale<const FACTORS: u32>(self) -> Self {
        asked(Operation::Times);
        Self(self.0.scale::<FACTORS>())
    }
    fn negate_if<const MASK: i32>(self, negative: Mask) -> Self {
        asked(Operation::Negate);
        asked(Operation::Select);
        Self(self.0.negate_if::<MASK>(negative))
    }
}
