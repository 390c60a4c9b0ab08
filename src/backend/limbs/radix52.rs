//! Radix 2^52, the width of the multiplier, with plain residues: the representation with the fewest instructions.
//!
//! Low and high halves of products go to the same ten columns: t_k is the sum of the low halves of a_i·b_j with
//! i + j = k and of the high halves of those with i + j = k − 1. The upper columns are folded by 2^255 ≡ γ (Crandall). A
//! column that is only multiplied needs no mask after its carry, because the multiplier reads 52 bits.
//!
//! Dependency chains are longer than in radix 2^51, so this is for many elements, where throughput counts. The tests of
//! [`super`] prove every bound in this file for all inputs, on interval lanes.

use super::constants::{LIMBS, bias, gamma_52};
use super::products::{Columns, Unreduced};
use super::radix::{Radix, splat_three};
use crate::backend::PRODUCTS;
use crate::backend::lanes::{Lanes, each};
use crate::field::Prime;
use crate::word::in_radix;

/// Radix 2^52: four limbs of 52 bits, and a top limb of 47 and some.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Radix52;

/// Reduces the columns of a sum of up to [`PRODUCTS`] products modulo `P`, to signed limbs.
#[inline(always)]
pub(super) fn reduce_many<L: Lanes, P: Prime>(Columns { low, high }: Columns<L>) -> [L; LIMBS] {
    // A product adds at most five low and five high halves to a column: each array is below 64·5·2^52 < 2^61, their sum
    // below 2^62.
    let [t1, t2, t3, t4, t5, t6, t7, t8] =
        each!([0, 1, 2, 3, 4, 5, 6, 7], k => low[k + 1].add(high[k]));
    reduce::<L, P, false>([low[0], t1, t2, t3, t4, t5, t6, t7, t8, high[8]], PRODUCTS)
}

/// Reduces the columns of a sum of `count` products modulo `P`, to signed limbs, or to tight ones if `CARRIED`.
#[inline(always)]
fn reduce<L: Lanes, P: Prime, const CARRIED: bool>(t: [L; 2 * LIMBS], count: usize) -> [L; LIMBS] {
    let limbs = if P::GAMMA_IS_SMALL {
        fold_small::<L, P>(t, count)
    } else {
        fold_upper::<L, P>(t, count)
    };
    // Only nonnegative terms were added, so no bias is needed. The top limb of `fold_upper` is below 2^49 (for more
    // products below 2^47, after `fold_top`), and a ripple adds less than 2^10, which the tight bound 2^49 + 2^28
    // has room for. `fold_small` leaves a full column on top, which `carried` folds once more.
    match (CARRIED, P::GAMMA_IS_SMALL) {
        (false, _) => limbs,
        (true, true) => <Radix52 as Radix<P>>::carried(limbs),
        (true, false) => <Radix52 as Radix<P>>::ripple(limbs),
    }
}

/// Returns 2^`SHIFT`·γ in three limbs.
#[inline(always)]
fn gamma<L: Lanes, P: Prime, const SHIFT: u32>() -> [L; 3] {
    splat_three(const { gamma_52(&P::GAMMA, SHIFT) })
}

/// Returns the number of γ's nonzero limbs.
const fn used<P: Prime>() -> usize {
    if P::GAMMA_IS_SMALL { 1 } else { 3 }
}

/// Adds x·y from column `K` upwards, for x below 2^52: six halves, each below 2^52, at most two per column.
/// Column K + 3 gets only the high half of x times y's short top limb, which is below 2^26.
#[inline(always)]
fn fold<L: Lanes, const K: usize>(t: &mut [L], x: L, [y0, y1, y2]: [L; 3]) {
    t[K + 3] = t[K + 3].madd_hi(x, y2);
    t[K + 2] = t[K + 2].madd_lo(x, y2);
    t[K + 1] = t[K + 1].madd_lo(x, y1);
    t[K] = t[K].madd_lo(x, y0);
    t[K + 2] = t[K + 2].madd_hi(x, y1);
    t[K + 1] = t[K + 1].madd_hi(x, y0);
}

