//! Multiplications in doubles.
//!
//! A product x·y of two limbs has up to 101 bits, twice what a double holds. A *chain* splits it: a
//! running sum s that starts at 1.5·2^103, where doubles are the multiples of 2^51.
//!
//! ```text
//! s' = fma(x, y, s)          rounds s + x·y to a multiple of 2^51
//! r  = fma(x, y, s − s')     the rounding error: exact, |r| ≤ 2^50
//! ```
//!
//! The sum of all r stays in its column; the end of the chain less its start is an exact multiple of 2^51, which
//! belongs to the next column. A chain has room for ±2^102, slightly less than four products, and a column's low part
//! for 2^53, eight r. Comments count these in units of 2^100 and 2^50; the tests prove them.

use super::{DoubleConstants, Doubles, INVERSE_RADIX, exp2, quotient, remainder};
use crate::backend::lanes::each;
use crate::field::Prime;

/// The start of a chain: the middle of the doubles that are the multiples of 2^51.
const START: f64 = 1.5 * exp2(103);
/// The start in units of the next column.
const START_CARRIED: f64 = 1.5 * exp2(52);

/// Column k of a product, of weight 2^(51k).
#[derive(Clone, Copy)]
struct Column<L> {
    /// The chain that starts at START.
    first_chain: L,
    /// The chain that starts at −START: the sum of the two cancels the starts.
    second_chain: L,
    low: L,
    /// The constant that the first term adds to `low`.
    bias: L,
}

impl<L: Doubles> Column<L> {
    #[inline(always)]
    fn new() -> Self {
        Self {
            first_chain: L::splat(START),
            second_chain: L::splat(-START),
            // −0, because the compiler drops its addition, unlike +0's.
            low: L::splat(-0.0),
            bias: L::splat(-0.0),
        }
    }

    /// A column above one that used only its first chain: that chain's start, which its carry contains, is
    /// subtracted in advance, at no cost.
    #[inline(always)]
    fn after_one_chain() -> Self {
        Self {
            bias: L::splat(-START_CARRIED),
            ..Self::new()
        }
    }

    #[inline(always)]
    fn extend_first(&mut self, [x, copy]: [L; 2], y: L) {
        let start = self.first_chain;
        self.first_chain = x.mul_add(y, start);
        self.add_error(copy, y, start, self.first_chain);
    }

    #[inline(always)]
    fn extend_second(&mut self, [x, copy]: [L; 2], y: L) {
        let start = self.second_chain;
        self.second_chain = x.mul_add(y, start);
        self.add_error(copy, y, start, self.second_chain);
    }

    /// Adds the rounding error of start + x·y.
    #[inline(always)]
    fn add_error(&mut self, x: L, y: L, start: L, end: L) {
        // In the first term `start` and `bias` are constants, and so is their sum.
        let r = x.mul_add(y, start.add(self.bias).sub(end));
        self.low = self.low.add(r);
        self.bias = L::splat(-0.0);
    }

    /// The carry of both chains.
    #[inline(always)]
    fn chain_sum(&self) -> L {
        self.first_chain.add(self.second_chain)
    }

    #[inline(always)]
    fn add<const K: usize>(mut self, product: &impl DoubleProduct<L>) -> Self {
        product.add_to::<K>(&mut self);
        self
    }
}

/// `low` + `chains`·2^−51
#[inline(always)]
fn carry_in<L: Doubles>(chains: L, low: L) -> L {
    chains.mul_add(L::splat(INVERSE_RADIX), low)
}

/// A limb for its two uses in a product, read from memory for each: as one value it would be spilled and reloaded
/// between columns.
#[inline(always)]
fn two_reads<L: Doubles>(x: &L) -> [L; 2] {
    [L::reload(x), L::reload(x)]
}

/// The limb products of one product of elements.
trait DoubleProduct<L> {
    /// Adds the products of column K. Columns 2 to 5 use both chains, the others the first; no chain gets
    /// more than three.
    fn add_to<const K: usize>(&self, column: &mut Column<L>);
}

