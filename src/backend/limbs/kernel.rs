//! Products modulo a prime in radix 2^51, five limbs to an element.
//!
//! Operands have limbs below 2^52. A product's limbs are signed 64-bit numbers; see [`super`]
//! for who carries them. The columns of a product are sums of low and of high halves,
//! T_k = Σ lo(a_i·b_j) [i + j = k] + 2·Σ hi(a_i·b_j) [i + j = k − 1]: the multiplier splits at 2^52, and
//! 2^52 is twice the radix. Every bound in this file is proved for all inputs by the tests of
//! [`super`], on interval lanes.
//!
//! The order of the text is the order of execution as far as the compiler lets it be: products go row by
//! row, so that neighbours add to different sums and none waits for another. See `notes/ifma.md`.

use super::constants::{Constants, LIMBS, RADIX};
use crate::backend::lanes::Lanes;
use crate::field::Prime;

/// Columns of a product, still in halves: column k is low[k] + 2·high[k − 1].
#[derive(Clone, Copy)]
pub(crate) struct Columns<L> {
    low: [L; 2 * LIMBS - 1],
    high: [L; 2 * LIMBS - 1],
}

impl<L: Lanes> Columns<L> {
    #[inline(always)]
    fn new(zero: L) -> Self {
        Self {
            low: [zero; 2 * LIMBS - 1],
            high: [zero; 2 * LIMBS - 1],
        }
    }

    /// What the high halves add to column `k`.
    #[inline(always)]
    fn carried(&self, k: usize) -> L {
        twice(self.high[k - 1])
    }

    /// Column `k`.
    #[inline(always)]
    fn sum(&self, k: usize) -> L {
        self.low[k].add(self.carried(k))
    }

