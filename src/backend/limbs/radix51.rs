//! Radix 2^51, where five limbs are 255 bits: the form with the shortest chains.
//!
//! The multiplier splits a product of limbs at 2^52, which is two units here. So the halves go to separate columns:
//! T_k = Σ lo(a_i·b_j) [i + j = k] + 2·Σ hi(a_i·b_j) [i + j = k − 1].
//!
//! The source order is the order of execution, as far as the compiler keeps it: products go row by row, so that
//! neighbours add to different sums and none waits for another. See `notes/vectors.md`.
//!
//! Operands have limbs below 2^51 + 2^18, so a low half is below 2^52 and a high half below 2^50 + 2^19. In units of
//! 2^52 the columns T_0 … T_9 of one product are then below 1, 2.5, 4, 5.5, 7, 6.5, 5, 3.5, 2, 0.5, up to a factor of
//! 1 + 2^−20, and those of a sum of two products below twice that. A product's limbs are signed 64-bit numbers,
//! carried by [`super`]. The tests of [`super`] prove every bound in this file for all inputs, on interval lanes.

use super::constants::{Constants, LIMB_BITS, LIMBS, bias};
use super::products::{Columns, Unreduced, twice};
use super::radix::{Radix, splat_all, splat_three};
use crate::backend::lanes::{Lanes, each};
use crate::field::{FieldElement, Prime};
use crate::word::from_words;

/// Radix 2^51: 2^255 ≡ γ is at a limb's boundary, and one pass carries all limbs at once.
///
/// `VPMULLQ` is false if a product of 64-bit lanes is missing or slow, see [`vpmullq_is_slow`].
///
/// [`vpmullq_is_slow`]: crate::backend::tuning::vpmullq_is_slow
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Radix51<const VPMULLQ: bool = true>;

impl<P: Prime, const VPMULLQ: bool> Radix<P> for Radix51<VPMULLQ> {
    const BITS: u32 = 51;
    // 2^51 plus a carry.
    const TIGHT: [u64; LIMBS] = [(1 << LIMB_BITS) + (1 << 18); LIMBS];
    // With a small γ, raw products have limbs up to 2^59.
    const BIAS: [u64; LIMBS] = if P::GAMMA_IS_SMALL {
        bias::<LIMB_BITS>(&P::GAMMA_51, 12 << 8, 12 << 8)
    } else {
        // A limb borrows once for itself, and once more for −scale·γ, which has many limbs.
        bias::<LIMB_BITS>(&P::GAMMA_51, 1 << 9, 2 << 9)
    };
    // 1, or 2^153.
    const HELD_DOMAIN: FieldElement<P> = if P::GAMMA_IS_SMALL {
        FieldElement::from_small(1)
    } else {
        FieldElement::from_canonical(from_words([0, 0, 1 << (153 - 128), 0]))
    };
    const MERGED: bool = false;

    #[inline(always)]
    fn into_words<L: Lanes>([l0, l1, l2, l3, l4]: [L; LIMBS]) -> [L; 4] {
        [
            l0.or(l1.low(13).shl(51)),
            l1.shr(13).or(l2.low(26).shl(38)),
            l2.shr(26).or(l3.low(39).shl(25)),
            l3.shr(39).or(l4.shl(12)),
        ]
    }

    #[inline(always)]
    fn residue<L: Lanes>(x: [L; LIMBS]) -> [L; LIMBS] {
        // Tight numbers are below 2^255 + 2^223. If x ≥ prime, that is, if x + γ reaches 2^255, the residue is x −
        // prime, which is x + γ without its bits from 255 on.
        let gamma = splat_all::<L>(P::GAMMA_51);
        let with_gamma = each!(i => x[i].add(gamma[i]));
        let (with_gamma, carry) = <Self as Radix<P>>::normal(with_gamma);
        let (below, _) = <Self as Radix<P>>::normal(x);
        let reaches = L::splat(0).sub(carry);
        each!(i => below[i].select(with_gamma[i], reaches))
    }