/// a·b
struct Times<'a, L>(&'a [L; 5], &'a [L; 5]);

/// a², from a and 2a
struct Squared<'a, L>(&'a [L; 5], [L; 4]);

impl<'a, L: Doubles> Squared<'a, L> {
    #[inline(always)]
    fn new(a: &'a [L; 5]) -> Self {
        Self(a, each!([0, 1, 2, 3], i => a[i].add(a[i])))
    }
}

/// The terms of each column: `columns! { in column: a, b; k: plus (i, j)… minus (i, j)…; … }`.
macro_rules! columns {
    ($K:ident, $column:ident; $($k:literal: plus $(($a:expr, $b:expr))* minus $(($c:expr, $d:expr))*;)*) => {
        match $K {
            $($k => {
                $($column.extend_first(two_reads($a), $b);)*
                $($column.extend_second(two_reads($c), $d);)*
            })*
            _ => unreachable!(),
        }
    };
}

impl<L: Doubles> DoubleProduct<L> for Times<'_, L> {
    #[inline(always)]
    fn add_to<const K: usize>(&self, column: &mut Column<L>) {
        let ([a0, a1, a2, a3, a4], &[b0, b1, b2, b3, b4]) = (self.0, self.1);
        columns! { K, column;
            0: plus (a0, b0) minus;
            1: plus (a1, b0) (a0, b1) minus;
            2: plus (a2, b0) minus (a1, b1) (a0, b2);
            3: plus (a0, b3) minus (a3, b0) (a2, b1) (a1, b2);
            4: plus (a4, b0) (a2, b2) minus (a3, b1) (a1, b3) (a0, b4);
            5: plus (a4, b1) (a2, b3) minus (a3, b2) (a1, b4);
            6: plus (a4, b2) (a3, b3) (a2, b4) minus;
            7: plus (a4, b3) (a3, b4) minus;
            8: plus (a4, b4) minus;
        }
    }
}

impl<L: Doubles> DoubleProduct<L> for Squared<'_, L> {
    #[inline(always)]
    fn add_to<const K: usize>(&self, column: &mut Column<L>) {
        let ([a0, a1, a2, a3, a4], [d0, d1, d2, d3]) = (self.0, self.1);
        columns! { K, column;
            0: plus (a0, *a0) minus;
            1: plus (a1, d0) minus;
            2: plus (a1, *a1) minus (a2, d0);
            3: plus (a2, d1) minus (a3, d0);
            4: plus (a3, d1) minus (a4, d0) (a2, *a2);
            5: plus (a4, d1) minus (a3, d2);
            6: plus (a4, d2) (a3, *a3) minus;
            7: plus (a4, d3) minus;
            8: plus (a4, *a4) minus;
        }
    }
}

/// γ in three limbs.
#[inline(always)]
fn gamma<L: Doubles, P: Prime>() -> [L; 3] {
    each!([0, 1, 2], i => L::splat(P::GAMMA_DOUBLES[i]))
}

/// t5 … t8, the limbs of a product above 2^255 (all multiples of t9 are in the columns already); the low part of
/// column 4, which they were multiplied into; and the last carry of t6, which came too late for column 4: its product
/// by g2 is owed.
type Upper<L> = ([L; 4], L, L);

