//! Products modulo a prime in radix 2^51, five limbs to an element.
//!
//! Operands have limbs below 2^52. A product's limbs are signed 64-bit numbers; see [`super::limbs`]
//! for who carries them. The columns of a product are sums of low and of high halves,
//! T_k = Σ lo(a_i·b_j) [i + j = k] + 2·Σ hi(a_i·b_j) [i + j = k − 1]: the multiplier splits at 2^52, and
//! 2^52 is twice the radix. Every bound in this file is proved for all inputs by the tests of
//! [`super`], on interval lanes.

use super::constants::{Constants, LIMBS, RADIX};
use crate::backend::lanes::Lanes;
use crate::params::Prime;

/// The limbs of a product that is still to be reduced, column by column, so that the reduction can
/// choose the order in which they are computed.
pub(super) trait Columns<L: Lanes>: Copy {
    /// Whether column 0 is below 2^52, as a single product's is.
    const SINGLE: bool = true;
    /// Factors whose product is T/P modulo 2^153 where they are known before T is: limbs below 2^52.
    #[inline(always)]
    fn quotient(&self) -> Option<[[L; 3]; 2]> {
        None
    }
    /// The low halves' sum for column `k`, and the high halves' sum for half of column k + 1.
    fn column(&self, k: usize) -> (L, L);
}

/// Σ over the pairs, low and high.
macro_rules! pairs {
    ($a:expr, $b:expr; $($i:literal $j:literal),*) => {{
        let (mut low, mut high) = (L::splat(0), L::splat(0));
        $(
            low = low.madd_lo($a[$i], $b[$j]);
            high = high.madd_hi($a[$i], $b[$j]);
        )*
        (low, high)
    }};
}

/// a·b
#[derive(Clone, Copy)]
pub(super) struct Product<'a, L>(pub &'a [L; LIMBS], pub &'a [L; LIMBS]);

impl<L: Lanes> Columns<L> for Product<'_, L> {
    #[inline(always)]
    fn column(&self, k: usize) -> (L, L) {
        let (a, b) = (self.0, self.1);
        match k {
            0 => pairs!(a, b; 0 0),
            1 => pairs!(a, b; 0 1, 1 0),
            2 => pairs!(a, b; 0 2, 1 1, 2 0),
            3 => pairs!(a, b; 0 3, 1 2, 2 1, 3 0),
            4 => pairs!(a, b; 0 4, 1 3, 2 2, 3 1, 4 0),
            5 => pairs!(a, b; 1 4, 2 3, 3 2, 4 1),
            6 => pairs!(a, b; 2 4, 3 3, 4 2),
            7 => pairs!(a, b; 3 4, 4 3),
            _ => pairs!(a, b; 4 4),
        }
    }
}

/// a·b for a constant b, with b/P mod 2^153.
#[derive(Clone, Copy)]
pub(super) struct ConstantProduct<'a, L>(pub Product<'a, L>, pub [L; 3]);

impl<L: Lanes> Columns<L> for ConstantProduct<'_, L> {
    #[inline(always)]
    fn quotient(&self) -> Option<[[L; 3]; 2]> {
        let [a0, a1, a2, ..] = *self.0.0;
        Some([[a0, a1, a2], self.1])
    }
    #[inline(always)]
    fn column(&self, k: usize) -> (L, L) {
        self.0.column(k)
    }
}

/// a²
#[derive(Clone, Copy)]
pub(super) struct Square<'a, L>(pub &'a [L; LIMBS]);

impl<L: Lanes> Columns<L> for Square<'_, L> {
    #[inline(always)]
    fn column(&self, k: usize) -> (L, L) {
        let a = self.0;
        // The products of different limbs occur twice.
        let cross = match k {
            1 => pairs!(a, a; 0 1),
            2 => pairs!(a, a; 0 2),
            3 => pairs!(a, a; 0 3, 1 2),
            4 => pairs!(a, a; 0 4, 1 3),
            5 => pairs!(a, a; 1 4, 2 3),
            6 => pairs!(a, a; 2 4),
            7 => pairs!(a, a; 3 4),
            0 => return pairs!(a, a; 0 0),
            _ => return pairs!(a, a; 4 4),
        };
        let (low, high) = (cross.0.add(cross.0), cross.1.add(cross.1));
        if k % 2 == 1 {
            return (low, high);
        }
        let x = a[k / 2];
        (low.madd_lo(x, x), high.madd_hi(x, x))
    }
}

/// a·b + c·d
#[derive(Clone, Copy)]
pub(super) struct TwoProducts<'a, L>(pub Product<'a, L>, pub Product<'a, L>);

impl<L: Lanes> Columns<L> for TwoProducts<'_, L> {
    const SINGLE: bool = false;

    #[inline(always)]
    fn column(&self, k: usize) -> (L, L) {
        let (x, y) = (self.0.column(k), self.1.column(k));
        (x.0.add(y.0), x.1.add(y.1))
    }
}

/// The product modulo `P`, over DOMAIN.
#[inline(always)]
pub(super) fn reduce<L: Lanes, P: Prime, T: Columns<L>>(t: &T) -> [L; LIMBS] {
    if P::SMALL_GAMMA {
        fold_small::<L, P>(t)
    } else {
        bipartite::<L, P, T>(t)
    }
}

