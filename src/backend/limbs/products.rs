//! Unreduced products of elements, as columns.
//!
//! The multiplier reads 52 bits of each operand and adds the low or the high 52 bits of their product to a third lane.
//! So a product of limbs a_i·b_j goes to two sums, of weight 2^(BITS·(i + j)) and 2^(BITS·(i + j) + 52). In radix 2^52
//! the second weight is the next column's ([`Unreduced::merged`]). In radix 2^51 it is twice the next column's, so low
//! and high halves are accumulated apart ([`Columns`]), and the sum of a column's high halves is doubled once.
//!
//! A product adds at most five low halves and five high ones to a column, each below 2^52. So 64 bits hold the sum of
//! 400 products without a carry.

use super::constants::LIMBS;
use crate::backend::lanes::Lanes;

/// Returns 2x.
#[inline(always)]
pub(super) fn twice<L: Lanes>(x: L) -> L {
    x.add(x)
}

/// The columns of a product, in halves: column k is low[k] + 2·high[k − 1].
#[derive(Clone, Copy)]
pub(crate) struct Columns<L> {
    pub(super) low: [L; 2 * LIMBS - 1],
    pub(super) high: [L; 2 * LIMBS - 1],
}

impl<L: Lanes> Columns<L> {
    #[inline(always)]
    pub(super) fn new(zero: L) -> Self {
        Self {
            low: [zero; 2 * LIMBS - 1],
            high: [zero; 2 * LIMBS - 1],
        }
    }

    /// Returns the part of column `k` that comes from high halves.
    #[inline(always)]
    pub(super) fn carried(&self, k: usize) -> L {
        twice(self.high[k - 1])
    }

    /// Returns column `k`.
    #[inline(always)]
    pub(super) fn sum(&self, k: usize) -> L {
        self.low[k].add(self.carried(k))
    }

    /// Adds x·y from column `K` upwards, except for the parts below column 2, which Montgomery reduction need not compute.
    // The top column comes first: the compiler adds parts in the order of the text, and column 2's carry must come last.
    #[inline(always)]
    pub(super) fn add_row<const K: usize>(&mut self, x: L, [y0, y1, y2]: [L; 3]) {
        self.high[K + 2] = self.high[K + 2].madd_hi(x, y2);
        self.low[K + 2] = self.low[K + 2].madd_lo(x, y2);
        self.high[K + 1] = self.high[K + 1].madd_hi(x, y1);
        if K >= 1 {
            self.low[K + 1] = self.low[K + 1].madd_lo(x, y1);
            self.high[K] = self.high[K].madd_hi(x, y0);
        }
        if K >= 2 {
            self.low[K] = self.low[K].madd_lo(x, y0);
        }
    }
}

/// An unreduced product, or a sum of two.
pub(crate) trait Unreduced<L: Lanes> {
    /// The number of products in the sum.
    const COUNT: usize;
    /// Adds the halves with indices from `FROM` to `TO` to `start` and returns the sums. A square adds `start` twice.
    fn columns<const FROM: usize, const TO: usize>(&self, start: Columns<L>) -> Columns<L>;
    /// Returns the columns for radix 2^52, where high halves are added to the next column.
    fn merged(&self) -> [L; 2 * LIMBS];
}

/// Adds the products a_i·b_j with FROM ≤ i + j ≤ TO, low and high halves apart. FROM and TO are constants, so products
/// that are left out cost nothing.
macro_rules! add_products {
    ($columns:ident, $a:expr, $b:expr; $($i:literal $j:literal),*) => {$(
        let k = $i + $j;
        // Not `contains`, which would be inlined for each product of limbs.
        #[allow(clippy::manual_range_contains)]
        if FROM <= k && k <= TO {
            $columns.low[k] = $columns.low[k].madd_lo($a[$i], $b[$j]);
            $columns.high[k] = $columns.high[k].madd_hi($a[$i], $b[$j]);
        }
    )*};
}

/// Adds the low halves of the products a_i·b_j to columns i + j, then the high halves to columns i + j + 1.
macro_rules! merge_products {
    ($columns:ident, $a:expr, $b:expr; $($i:literal $j:literal),*) => {
        $($columns[$i + $j] = $columns[$i + $j].madd_lo($a[$i], $b[$j]);)*
        $($columns[$i + $j + 1] = $columns[$i + $j + 1].madd_hi($a[$i], $b[$j]);)*
    };
}

/// The product a·b.
pub(super) struct Product<'a, L>(pub &'a [L; LIMBS], pub &'a [L; LIMBS]);

