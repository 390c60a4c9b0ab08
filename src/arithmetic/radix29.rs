//! The kernel for WebAssembly, which has 64-bit products but neither their upper halves nor carries: nine signed limbs of
//! 29 bits in 64-bit words.
//!
//! A word holds a sum of many products of two limbs, so columns are summed without carries (product scanning). Limbs may
//! be negative, so differences need no multiple of the prime. See `notes/serial.md`.
//!
//! *Tight*: limbs 0 to 7 are in [−2^11, 2^29 + 2^11], limb 8 in [−2^24, 2^25]. Multiplications take and return
//! tight numbers. Results are congruent to the exact ones modulo the prime, not equal to them. Every right shift of a
//! limb is arithmetic, so it rounds down, and a mask returns the nonnegative remainder.

#[allow(dead_code)] // in tests
pub(super) mod sums;

use sums::subtract_low;
use zeroize::DefaultIsZeroes;

use super::kernel::Kernel;
use crate::mask::Mask;
use crate::primes::Modulus;
use crate::word::{self, Limbs, Word};

/// Number of limbs.
pub(crate) const COUNT: usize = 9;
/// Number of bits in a limb.
const LIMB_BITS: usize = 29;
/// The low LIMB_BITS bits.
const MASK: i64 = (1 << LIMB_BITS) - 1;
/// 2^255 is 2^TOP in limb 8.
const TOP: usize = 255 - 8 * LIMB_BITS;
const TOP_MASK: i64 = (1 << TOP) - 1;
/// Number of limbs of γ·2^6 < 2^133, which 2^261 = 2^(9·29) is congruent to.
const FOLD: usize = 5;
/// Number of columns of a product.
const COLUMNS: usize = 2 * COUNT - 1;

/// A number in radix 2^29, least significant limb first.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Number(pub(crate) [i64; COUNT]);

impl DefaultIsZeroes for Number {}

/// Returns the limbs of γ·2^`shift`.
const fn gamma<P: Modulus>(shift: usize) -> [i64; FOLD] {
    let [low, high, ..] = word::words(&P::GAMMA);
    let gamma = (low as u128) | (high as u128) << 64;
    let mut limbs = [0; FOLD];
    let mut i = 0;
    while i < FOLD {
        // γ·2^shift, of up to 133 bits, from bit 29·i. The bits that the left shift loses are above the limb.
        let bit = i * LIMB_BITS;
        let bits = if bit >= shift {
            gamma >> (bit - shift)
        } else {
            gamma << (shift - bit)
        };
        limbs[i] = bits as i64 & MASK;
        i += 1;
    }
    limbs
}

/// Splits a 256-bit integer into tight limbs, none of which is negative. Limb i begins at bit 29·i; the top limb has the
/// remaining 24 bits.
#[inline(always)]
pub(crate) fn unpack(x: &Limbs) -> Number {
    let [w0, w1, w2, w3] = word::words(x);
    let limb = |bits: u64| bits as i64 & MASK;
    // Word j begins at bit 64·j. Limbs 2, 4 and 6 begin at bits 58, 116 and 174, and end in the next word.
    Number([
        limb(w0),
        limb(w0 >> 29),
        limb(w0 >> 58 | w1 << 6),
        limb(w1 >> 23),
        limb(w1 >> 52 | w2 << 12),
        limb(w2 >> 17),
        limb(w2 >> 46 | w3 << 18),
        limb(w3 >> 11),
        (w3 >> 40) as i64,
    ])
}

/// Returns the canonical residue of a number with |x_i| < 2^40.
#[inline(always)]
pub(crate) fn canonical<P: Modulus>(x: &Number) -> Limbs {
    let mut limbs = x.0;
    // Add 2^19·prime = 2^19·2^255 − 2^19·γ to make the number positive: |x| < 2^40·2^232·(1 + 2^-28) < 2^273 =
    // 2^18·2^255, and γ is below 2^127. A limb changes by at most 2^19·2^29, so it stays below 2^49.
    add_gammas::<P>(&mut limbs, -(1 << 19));
    limbs[8] += 1 << (TOP + 19);
    carry_up(&mut limbs);
    // Below 2^20·2^255.
    finish::<P>(limbs)
}

/// Adds factor·γ, at limb 0.
#[inline(always)]
fn add_gammas<P: Modulus>(limbs: &mut [i64], factor: i64) {
    for (limb, gamma) in limbs.iter_mut().zip(const { gamma::<P>(0) }) {
        *limb += factor * gamma;
    }
}