/// For small γ: T_k + γ·T_(k+5), as 2^255 ≡ γ.
#[inline(always)]
fn fold_small<L: Lanes, P: Prime>(t: &impl Columns<L>) -> [L; LIMBS] {
    // The high columns and those they are added to in turn.
    let (l5, h5) = t.column(5);
    let (l0, h0) = t.column(0);
    let (l6, h6) = t.column(6);
    let (l1, h1) = t.column(1);
    let (l7, h7) = t.column(7);
    let (l2, h2) = t.column(2);
    let (l8, h8) = t.column(8);
    let (l3, h3) = t.column(3);
    let (l4, h4) = t.column(4);
    let gamma = P::GAMMA_51[0];
    [
        l0.add(l5.add(twice(h4)).times(gamma)),
        l1.add(twice(h0)).add(l6.add(twice(h5)).times(gamma)),
        l2.add(twice(h1)).add(l7.add(twice(h6)).times(gamma)),
        l3.add(twice(h2)).add(l8.add(twice(h7)).times(gamma)),
        l4.add(twice(h3)).add(twice(h8).times(gamma)),
    ]
}

#[inline(always)]
fn splat_3<L: Lanes>(x: [u64; 3]) -> [L; 3] {
    [L::splat(x[0]), L::splat(x[1]), L::splat(x[2])]
}

/// a·b mod 2^153, for limbs below 2^52. The lowest limb of the result may have 52 bits, the others
/// have 51: it need only be right as a number.
#[inline(always)]
fn low_product<L: Lanes>([a0, a1, a2]: [L; 3], [b0, b1, b2]: [L; 3]) -> [L; 3] {
    let m0 = L::splat(0).madd_lo(a0, b0);
    let m1 = L::splat(0).madd_hi(a0, b0);
    let m1 = twice(m1).madd_lo(a0, b1).madd_lo(a1, b0);
    // Low and high halves apart: two short chains instead of a long one.
    let high = L::splat(0).madd_hi(a0, b1).madd_hi(a1, b0);
    let low = L::splat(0).madd_lo(a0, b2).madd_lo(a1, b1).madd_lo(a2, b0);
    let m2 = low.add(twice(high)).add(m1.shr::<RADIX>()).low::<RADIX>();
    [m0, m1.low::<RADIX>(), m2]
}

#[inline(always)]
fn twice<L: Lanes>(x: L) -> L {
    x.add(x)
}

/// For γ of three limbs: T/2^153 modulo `P`, the high end folded while the low end is cancelled
/// (Kaihara and Takagi's bipartite multiplication).
///
/// With M = T/P mod 2^153, T − M·P = T + M·γ − M·2^255 is a multiple of 2^153: its low three limbs
/// need not be computed, only what they carry. What lies at 2^408 = 2^153·2^255 and above is folded
/// by γ.
#[inline(always)]
fn bipartite<L: Lanes, P: Prime, T: Columns<L>>(t: &T) -> [L; LIMBS] {
    let (g0, g1, g2) = (
        L::splat(P::GAMMA_51[0]),
        L::splat(P::GAMMA_51[1]),
        L::splat(P::GAMMA_51[2]),
    );

    // T mod 2^153 in limbs below 2^52.
    let (t0, h0) = t.column(0);
    let (l1, h1) = t.column(1);
    let (l2, h2) = t.column(2);
    let (t0, t1) = if T::SINGLE {
        (t0, l1.add(twice(h0)))
    } else {
        (t0.low::<RADIX>(), l1.add(twice(h0)).add(t0.shr::<RADIX>()))
    };
    let t2 = l2.add(twice(h1));
    let (u1, u2) = (t1.low::<RADIX>(), t2.add(t1.shr::<RADIX>()).low::<RADIX>());

    // The high end: T from 2^408 as one limb of 52 bits and the rest, of which 2^52 are 2γ.
    let (l8, h8) = t.column(8);
    let (l7, h7) = t.column(7);
    let t8 = l8.add(twice(h7));
    let (v8, v9) = (t8.low::<52>(), h8.add(t8.shr::<52>()));

    let [m0, m1, m2] = match t.quotient() {
        Some([a, b]) => low_product(a, b),
        None => low_product([t0, u1, u2], splat_3(P::INVERSE_51)),
    };

    let (l3, h3) = t.column(3);
    let (l6, h6) = t.column(6);
    let (l4, h4) = t.column(4);
    let (l5, h5) = t.column(5);

    // Column 2 of T + M·γ is −(what lies below)/2^51 modulo 2^51, and what lies below is less
    // than 2^51·2^51: rounding up gives the carry exactly.
    let c2 = t2.madd_lo(m0, g2).madd_lo(m1, g1).madd_lo(m2, g0);
    let c2_high = L::splat(0).madd_hi(m0, g1).madd_hi(m1, g0);
    let carry = c2
        .add(twice(c2_high))
        .add(L::splat((1 << RADIX) - 1))
        .shr::<RADIX>();

    let (w0, w1, w2) = (twice(g0), twice(g1), twice(g2));
    // Column k: its low halves, T's and M·γ's and the fold's, and half of the high halves.
    let r3 = l3.madd_lo(v8, g0).madd_lo(m1, g2).madd_lo(m2, g1);
    let s3 = h2.madd_hi(m0, g2).madd_hi(m1, g1).madd_hi(m2, g0);
    let r4 = l4.madd_lo(v8, g1).madd_lo(v9, w0).madd_lo(m2, g2);
    let s4 = h3.madd_hi(v8, g0).madd_hi(m1, g2).madd_hi(m2, g1);
    let r5 = l5.madd_lo(v8, g2).madd_lo(v9, w1);
    let s5 = h4.madd_hi(v8, g1).madd_hi(v9, w0).madd_hi(m2, g2);
    let r6 = l6.madd_lo(v9, w2);
    let s6 = h5.madd_hi(v8, g2).madd_hi(v9, w1);
    let s7 = h6.madd_hi(v9, w2);
    [
        r3.add(twice(s3)).add(carry),
        r4.add(twice(s4)),
        r5.add(twice(s5)).sub(m0),
        r6.add(twice(s6)).sub(m1),
        l7.add(twice(s7)).sub(m2),
    ]
}