/// A product modulo 2^255 − γ with γ in three limbs: Crandall's reduction from the top down.
///
/// The columns t5 … t9 above 2^255 are each multiplied by γ, three limb products, on the chains of the
/// columns below, the highest first: t9's parts of columns 5 and 6 and t8's of column 5 are added before
/// these are folded.
#[inline(always)]
fn reduce_crandall<L: Doubles, P: Prime>(product: &impl DoubleProduct<L>) -> [L; 5] {
    let [g0, g1, g2] = gamma::<L, P>();
    let start = L::splat(START);
    let ([t5, t6, t7, t8], low4, k6) = upper_crandall::<L, P>(product);

    let mut c3 = Column::new().add::<3>(product);
    c3.extend_first([t8; 2], g0); // chains 2.5 (square: 3.5) and 3
    let mut c3_rest = Column::new();
    c3_rest.extend_first([t7; 2], g1);
    c3_rest.extend_first([t6; 2], g2); // chain 3.2+, low 7 with c3's
    let d3 = c3.chain_sum().add(c3_rest.first_chain.sub(start));
    let low3 = c3.low.add(c3_rest.low);

    let mut c0 = Column::new().add::<0>(product);
    c0.extend_first([t5; 2], g0); // chain 1.8, low 2

    let mut c1 = Column::after_one_chain().add::<1>(product);
    c1.low = carry_in(c0.first_chain, c1.low);
    c1.extend_first([t6; 2], g0);
    c1.extend_first([t5; 2], g1); // chain 3.7, low 4.9

    let mut c2 = Column::new().add::<2>(product);
    c2.low = carry_in(c1.first_chain.sub(start), c2.low);
    c2.extend_first([t7; 2], g0);
    c2.extend_second([t6; 2], g1);
    c2.extend_second([t5; 2], g2); // chains 3.6 and 2.9+, low 7.9
    let d2 = c2.chain_sum();

    // k4 ≤ 6 returns as k4·γ; again, sums that may pass 2^53 only serve to find carries.
    let k4 = quotient(carry_in(d3, low4));
    let low4 = k6.mul_add(g2, carry_in(d3, remainder(low4, k4)));
    let low0 = k4.mul_add(g0, c0.low);
    let k0 = quotient(low0);
    let k1 = quotient(k4.mul_add(g1, c1.low));
    let low1 = k4.mul_add(g1, remainder(c1.low, k1));
    let low2 = k4.mul_add(g2, c2.low);
    let k2 = quotient(low2);
    let k3 = quotient(carry_in(d2, low3));
    let low3 = carry_in(d2, remainder(low3, k3));
    [
        remainder(low0, k0),
        low1.add(k0),
        remainder(low2, k2).add(k1),
        low3.add(k2),
        low4.add(k3),
    ]
}

/// The first half of [`reduce_crandall`]: columns 8 to 4.
#[inline(always)]
fn upper_crandall<L: Doubles, P: Prime>(product: &impl DoubleProduct<L>) -> Upper<L> {
    let [g0, g1, g2] = gamma::<L, P>();

    // γ's limbs are at most 2^50 in magnitude (0.91), g2 < 2^25: "+" is its part.
    // t9 ≤ 0.5, t8 ≤ 2, t7 ≤ 3.5: low parts, plus half of the chain below.
    let c8 = Column::after_one_chain().add::<8>(product);
    let t9 = carry_in(c8.first_chain, L::splat(-START_CARRIED));
    let c7 = Column::after_one_chain().add::<7>(product);
    let t8 = carry_in(c7.first_chain, c8.low);
    let mut c6 = Column::new().add::<6>(product);
    c6.extend_first([t9; 2], g2); // chain 3+, low 4
    let t7 = carry_in(c6.first_chain, c7.low);

    let mut c5 = Column::new().add::<5>(product);
    c5.extend_first([t9; 2], g1);
    c5.extend_second([t8; 2], g2); // chains 2.5 and 2+, low 6
    let t6 = carry_in(c5.chain_sum(), c6.low);
    // t6 ≤ 6.3 is carried: its multiples by g0 and g1 must fit their chains.
    let k6 = quotient(t6);
    let t6 = remainder(t6, k6);

    let mut c4 = Column::new().add::<4>(product);
    c4.extend_second([t9; 2], g0);
    c4.extend_first([t8; 2], g1);
    c4.extend_first([t7; 2], g2); // chains 3.9+ and 3.4, low 8; k6·g2 is owed
    let d4 = c4.chain_sum();
    // t5 ≤ 9.6 may pass 2^53, so it is carried before it becomes one double. Its carry is taken from a sum
    // that may be rounded; a carry need not be the nearest integer.
    let k5 = quotient(carry_in(d4, c5.low));
    let t5 = carry_in(d4, remainder(c5.low, k5));
    ([t5, t6.add(k5), t7.add(k6), t8], c4.low, k6)
}