    /// One pass, all limbs at once: bits from 51 on move up a limb, and from the top limb to the bottom one by
    /// 2^255 ≡ γ.
    #[inline(always)]
    fn carried<L: Lanes>([x0, x1, x2, x3, x4]: [L; LIMBS]) -> [L; LIMBS] {
        let [g0, g1, g2, ..] = splat_all::<L>(P::GAMMA_51);
        let top = x4.shr(LIMB_BITS);
        // Every limb is below 2^64, so what moves up is below 2^13, and the results are below 2^51 + 2^13.
        if P::GAMMA_IS_SMALL {
            return [
                // 2^51 + 19·2^13, below 2^51 + 2^18.
                x0.low(LIMB_BITS).madd_lo(top, g0),
                x1.low(LIMB_BITS).add(x0.shr(LIMB_BITS)),
                x2.low(LIMB_BITS).add(x1.shr(LIMB_BITS)),
                x3.low(LIMB_BITS).add(x2.shr(LIMB_BITS)),
                x4.low(LIMB_BITS).add(x3.shr(LIMB_BITS)),
            ];
        }
        // top·γ comes first, as it fills limbs. top has 13 bits, so its products fit in 64 bits, and the one by γ's top
        // limb, of at most 25 bits, in 52. x_0 and x_1 stay below 2^64 after it, as the interval tests check.
        let x2 = x2.madd_lo(top, g2);
        let (x0, x1, x2) = if VPMULLQ {
            let x0 = x0.add(top.times(P::GAMMA_51[0]));
            (x0, x1.add(top.times(P::GAMMA_51[1])), x2)
        } else {
            // The high half of a product, in units of 2^52, is two of the next limb.
            let zero = L::splat(0);
            let (high0, high1) = (zero.madd_hi(top, g0), zero.madd_hi(top, g1));
            let (x0, x1) = (x0.madd_lo(top, g0), x1.madd_lo(top, g1));
            (x0, x1.add(twice(high0)), x2.add(twice(high1)))
        };
        // Nothing returns to limb 0, which is below 2^51.
        [
            x0.low(LIMB_BITS),
            x1.low(LIMB_BITS).add(x0.shr(LIMB_BITS)),
            x2.low(LIMB_BITS).add(x1.shr(LIMB_BITS)),
            x3.low(LIMB_BITS).add(x2.shr(LIMB_BITS)),
            x4.low(LIMB_BITS).add(x3.shr(LIMB_BITS)),
        ]
    }

    #[inline(always)]
    fn packed<L: Lanes>(x: [L; LIMBS]) -> [L; LIMBS] {
        // Carried first: otherwise the top limb's part from 2^255 on could exceed its bound after a carry.
        <Self as Radix<P>>::ripple(<Self as Radix<P>>::carried(x))
    }

    #[inline(always)]
    fn reduced<L: Lanes, T: Unreduced<L>, const CARRIED: bool>(
        t: &T,
        quotient: Option<[[L; 3]; 2]>,
    ) -> [L; LIMBS] {
        let limbs = if P::GAMMA_IS_SMALL {
            // Nothing is subtracted.
            fold_small::<L, P, VPMULLQ>(t)
        } else {
            let bias = <Self as Radix<P>>::BIAS;
            bipartite::<L, P, _>(t, quotient, if CARRIED { bias } else { [0; LIMBS] })
        };
        if CARRIED {
            return <Self as Radix<P>>::carried(limbs);
        }
        limbs
    }
}

/// For small γ: T_k + γ·T_(k+5), as 2^255 ≡ γ.
///
/// T_(k+5) has up to 55 bits, 56 of two products, so its product by 19 is no `madd` but one of 64-bit lanes, or two
/// shifts. In units of 2^52 the results are below 124.5, 97.5, 70.5, 43.5 and 16.5: below 2^59 (two products: below
/// 2^60), with no negative limb.
#[inline(always)]
fn fold_small<L: Lanes, P: Prime, const VPMULLQ: bool>(t: &impl Unreduced<L>) -> [L; LIMBS] {
    let t = t.columns::<0, 8>(Columns::new(L::splat(0)));
    let gamma = P::GAMMA_51[0];
    let add_folded = |x: L, upper: L| {
        if VPMULLQ {
            return x.add(upper.times(gamma));
        }
        // 19·x = x + 2x + 8·2x.
        const { assert!(!P::GAMMA_IS_SMALL || P::GAMMA_51[0] == 1 + 2 + 16) };
        let twice = twice(upper).hidden();
        x.add(upper.add(twice)).add(twice.shl(3))
    };
    [
        add_folded(t.low[0], t.sum(5)),
        add_folded(t.sum(1), t.sum(6)),
        add_folded(t.sum(2), t.sum(7)),
        add_folded(t.sum(3), t.sum(8)),
        // Column 9 has no low half.
        add_folded(t.sum(4), t.carried(9)),
    ]
}

/// T mod 2^153 as limbs: the bits of each from 52 on, which no factor has, are in the next one too.
#[inline(always)]
fn lowest_limbs<L: Lanes, T: Unreduced<L>>(Columns { low, high }: &Columns<L>) -> [L; 3] {
    let h0 = if T::COUNT == 1 {
        // One low half: t_0 has no bits from 52 on.
        high[0]
    } else {
        high[0].add(low[0].shr(52))
    };
    // Below 2.5·2^52, of two products twice that.
    let t1 = low[1].add(twice(h0));
    // Below 4·2^52, of two products twice that. Bits from 51 on are multiples of 2^153 and do not matter.
    [low[0], t1, low[2].add(twice(high[1].add(t1.shr(52))))]
}

