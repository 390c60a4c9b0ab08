//! Unreduced products of five limbs.
//!
//! The multiplier splits a product of limbs at 2^52. In radix 2^52 low and high halves go to the same columns
//! ([`Unreduced::merged`]); in radix 2^51, where 2^52 is two units, to columns of their own:
//! T_k = Σ lo(a_i·b_j) [i + j = k] + 2·Σ hi(a_i·b_j) [i + j = k − 1].
//!
//! The order of the text is that of execution as far as the compiler keeps it: products go row by row, so that
//! neighbours add to different sums and none waits for another. See `notes/ifma.md`.

use super::constants::LIMBS;
use crate::backend::lanes::{Lanes, each};

/// Columns of a product, in halves: column k is low[k] + 2·high[k − 1].
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

    /// The high halves' part of column `k`.
    #[inline(always)]
    pub(super) fn carried(&self, k: usize) -> L {
        twice(self.high[k - 1])
    }

    /// Column `k`.
    #[inline(always)]
    pub(super) fn sum(&self, k: usize) -> L {
        self.low[k].add(self.carried(k))
    }

    /// Adds x·y from column `K` upwards, without what lies below column 2.
    // The top column first: the compiler adds a limb's parts in the order of the text, and column 2's carry
    // must come last.
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

/// An unreduced product.
pub(crate) trait Unreduced<L: Lanes>: Copy {
    /// Whether the low halves of column 0 are below 2^52, as a single product's are.
    const SINGLE: bool = true;
    /// Whether it is a sum of more than two products.
    const MANY: bool = false;
    /// Factors whose product is T/P modulo 2^153, if they are known before T: three limbs below 2^52 each.
    #[inline(always)]
    fn quotient(&self) -> Option<[[L; 3]; 2]> {
        None
    }
    /// The columns whose halves have indices from `FROM` to `TO`, plus `start`, for a square plus twice
    /// `start`.
    fn columns<const FROM: usize, const TO: usize>(&self, start: Columns<L>) -> Columns<L>;
    /// All columns in units of the multiplier, 2^52: column k is Σ lo(a_i·b_j) [i + j = k] +
    /// Σ hi(a_i·b_j) [i + j = k − 1].
    fn merged(&self) -> [L; 2 * LIMBS];
}

/// Adds the products a_i·b_j to [`Unreduced::merged`].
macro_rules! merge_products {
    ($columns:ident, $a:expr, $b:expr; $($i:literal $j:literal),*) => {
        $($columns[$i + $j] = $columns[$i + $j].madd_lo($a[$i], $b[$j]);)*
        $($columns[$i + $j + 1] = $columns[$i + $j + 1].madd_hi($a[$i], $b[$j]);)*
    };
}

/// Adds the products a_i·b_j with FROM ≤ i + j ≤ TO.
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

/// a·b
#[derive(Clone, Copy)]
pub(super) struct Product<'a, L>(pub &'a [L; LIMBS], pub &'a [L; LIMBS]);

impl<L: Lanes> Product<'_, L> {
    #[inline(always)]
    fn add_to<const FROM: usize, const TO: usize>(&self, columns: &mut Columns<L>) {
        let (a, b) = (self.0, self.1);
        add_products!(columns, a, b; 0 0, 0 1, 0 2, 0 3, 0 4);
        add_products!(columns, a, b; 1 0, 1 1, 1 2, 1 3, 1 4);
        add_products!(columns, a, b; 2 0, 2 1, 2 2, 2 3, 2 4);
        add_products!(columns, a, b; 3 0, 3 1, 3 2, 3 3, 3 4);
        add_products!(columns, a, b; 4 0, 4 1, 4 2, 4 3, 4 4);
    }

    /// The columns from which the reduction begins, first.
    #[inline(always)]
    fn merge_highest(&self, columns: &mut [L; 2 * LIMBS]) {
        let (a, b) = (self.0, self.1);
        merge_products!(columns, a, b; 4 4, 3 4, 2 4);
        merge_products!(columns, a, b; 4 3, 3 3);
        merge_products!(columns, a, b; 4 2);
    }

    #[inline(always)]
    fn merge_rest(&self, columns: &mut [L; 2 * LIMBS]) {
        let (a, b) = (self.0, self.1);
        merge_products!(columns, a, b; 4 1, 3 1, 2 1, 1 1, 0 1);
        merge_products!(columns, a, b; 3 2, 2 2, 1 2, 0 2);
        merge_products!(columns, a, b; 2 3, 1 3, 0 3);
        merge_products!(columns, a, b; 1 4, 0 4);
        merge_products!(columns, a, b; 4 0, 3 0, 2 0, 1 0, 0 0);
    }
}

