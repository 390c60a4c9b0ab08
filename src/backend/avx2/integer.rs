//! Field elements in 32×32-bit products: ten limbs, constant time.
//!
//! For q limbs of 26 bits, 260 in all, and 2^260 ≡ 32γ; for p limbs of 26 and 25 bits in turn, so
//! that 2^255 ≡ 19 is limb-aligned (curve25519-dalek's choice, after Bernstein). A limb is held in
//! 64 bits, and is below 2^32 where it is multiplied. See `notes/avx2.md`.

#[cfg(feature = "alloc")]
mod batch;
mod field;
mod multiply;
#[cfg(test)]
mod tests;

pub(crate) use field::Integer;

use super::lanes::{Words, each};
use super::words;
use crate::backend::serial::word::Limbs;
use crate::params::Prime;

/// The bound of a tight limb, for every operand of a multiplication: what a carry leaves is below
/// 2^26, the rest is room for what it adds.
pub(crate) const TIGHT: u64 = (1 << 26) + (1 << 17);

/// What the kernels know of a prime 2^255 − γ.
struct Radix {
    /// Whether γ = 19, and limbs have 26 and 25 bits in turn; else all have 26.
    is_25519: bool,
    /// The weight of limb i is 2^offset.
    offsets: [usize; 10],
    /// 2^260 − 32·prime, in limbs of 26 bits and what remains.
    delta: [u64; 5],
    /// γ in the same limbs.
    gamma: [u64; 5],
    /// A multiple of the prime with limbs from TIGHT to 4·TIGHT: added before a tight vector is
    /// subtracted, it keeps limbs positive.
    bias: [u64; 10],
}

impl Radix {
    const fn of<P: Prime>() -> Self {
        let is_25519 = is_19(&P::GAMMA);
        let mut offsets = [0; 10];
        let mut i = 0;
        while i < 10 {
            offsets[i] = if is_25519 {
                (51 * i).div_ceil(2)
            } else {
                26 * i
            };
            i += 1;
        }
        let gamma = split(&P::GAMMA, &offsets);
        Self {
            is_25519,
            offsets,
            delta: first_five(&gamma, 32),
            gamma: first_five(&gamma, 1),
            bias: bias(&split(&P::MODULUS, &offsets), is_25519),
        }
    }
}

const fn is_19(x: &Limbs) -> bool {
    matches!(words(x), [19, 0, 0, 0])
}

/// A 256-bit number in limbs at these offsets; the last one has all the rest.
#[inline(always)]
const fn split(x: &Limbs, offsets: &[usize; 10]) -> [u64; 10] {
    let words = words(x);
    let mut limbs = [0; 10];
    let mut i = 0;
    while i < 10 {
        let (word, shift) = (offsets[i] / 64, offsets[i] % 64);
        limbs[i] = words[word] >> shift;
        if i < 9 {
            if shift > 32 {
                // Reaches into the next word, or would with more bits; 0 < 64 − shift < 32.
                limbs[i] |= words[word + 1] << (64 - shift);
            }
            limbs[i] &= (1 << (offsets[i + 1] - offsets[i])) - 1;
        }
        i += 1;
    }
    limbs
}

/// A multiple of a number of less than 130 bits.
const fn first_five(x: &[u64; 10], factor: u64) -> [u64; 5] {
    let mut limbs = [0; 5];
    let (mut carry, mut i) = (0, 0);
    while i < 5 {
        let t = x[i] * factor + carry;
        limbs[i] = if i < 4 { t & ((1 << 26) - 1) } else { t };
        carry = t >> 26;
        i += 1;
    }
    limbs
}

/// 4p, limb by limb; or 128q, with 2^27 in each limb taken from the one above.
const fn bias(prime: &[u64; 10], is_25519: bool) -> [u64; 10] {
    let mut limbs = [0; 10];
    let (mut carry, mut i) = (0, 0);
    while i < 10 {
        if is_25519 {
            limbs[i] = 4 * prime[i];
        } else {
            let t = 128 * prime[i] + carry;
            let lent = if i == 0 { 0 } else { 2 };
            limbs[i] = if i < 9 {
                (t & ((1 << 26) - 1)) + (1 << 27) - lent
            } else {
                t - lent
            };
            carry = t >> 26;
        }
        assert!(TIGHT <= limbs[i] && limbs[i] <= 4 * TIGHT);
        i += 1;
    }
    limbs
}

/// 19·x
#[inline(always)]
fn times_19<L: Words>(x: L) -> L {
    x.add(x.shl::<1>()).add(x.shl::<4>())
}

/// Carries every limb into the next at once; the last limb's carry is returned.
#[inline(always)]
fn carry_at_once<L: Words>(t: &[L; 10], is_25519: bool) -> ([L; 10], L) {
    let low =
        each!(10, i => if is_25519 && i % 2 == 1 { t[i].low::<25>() } else { t[i].low::<26>() });
    let high =
        each!(10, i => if is_25519 && i % 2 == 1 { t[i].shr::<25>() } else { t[i].shr::<26>() });
    let carried = each!(10, i => if i == 0 { low[0] } else { low[i].add(high[i - 1]) });
    (carried, high[9])
}

/// Adds carry·2^260 modulo q, and carries the low limbs that this makes large.
#[inline(always)]
fn fold_q<L: Words>(t: &[L; 10], carry: L, delta: &[u64; 5]) -> [L; 10] {
    let folded = each!([0, 1, 2, 3, 4], i => t[i].add(carry.mul(L::splat(delta[i]))));
    let high = each!([0, 1, 2, 3, 4], i => folded[i].shr::<26>());
    each!(10, i => match i {
        0 => folded[0].low::<26>(),
        1..=4 => folded[i].low::<26>().add(high[i - 1]),
        5 => t[5].add(high[4]),
        _ => t[i],
    })
}

/// Limbs of any sum, made tight.
#[inline(always)]
fn carry<L: Words>(t: &[L; 10], radix: &Radix) -> [L; 10] {
    let (mut t, top) = carry_at_once(t, radix.is_25519);
    if radix.is_25519 {
        t[0] = t[0].add(times_19(top));
        t
    } else {
        fold_q(&t, top, &radix.delta)
    }
}

/// The limbs of a number below 2^255 + 2^135, each below its radix, the last excepted.
#[inline(always)]
fn normalize<L: Words>(t: &[L; 10], radix: &Radix) -> [L; 10] {
    // What passes 2^255 returns times γ: the last limb's weight is 2^230, or 2^234.
    let mut t = *t;
    let top = if radix.is_25519 {
        t[9].shr::<25>()
    } else {
        t[9].shr::<21>()
    };
    t[9] = if radix.is_25519 {
        t[9].low::<25>()
    } else {
        t[9].low::<21>()
    };
    macro_rules! steps {
        ($($i:literal)*) => {$(
            if $i < 5 {
                t[$i] = t[$i].add(top.mul(L::splat(radix.gamma[$i % 5])));
            }
            if radix.is_25519 && $i % 2 == 1 {
                t[$i + 1] = t[$i + 1].add(t[$i].shr::<25>());
                t[$i] = t[$i].low::<25>();
            } else {
                t[$i + 1] = t[$i + 1].add(t[$i].shr::<26>());
                t[$i] = t[$i].low::<26>();
            }
        )*};
    }
    steps! { 0 1 2 3 4 5 6 7 8 }
    t
}
