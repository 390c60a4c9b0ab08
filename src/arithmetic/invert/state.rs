//! The state f, g, d and e of an inversion, and its update by the matrix of a batch of divsteps.

use crate::primes::Modulus;
use crate::wiped::wiped;
use crate::word::{BITS, LIMBS, Limbs};

/// `Signed` is a limb, `Wide` a sum of products of two limbs.
pub(super) use crate::word::{SignedWide as Wide, SignedWord as Signed};

/// Number of bits in a limb, and of divsteps in a batch. The products of limbs and matrix entries, at most 2^LIMB_BITS,
/// must leave room for sums in a double word, and signed limbs for carries (see `settle`).
pub(super) const LIMB_BITS: usize = if BITS == 64 { 59 } else { 27 };
/// Number of limbs of f, g, d and e: COUNT·LIMB_BITS is 295 or 270 bits, where 12·m needs 259.
pub(super) const COUNT: usize = if BITS == 64 { 5 } else { 10 };
/// Number of batches: 10·59 = 590 divsteps, or 22·27 = 594, where 588 are needed.
pub(super) const BATCHES: usize = if BITS == 64 { 10 } else { 22 };
/// The most divsteps on one packed word, for which it needs 3·CHUNK + 4 bits (see `divsteps`): 59 = 20 + 20 + 19,
/// 27 = 9 + 9 + 9.
pub(super) const CHUNK: usize = if BITS == 64 { 20 } else { 9 };

/// Splits column i of a product: returns limb i − 1 of the product's quotient by 2^LIMB_BITS and the carry to limb i.
/// `carry` is what this function returned for column i − 1.
///
/// With limbs of 59 bits the carry is added to that limb and left there. If B bounds the limbs, |column| ≤ 2^59·B +
/// 2^58·2^59, the second term being k·γ_i or k·2^19, for d and e only. So a carry is at most B + 2^58, and an update adds
/// at most 2^59 to the bound for f and g, 1.5·2^59 to that for d and e. Ten updates take the bounds from 2^59 to 11·2^59
/// and from 1 to 15·2^59 + 1, both below 2^63.
///
/// Twenty-two updates of 27-bit limbs in 32-bit words leave no room for such growth, so carries ripple: the carry is
/// added to the column before it is split. So every limb but the top one is in [0, 2^27), |column| ≤ 2^27·2^27 +
/// 2^26·2^27, and the carry is below 2^28. The top limb has the weight 2^243 and is below 2^16 in magnitude, as 12·m is
/// below 2^259.
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

/// The low LIMB_BITS bits, which are one limb.
pub(super) const MASK: Signed = (1 << LIMB_BITS) - 1;
/// 2^255 is 2^TOP in the top limb.
pub(super) const TOP: usize = 255 - LIMB_BITS * (COUNT - 1);

/// Splits x into limbs, all in [0, 2^LIMB_BITS).
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

/// Returns 1/x modulo 2^LIMB_BITS, for odd x, by Newton's iteration y ← y·(2 − x·y), which doubles the correct bits.
pub(super) const fn inverse_of_odd(x: Signed) -> Signed {
    // x² ≡ 1 (mod 8): y = x has three correct bits.
    let (mut y, mut bits) = (x, 3);
    while bits < LIMB_BITS {
        y = y.wrapping_mul((2 as Signed).wrapping_sub(x.wrapping_mul(y)));
        bits *= 2;
    }
    y
}

/// Returns the double-word product of two limbs.
#[inline(always)]
pub(super) fn wide(a: Signed, b: Signed) -> Wide {
    a as Wide * b as Wide
}

/// f, g, d and e, and their update in progress.
///
/// An update goes through the columns i = 0, 1, …, and in each column through row 0 and then row 1 of the
/// matrix. It writes limb i − 1 after limb i has been read, so the old and the new numbers share their memory.
pub(super) struct State {
    /// f and g
    pub(super) fg: [Num; 2],
    /// d and e
    pub(super) de: [Num; 2],
    /// The matrix of the update.
    pub(super) t: Matrix,
    /// The carries of f and g out of the previous column.
    pub(super) fg_carry: [Signed; 2],
    /// The carries of d and e out of the previous column.
    pub(super) de_carry: [Signed; 2],
    /// The k of each row of the update of d and e, to which k·m is added so that the division is exact.
    pub(super) k: [Signed; 2],
    /// γ, read from memory because LLVM replaces products by known constants by shifts and additions.
    pub(super) gamma: Num,
}

impl State {
    /// Returns the initial state (f, g) = (m, x), (d, e) = (0, 1).
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

    /// Computes column i of one row of t·(f, g)/2^LIMB_BITS. The lowest LIMB_BITS bits of the product are zero, by the
    /// construction of t, so dropping the low part of column 0 divides exactly.
    #[inline(always)]
    pub(super) fn update_fg(&mut self, i: usize, row: usize) {
        let [u, v] = self.t[row];
        let column = wide(u, self.fg[0][i]) + wide(v, self.fg[1][i]);
        store(&mut self.fg, &mut self.fg_carry, i, row, column);
    }

    /// Computes column i of one row of (t·(d, e) + k·m)/2^LIMB_BITS, where k·m = k·2^255 − k·γ.
    #[inline(always)]
    pub(super) fn update_de<P: Modulus>(&mut self, i: usize, row: usize) {
        let [u, v] = self.t[row];
        let mut column = wide(u, self.de[0][i]) + wide(v, self.de[1][i]);
        if i == 0 {
            // column − k·γ must be 0 modulo 2^LIMB_BITS, so k ≡ column/γ; γ is odd, as m is odd. Of the possible k take
            // the one in [−2^(LIMB_BITS−1), 2^(LIMB_BITS−1)), by sign extension.
            let k = (column as Signed).wrapping_mul(const { inverse_of_odd(split(&P::GAMMA)[0]) });
            let unused = Signed::BITS as usize - LIMB_BITS;
            self.k[row] = k << unused >> unused;
        }
        // Products by γ's zero limbs are left out, at compile time.
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

/// Stores the limb that column i of a row determines, limb i − 1, and keeps the carry to limb i.
#[inline(always)]
pub(super) fn store(x: &mut [Num; 2], carry: &mut [Signed; 2], i: usize, row: usize, column: Wide) {
    let (limb, up) = settle(column, if i == 0 { 0 } else { carry[row] });
    carry[row] = up;
    if i > 0 {
        x[row][i - 1] = limb;
    }
    // The last carries are the top limbs. Both are written after row 1 of the last column, which still reads the old top
    // limb of row 0.
    if i == COUNT - 1 && row == 1 {
        x[0][i] = carry[0];
        x[1][i] = carry[1];
    }
}

#[cfg(test)]
mod tests;