impl<L: Lanes> Unreduced<L> for Product<'_, L> {
    #[inline(always)]
    fn columns<const FROM: usize, const TO: usize>(&self, mut columns: Columns<L>) -> Columns<L> {
        self.add_to::<FROM, TO>(&mut columns);
        columns
    }

    #[inline(always)]
    fn merged(&self) -> [L; 2 * LIMBS] {
        let mut columns = [L::splat(0); 2 * LIMBS];
        self.merge_highest(&mut columns);
        self.merge_rest(&mut columns);
        columns
    }
}

/// a·b for a constant b, with b/P mod 2^153.
#[derive(Clone, Copy)]
pub(super) struct ConstantProduct<'a, L>(pub Product<'a, L>, pub [L; 3]);

impl<L: Lanes> Unreduced<L> for ConstantProduct<'_, L> {
    #[inline(always)]
    fn quotient(&self) -> Option<[[L; 3]; 2]> {
        let [a0, a1, a2, ..] = *self.0.0;
        Some([[a0, a1, a2], self.1])
    }

    #[inline(always)]
    fn columns<const FROM: usize, const TO: usize>(&self, columns: Columns<L>) -> Columns<L> {
        self.0.columns::<FROM, TO>(columns)
    }

    #[inline(always)]
    fn merged(&self) -> [L; 2 * LIMBS] {
        self.0.merged()
    }
}

/// a²
#[derive(Clone, Copy)]
pub(super) struct Square<'a, L>(pub &'a [L; LIMBS]);

impl<L: Lanes> Unreduced<L> for Square<'_, L> {
    #[inline(always)]
    fn columns<const FROM: usize, const TO: usize>(&self, mut columns: Columns<L>) -> Columns<L> {
        let a = self.0;
        // The products of different limbs occur twice.
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
        // The products of different limbs occur twice.
        merge_products!(t, a, a; 3 4, 2 4);
        (t[7], t[8]) = (twice(t[7]), twice(t[8]));
        merge_products!(t, a, a; 4 4);
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

/// a·b + c·d
#[derive(Clone, Copy)]
pub(super) struct TwoProducts<'a, L>(pub Product<'a, L>, pub Product<'a, L>);

impl<L: Lanes> Unreduced<L> for TwoProducts<'_, L> {
    const SINGLE: bool = false;

    #[inline(always)]
    fn columns<const FROM: usize, const TO: usize>(&self, mut columns: Columns<L>) -> Columns<L> {
        self.0.add_to::<FROM, TO>(&mut columns);
        self.1.add_to::<FROM, TO>(&mut columns);
        columns
    }

    #[inline(always)]
    fn merged(&self) -> [L; 2 * LIMBS] {
        let mut columns = [L::splat(0); 2 * LIMBS];
        self.0.merge_highest(&mut columns);
        self.1.merge_highest(&mut columns);
        self.0.merge_rest(&mut columns);
        self.1.merge_rest(&mut columns);
        columns
    }
}

/// The columns of up to [`PRODUCTS`](crate::backend::PRODUCTS) products.
#[derive(Clone, Copy)]
pub(super) struct ManyProducts<L>(pub Columns<L>);

impl<L: Lanes> Unreduced<L> for ManyProducts<L> {
    const SINGLE: bool = false;
    const MANY: bool = true;

    #[inline(always)]
    fn columns<const FROM: usize, const TO: usize>(&self, _: Columns<L>) -> Columns<L> {
        unreachable!("a radix whose columns are merged")
    }

    #[inline(always)]
    fn merged(&self) -> [L; 2 * LIMBS] {
        let Columns { low, high } = self.0;
        let [first, last] = [low[0], high[8]];
        let [t1, t2, t3, t4, t5, t6, t7, t8] =
            each!([0, 1, 2, 3, 4, 5, 6, 7], k => low[k + 1].add(high[k]));
        [first, t1, t2, t3, t4, t5, t6, t7, t8, last]
    }
}

/// 2x
#[inline(always)]
pub(super) fn twice<L: Lanes>(x: L) -> L {
    x.add(x)
}