    /// Adds x·y from column `K` upwards, without what lies below column 2.
    // The top first: the compiler adds a limb's parts in the order in which they are ready in the text,
    // and column 2 yields a carry that must come last.
    #[inline(always)]
    fn add_row<const K: usize>(&mut self, x: L, [y0, y1, y2]: [L; 3]) {
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

/// A product that is still to be reduced.
pub(crate) trait Unreduced<L: Lanes>: Copy {
    /// Whether the low halves of column 0 are below 2^52, as a single product's are.
    const SINGLE: bool = true;
    /// Factors whose product is T/P modulo 2^153, where they are known before T is: three limbs below
    /// 2^52 each.
    #[inline(always)]
    fn quotient(&self) -> Option<[[L; 3]; 2]> {
        None
    }
    /// The columns whose halves have indices from `FROM` to `TO`, added up from `start`. A square has
    /// twice the start.
    fn columns<const FROM: usize, const TO: usize>(&self, start: Columns<L>) -> Columns<L>;
    /// All columns in units of the multiplier, 2^52: column k is Σ lo(a_i·b_j) [i + j = k] +
    /// Σ hi(a_i·b_j) [i + j = k − 1].
    fn merged(&self) -> [L; 2 * LIMBS];
}

/// Adds the products a_i·b_j to [`Unreduced::merged`].
macro_rules! merge_products {
    ($columns:ident, $a:expr, $b:expr; $($i:literal $j:literal),*) => {$(
        $columns[$i + $j] = $columns[$i + $j].madd_lo($a[$i], $b[$j]);
        $columns[$i + $j + 1] = $columns[$i + $j + 1].madd_hi($a[$i], $b[$j]);
    )*};
}

/// Adds the products a_i·b_j with FROM ≤ i + j ≤ TO.
macro_rules! add_products {
    ($columns:ident, $a:expr, $b:expr; $($i:literal $j:literal),*) => {$(
        let k = $i + $j;
        // Not `contains`, a function that would be inlined for each product of limbs.
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

    #[inline(always)]
    fn merge_into(&self, columns: &mut [L; 2 * LIMBS]) {
        let (a, b) = (self.0, self.1);
        merge_products!(columns, a, b; 0 0, 0 1, 0 2, 0 3, 0 4);
        merge_products!(columns, a, b; 1 0, 1 1, 1 2, 1 3, 1 4);
        merge_products!(columns, a, b; 2 0, 2 1, 2 2, 2 3, 2 4);
        merge_products!(columns, a, b; 3 0, 3 1, 3 2, 3 3, 3 4);
        merge_products!(columns, a, b; 4 0, 4 1, 4 2, 4 3, 4 4);
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
        self.merge_into(&mut columns);
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
        let (a, mut columns) = (self.0, [L::splat(0); 2 * LIMBS]);
        merge_products!(columns, a, a; 0 1, 0 2, 0 3, 0 4, 1 2, 1 3, 1 4, 2 3, 2 4, 3 4);
        for column in &mut columns[1..=8] {
            *column = twice(*column);
        }
        merge_products!(columns, a, a; 0 0, 1 1, 2 2, 3 3, 4 4);
        columns
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
        self.0.merge_into(&mut columns);
        self.1.merge_into(&mut columns);
        columns
    }
}

/// The product modulo `P`, over DOMAIN, in signed limbs.
#[inline(always)]
pub(super) fn reduce<L: Lanes, P: Prime, T: Unreduced<L>>(t: &T) -> [L; LIMBS] {
    if P::GAMMA_IS_SMALL {
        fold_small::<L, P>(t)
    } else {
        bipartite::<L, P, T>(t, [0; LIMBS])
    }
}

/// The same in limbs that are not negative.
#[inline(always)]
pub(super) fn reduce_biased<L: Lanes, P: Prime, T: Unreduced<L>>(t: &T) -> [L; LIMBS] {
    if P::GAMMA_IS_SMALL {
        // Nothing is subtracted there.
        fold_small::<L, P>(t)
    } else {
        bipartite::<L, P, T>(t, P::BIAS)
    }
}

/// For small γ: T_k + γ·T_(k+5), as 2^255 ≡ γ.
#[inline(always)]
fn fold_small<L: Lanes, P: Prime>(t: &impl Unreduced<L>) -> [L; LIMBS] {
    let t = t.columns::<0, 8>(Columns::new(L::splat(0)));
    let gamma = P::GAMMA_51[0];
    [
        t.low[0].add(t.sum(5).times(gamma)),
        t.sum(1).add(t.sum(6).times(gamma)),
        t.sum(2).add(t.sum(7).times(gamma)),
        t.sum(3).add(t.sum(8).times(gamma)),
        t.sum(4).add(t.carried(9).times(gamma)),
    ]
}

#[inline(always)]
fn twice<L: Lanes>(x: L) -> L {
    x.add(x)
}

#[inline(always)]
fn splat_three<L: Lanes>(limbs: [u64; 3]) -> [L; 3] {
    [L::splat(limbs[0]), L::splat(limbs[1]), L::splat(limbs[2])]
}

/// For γ of three limbs: T/2^153 modulo `P`, the high end folded while the low end is cancelled
/// (Kaihara and Takagi's bipartite multiplication).
///
/// With M = T/P mod 2^153, T − M·P = T + M·γ − M·2^255 is a multiple of 2^153: its low three limbs
/// need not be computed, only what they carry. What lies at 2^408 = 2^153·2^255 and above is folded
/// by γ.
///
/// The multiplier reads 52 bits of an operand. So a limb of 52 bits needs no mask to be one, if what
/// is above 2^52 is added to the limb above, of which it is two units.
///
/// `bias` is a multiple of `P`. The columns start from it, which costs nothing.
#[inline(always)]
fn bipartite<L: Lanes, P: Prime, T: Unreduced<L>>(t: &T, bias: [u64; LIMBS]) -> [L; LIMBS] {
    let [g0, g1, g2, ..] = P::GAMMA_51;
    let gamma = splat_three([g0, g1, g2]);
    let zero = L::splat(0);

    // T mod 2^153.
    let lowest = t.columns::<0, 2>(Columns::new(zero));
    let Columns {
        low: [t0, ..],
        high: [h0, h1, ..],
    } = lowest;
    let h0 = if T::SINGLE {
        h0
    } else {
        h0.add(t0.shr::<52>())
    };
    let t1 = lowest.low[1].add(twice(h0));
    let t2 = lowest.low[2].add(twice(h1.add(t1.shr::<52>())));
    // Factors of M = U·N mod 2^153.
    let ([u0, u1, u2], [n0, n1, n2]) = match t.quotient() {
        Some([known, factor]) => (known, factor),
        None => (
            [t0.factor(), t1.factor(), t2.factor()],
            splat_three(P::INVERSE_51),
        ),
    };

    // The high end: T from 2^408 as one limb of 52 bits and the rest, of which 2^52 are 2γ.
    let mut start = Columns::new(zero);
    start.low[7] = L::splat(bias[4]);
    let highest = t.columns::<7, 8>(start);
    let t8 = highest.sum(8);
    let (v8, v9) = (t8.factor(), highest.high[8].add(t8.shr::<52>()));

    // The lowest limb has 52 bits: M need only be right as a number.
    let m0 = zero.madd_lo(u0, n0);
    let m1 = zero.madd_hi(u0, n0);
    let m2 = zero.madd_hi(u0, n1).madd_hi(u1, n0);
    let m1 = twice(m1).madd_lo(u0, n1).madd_lo(u1, n0);
    let m2 = twice(m2).madd_lo(u0, n2).madd_lo(u1, n1);
    // M, which much waits for, before the many products that wait for nothing.
    let [m0, m1, m2, zero] = L::in_order([m0, m1, m2, zero]);
    let mut start = Columns::new(zero);
    // Without a bias they start from the zero that is in order.
    if bias[0] != 0 {
        for (i, bias) in bias[..4].iter().enumerate() {
            start.low[3 + i] = L::splat(*bias);
        }
    }
    let mut sums = t.columns::<3, 6>(start);
    let m2 = m2.add(m1.shr::<RADIX>()).madd_lo(u2, n0);
    let (m1, m2, m2_factor) = (m1.low::<RADIX>(), m2.low::<52>(), m2.factor());

    // Column 2 of T + M·γ is −(what lies below)/2^51 modulo 2^51, and what lies below is less
    // than 16·2^51: rounding up gives the carry exactly, and so does adding 2·2^49.
    sums.high[1] = L::splat(1 << 49);
    sums.low[2] = t2;
    sums.high[2] = lowest.high[2];
    sums.low[7] = highest.low[7];
    sums.add_row::<4>(v9, splat_three([2 * g0, 2 * g1, 2 * g2]));
    sums.add_row::<0>(m0, gamma);
    sums.add_row::<1>(m1, gamma);
    sums.add_row::<3>(v8, gamma);
    sums.add_row::<2>(m2_factor, gamma);
    [
        sums.sum(3).add(sums.sum(2).shr::<RADIX>()),
        sums.sum(4),
        sums.sum(5).sub(m0),
        sums.sum(6).sub(m1),
        sums.sum(7).sub(m2),
    ]
}
