//! Five limbs of 52 bits, the width of the multiplier, with plain residues: the form with the fewest instructions.
//!
//! Low and high halves of products go to the same ten columns: t_k has the low halves of a_i·b_j with i + j = k and the
//! high halves of those with i + j = k − 1. The multiplier reads 52 bits of a factor; so a carry needs no mask, if
//! what is above is counted in the next limb.
//!
//! 2^255 is not between limbs, and 2^260 ≡ 32γ would leave columns of more than 52 bits to be folded again and again.
//! So the upper columns are cut anew, from the top, where a power of two is γ, 2γ or 4γ times one of 2^52, and each
//! part is multiplied by three limbs once. The bits that a cut frees in the limb below take what is still added there:
//!
//! | part | from | is | from the columns |
//! |---|---|---|---|
//! | v_9, v_8 | 2^463, 2^411 | γ·2^208, γ·2^156 | 9, 8, and 7 from bit 47 |
//! | v_7, v_6 | 2^360, 2^308 | 2γ·2^104, 2γ·2^52 | 7, 6, and 5 from bit 48 |
//! | v_5 | 2^257 | 4γ | 5, and 4 from bit 49 |

use super::{Ifma, InLanes, gamma_limb, unrolled};

/// Limbs of an element.
pub const LIMBS: usize = 5;

/// 2^52.
pub struct Radix52;

/// 2^`SHIFT`·γ in three limbs.
#[inline(always)]
fn gamma<L: Ifma, const SHIFT: u32>() -> [L; 3] {
    [0, 52, 104].map(
        #[inline(always)]
        |position| L::splat(gamma_limb(SHIFT, position, 52)),
    )
}

/// Adds x·y from column `K` upwards.
#[inline(always)]
fn fold<L: Ifma, const K: usize>(t: &mut [L; 2 * LIMBS], x: L, y: [L; 3]) {
    unrolled!(J in [0 1 2] {
        t[K + J] = t[K + J].madd_lo(x, y[J]);
        t[K + J + 1] = t[K + J + 1].madd_hi(x, y[J]);
    });
}

#[inline(always)]
fn reduce<L: Ifma>(mut t: [L; 2 * LIMBS]) -> [L; LIMBS] {
    let (once, twice, four_times) = (gamma::<L, 0>(), gamma::<L, 1>(), gamma::<L, 2>());
    let v8 = t[8].shl(5).add(t[7].shr(47));
    let v9 = t[9].shl(5).add(v8.shr(52));
    t[7] = t[7].low(47);
    fold::<L, 4>(&mut t, v9, once);
    fold::<L, 3>(&mut t, v8.factor(), once);
    let v6 = t[6].shl(4).add(t[5].shr(48));
    let v7 = t[7].shl(4).add(v6.shr(52));
    t[5] = t[5].low(48);
    fold::<L, 2>(&mut t, v7, twice);
    fold::<L, 1>(&mut t, v6.factor(), twice);
    let v5 = t[5].shl(3).add(t[4].shr(49));
    t[4] = t[4].low(49);
    fold::<L, 0>(&mut t, v5, four_times);
    unrolled!(K in [0 1 2 3] {
        t[K + 1] = t[K + 1].add(t[K].shr(52));
        t[K] = t[K].factor();
    });
    [t[0], t[1], t[2], t[3], t[4]]
}

impl<L: Ifma> InLanes<L, LIMBS> for Radix52 {
    const NAME: &'static str = "radix 2^52";
    const WIDTHS: [u32; LIMBS] = [52; LIMBS];
    // Values below 2^257·(1 + 2^-21).
    const TIGHT: [u64; LIMBS] = {
        let full = (1 << 52) - 1;
        [full, full, full, full, (1 << 49) + (1 << 28)]
    };

    #[inline(always)]
    fn mul(a: &[L; LIMBS], b: &[L; LIMBS]) -> [L; LIMBS] {
        let mut t = [L::splat(0); 2 * LIMBS];
        unrolled!(I in [0 1 2 3 4] {
            unrolled!(J in [0 1 2 3 4] {
                t[I + J] = t[I + J].madd_lo(a[I], b[J]);
                t[I + J + 1] = t[I + J + 1].madd_hi(a[I], b[J]);
            });
        });
        reduce(t)
    }
    #[inline(always)]
    fn square(a: &[L; LIMBS]) -> [L; LIMBS] {
        let mut t = [L::splat(0); 2 * LIMBS];
        // The products of different limbs occur twice.
        unrolled!(I in [0 1 2 3] {
            unrolled!(J in [1 2 3 4] {
                if I < J {
                    t[I + J] = t[I + J].madd_lo(a[I], a[J]);
                    t[I + J + 1] = t[I + J + 1].madd_hi(a[I], a[J]);
                }
            });
        });
        unrolled!(K in [1 2 3 4 5 6 7 8] { t[K] = t[K].add(t[K]); });
        unrolled!(I in [0 1 2 3 4] {
            t[2 * I] = t[2 * I].madd_lo(a[I], a[I]);
            t[2 * I + 1] = t[2 * I + 1].madd_hi(a[I], a[I]);
        });
        reduce(t)
    }
    #[inline(always)]
    fn settle(x: &[L; LIMBS]) -> [L; LIMBS] {
        x.map(
            #[inline(always)]
            |limb| limb.low(52),
        )
    }
}
