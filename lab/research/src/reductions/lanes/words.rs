//! Ten limbs of 26 bits, or of 26 and 25 bits in turn, for 32 × 32 → 64 bits.
//!
//! With 26 bits, 2^260 ≡ 32γ. With 25.5 on average limb i counts from 2^⌈25.5·i⌉: 2^255 ≡ γ, and a product of two odd
//! limbs counts twice (Bernstein's radix for 2^255 − 19; γ of 124 bits takes five limbs of either).
//!
//! The columns t_10 … t_19 are folded from the top, as γ's multiples reach five columns up: first t_15 … t_19, which
//! add to t_5 … t_13, then t_10 … t_14, which add to t_0 … t_8. Each half is carried before, so that it is a factor
//! of 32 bits. What t_9 has above its bits in the end is folded with t_10, and then t_0 … t_5 are carried.

use super::{Avx2, InLanes, Lanes, gamma_limb, unrolled};

/// Limbs of an element.
pub const LIMBS: usize = 10;

/// 2^26.
pub type Radix26 = Words<false>;
/// 2^25.5.
pub type Radix25_5 = Words<true>;

/// Limbs of 26 bits, of which those with odd numbers have 25 if `HALF`.
pub struct Words<const HALF: bool>;

impl<const HALF: bool> Words<HALF> {
    /// Bits of limb `k`.
    const fn width(k: usize) -> u32 {
        if HALF && k % 2 == 1 { 25 } else { 26 }
    }

    /// 2^255 or 2^260 modulo q, in five limbs.
    const FOLD: [u64; 5] = {
        let (mut limbs, mut position, mut i) = ([0; 5], 0, 0);
        while i < 5 {
            limbs[i] = gamma_limb(if HALF { 0 } else { 5 }, position, Self::width(i));
            position += Self::width(i);
            i += 1;
        }
        limbs
    };

    /// Whether the product of limbs `i` and `j` counts twice.
    const fn doubled(i: usize, j: usize) -> bool {
        HALF && i % 2 == 1 && j % 2 == 1
    }

    #[inline(always)]
    fn column<L: Avx2, const K: usize>(a: &[L; LIMBS], twice: &[L; LIMBS], b: &[L; LIMBS]) -> L {
        let mut sum = None;
        unrolled!(I in [0 1 2 3 4 5 6 7 8 9] {
            if let Some(j) = K.checked_sub(I) && j < LIMBS {
                let a = if Self::doubled(I, j) { twice } else { a };
                add_to(&mut sum, a[I].mul_32(b[j]));
            }
        });
        sum.expect("every column has a term")
    }

    /// Products of different limbs occur twice.
    #[inline(always)]
    fn square_column<L: Avx2, const K: usize>(a: &[L; LIMBS], twice: &[L; LIMBS]) -> L {
        let mut sum = None;
        unrolled!(I in [0 1 2 3 4 5 6 7 8 9] {
            if let Some(j) = K.checked_sub(I) && (I..LIMBS).contains(&j) {
                add_to(&mut sum, match (I == j, Self::doubled(I, j)) {
                    (true, false) => a[I].mul_32(a[I]),
                    (true, true) | (false, false) => a[I].mul_32(twice[j]),
                    (false, true) => twice[I].mul_32(twice[j]),
                });
            }
        });
        sum.expect("every column has a term")
    }

    /// Carries column `k` to the next.
    #[inline(always)]
    fn carry<L: Lanes>(t: &mut [L; 2 * LIMBS], k: usize) {
        t[k + 1] = t[k + 1].add(t[k].shr(Self::width(k)));
        t[k] = t[k].low(Self::width(k));
    }

    /// Folds column `k`, which is `x`, to ten columns below.
    #[inline(always)]
    fn fold<L: Avx2>(k: usize, x: L, t: &mut [L; 2 * LIMBS]) {
        unrolled!(J in [0 1 2 3 4] {
            let limb = Self::FOLD[J] << u32::from(Self::doubled(k, J));
            t[k - LIMBS + J] = t[k - LIMBS + J].add(x.mul_32(L::splat(limb)));
        });
    }