/// A product modulo 2^255 − γ with γ in one small limb: t5 … t9, uncarried, times γ are five more
/// terms on the chains below.
#[inline(always)]
fn reduce_small<L: Doubles, P: Prime>(product: &impl DoubleProduct<L>) -> [L; 5] {
    // A chain of n units hands n/2 units of low part to the next column. From the top: t9 ≤ 0.5, t8 ≤ 1 + 2/2 = 2,
    // t7 ≤ 2 + 3/2 = 3.5, t6 ≤ 3 + 4/2 = 5, t5 ≤ 4 + 5/2 = 6.5. All are exact, below eight units.
    let gamma = L::splat(P::GAMMA_DOUBLES[0]);
    let c8 = Column::after_one_chain().add::<8>(product);
    let t9 = carry_in(c8.first_chain, L::splat(-START_CARRIED));
    let c7 = Column::after_one_chain().add::<7>(product);
    let t8 = carry_in(c7.first_chain, c8.low);
    let c6 = Column::new().add::<6>(product);
    let t7 = carry_in(c6.first_chain, c7.low);
    let c5 = Column::new().add::<5>(product);
    let t6 = carry_in(c5.chain_sum(), c6.low);
    let mut c4 = Column::new().add::<4>(product);
    c4.extend_first([t9; 2], gamma);
    let t5 = carry_in(c4.chain_sum(), c5.low);

    // t·γ is below 2^58, nothing beside a chain's 2^100, but what its rounding loses is one more unit of each low part.
    let mut c0 = Column::new().add::<0>(product);
    c0.extend_first([t5; 2], gamma);
    // Column 0: chain 1, low 2.
    let mut c1 = Column::after_one_chain().add::<1>(product);
    c1.low = carry_in(c0.first_chain, c1.low);
    c1.extend_first([t6; 2], gamma);
    // Column 1: chain 2, low 3.5.
    let mut c2 = Column::new().add::<2>(product);
    c2.extend_first([t7; 2], gamma);
    let low2 = carry_in(c1.first_chain.sub(L::splat(START)), c2.low);
    // Column 2: chains 3, low 5.
    let mut c3 = Column::new().add::<3>(product);
    c3.extend_first([t8; 2], gamma);
    // Column 3: chains 4, low 6.5.
    let low3 = carry_in(c2.chain_sum(), c3.low);
    let d3 = c3.chain_sum();

    // low 4 ≤ 8 with d3's carry: the sum may pass 2^53, so it only serves to find the carry.
    let k4 = quotient(carry_in(d3, c4.low));
    let low4 = carry_in(d3, remainder(c4.low, k4));
    let low_parts = [c0.low, c1.low, low2, low3];
    let [k0, k1, k2, k3] = each!([0, 1, 2, 3], i => quotient(low_parts[i]));
    [
        // |k| ≤ 4, as no low part passes eight units: a limb is at most 2^50 + 4, the lowest 2^50 + 4·19.
        k4.mul_add(gamma, remainder(c0.low, k0)),
        remainder(c1.low, k1).add(k0),
        remainder(low2, k2).add(k1),
        remainder(low3, k3).add(k2),
        low4.add(k3),
    ]
}

/// One product, modulo `P`.
#[inline(always)]
fn reduce<L: Doubles, P: Prime>(product: &impl DoubleProduct<L>) -> [L; 5] {
    if P::GAMMA_IS_SMALL {
        reduce_small::<L, P>(product)
    } else {
        reduce_crandall::<L, P>(product)
    }
}

/// a·b
#[inline(always)]
pub(super) fn multiply<L: Doubles, P: Prime>(a: &[L; 5], b: &[L; 5]) -> [L; 5] {
    reduce::<L, P>(&Times(a, b))
}

/// a²
#[inline(always)]
pub(super) fn square<L: Doubles, P: Prime>(a: &[L; 5]) -> [L; 5] {
    reduce::<L, P>(&Squared::new(a))
}
