//! The state f, g, d, e, and its update by a batch of divsteps.

use crate::primes::Modulus;
use crate::wiped::wiped;
use crate::word::{BITS, LIMBS, Limbs};

/// `Signed` is a limb, `Wide` a sum of products of two limbs.
pub(super) use crate::word::{SignedWide as Wide, SignedWord as Signed};

/// Bits in a limb, and divsteps in a batch.
pub(super) const LIMB_BITS: usize = if BITS == 64 { 59 } else { 27 };
/// Limbs in a number.
pub(super) const COUNT: usize = if BITS == 64 { 5 } else { 10 };
/// 10·59 = 590 divsteps, or 22·27 = 594.
pub(super) const BATCHES: usize = if BITS == 64 { 10 } else { 22 };
/// The most divsteps on one packed word: 59 = 20 + 20 + 19, 27 = 9 + 9 + 9.
pub(super) const CHUNK: usize = if BITS == 64 { 20 } else { 9 };

/// From column i and the carry of the column below: limb i − 1 of a product's quotient by 2^LIMB_BITS, and
/// the carry to limb i.
///
/// With limbs of 59 bits the carry stays in that limb. If B bounds the limbs, |column| ≤ 2^59·B + 2^58·2^59, the second
/// term being k·γ_i or k·2^19, for d and e only. So a carry is at most B + 2^58, and an update adds at most 2^59 to the
/// bound for f and g, 1.5·2^59 to that for d and e. Ten updates take the bounds from 2^59 to 11·2^59 and from 1 to
/// 15·2^59 + 1, both below 2^63.
///
/// Twenty-two updates of 27-bit limbs leave no room for such carries. So every limb but the top one is in [0, 2^27),
/// |column| ≤ 2^27·2^27 + 2^26·2^27, and the carry is below 2^28. The top limb has the weight 2^243 and is below 2^16 in
/// magnitude, as 12·m is below 2^259.
#[inline(always)]
fn settle(column: Wide, carry: Signed) -> (Signed, Signed) {
    let (before, after) = if BITS == 64 { (0, carry) } else { (carry, 0) };
    let column = column + before as Wide;
    (
        (column as Signed & MASK) + after,
        (column >> LIMB_BITS) as Signed,
    )
}

/// An integer in radix 2^LIMB_BITS, least significant limb first.
pub(super) type Num = [Signed; COUNT];
/// [[u, v], [q, r]]
pub(super) type Matrix = [[Signed; 2]; 2];

pub(super) const MASK: Signed = (1 << LIMB_BITS) - 1;
/// 2^255 is this power of two in the top limb.
pub(super) const TOP: usize = 255 - LIMB_BITS * (COUNT - 1);

/// The limbs of x, all in [0, 2^LIMB_BITS).
pub(super) const fn split(x: &Limbs) -> Num {
    let mut out = [0; COUNT];
    let mut i = 0;
    while i < COUNT {
        let (word, shift) = (i * LIMB_BITS / BITS, i * LIMB_BITS % BITS);
        let mut bits = x[word] >> shift;
        if shift > 0 && word + 1 < LIMBS {
            bits |= x[word + 1] << (BITS - shift);
        }
        out[i] = bits as Signed & MASK;
        i += 1;
    }
    out
}

/// 1/x modulo 2^LIMB_BITS, for odd x, by Newton's iteration.
pub(super) const fn inverse_of_odd(x: Signed) -> Signed {
    // x² ≡ 1 (mod 8)
    let (mut y, mut bits) = (x, 3);
    while bits < LIMB_BITS {
        y = y.wrapping_mul((2 as Signed).wrapping_sub(x.wrapping_mul(y)));
        bits *= 2;
    }
    y
}

#[inline(always)]
pub(super) fn wide(a: Signed, b: Signed) -> Wide {
    a as Wide * b as Wide
}

/// f, g, d and e, and their update in progress.
///
/// An update goes through the columns i = 0, 1, …, and in each through row 0 and then row 1 of the
/// matrix. It writes limb i − 1 after reading limb i, so it needs no second copy.
pub(super) struct State {
    /// f and g
    pub(super) fg: [Num; 2],
    /// d and e
    pub(super) de: [Num; 2],
    /// The matrix of the update.
    pub(super) t: Matrix,
    /// Carries of f and g, then of d and e, out of the column done last.
    pub(super) fg_carry: [Signed; 2],
    pub(super) de_carry: [Signed; 2],
    /// The multiples of m in the updates of d and e.
    pub(super) k: [Signed; 2],
    /// γ in memory: LLVM decomposes products by a known constant.
    pub(super) gamma: Num,
}

impl State {
    pub(super) fn new<P: Modulus>(x: &Limbs) -> Self {
        let mut one = [0; COUNT];
        one[0] = 1;
        Self {
            fg: [const { split(&P::MODULUS) }, split(x)],
            de: [[0; COUNT], one],
            t: [[0; 2]; 2],
            fg_carry: [0; 2],
            de_carry: [0; 2],
            k: [0; 2],
            gamma: const { split(&P::GAMMA) },
        }
    }

    /// Column i of a row of t·(f, g)/2^LIMB_BITS.
    #[inline(always)]
    pub(super) fn update_fg(&mut self, i: usize, row: usize) {
        let [u, v] = self.t[row];
        let column = wide(u, self.fg[0][i]) + wide(v, self.fg[1][i]);
        store(&mut self.fg, &mut self.fg_carry, i, row, column);
    }

    /// Column i of a row of (t·(d, e) + k·m)/2^LIMB_BITS.
    #[inline(always)]
    pub(super) fn update_de<P: Modulus>(&mut self, i: usize, row: usize) {
        let [u, v] = self.t[row];
        let mut column = wide(u, self.de[0][i]) + wide(v, self.de[1][i]);
        if i == 0 {
            // The column less k·γ must be 0 modulo 2^LIMB_BITS; of the possible k, take the one around 0.
            let k = (column as Signed).wrapping_mul(const { inverse_of_odd(split(&P::GAMMA)[0]) });
            let unused = Signed::BITS as usize - LIMB_BITS;
            self.k[row] = k << unused >> unused;
        }
        if const { split(&P::GAMMA) }[i] != 0 {
            column -= wide(self.k[row], self.gamma[i]);
        }
        if i == COUNT - 1 {
            column += (self.k[row] as Wide) << TOP;
        }
        store(&mut self.de, &mut self.de_carry, i, row, column);
    }
}

wiped!([] State: fg de t fg_carry de_carry k);

#[inline(always)]
pub(super) fn store(x: &mut [Num; 2], carry: &mut [Signed; 2], i: usize, row: usize, column: Wide) {
    let (limb, up) = settle(column, if i == 0 { 0 } else { carry[row] });
    carry[row] = up;
    if i > 0 {
        x[row][i - 1] = limb;
    }
    // Row 1 of the last column needs the top limb of row 0.
    if i == COUNT - 1 && row == 1 {
        x[0][i] = carry[0];
        x[1][i] = carry[1];
    }
}

#[cfg(test)]
mod tests;
