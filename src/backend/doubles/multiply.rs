//! Multiplication kernels in doubles.
//!
//! A product x·y of two limbs has up to 101 bits, twice what a double holds. A *chain* splits it: a running sum s that
//! starts at 1.5·2^103. From 2^103 to 2^104 doubles are the multiples of 2^51, as they have 53 bits.
//!
//! ```text
//! s' = fma(x, y, s)          rounds s + x·y to a multiple of 2^51
//! r  = fma(x, y, s − s')     the rounding error: exact, |r| ≤ 2^50
//! ```
//!
//! s − s' is exact, because both are multiples of 2^51 in one binade, and so is r, an integer of at most 2^50. The sum
//! of all r stays in the column (its *low part*); the end of the chain less its start is a multiple of 2^51, which
//! is carried to the next column. A chain may move by ±2^102, slightly less than four products, and a low part is exact
//! up to 2^53, eight r.
//!
//! A product of limbs takes four instructions: two multiply-adds, a subtraction, and adding r. Over p a product takes 225
//! instructions in all.
//!
//! Comments count chains in units of 2^100 and low parts in units of 2^50, leaving out the factor (1 + 2^−22)² by which
//! tight limbs exceed these. A chain of n units carries n/2 units to the next low part, as 2^100/2^51 = 2^49. The tests
//! prove the bounds.

use super::{DoubleConstants, Doubles, INVERSE_RADIX, exp2, quotient, remainder};
use crate::backend::lanes::each;
use crate::field::Prime;

/// The start of a chain: the middle of the doubles that are the multiples of 2^51.
const START: f64 = 1.5 * exp2(103);
/// START as the next column sees it, divided by the radix.
const START_CARRIED: f64 = 1.5 * exp2(52);

/// Column k of a product, of weight 2^(51k), while its terms are added.
#[derive(Clone, Copy)]
struct Column<L> {
    /// The chain that starts at START.
    first_chain: L,
    /// The chain that starts at −START, so that the starts cancel in the sum of both chains.
    second_chain: L,
    /// The sum of the rounding errors r.
    low: L,
    /// A constant that the first term adds to `low`.
    bias: L,
}

impl<L: Doubles> Column<L> {
    /// Returns an empty column.
    #[inline(always)]
    fn new() -> Self {
        Self {
            first_chain: L::splat(START),
            second_chain: L::splat(-START),
            // −0, because x + −0 = x for every x, so the compiler drops the addition; +0 would turn −0 into +0.
            low: L::splat(-0.0),
            bias: L::splat(-0.0),
        }
    }

    /// Returns an empty column above one that uses only its first chain. The carry of that column contains START/2^51,
    /// which this column subtracts in advance, at no cost, in its first term.
    #[inline(always)]
    fn after_one_chain() -> Self {
        Self {
            bias: L::splat(-START_CARRIED),
            ..Self::new()
        }
    }

    /// Adds the term x·y to the first chain, and its error to `low`. `copy` is x, read a second time.
    #[inline(always)]
    fn extend_first(&mut self, [x, copy]: [L; 2], y: L) {
        let start = self.first_chain;
        self.first_chain = x.mul_add(y, start);
        self.add_error(copy, y, start, self.first_chain);
    }

    /// Adds the term x·y to the second chain, and its error to `low`.
    #[inline(always)]
    fn extend_second(&mut self, [x, copy]: [L; 2], y: L) {
        let start = self.second_chain;
        self.second_chain = x.mul_add(y, start);
        self.add_error(copy, y, start, self.second_chain);
    }

    /// Adds r = start + x·y − end to `low`, the error of rounding start + x·y to `end`.
    #[inline(always)]
    fn add_error(&mut self, x: L, y: L, start: L, end: L) {
        // In the first term of a chain `start` and `bias` are constants, so their sum costs nothing. `bias` is a multiple of
        // 2^51, so start + bias − end stays exact.
        let r = x.mul_add(y, start.add(self.bias).sub(end));
        self.low = self.low.add(r);
        self.bias = L::splat(-0.0);
    }

    /// Returns the sum of both chains, in which the starts cancel: 2^51 times the carry. It is exact up to eight units, as
    /// it is a multiple of 2^51 below 2^104.
    #[inline(always)]
    fn chain_sum(&self) -> L {
        self.first_chain.add(self.second_chain)
    }

    /// Adds the terms of column K of a product.
    #[inline(always)]
    fn add<const K: usize>(mut self, product: &impl DoubleProduct<L>) -> Self {
        product.add_to::<K>(&mut self);
        self
    }
}