/// Folds the bits of limb 4 from bit 47 on, which weigh 2^(4·52 + 47) = 2^255, by γ into the lowest three limbs.
///
/// Limb 4 is below 2^64, so these bits are a number below 2^17. γ's top limb is below 2^23, so their product has 40 bits
/// and no high half.
#[inline(always)]
pub(super) fn fold_top<L: Lanes, P: Prime>([x0, x1, x2, x3, x4]: [L; LIMBS]) -> [L; LIMBS] {
    let [x0, x1, x2] = add_by_gamma::<L, P>([x0, x1, x2], x4.shr(47));
    [x0, x1, x2, x3, x4.low(47)]
}

/// Adds x·γ to three limbs, for x < 2^17 as in [`fold_top`].
#[inline(always)]
fn add_by_gamma<L: Lanes, P: Prime>([t0, t1, t2]: [L; 3], x: L) -> [L; 3] {
    let [g0, g1, g2] = gamma::<L, P, 0>();
    if P::GAMMA_IS_SMALL {
        return [t0.madd_lo(x, g0), t1, t2];
    }
    [
        t0.madd_lo(x, g0),
        // The high half is computed apart, so that the two multiply-adds run in parallel: all following limbs wait for this
        // one's carry.
        t1.madd_lo(x, g1).add(L::splat(0).madd_hi(x, g0)),
        t2.madd_hi(x, g1).madd_lo(x, g2),
    ]
}

/// Folds the parts in [`fold_upper`]'s table, cut `$higher` bits higher, each multiplied by its constant.
///
/// Bounds are those of one product, with those of two in brackets where they differ. In units of 2^52 the columns t_0 …
/// t_8 are below 1, 3, 5, 7, 9, 7.3, 5.3, 3.3, 1.3 (twice that), and t_9 is below 1.1·2^46 (1.1·2^47). A part is a
/// factor of 52 bits: bits of v_8 and v_6 above these go to v_9 and v_7, so that no bit is lost, and v_9, v_7 and
/// v_5 are below 2^52.
macro_rules! cuts {
    ($L:ident, $P:ident, $t:ident, $higher:literal) => {{
        let mut t = $t;
        // T from 2^411 on (2^412): t_8 weighs 2^416, so it is shifted by 5 (4). Below 2^58: 1.3·2^57, and 7 bits of t_7.
        let v8 = t[8].shl(5 - $higher).add(t[7].shr(47 + $higher));
        // Below 2^52: t_9 times 32 (16), and 6 bits of v_8. 2^411 times 2^52 is 2^463, so v_9 has the same constant as v_8,
        // one column higher.
        let v9 = t[9].shl(5 - $higher).add(v8.shr(52));
        t[7] = t[7].low(47 + $higher);
        let factor = gamma::<$L, $P, $higher>();
        fold::<$L, 3>(&mut t, v8.factor(), factor);
        fold::<$L, 4>(&mut t, v9, factor);
        // t_3 has grown by one half, t_4 by three, t_5 by four, t_6 by three, counting high halves by γ's short top limb
        // as well: all are below 2^57 (for many products below 2^62). t_7 has grown by such a short high half. v_6, T from
        // 2^308 on (2^309), is below 2^59: t_6 times 16 (8), and 8 bits of t_5 (12 for many products).
        let v6 = t[6].shl(4 - $higher).add(t[5].shr(48 + $higher));
        // Below 2^52: t_7 is below 2^47 (2^48) plus a high half by γ's short top limb.
        let v7 = t[7].shl(4 - $higher).add(v6.shr(52));
        t[5] = t[5].low(48 + $higher);
        let factor = gamma::<$L, $P, { 1 + $higher }>();
        fold::<$L, 1>(&mut t, v6.factor(), factor);
        fold::<$L, 2>(&mut t, v7, factor);
        // v_5 is T from 2^257 on (2^258). t_5 is below 2^48 (2^49) plus a short high half, so v_5, eight (four) times that
        // and the upper bits of t_4, is below 2^52. t_4 is cut below 2^49 (2^50).
        let v5 = t[5].shl(3 - $higher).add(t[4].shr(49 + $higher));
        t[4] = t[4].low(49 + $higher);
        fold::<$L, 0>(&mut t, v5, gamma::<$L, $P, { 2 + $higher }>());
        // Below 2^53, 2^55, 2^56, 2^56, 2^49 (2^54, 2^56, 2^56, 2^57, 2^50). For many products the lower four are below
        // 2^61, and the top one is below 2^50.
        [t[0], t[1], t[2], t[3], t[4]]
    }};
}