/// Ripples carries upwards, which leaves limbs 0 to 7 in [0, 2^29) and the rest in limb 8.
#[inline(always)]
fn carry_up(limbs: &mut [i64; COUNT]) {
    for i in 0..COUNT - 1 {
        limbs[i + 1] += limbs[i] >> LIMB_BITS;
        limbs[i] &= MASK;
    }
}

/// Returns the canonical residue of a number with limbs 0 to 7 in [0, 2^29) and limb 8 in [0, 2^44).
#[inline(always)]
fn finish<P: Modulus>(mut limbs: [i64; COUNT]) -> Limbs {
    // low + 2^255·top ≡ low + top·γ < 2^255 + 2^21·2^127 < 2·prime. As in `sums::freeze_once`, another γ is added,
    // which sets bit 255 exactly if the sum is at least the prime.
    let top = limbs[8] >> TOP;
    limbs[8] &= TOP_MASK;
    // top + 1 ≤ 2^21, so limbs stay below 2^29 + 2^22·2^29.
    add_gammas::<P>(&mut limbs, top + 1);
    carry_up(&mut limbs);
    let reached = limbs[8] >> TOP;
    limbs[8] &= TOP_MASK;
    // If the sum does not reach the prime, γ is subtracted again. The result is the sum without γ, so it does not borrow.
    let below = Mask::of_bit(1 ^ reached as Word).word_64();
    let [g0, g1, ..] = word::words(&P::GAMMA);
    word::from_words(subtract_low(pack(&limbs), g0 & below, g1 & below))
}

/// Packs limbs 0 to 7 in [0, 2^29) and limb 8 in [0, 2^24) into 64-bit words: the inverse of [`unpack`].
#[inline(always)]
fn pack(limbs: &[i64; COUNT]) -> [u64; 4] {
    let [x0, x1, x2, x3, x4, x5, x6, x7, x8] = limbs.map(|limb| limb as u64);
    // The left shift of a limb that straddles two words drops its upper bits, which begin the next word.
    [
        x0 | x1 << 29 | x2 << 58,
        x2 >> 6 | x3 << 23 | x4 << 52,
        x4 >> 12 | x5 << 17 | x6 << 46,
        x6 >> 18 | x7 << 11 | x8 << 40,
    ]
}

/// Returns column K of a·b: at most nine products of limbs of magnitude 2^29 + 2^12, so below 9·2^58·(1 + 2^-15).
#[inline(always)]
fn column<const K: usize>(a: &Number, b: &Number) -> i64 {
    // i and K − i both range from 0 to 8.
    let first = K.saturating_sub(COUNT - 1);
    let mut sum = a.0[first] * b.0[K - first];
    for i in first + 1..=K.min(COUNT - 1) {
        sum += a.0[i] * b.0[K - i];
    }
    sum
}

/// Returns column K of a², with each product of different limbs computed once, with one limb doubled.
#[inline(always)]
fn square_column<const K: usize>(a: &Number, twice: &Number) -> i64 {
    // The pairs i < K − i, doubled, and the square in the middle of even columns.
    let first = K.saturating_sub(COUNT - 1);
    let mut sum = if K % 2 == 0 {
        a.0[K / 2] * a.0[K / 2]
    } else {
        0
    };
    for i in first..K.div_ceil(2) {
        sum += a.0[i] * twice.0[K - i];
    }
    sum
}

/// Expands to the array of all columns. Columns are constants of a generic function, so that each is unrolled.
macro_rules! columns {
    ($column:ident($($argument:expr),*)) => {
        [
            $column::<0>($($argument),*), $column::<1>($($argument),*), $column::<2>($($argument),*),
            $column::<3>($($argument),*), $column::<4>($($argument),*), $column::<5>($($argument),*),
            $column::<6>($($argument),*), $column::<7>($($argument),*), $column::<8>($($argument),*),
            $column::<9>($($argument),*), $column::<10>($($argument),*), $column::<11>($($argument),*),
            $column::<12>($($argument),*), $column::<13>($($argument),*), $column::<14>($($argument),*),
            $column::<15>($($argument),*), $column::<16>($($argument),*),
        ]
    };
}

/// Returns column K of a·b + c·d.
#[inline(always)]
fn two_columns<const K: usize>([a, b, c, d]: [&Number; 4]) -> i64 {
    column::<K>(a, b) + column::<K>(c, d)
}