impl<L: Lanes> Product<'_, L> {
    // Row by row: five consecutive products go to five different columns. A multiply-add takes four cycles, and column by
    // column each would wait for the one before.
    #[inline(always)]
    pub(super) fn add_to<const FROM: usize, const TO: usize>(&self, columns: &mut Columns<L>) {
        let (a, b) = (self.0, self.1);
        add_products!(columns, a, b; 0 0, 0 1, 0 2, 0 3, 0 4);
        add_products!(columns, a, b; 1 0, 1 1, 1 2, 1 3, 1 4);
        add_products!(columns, a, b; 2 0, 2 1, 2 2, 2 3, 2 4);
        add_products!(columns, a, b; 3 0, 3 1, 3 2, 3 3, 3 4);
        add_products!(columns, a, b; 4 0, 4 1, 4 2, 4 3, 4 4);
    }
}

/// The sum of `N` products, one or two.
impl<L: Lanes, const N: usize> Unreduced<L> for [Product<'_, L>; N] {
    const COUNT: usize = N;

    #[inline(always)]
    fn columns<const FROM: usize, const TO: usize>(&self, mut columns: Columns<L>) -> Columns<L> {
        self[0].add_to::<FROM, TO>(&mut columns);
        if N == 2 {
            self[1].add_to::<FROM, TO>(&mut columns);
        }
        columns
    }

    #[inline(always)]
    fn merged(&self) -> [L; 2 * LIMBS] {
        let mut columns = [L::splat(0); 2 * LIMBS];
        merge_highest(&self[0], &mut columns);
        if N == 2 {
            merge_highest(&self[1], &mut columns);
        }
        merge_rest(&self[0], &mut columns);
        if N == 2 {
            merge_rest(&self[1], &mut columns);
        }
        columns
    }
}

/// The square a².
pub(super) struct Square<'a, L>(pub &'a [L; LIMBS]);

impl<L: Lanes> Unreduced<L> for Square<'_, L> {
    const COUNT: usize = 1;

    #[inline(always)]
    fn columns<const FROM: usize, const TO: usize>(&self, mut columns: Columns<L>) -> Columns<L> {
        let a = self.0;
        // The products of different limbs occur twice: compute ten instead of twenty and double the columns, then add the
        // five squares. 30 multiply-adds instead of 50.
        add_products!(columns, a, a; 0 1, 0 2, 0 3, 0 4, 1 2, 1 3, 1 4, 2 3, 2 4, 3 4);
        for sums in [&mut columns.low, &mut columns.high] {
            for sum in &mut sums[FROM..=TO] {
                *sum = twice(*sum);
            }
        }
        add_products!(columns, a, a; 0 0, 1 1, 2 2, 3 3, 4 4);
        columns
    }

    #[inline(always)]
    fn merged(&self) -> [L; 2 * LIMBS] {
        let (a, mut t) = (self.0, [L::splat(0); 2 * LIMBS]);
        // The products of different limbs occur twice. Columns 7 to 9, with which the reduction begins, are finished
        // first. Of mixed products, column 7 has the high half of a_2·a_4 and the low half of a_3·a_4, and column 8 the
        // high half of a_3·a_4. Both are doubled here; the low half of a_2·a_4 stays in column 6, which is doubled below.
        merge_products!(t, a, a; 3 4, 2 4);
        (t[7], t[8]) = (twice(t[7]), twice(t[8]));
        merge_products!(t, a, a; 4 4);
        // Of a_3², only the high half is in column 7; the low half is added once column 6 is doubled.
        t[7] = t[7].madd_hi(a[3], a[3]);
        merge_products!(t, a, a; 0 4, 1 4);
        merge_products!(t, a, a; 1 3, 2 3, 0 3);
        merge_products!(t, a, a; 1 2, 0 2);
        merge_products!(t, a, a; 0 1);
        for column in &mut t[1..=6] {
            *column = twice(*column);
        }
        t[6] = t[6].madd_lo(a[3], a[3]);
        merge_products!(t, a, a; 2 2, 1 1, 0 0);
        t
    }
}

/// Adds the products of a·b with which the reduction begins: all halves in columns 7 to 9, and some in column 6.
#[inline(always)]
fn merge_highest<L: Lanes>(Product(a, b): &Product<'_, L>, columns: &mut [L; 2 * LIMBS]) {
    merge_products!(columns, a, b; 4 4, 3 4, 2 4);
    merge_products!(columns, a, b; 4 3, 3 3);
    merge_products!(columns, a, b; 4 2);
}

/// Adds the other products of a·b, in lines whose products go to different columns, from the top column down.
#[inline(always)]
fn merge_rest<L: Lanes>(Product(a, b): &Product<'_, L>, columns: &mut [L; 2 * LIMBS]) {
    merge_products!(columns, a, b; 4 1, 3 1, 2 1, 1 1, 0 1);
    merge_products!(columns, a, b; 3 2, 2 2, 1 2, 0 2);
    merge_products!(columns, a, b; 2 3, 1 3, 0 3);
    merge_products!(columns, a, b; 1 4, 0 4);
    merge_products!(columns, a, b; 4 0, 3 0, 2 0, 1 0, 0 0);
}