/// Carries chains into the low part of the next column: returns `low` + `chains`·2^−51, by one multiply-add.
#[inline(always)]
fn carry_in<L: Doubles>(chains: L, low: L) -> L {
    chains.mul_add(L::splat(INVERSE_RADIX), low)
}

/// Returns a limb for the two multiply-adds of a term, each reading it from memory. There are 16 registers: kept as a
/// value, the limb would be spilled and reloaded between columns.
#[inline(always)]
fn two_reads<L: Doubles>(x: &L) -> [L; 2] {
    [L::reload(x), L::reload(x)]
}

/// The products of limbs that one product of elements consists of.
trait DoubleProduct<L> {
    /// Adds the terms of column K. Columns 2 to 5 use both chains, the others only the first; no chain gets
    /// more than three units.
    fn add_to<const K: usize>(&self, column: &mut Column<L>);
}

/// The product a·b.
struct Times<'a, L>(&'a [L; 5], &'a [L; 5]);

/// The square a², from a and the lower four limbs of 2a, whose terms count two units each.
struct Squared<'a, L>(&'a [L; 5], [L; 4]);

impl<'a, L: Doubles> Squared<'a, L> {
    #[inline(always)]
    fn new(a: &'a [L; 5]) -> Self {
        Self(a, each!([0, 1, 2, 3], i => a[i].add(a[i])))
    }
}

/// Adds the terms of column K: `columns! { K, column; k: plus (x, y)… minus (x, y)…; … }` adds those after `plus` to the
/// first chain and those after `minus` to the second one.
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

/// Returns γ in three limbs.
#[inline(always)]
fn gamma<L: Doubles, P: Prime>() -> [L; 3] {
    each!([0, 1, 2], i => L::splat(P::GAMMA_DOUBLES[i]))
}

/// The limbs t5 … t8 of a product above 2^255 (all multiples of t9 are in the columns already); the low part of
/// column 4, which contains their multiples; and k6, the carry of t6 into t7, which was computed too late for column 4, so
/// that k6·g2 is still to be added there.
type Upper<L> = ([L; 4], L, L);