/// Carries N − 1 columns from `from` on: returns a limb in [0, 2^29) for each, and the last carry, which may be negative.
#[inline(always)]
fn carried<const N: usize>(columns: &[i64; COLUMNS], from: usize) -> [i64; N] {
    let (mut limbs, mut carry) = ([0; N], 0);
    for (limb, column) in limbs.iter_mut().zip(&columns[from..from + N - 1]) {
        // Columns are below 2^63 − 2^35, so adding a carry does not overflow.
        let sum = column + carry;
        *limb = sum & MASK;
        carry = sum >> LIMB_BITS;
    }
    limbs[N - 1] = carry;
    limbs
}

/// Carries the bits of column i from 29 up into the next column.
#[inline(always)]
fn carry_column(columns: &mut [i64; COLUMNS], i: usize) {
    columns[i + 1] += columns[i] >> LIMB_BITS;
    columns[i] &= MASK;
}

/// Reduces the columns of a sum of two products of tight numbers to a tight number with limbs 0 to 7 in [0, 2^29). If
/// no factor has a negative limb, the result has none.
///
/// Columns 0 to 14 are below 18·2^58·(1 + 2^-15) < 4.51·2^60 in magnitude; column 15 has products by one limb 8,
/// column 16 one of two, so they are below 4·2^55 and 2·2^50.
///
/// For q, folding from the top takes 25 products for columns 13 and up and 25 for columns 9 to 12. All columns from 9 on at
/// once would take 45, and leave columns above 8 that take 25 more.
#[inline(always)]
fn reduce<P: Modulus>(mut c: [i64; COLUMNS]) -> Number {
    // 2^261 = 2^(9·29) ≡ 2^6·γ, as 261 = 255 + 6.
    let g = const { gamma::<P>(9 * LIMB_BITS - 255) };
    if P::GAMMA_IS_SMALL {
        // Columns 7 and 8 are carried first, to keep the last carries short.
        carry_column(&mut c, 7);
        carry_column(&mut c, 8);
        // The last limb: the carry out of column 16 is below 2^22.
        let high = carried::<COUNT>(&c, COUNT);
        // Limb k of `high` has the weight of column k + 9, and so 2^6·γ times it the weight of column k.
        for (c, high) in c.iter_mut().zip(high) {
            // 2^6·γ < 2^11, so a product is below 2^40.
            *c += high * g[0];
        }
    } else {
        // Fold columns 13 and up: 2^(13·29) = 2^377 ≡ 2^116·2^6·γ, from column 4 on. Column 12 is carried first, so that the
        // last limb of the next fold is short.
        carry_column(&mut c, 12);
        let high = carried::<FOLD>(&c, 13);
        // A column gets at most four products below 2^58, and one by the last limb, which is below 2^22: it stays below
        // 5.52·2^60.
        fold(&mut c, 4, &high, &g);
        // Fold columns 9 to 12: 2^261 ≡ 2^6·γ, from column 0 on. Columns 7 and 8 are carried first, to keep the last
        // carries short. The last limb comes from column 12, below 2^29 + 2^22·2^17, and a carry of 34 bits into it, so it
        // is below 2^11.
        carry_column(&mut c, 7);
        carry_column(&mut c, 8);
        let high = carried::<FOLD>(&c, COUNT);
        // Columns 0 to 6 get at most as much again, and stay below 6.53·2^60 < 2^63. Column 7 gets a product below 2^29·2^17
        // (column 12's 29 bits by the top limb of 2^6·γ, which has 17) and one below 2^11·2^29, column 8 one below
        // 2^11·2^17.
        fold(&mut c, 0, &high, &g);
    }
    // Bits from 2^255 on: column 8 is below 2^34 (p) or 2^30 (q) in magnitude, so `top` is below 2^12, and its products
    // by limbs of γ are below 2^41.
    let top = c[8] >> TOP;
    c[8] &= TOP_MASK;
    add_gammas::<P>(&mut c, top);
    let mut limbs = [c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7], c[8]];
    // Column 7 is below 2^47 and takes a carry of 35 bits, so its carry is below 2^19, and limb 8, which the mask left
    // in [0, 2^23), ends in [−2^19, 2^23 + 2^19]: tight.
    carry_up(&mut limbs);
    Number(limbs)
}

/// Adds the product high·g to the columns from `at` on, where `g` is 2^6·γ.
#[inline(always)]
fn fold(columns: &mut [i64; COLUMNS], at: usize, high: &[i64; FOLD], g: &[i64; FOLD]) {
    for (i, high) in high.iter().enumerate() {
        for (j, g) in g.iter().enumerate() {
            columns[at + i + j] += high * g;
        }
    }
}