/// Reduces columns modulo the prime, for γ of three limbs.
///
/// 2^255 is not at a limb's boundary, and folding by 2^260 ≡ 32γ would repeatedly leave columns of more than 52 bits.
/// So the upper columns are cut anew, from the top, where the power of two is congruent to γ, 2γ or 4γ times a power of
/// 2^52, and each part is multiplied by three limbs once. The bits that a cut frees in the limb below hold later sums. Of
/// two parts, the one known first is multiplied first. The folds take 30 multiply-adds, so a product takes 80, five fewer
/// than in radix 2^51, and needs no Montgomery form. The parts of a product (cut one bit higher for a sum of two):
///
/// | part | from | is | from the columns |
/// |---|---|---|---|
/// | v_9, v_8 | 2^463, 2^411 | γ·2^208, γ·2^156 | 9, 8, and 7 from bit 47 |
/// | v_7, v_6 | 2^360, 2^308 | 2γ·2^104, 2γ·2^52 | 7, 6, and 5 from bit 48 |
/// | v_5 | 2^257 | 4γ | 5, and 4 from bit 49 |
#[inline(always)]
fn fold_upper<L: Lanes, P: Prime>(mut t: [L; 2 * LIMBS], count: usize) -> [L; LIMBS] {
    if count == 1 {
        return cuts!(L, P, t, 0);
    }
    if count > 2 {
        // For 64 products column 9 is below 2^53. Its bits from 2^(9·52 + 47) = 2^515 on, `top`, are a number below 2^6.
        // 2^515 ≡ γ·2^260, which begins at column 5. The rest is below 2^515, within the bounds of two products in columns
        // 6 to 9; columns 0 to 5 are below 2^62.
        let top = t[9].shr(47);
        t[9] = t[9].low(47);
        [t[5], t[6], t[7]] = add_by_gamma::<L, P>([t[5], t[6], t[7]], top);
        // Column 5 need not be carried here, as v_6 takes its bits from bit 49 on: 12 bits.
        for k in 6..9 {
            t[k + 1] = t[k + 1].add(t[k].shr(52));
            t[k] = t[k].low(52);
        }
    }
    fold_top::<L, P>(cuts!(L, P, t, 1))
}

/// Reduces columns modulo the prime, for small γ, by 2^260 ≡ 32γ = 608: column k + 5 is multiplied into column k.
///
/// The bits of a column from 52 on, which the multiplier does not read, are multiplied separately and added one column
/// higher, so that no column waits for the one below it. This takes 13 multiply-adds where radix 2^51 takes five `vpmullq`:
/// 63 instead of 56 in all, but 82 instructions instead of 91. It is faster on Intel and slower on AMD.
#[inline(always)]
fn fold_small<L: Lanes, P: Prime>(mut t: [L; 2 * LIMBS], count: usize) -> [L; LIMBS] {
    let [factor, ..] = gamma::<L, P, 5>();
    t[9] = t[9].add(t[8].shr(52));
    for k in 0..4 {
        t[k + 1] = t[k + 1].madd_hi(t[k + 5].factor(), factor);
        t[k] = t[k].madd_lo(t[k + 5].factor(), factor);
    }
    // Column 8's bits from 52 on were moved to column 9 above.
    for k in 0..3 {
        t[k + 1] = t[k + 1].madd_lo(t[k + 5].shr(52), factor);
    }
    // The upper columns are below 2^56 (for many products below 2^61), so their bits above 52 are a factor of at
    // most 9 bits. T_9 has 43 bits (44 for two products, 49 for many), so its product by 608 has 52, 53 or 58. For one
    // product the low half, 52 bits, is all of it: 2^42·(1 + 2^−20)·608 < 2^52. For two, T_9·19 has 48 bits, and is shifted
    // by 5 afterwards.
    t[4] = if count == 2 {
        let [gamma, ..] = gamma::<L, P, 0>();
        t[4].add(L::splat(0).madd_lo(t[9], gamma).shl(5))
    } else {
        t[4].madd_lo(t[9], factor)
    };
    if count > 2 {
        // The high half of T_9·608 weighs 2^260. It is below 2^6, and is folded once more.
        t[0] = t[0].madd_lo(L::splat(0).madd_hi(t[9], factor), factor);
    }
    [t[0], t[1], t[2], t[3], t[4]]
}