    #[inline(always)]
    fn reduce<L: Avx2>(mut t: [L; 2 * LIMBS]) -> [L; LIMBS] {
        unrolled!(K in [14 15 16 17 18] { Self::carry(&mut t, K); });
        unrolled!(K in [19 18 17 16 15] { Self::fold(K, t[K], &mut t); });
        unrolled!(K in [9 10 11 12 13] { Self::carry(&mut t, K); });
        unrolled!(K in [14 13 12 11] { Self::fold(K, t[K], &mut t); });
        unrolled!(K in [5 6 7 8] { Self::carry(&mut t, K); });
        // Column 10 reaches only column 4, so the bits above column 9 may go with it.
        let x = t[10].add(t[9].shr(Self::width(9)));
        t[9] = t[9].low(Self::width(9));
        Self::fold(10, x, &mut t);
        unrolled!(K in [0 1 2 3 4 5] { Self::carry(&mut t, K); });
        core::array::from_fn(|i| t[i])
    }
}

#[inline(always)]
fn add_to<L: Lanes>(sum: &mut Option<L>, term: L) {
    *sum = Some(sum.map_or(
        term,
        #[inline(always)]
        |sum| sum.add(term),
    ));
}

macro_rules! columns {
    ($column:ident($($argument:expr),*)) => {
        [
            Self::$column::<L, 0>($($argument),*), Self::$column::<L, 1>($($argument),*),
            Self::$column::<L, 2>($($argument),*), Self::$column::<L, 3>($($argument),*),
            Self::$column::<L, 4>($($argument),*), Self::$column::<L, 5>($($argument),*),
            Self::$column::<L, 6>($($argument),*), Self::$column::<L, 7>($($argument),*),
            Self::$column::<L, 8>($($argument),*), Self::$column::<L, 9>($($argument),*),
            Self::$column::<L, 10>($($argument),*), Self::$column::<L, 11>($($argument),*),
            Self::$column::<L, 12>($($argument),*), Self::$column::<L, 13>($($argument),*),
            Self::$column::<L, 14>($($argument),*), Self::$column::<L, 15>($($argument),*),
            Self::$column::<L, 16>($($argument),*), Self::$column::<L, 17>($($argument),*),
            Self::$column::<L, 18>($($argument),*), L::splat(0),
        ]
    };
}

impl<L: Avx2, const HALF: bool> InLanes<L, LIMBS> for Words<HALF> {
    const NAME: &'static str = if HALF { "radix 2^25.5" } else { "radix 2^26" };
    const WIDTHS: [u32; LIMBS] = {
        let (even, odd) = (Self::width(0), Self::width(1));
        [even, odd, even, odd, even, odd, even, odd, even, odd]
    };
    // The last carry is to limb 6.
    const TIGHT: [u64; LIMBS] = {
        let (even, odd) = ((1 << Self::width(0)) - 1, (1 << Self::width(1)) - 1);
        let sixth = even + (1 << 7);
        [even, odd, even, odd, even, odd, sixth, odd, even, odd]
    };

    #[inline(always)]
    fn mul(a: &[L; LIMBS], b: &[L; LIMBS]) -> [L; LIMBS] {
        let mut twice = *a;
        if HALF {
            unrolled!(I in [1 3 5 7 9] { twice[I] = a[I].add(a[I]); });
        }
        Self::reduce(columns!(column(a, &twice, b)))
    }
    #[inline(always)]
    fn square(a: &[L; LIMBS]) -> [L; LIMBS] {
        let mut twice = *a;
        unrolled!(I in [0 1 2 3 4 5 6 7 8 9] { twice[I] = a[I].add(a[I]); });
        Self::reduce(columns!(square_column(a, &twice)))
    }
}