/// Returns a·b, tight, for tight numbers.
#[inline(always)]
pub(crate) fn mul<P: Modulus>(a: &Number, b: &Number) -> Number {
    reduce::<P>(columns!(column(a, b)))
}

/// Returns a², tight, for tight numbers.
#[inline(always)]
pub(crate) fn square<P: Modulus>(a: &Number) -> Number {
    let twice = Number(a.0.map(|limb| 2 * limb));
    reduce::<P>(columns!(square_column(a, &twice)))
}

/// Returns a·b + c·d, tight, for tight numbers.
#[inline(always)]
pub(crate) fn sum_of_products<P: Modulus>(
    a: &Number,
    b: &Number,
    c: &Number,
    d: &Number,
) -> Number {
    reduce::<P>(columns!(two_columns([a, b, c, d])))
}

/// Makes a number tight, given |x_i| < 2^38 and |x_8| < 2^33.
#[inline(always)]
pub(crate) fn carry<P: Modulus>(x: &Number) -> Number {
    let mut x = x.0;
    // |top| ≤ 2^10, so adding top·γ keeps limbs below 2^38 + 2^39 in magnitude.
    let top = x[8] >> TOP;
    x[8] &= TOP_MASK;
    add_gammas::<P>(&mut x, top);
    // So the carries of this parallel pass are below 2^11 in magnitude, the slack of a tight limb. Limb 8 has 23 bits and
    // passes nothing on.
    Number(core::array::from_fn(|i| {
        (x[i] & MASK) + if i > 0 { x[i - 1] >> LIMB_BITS } else { 0 }
    }))
}

/// The kernel on limbs of 29 bits.
///
/// A single product of 256-bit integers is unpacked, multiplied and made canonical at once. Chains of products and
/// `backend::serial::lazy` stay in limbs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Radix29;

impl Kernel for Radix29 {
    type Residue = Number;

    #[inline]
    fn mul<P: Modulus>(a: &Limbs, b: &Limbs) -> Limbs {
        Self::mul_canonical::<P>(a, b)
    }

    #[inline]
    fn square<P: Modulus>(a: &Limbs) -> Limbs {
        Self::square_canonical::<P>(a)
    }

    #[inline]
    fn sum_of_products<P: Modulus>(a: &Limbs, b: &Limbs, c: &Limbs, d: &Limbs) -> Limbs {
        finish::<P>(sum_of_products::<P>(&unpack(a), &unpack(b), &unpack(c), &unpack(d)).0)
    }

    #[inline]
    fn times<P: Modulus>(a: &Limbs, k: Word) -> Limbs {
        // k ≤ 16, so limbs are below 2^33. Limb 8 has 24 bits before the product.
        let k = i64::from(k as u8);
        canonical::<P>(&Number(unpack(a).0.map(|limb| k * limb)))
    }

    #[inline]
    fn mul_canonical<P: Modulus>(a: &Limbs, b: &Limbs) -> Limbs {
        finish::<P>(mul::<P>(&unpack(a), &unpack(b)).0)
    }

    #[inline]
    fn square_canonical<P: Modulus>(a: &Limbs) -> Limbs {
        finish::<P>(square::<P>(&unpack(a)).0)
    }

    #[inline]
    fn residue(x: &Limbs) -> Number {
        unpack(x)
    }

    #[inline]
    fn canonical<P: Modulus>(x: &Number) -> Limbs {
        canonical::<P>(x)
    }

    /// Squares n times, then multiplies by the factor. Never inlined: chains of powers would become functions of megabytes.
    #[inline(never)]
    fn square_n_times<P: Modulus>(x: &Number, n: u32, factor: Option<&Number>) -> Number {
        let mut power = *x;
        for _ in 0..n {
            power = square::<P>(&power);
        }
        factor.map_or(power, |factor| mul::<P>(&power, factor))
    }

    #[inline]
    fn select(no: &Number, yes: &Number, mask: Mask) -> Number {
        select(no, yes, mask)
    }
}

/// Returns `yes` if `mask` is true, else `no`.
#[inline(always)]
pub(crate) fn select(no: &Number, yes: &Number, mask: Mask) -> Number {
    // An exclusive or under the mask replaces all bits of `no` or none, without a branch.
    let mask = mask.word_64() as i64;
    Number(core::array::from_fn(|i| {
        no.0[i] ^ ((no.0[i] ^ yes.0[i]) & mask)
    }))
}

#[cfg(test)]
mod tests;