impl<P: Prime> Radix<P> for Radix52 {
    const BITS: u32 = 52;
    // Numbers are below 2^257·(1 + 2^−21), for small γ below 2^255·(1 + 2^−33). The top bound is 2^49 because a product
    // leaves its bits up to 2^257 unfolded (see `cuts!`), plus what a carry adds.
    const TIGHT: [u64; LIMBS] = {
        let limb = 1 << 52;
        let top = if P::GAMMA_IS_SMALL {
            (1 << 47) + (1 << 14)
        } else {
            (1 << 49) + (1 << 28)
        };
        [limb, limb, limb, limb, top]
    };
    // The lower limbs are near 2^9·2^52 = 2^61, less scale·γ_i < 2^58. With a small γ the top limb of an uncarried product is
    // a column like the others, so the bias's top limb is as large: 2^14·2^47 = 2^61. With a large γ it is below 2^50, and
    // 2^6·2^47 = 2^53 is enough.
    const BIAS: [u64; LIMBS] = {
        let scale = if P::GAMMA_IS_SMALL { 1 << 14 } else { 1 << 6 };
        bias::<52>(&in_radix(&P::GAMMA, 52), scale, 1 << 9)
    };
    const MERGED: bool = true;

    #[inline(always)]
    fn factors_from_words<L: Lanes>([w0, w1, w2, w3]: [L; 4]) -> [L; LIMBS] {
        // As in `from_words`, but limbs keep bits above 52, and two words are cut by one instruction (`vpshrdvq`).
        [
            w0.factor(),
            L::cut(w0, w1, 52, 40),
            L::cut(w1, w2, 40, 28),
            L::cut(w2, w3, 28, 16),
            w3.shr(16),
        ]
    }

    #[inline(always)]
    fn into_words<L: Lanes>([l0, l1, l2, l3, l4]: [L; LIMBS]) -> [L; 4] {
        // Limb i begins at bit 52·i: 52, 104 = 64 + 40, 156 = 128 + 28, and 208 = 192 + 16. So word 0 takes 12 bits of limb 1,
        // word 1 the other 40 and 24 of limb 2, word 2 28 and 36 of limb 3, and word 3 16 and 48 of limb 4.
        [
            l0.or(l1.low(12).shl(52)),
            L::join(l1, l2, 12, 24),
            L::join(l2, l3, 24, 36),
            L::join(l3, l4, 36, 48),
        ]
    }

    #[inline(always)]
    fn residue<L: Lanes>(x: [L; LIMBS]) -> [L; LIMBS] {
        let gamma = gamma::<L, P, 0>();
        // Limbs may have up to 64 bits. This cuts x_4 below 2^47 and folds its upper bits, which are below 2^17.
        let mut x = fold_top::<L, P>(x);
        // The number is below twice the prime, and it is at least the prime exactly if x + γ ≥ 2^255. Then γ is added and
        // 2^255 subtracted.
        let mut with_gamma = x;
        for i in 0..used::<P>() {
            with_gamma[i] = with_gamma[i].add(gamma[i]);
        }
        for i in 1..LIMBS {
            with_gamma[i] = with_gamma[i].add(with_gamma[i - 1].shr(52));
        }
        // `reaches` is 0 or 1. The carried limbs of x + γ are not needed further: x + reaches·γ is computed from x.
        let reaches = with_gamma[4].shr(47);
        for i in 0..used::<P>() {
            x[i] = x[i].madd_lo(reaches, gamma[i]);
        }
        let [x0, x1, x2, x3, x4] = <Self as Radix<P>>::ripple(x);
        [x0, x1, x2, x3, x4.low(47)]
    }

    #[inline(always)]
    fn carried<L: Lanes>(x: [L; LIMBS]) -> [L; LIMBS] {
        <Self as Radix<P>>::ripple(fold_top::<L, P>(x))
    }

    #[inline(always)]
    fn reduced<L: Lanes, T: Unreduced<L>, const CARRIED: bool>(
        t: &T,
        _: Option<[[L; 3]; 2]>,
    ) -> [L; LIMBS] {
        reduce::<L, P, CARRIED>(t.merged(), T::COUNT)
    }
}