/// Reduces a product modulo 2^255 − γ with γ in three limbs, by Crandall's reduction from the top down.
///
/// Column k + 5 is multiplied by γ into columns k, k + 1 and k + 2, as three more terms on their chains, the highest
/// column first. So columns 5 and 6 get t9's multiples, and column 5 gets t8's, before they are folded themselves.
#[inline(always)]
fn reduce_crandall<L: Doubles, P: Prime>(product: &impl DoubleProduct<L>) -> [L; 5] {
    let [g0, g1, g2] = gamma::<L, P>();
    let start = L::splat(START);
    let ([t5, t6, t7, t8], low4, k6) = upper_crandall::<L, P>(product);

    let mut c3 = Column::new().add::<3>(product);
    // t8 ≤ 2 and |g0| ≤ 0.74, so its term counts 1.5; the first chain of a square has a doubled product.
    c3.extend_first([t8; 2], g0); // chains 2.5 (square: 3.5) and 3
    // A third chain, as t7·g1 alone is 3.2 units. Its start is subtracted, as no other chain cancels it.
    let mut c3_rest = Column::new();
    c3_rest.extend_first([t7; 2], g1);
    c3_rest.extend_first([t6; 2], g2); // chain 3.2+, low 7 with c3's
    let d3 = c3.chain_sum().add(c3_rest.first_chain.sub(start));
    let low3 = c3.low.add(c3_rest.low);

    let mut c0 = Column::new().add::<0>(product);
    c0.extend_first([t5; 2], g0); // chain 1.8, low 2

    // Column 1 used its bias for column 0's start, so column 0's chain is carried with its start.
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

    // k4 is the carry out of the top limb, (8 + d3/2)/2 ≤ 6.2, which returns as k4·γ. Sums that may exceed 2^53, and be
    // rounded, only serve to find a carry; that carry is then subtracted from one part, before the parts are added exactly.
    let k4 = quotient(carry_in(d3, low4));
    let low4 = k6.mul_add(g2, carry_in(d3, remainder(low4, k4)));
    let low0 = k4.mul_add(g0, c0.low);
    // Columns 0 and 2 are below eight units with k4·γ, columns 1 and 3 may exceed them and are carried by parts.
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

/// Computes columns 8 to 4, the first half of [`reduce_crandall`].
#[inline(always)]
fn upper_crandall<L: Doubles, P: Prime>(product: &impl DoubleProduct<L>) -> Upper<L> {
    let [g0, g1, g2] = gamma::<L, P>();

    // q's γ has limbs of 0.74 and 0.91 units (2^50), and g2 < 2^25, whose tiny part is written "+".
    // t9 ≤ 0.5, t8 ≤ 1 + 2/2 = 2, t7 ≤ 2 + 3/2 = 3.5: low parts, plus half of the chain in the column below.
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
    // t6 ≤ 4 + (2.5 + 2)/2 < 6.3 is carried to one unit, so that its multiples by g0 and g1 fit their chains.
    let k6 = quotient(t6);
    let t6 = remainder(t6, k6);

    let mut c4 = Column::new().add::<4>(product);
    c4.extend_second([t9; 2], g0);
    c4.extend_first([t8; 2], g1);
    c4.extend_first([t7; 2], g2); // chains 3.9+ and 3.4, low 8; k6·g2 is owed
    let d4 = c4.chain_sum();
    // t5 ≤ 6 + (3.9 + 3.4)/2 < 9.7 may exceed 2^53, so it is carried before its parts are added. The carry is taken from a
    // sum that may be rounded; it need not be the nearest integer.
    let k5 = quotient(carry_in(d4, c5.low));
    let t5 = carry_in(d4, remainder(c5.low, k5));
    ([t5, t6.add(k5), t7.add(k6), t8], c4.low, k6)
}

/// Reduces a product modulo 2^255 − γ with γ in one small limb: t5 … t9, uncarried, times γ are five more terms on the
/// chains of columns 0 to 4.
#[inline(always)]
fn reduce_small<L: Doubles, P: Prime>(product: &impl DoubleProduct<L>) -> [L; 5] {
    // A chain of n units carries n/2 units into the low part of the next column. From the top: t9 ≤ 0.5, t8 ≤ 1 + 2/2 = 2,
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
    // A register is passed twice, as t is a value and not in memory.
    let mut c0 = Column::new().add::<0>(product);
    c0.extend_first([t5; 2], gamma);
    // Column 0: chain 1, low 2.
    let mut c1 = Column::after_one_chain().add::<1>(product);
    c1.low = carry_in(c0.first_chain, c1.low);
    c1.extend_first([t6; 2], gamma);
    // Column 1: chain 2, low 3.5.
    let mut c2 = Column::new().add::<2>(product);
    c2.extend_first([t7; 2], gamma);
    // Column 2 uses both chains, so it has no bias, and column 1's start is subtracted here.
    let low2 = carry_in(c1.first_chain.sub(L::splat(START)), c2.low);
    // Column 2: chains 3, low 5.
    let mut c3 = Column::new().add::<3>(product);
    c3.extend_first([t8; 2], gamma);
    // Column 3: chains 4, low 6.5.
    let low3 = carry_in(c2.chain_sum(), c3.low);
    let d3 = c3.chain_sum();

    // low4 is at most 5 + 1 + 4/2 = 8 with d3's carry: the sum may exceed 2^53, so it only serves to find the carry.
    let k4 = quotient(carry_in(d3, c4.low));
    let low4 = carry_in(d3, remainder(c4.low, k4));
    let low_parts = [c0.low, c1.low, low2, low3];
    let [k0, k1, k2, k3] = each!([0, 1, 2, 3], i => quotient(low_parts[i]));
    [
        // |k| ≤ 4, as a low part has at most eight units, four times the radix. So a limb is at most 2^50 + 4 in magnitude,
        // and the lowest 2^50 + 4·19: tight.
        k4.mul_add(gamma, remainder(c0.low, k0)),
        remainder(c1.low, k1).add(k0),
        remainder(low2, k2).add(k1),
        remainder(low3, k3).add(k2),
        low4.add(k3),
    ]
}

/// Reduces one product modulo `P`.
#[inline(always)]
fn reduce<L: Doubles, P: Prime>(product: &impl DoubleProduct<L>) -> [L; 5] {
    if P::GAMMA_IS_SMALL {
        reduce_small::<L, P>(product)
    } else {
        reduce_crandall::<L, P>(product)
    }
}

/// Returns a·b, tight, for tight factors.
#[inline(always)]
pub(super) fn multiply<L: Doubles, P: Prime>(a: &[L; 5], b: &[L; 5]) -> [L; 5] {
    reduce::<L, P>(&Times(a, b))
}

/// Returns a², tight, for a tight factor.
#[inline(always)]
pub(super) fn square<L: Doubles, P: Prime>(a: &[L; 5]) -> [L; 5] {
    reduce::<L, P>(&Squared::new(a))
}