/// For γ of three limbs: T/2^153 modulo `P`, the high end folded while the low end is cancelled
/// (Kaihara and Takagi's bipartite multiplication).
///
/// With M = T/P mod 2^153, T − M·P = T + M·γ − M·2^255 is a multiple of 2^153: of its low three limbs only
/// the carry is computed. The part from 2^408 = 2^153·2^255 on is folded by γ.
///
/// The multiplier reads 52 bits of an operand. So a factor needs no mask if its bits from 52 on are added
/// to the limb above, in units of two.
///
/// `bias` is a multiple of `P`. The columns start from it, which costs nothing.
#[inline(always)]
fn bipartite<L: Lanes, P: Prime, T: Unreduced<L>>(
    t: &T,
    quotient: Option<[[L; 3]; 2]>,
    bias: [u64; LIMBS],
) -> [L; LIMBS] {
    let [g0, g1, g2, ..] = P::GAMMA_51;
    let gamma = splat_three([g0, g1, g2]);
    let zero = L::splat(0);

    // T mod 2^153.
    let lowest = t.columns::<0, 2>(Columns::new(zero));
    let [t0, t1, t2] = lowest_limbs::<L, T>(&lowest);
    // Factors of M = U·N mod 2^153.
    let [[u0, u1, u2], [n0, n1, n2]] = match quotient {
        Some(factors) => factors,
        None => [
            [t0.factor(), t1.factor(), t2.factor()],
            splat_three(P::INVERSE_51),
        ],
    };

    // The high end: T from 2^408 on as one limb v_8 of 52 bits and the rest v_9, in units of 2^52, which is 2γ.
    // Column 8 is below 2·2^52 (4·2^52) and what is above it some 2^50 (2^51), so v_9 is below 2^52.
    let mut start = Columns::new(zero);
    start.low[7] = L::splat(bias[4]);
    let highest = t.columns::<7, 8>(start);
    let t8 = highest.sum(8);
    let (v8, v9) = (t8.factor(), highest.high[8].add(t8.shr(52)));

    // M = U·N mod 2^153, three columns, with halves below 2^52 and the high ones below 2^51. The lowest limb may have
    // 52 bits, as only the number M matters.
    let m0 = zero.madd_lo(u0, n0);
    let m1 = zero.madd_hi(u0, n0);
    let m2 = zero.madd_hi(u0, n1).madd_hi(u1, n0);
    // Below 3·2^52 and 4·2^52.
    let m1 = twice(m1).madd_lo(u0, n1).madd_lo(u1, n0);
    let m2 = twice(m2).madd_lo(u0, n2).madd_lo(u1, n1);
    // M comes before the many products that wait for nothing, because much waits for M.
    let [m0, m1, m2, zero] = L::in_order([m0, m1, m2, zero]);
    let mut start = Columns::new(zero);
    // Without a bias the columns start from this zero, which is in order.
    if bias[0] != 0 {
        for (i, bias) in bias[..4].iter().enumerate() {
            start.low[3 + i] = L::splat(*bias);
        }
    }
    let mut sums = t.columns::<3, 6>(start);
    let m2 = m2.add(m1.shr(LIMB_BITS)).madd_lo(u2, n0);
    // m_0 and m_2 are below 2^52, m_1 below 2^51. m_2 is cut at 52 bits, not 51: its bit 51 is a multiple of 2^153,
    // by which T − M·P changes by a multiple of 2^153·P.
    let (m1, m2, m2_factor) = (m1.low(LIMB_BITS), m2.low(52), m2.factor());

    // Column 2 of T + M·γ is −(columns below)/2^51 modulo 2^51, and the columns below are less than
    // 16·2^51: rounding up gives the carry exactly, and so does adding 2·2^49.
    sums.high[1] = L::splat(1 << 49);
    sums.low[2] = t2;
    sums.high[2] = lowest.high[2];
    sums.low[7] = highest.low[7];
    sums.add_row::<4>(v9, splat_three([2 * g0, 2 * g1, 2 * g2]));
    sums.add_row::<0>(m0, gamma);
    sums.add_row::<1>(m1, gamma);
    sums.add_row::<3>(v8, gamma);
    sums.add_row::<2>(m2_factor, gamma);
    // Column 2 is below 2^56, and its carry below 2^5. In units of 2^52 the columns 3 to 7 are below 11, of two
    // products below 18, and m_0, m_1 and m_2, the limbs of M·2^255, take away at most one: without a bias limbs are
    // above −2^52 and below 2^57.
    [
        sums.sum(3).add(sums.sum(2).shr(LIMB_BITS)),
        sums.sum(4),
        sums.sum(5).sub(m0),
        sums.sum(6).sub(m1),
        sums.sum(7).sub(m2),
    ]
}
