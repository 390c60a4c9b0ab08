//! Radix 2^51, in which five limbs are 255 bits: the representation with the shortest dependency chains.
//!
//! The multiplier splits a product of limbs at 2^52, which is twice the radix. So low and high halves are summed apart:
//! T_k = Σ lo(a_i·b_j) [i + j = k] + 2·Σ hi(a_i·b_j) [i + j = k − 1].
//!
//! The order of the source is the intended order of execution, which the compiler mostly keeps: products go row by row,
//! so that consecutive ones add to different sums and do not wait for each other. See `notes/vectors.md`.
//!
//! Operands have limbs below 2^51 + 2^18, so a low half is below 2^52 and a high half, which counts twice, below 2^50 +
//! 2^19. Column k has as many low halves as there are pairs i + j = k, and as many high halves as column k − 1 has low
//! ones. In units of 2^52 this is k + 1 + k/2 for k ≤ 4, and the columns T_0 … T_9 of one product are below 1, 2.5, 4,
//! 5.5, 7, 6.5, 5, 3.5, 2, 0.5, up to a factor of 1 + 2^−20; those of a sum of two products are below twice that. A
//! product's limbs are signed 64-bit numbers, carried by [`super`]. The tests of [`super`] prove every bound in this
//! file for all inputs, on interval lanes.

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
    // 2^51 plus a carry: at most 19·2^13 into limb 0 over p, less than 2^13 into the others.
    const TIGHT: [u64; LIMBS] = [(1 << LIMB_BITS) + (1 << 18); LIMBS];
    // With a small γ uncarried products have limbs up to 124.5·2^52 < 2^59 (`fold_small`). Limbs near 12·2^8·2^51 =
    // 12·2^59 leave room to subtract twelve of them, and stay below 2^63.
    const BIAS: [u64; LIMBS] = if P::GAMMA_IS_SMALL {
        bias::<LIMB_BITS>(&P::GAMMA_51, 12 << 8, 12 << 8)
    } else {
        // A limb borrows 2^9·2^51 = 2^60 for itself, and as much again for scale·γ_i < 2^9·2^51, as γ has three limbs here.
        // So every limb is at least 2^60 − 2^10, and the interval tests check that no formula subtracts more.
        bias::<LIMB_BITS>(&P::GAMMA_51, 1 << 9, 2 << 9)
    };
    // 1, or the Montgomery factor 2^153, three limbs of 51 bits: bit 153 is bit 25 of word 2.
    const HELD_DOMAIN: FieldElement<P> = if P::GAMMA_IS_SMALL {
        FieldElement::from_small(1)
    } else {
        FieldElement::from_canonical(from_words([0, 0, 1 << (153 - 128), 0]))
    };
    const MERGED: bool = false;

    #[inline(always)]
    fn into_words<L: Lanes>([l0, l1, l2, l3, l4]: [L; LIMBS]) -> [L; 4] {
        // Limb i begins at bit 51·i: 51, 102 = 64 + 38, 153 = 128 + 25, and 204 = 192 + 12. So word 0 takes 13 bits of limb 1,
        // word 1 26 bits of limb 2, word 2 39 bits of limb 3, and word 3 all 52 bits of limb 4.
        [
            l0.or(l1.low(13).shl(51)),
            l1.shr(13).or(l2.low(26).shl(38)),
            l2.shr(26).or(l3.low(39).shl(25)),
            l3.shr(39).or(l4.shl(12)),
        ]
    }

    #[inline(always)]
    fn residue<L: Lanes>(x: [L; LIMBS]) -> [L; LIMBS] {
        // A tight number is below 2^255 + 2^223, so below twice the prime. If x ≥ prime, that is, if x + γ ≥ 2^255, the
        // residue is x − prime, which is x + γ without bit 255. `carry` is that bit, 0 or 1, and 0 − carry a mask.
        let gamma = splat_all::<L>(P::GAMMA_51);
        let with_gamma = each!(i => x[i].add(gamma[i]));
        let (with_gamma, carry) = <Self as Radix<P>>::normal(with_gamma);
        let (below, _) = <Self as Radix<P>>::normal(x);
        let reaches = L::splat(0).sub(carry);
        each!(i => below[i].select(with_gamma[i], reaches))
    }

    /// Carries all limbs in one parallel pass: bits from 51 on move up by a limb, and from the top limb to the bottom one,
    /// times γ ≡ 2^255. No carry ripples, as a tight limb has room for one.
    #[inline(always)]
    fn carried<L: Lanes>([x0, x1, x2, x3, x4]: [L; LIMBS]) -> [L; LIMBS] {
        let [g0, g1, g2, ..] = splat_all::<L>(P::GAMMA_51);
        let top = x4.shr(LIMB_BITS);
        // Every limb is below 2^64, so each carry is below 2^13, and each result below 2^51 + 2^13.
        if P::GAMMA_IS_SMALL {
            return [
                // Below 2^51 + 19·2^13 < 2^51 + 2^18. top·19 has 18 bits, so its low half is all of it.
                x0.low(LIMB_BITS).madd_lo(top, g0),
                x1.low(LIMB_BITS).add(x0.shr(LIMB_BITS)),
                x2.low(LIMB_BITS).add(x1.shr(LIMB_BITS)),
                x3.low(LIMB_BITS).add(x2.shr(LIMB_BITS)),
                x4.low(LIMB_BITS).add(x3.shr(LIMB_BITS)),
            ];
        }
        // top·γ is added before the pass, because its products have up to 64 bits. top has 13 bits, so a product by a
        // 51-bit limb of γ fits 64 bits, and the one by γ's top limb, of at most 25 bits, has 38 and is a low half. x_0
        // and x_1 stay below 2^64 afterwards, as the interval tests check.
        let x2 = x2.madd_lo(top, g2);
        let (x0, x1, x2) = if VPMULLQ {
            let x0 = x0.add(top.times(P::GAMMA_51[0]));
            (x0, x1.add(top.times(P::GAMMA_51[1])), x2)
        } else {
            // Without `vpmullq`, by halves: a high half has the weight 2^52, which is two units of the next limb.
            let zero = L::splat(0);
            let (high0, high1) = (zero.madd_hi(top, g0), zero.madd_hi(top, g1));
            let (x0, x1) = (x0.madd_lo(top, g0), x1.madd_lo(top, g1));
            (x0, x1.add(twice(high0)), x2.add(twice(high1)))
        };
        // No carry enters limb 0, which is below 2^51.
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
        // `carried` folds the top limb's part from 2^255 on; then limbs are below 2^51 + 2^18, and a ripple moves at most
        // 1 up: the top limb stays below 2^52, which the 256-bit word format holds. A ripple alone would let the top limb
        // exceed its tight bound.
        <Self as Radix<P>>::ripple(<Self as Radix<P>>::carried(x))
    }

    #[inline(always)]
    fn reduced<L: Lanes, T: Unreduced<L>, const CARRIED: bool>(
        t: &T,
        quotient: Option<[[L; 3]; 2]>,
    ) -> [L; LIMBS] {
        let limbs = if P::GAMMA_IS_SMALL {
            // No term is subtracted, so no bias is needed.
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

/// Reduces T for small γ: limb k is T_k + γ·T_(k+5), as 2^255 ≡ γ.
///
/// T_(k+5) has up to 55 bits (56 for two products), more than the 52 that a multiply-add reads. So γ = 19 is multiplied
/// by `vpmullq`, or by shifts and additions. In units of 2^52 the results are below 124.5, 97.5, 70.5, 43.5 and 16.5, such
/// as 1 + 19·6.5 for limb 0: below 2^59 (2^60 for two products), with no negative limb.
///
/// A product takes 50 multiply-adds and five `vpmullq`, and one more multiply-add if it is carried. `vpmullq` runs on the
/// multipliers' ports, so it counts like a multiply-add on AMD; on Intel it is three micro-operations.
#[inline(always)]
fn fold_small<L: Lanes, P: Prime, const VPMULLQ: bool>(t: &impl Unreduced<L>) -> [L; LIMBS] {
    let t = t.columns::<0, 8>(Columns::new(L::splat(0)));
    let gamma = P::GAMMA_51[0];
    let add_folded = |x: L, upper: L| {
        if VPMULLQ {
            return x.add(upper.times(gamma));
        }
        // 19·x = x + 2x + 8·2x. Hidden, because LLVM would merge the sum into `vpmullq`.
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

/// Returns T mod 2^153 in three limbs for use as factors.
///
/// A factor has 52 bits, so the bits of a limb from 52 on are added to the next limb as well, where they count twice. They
/// stay in the limb too, as the multiplier ignores them.
#[inline(always)]
fn lowest_limbs<L: Lanes, T: Unreduced<L>>(Columns { low, high }: &Columns<L>) -> [L; 3] {
    let h0 = if T::COUNT == 1 {
        // Column 0 is a single low half, which has 52 bits.
        high[0]
    } else {
        high[0].add(low[0].shr(52))
    };
    // Below 2.5·2^52 (5·2^52 for two products).
    let t1 = low[1].add(twice(h0));
    // Below 4·2^52 (8·2^52 for two products). Its bits from 51 on are multiples of 2^153, which are irrelevant modulo 2^153.
    [low[0], t1, low[2].add(twice(high[1].add(t1.shr(52))))]
}

/// Computes T/2^153 modulo `P`, for γ of three limbs, by Kaihara and Takagi's bipartite multiplication: the low end is
/// cancelled as in Montgomery reduction while the high end is folded as in Crandall's.
///
/// With M = T/P mod 2^153, T − M·P = T + M·γ − M·2^255 is a multiple of 2^153. So of its three low columns only the carry
/// into column 3 is computed. Columns 8 and up weigh 2^408 = 2^153·2^255, and are folded by γ to columns 3 and up.
///
/// The multiplier reads 52 bits of an operand. So a factor needs no mask if its bits from 52 on are added
/// to the limb above, in units of two.
///
/// `bias` is a multiple of `P` from which the columns start, instead of zero, so adding it costs no instruction.
///
/// A product takes 50 multiply-adds for T, 9 for M, 12 for v_8 and v_9 times γ and 14 for M·γ: 85. On Zen 5, which starts
/// two per cycle, its latency is 58 cycles, and one product can start every 47.
#[inline(always)]
fn bipartite<L: Lanes, P: Prime, T: Unreduced<L>>(
    t: &T,
    quotient: Option<[[L; 3]; 2]>,
    bias: [u64; LIMBS],
) -> [L; LIMBS] {
    let [g0, g1, g2, ..] = P::GAMMA_51;
    let gamma = splat_three([g0, g1, g2]);
    let zero = L::splat(0);

    // T mod 2^153, from columns 0 to 2.
    let lowest = t.columns::<0, 2>(Columns::new(zero));
    let [t0, t1, t2] = lowest_limbs::<L, T>(&lowest);
    // The factors of M = U·N mod 2^153: T and 1/P, or what the caller knows in advance.
    let [[u0, u1, u2], [n0, n1, n2]] = match quotient {
        Some(factors) => factors,
        None => [
            [t0.factor(), t1.factor(), t2.factor()],
            splat_three(P::INVERSE_51),
        ],
    };

    // The high end: T from 2^408 on is v_8 + 2^52·v_9, where v_8 is column 8's low 52 bits. 2^52 is twice the radix, so
    // v_9 is multiplied by 2γ, one column higher. Column 8 is below 2·2^52 (4·2^52 for two products) and the high halves
    // above it below 2^50 + 2^19 (2^51 + 2^20), so v_9 is below 2^52 and may be a factor.
    let mut start = Columns::new(zero);
    start.low[7] = L::splat(bias[4]);
    let highest = t.columns::<7, 8>(start);
    let t8 = highest.sum(8);
    let (v8, v9) = (t8.factor(), highest.high[8].add(t8.shr(52)));

    // M = U·N mod 2^153 in three columns: factors below 2^52 and 2^51 have low halves below 2^52 and high halves below
    // 2^51. The lowest limb keeps 52 bits, as only the number M matters, not its digits.
    let m0 = zero.madd_lo(u0, n0);
    let m1 = zero.madd_hi(u0, n0);
    let m2 = zero.madd_hi(u0, n1).madd_hi(u1, n0);
    // m_1 is below 2·2^51 + 2·2^52 = 3·2^52, m_2 below 4·2^51 + 2·2^52 = 4·2^52.
    let m1 = twice(m1).madd_lo(u0, n1).madd_lo(u1, n0);
    let m2 = twice(m2).madd_lo(u0, n2).madd_lo(u1, n1);
    // Compute M before the middle columns, which depend on nothing: they fill the wait for M, on which the rest depends.
    // The compiler would delay M to save registers, which costs five cycles.
    let [m0, m1, m2, zero] = L::in_order([m0, m1, m2, zero]);
    let mut start = Columns::new(zero);
    // Without a bias the middle columns start from this zero, so they cannot be moved ahead of M.
    if bias[0] != 0 {
        for (i, bias) in bias[..4].iter().enumerate() {
            start.low[3 + i] = L::splat(*bias);
        }
    }
    let mut sums = t.columns::<3, 6>(start);
    // Below 5·2^52 and a carry.
    let m2 = m2.add(m1.shr(LIMB_BITS)).madd_lo(u2, n0);
    // m_0 and m_2 are below 2^52, m_1 below 2^51. m_2 is cut at 52 bits, not 51, because that is what the multiplier reads:
    // bit 51 of m_2 weighs 2^153, so T − M·P changes by 2^153·P and the result by P.
    let (m1, m2, m2_factor) = (m1.low(LIMB_BITS), m2.low(52), m2.factor());

    // T + M·γ is 0 modulo 2^153, so column 2 is −c modulo 2^51, where c is the carry of columns 0 and 1. Together they are
    // less than 16·2^102, so 0 ≤ c < 16, and the carry of column 2 with c is column 2 divided by 2^51, rounded up. For these
    // residues adding 2^50 rounds up as well: 2·2^49, in the place of high[1], which t_2 contains already.
    sums.high[1] = L::splat(1 << 49);
    sums.low[2] = t2;
    sums.high[2] = lowest.high[2];
    sums.low[7] = highest.low[7];
    // 15 products of limbs, of which 26 halves are needed. The row of m_2 is last, as m_2 is known last.
    sums.add_row::<4>(v9, splat_three([2 * g0, 2 * g1, 2 * g2]));
    sums.add_row::<0>(m0, gamma);
    sums.add_row::<1>(m1, gamma);
    sums.add_row::<3>(v8, gamma);
    sums.add_row::<2>(m2_factor, gamma);
    // Column 2 is below 12·2^52 < 2^56, and its carry below 2^5. In units of 2^52 columns 3 to 7 are below 11 (18 for two
    // products), and subtracting M·2^255, whose limbs are m_0, m_1 and m_2 at columns 5 to 7, takes away at most one: without
    // a bias limbs are above −2^52 and below 2^57.
    [
        sums.sum(3).add(sums.sum(2).shr(LIMB_BITS)),
        sums.sum(4),
        sums.sum(5).sub(m0),
        sums.sum(6).sub(m1),
        sums.sum(7).sub(m2),
    ]
}
