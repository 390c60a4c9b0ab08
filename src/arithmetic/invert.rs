//! Inversion in constant time.
//!
//! # Divsteps
//!
//! This is the algorithm of Bernstein and Yang, "Fast constant-time gcd computation and modular
//! inversion" (<https://eprint.iacr.org/2019/266>), in the variant of Wuille in which δ starts at
//! 1/2. A divstep maps (δ, f, g), f odd, to
//!
//! - (1 − δ, g, (g − f)/2) where δ > 0 and g is odd,
//! - (1 + δ, f, (g + f)/2) where δ < 0 and g is odd,
//! - (1 + δ, f, g/2) where g is even.
//!
//! It leaves gcd(f, g) as it is, and neither |f| nor |g| ever exceeds the larger of the two. From
//! f = m, the prime, and g = x, 0 ≤ x < m, at most 588 divsteps lead to g = 0: that is the bound
//! ⌊(45907·b + 26313)/19929⌋ for integers below 2^b, with b = 255, of "Bounds on divsteps
//! iterations in safegcd" (<https://github.com/sipa/safegcd-bounds>), which follows all (f, g) by
//! their convex hull for every δ. From then on f = ±1, or ±m for x = 0, and stays.
//!
//! The first n divsteps depend on δ and the low n bits of f and g alone, and act as a matrix of
//! integers: 2^n·(f', g') = (u·f + v·g, q·f + r·g), |u| + |v| ≤ 2^n, |q| + |r| ≤ 2^n. So they
//! are done in batches of [`RADIX`], on single words (`divsteps`), and each matrix is then applied
//! to all of f and g, and to d and e, where f ≡ d·x and g ≡ e·x (mod m) at any time. These begin as
//! 0 and 1. In the end the inverse is ±d, with the sign of f; for x = 0, it is d = 0.
//!
//! # Numbers
//!
//! f, g, d and e have [`COUNT`] signed limbs of [`RADIX`] bits, so that the division by 2^RADIX at
//! the end of a batch is a shift by one limb. Of f and g the quotient is exact. For d and e it is
//! made so by a multiple k·m, |k| ≤ 2^(RADIX − 1), of m = 2^255 − γ: a product by γ of at most 127
//! bits and a shift. If d and e are at most D in magnitude, then the quotients are at most
//! (2^RADIX·D + 2^(RADIX − 1)·m)/2^RADIX = D + m/2; hence |d|, |e| ≤ 1 + 22·m/2 < 12·m for all
//! [`BATCHES`]. [`settle`] bounds the limbs.
//!
//! Nothing here branches, indexes or divides by what depends on x.

mod divsteps;

use zeroize::Zeroize;

use super::sums;
use crate::mask::barrier;
use crate::primes::Modulus;
use crate::word::{self, BITS, LIMBS, Limbs, Word};
use divsteps::run;

#[cfg(all(target_pointer_width = "64", not(helioselene_word = "32")))]
mod width {
    use super::MASK;

    /// A limb.
    pub(super) type Signed = i64;
    /// A sum of products of two limbs.
    pub(super) type Wide = i128;
    /// Bits in a limb, and divsteps in a batch.
    pub(super) const RADIX: usize = 59;
    /// Limbs in a number.
    pub(super) const COUNT: usize = 5;
    /// 10·59 = 590 divsteps.
    pub(super) const BATCHES: usize = 10;
    /// The most divsteps on one packed word: 59 = 20 + 20 + 19.
    pub(super) const CHUNK: usize = 20;

    /// From column i of a product and what the column below has carried: limb i − 1 of its quotient
    /// by 2^RADIX, and the carry for limb i.
    ///
    /// The carry stays in that limb. Where B bounds the limbs, |column| ≤ 2^59·B + 2^58·2^59, the
    /// second term being k·γ_i or k·2^19, for d and e only. So a carry is at most B + 2^58, and an
    /// update adds at most 2^59 to the bound for f and g, 1.5·2^59 to that for d and e. Ten updates
    /// lead from 2^59 to 11·2^59 and from 1 to 15·2^59 + 1, both below 2^63.
    #[inline(always)]
    pub(super) fn settle(column: Wide, carry: Signed) -> (Signed, Signed) {
        (
            (column as Signed & MASK) + carry,
            (column >> RADIX) as Signed,
        )
    }
}

#[cfg(not(all(target_pointer_width = "64", not(helioselene_word = "32"))))]
mod width {
    use super::MASK;

    /// A limb.
    pub(super) type Signed = i32;
    /// A sum of products of two limbs.
    pub(super) type Wide = i64;
    /// Bits in a limb, and divsteps in a batch.
    pub(super) const RADIX: usize = 27;
    /// Limbs in a number.
    pub(super) const COUNT: usize = 10;
    /// 22·27 = 594 divsteps.
    pub(super) const BATCHES: usize = 22;
    /// The most divsteps on one packed word: 27 = 9 + 9 + 9.
    pub(super) const CHUNK: usize = 9;

    /// From column i of a product and what the column below has carried: limb i − 1 of its quotient
    /// by 2^RADIX, and the carry for limb i.
    ///
    /// Twenty-two updates leave no room for carries that stay. So every limb but the top one is in
    /// [0, 2^27), |column| ≤ 2^27·2^27 + 2^26·2^27, and the carry is below 2^28. The top limb has
    /// the weight 2^243 and is below 2^16 in magnitude, as 12·m is below 2^259.
    #[inline(always)]
    pub(super) fn settle(column: Wide, carry: Signed) -> (Signed, Signed) {
        let column = column + carry as Wide;
        (column as Signed & MASK, (column >> RADIX) as Signed)
    }
}

use width::{BATCHES, CHUNK, COUNT, RADIX, Signed, Wide, settle};

/// An integer in radix 2^RADIX, least significant limb first.
type Num = [Signed; COUNT];
/// [[u, v], [q, r]]
type Matrix = [[Signed; 2]; 2];

const MASK: Signed = (1 << RADIX) - 1;
/// 2^255 is this power of two in the top limb.
const TOP: usize = 255 - RADIX * (COUNT - 1);

/// The limbs of x, all in [0, 2^RADIX).
const fn split(x: &Limbs) -> Num {
    let mut out = [0; COUNT];
    let mut i = 0;
    while i < COUNT {
        let (word, shift) = (i * RADIX / BITS, i * RADIX % BITS);
        let mut bits = x[word] >> shift;
        if shift > 0 && word + 1 < LIMBS {
            bits |= x[word + 1] << (BITS - shift);
        }
        out[i] = bits as Signed & MASK;
        i += 1;
    }
    out
}

/// 16·x
const fn sixteenfold(x: &Num) -> Num {
    let mut out = [0; COUNT];
    let (mut carry, mut i) = (0, 0);
    while i < COUNT {
        carry += (x[i] as Wide) << 4;
        out[i] = carry as Signed & MASK;
        carry >>= RADIX;
        i += 1;
    }
    assert!(carry == 0);
    out
}

/// 1/x modulo 2^RADIX, for odd x, by Newton's iteration.
const fn inverse_of_odd(x: Signed) -> Signed {
    // x² ≡ 1 (mod 8)
    let (mut y, mut bits) = (x, 3);
    while bits < RADIX {
        y = y.wrapping_mul((2 as Signed).wrapping_sub(x.wrapping_mul(y)));
        bits *= 2;
    }
    y
}

#[inline(always)]
fn wide(a: Signed, b: Signed) -> Wide {
    a as Wide * b as Wide
}

/// The numbers, and their update under way.
///
/// An update runs through the columns i = 0, 1, …, and in each of them does row 0 and then row 1 of
/// the matrix. It writes limb i − 1 when it has read limb i, so it needs no second copy.
struct State {
    /// f and g
    fg: [Num; 2],
    /// d and e
    de: [Num; 2],
    /// The matrix of the update.
    t: Matrix,
    /// What the last column of f, g, d and e has carried.
    fg_carry: [Signed; 2],
    de_carry: [Signed; 2],
    /// The multiples of m in the updates of d and e.
    k: [Signed; 2],
    /// In memory, since LLVM takes products with a constant it knows to pieces.
    gamma: Num,
}

impl State {
    fn new<P: Modulus>(x: &Limbs) -> Self {
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

    /// Column i of a row of t·(f, g)/2^RADIX.
    #[inline(always)]
    fn update_fg(&mut self, i: usize, row: usize) {
        let [u, v] = self.t[row];
        let column = wide(u, self.fg[0][i]) + wide(v, self.fg[1][i]);
        store(&mut self.fg, &mut self.fg_carry, i, row, column);
    }

    /// Column i of a row of (t·(d, e) + k·m)/2^RADIX.
    #[inline(always)]
    fn update_de<P: Modulus>(&mut self, i: usize, row: usize) {
        let [u, v] = self.t[row];
        let mut column = wide(u, self.de[0][i]) + wide(v, self.de[1][i]);
        if i == 0 {
            // The column less k·γ must be 0 modulo 2^RADIX; from the residues, the one around 0.
            let k = (column as Signed).wrapping_mul(const { inverse_of_odd(split(&P::GAMMA)[0]) });
            let unused = Signed::BITS as usize - RADIX;
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

impl Zeroize for State {
    fn zeroize(&mut self) {
        self.fg.zeroize();
        self.de.zeroize();
        self.t.zeroize();
        self.fg_carry.zeroize();
        self.de_carry.zeroize();
        self.k.zeroize();
    }
}

#[inline(always)]
fn store(x: &mut [Num; 2], carry: &mut [Signed; 2], i: usize, row: usize, column: Wide) {
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

/// 1/x modulo the prime, canonical, for canonical x; 0 for x = 0.
#[inline(never)]
pub(crate) fn invert<P: Modulus>(x: &Limbs) -> Limbs {
    let mut state = State::new::<P>(x);
    let f = run::<P>(&mut state);
    // Of the last update only d is of use.
    for i in 0..COUNT {
        state.update_de::<P>(i, 0);
    }
    state.de[0][COUNT - 1] = state.de_carry[0];
    // Bit 1 distinguishes 1 from −1.
    let inverse = freeze::<P>(&state.de[0], (f >> 1) & 1);
    state.zeroize();
    inverse
}

/// d or, if `negative` is 1, −d, modulo the prime, for |d| < 16·m.
#[inline(always)]
fn freeze<P: Modulus>(d: &Num, negative: Signed) -> Limbs {
    let offset = const { sixteenfold(&split(&P::MODULUS)) };
    let sign = barrier((negative as Word).wrapping_neg()) as Signed;
    // ±d + 16·m is positive and below 32·m < 2^260; as limbs = low + 2^255·top.
    let (mut low, mut top) = ([0; LIMBS], 0);
    let mut sum: Wide = 0;
    for i in 0..COUNT {
        sum += ((d[i] ^ sign) - sign) as Wide + offset[i] as Wide;
        let mut limb = (sum as Signed & MASK) as Word;
        sum >>= RADIX;
        if i == COUNT - 1 {
            top = limb >> TOP;
            limb &= (1 << TOP) - 1;
        }
        let (word, shift) = (i * RADIX / BITS, i * RADIX % BITS);
        low[word] |= limb << shift;
        if shift + RADIX > BITS && word + 1 < LIMBS {
            low[word + 1] |= limb >> (BITS - shift);
        }
    }
    // low + γ·top < 2^255 + 2^127·2^5 fits, and is below twice the prime.
    let mut carry = 0;
    for (limb, gamma) in low.iter_mut().zip(P::GAMMA) {
        (*limb, carry) = word::mac(*limb, top, gamma, carry);
    }
    sums::freeze_once::<P>(&low)
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use num_bigint::BigUint;

    use super::*;
    #[cfg(feature = "cycle2025")]
    use crate::primes::Q2025;
    use crate::primes::{P25519, Q};

    fn integer(x: &Limbs) -> BigUint {
        BigUint::from_bytes_le(&word::to_le_bytes(x))
    }

    fn limbs(x: &BigUint) -> Limbs {
        let mut bytes = [0; 32];
        let digits = x.to_bytes_le();
        bytes[..digits.len()].copy_from_slice(&digits);
        word::from_le_bytes(&bytes)
    }

    fn check<P: Modulus>(x: &BigUint) {
        let m = integer(&P::MODULUS);
        let y = integer(&invert::<P>(&limbs(x)));
        assert!(y < m, "{x:x}");
        // 0 has no inverse but itself here.
        let product = if x.bits() == 0 { y + 1_u8 } else { x * y % m };
        assert_eq!(product, BigUint::from(1_u8), "{x:x}");
    }

    /// Values at which carries, parities and shifts are extreme.
    fn special_values(m: &BigUint) -> Vec<BigUint> {
        let one = BigUint::from(1_u8);
        let mut values = Vec::new();
        for small in 0..200_u32 {
            values.push(BigUint::from(small));
            values.push((m + small) >> 1);
        }
        for odd in [
            1,
            3,
            5,
            7,
            15,
            17,
            0xffff_ffff,
            u64::MAX,
            0x9e37_79b9_7f4a_7c15,
        ] {
            for shift in 0..256 {
                let x = BigUint::from(odd) << shift;
                values.extend([&x - 1_u8, &x + 1_u8, x]);
            }
        }
        for width in [27, 32, 59, 64] {
            let digit = (&one << width) - 1_u8;
            for digits in 0..256_u32 {
                // Limbs of all ones and of zeros, in the words and in the radix in use.
                let chosen = (0..8).filter(|i| digits >> i & 1 == 1);
                values.push(chosen.map(|i| &digit << (width * i)).sum());
            }
        }
        // γ
        values.push((&one << 255) - m);
        values
    }

    fn check_all<P: Modulus>() {
        let m = integer(&P::MODULUS);
        for value in special_values(&m) {
            let x = value % &m;
            check::<P>(&((&m - &x) % &m));
            check::<P>(&x);
        }
        let mut x = BigUint::from(3_u8);
        for i in 0..2000 {
            x = &x * &x * &x % &m;
            check::<P>(&x);
            check::<P>(&(&x >> (i % 255)));
        }
    }

    #[test]
    fn p25519() {
        check_all::<P25519>();
    }

    #[test]
    fn q() {
        check_all::<Q>();
    }

    #[cfg(feature = "cycle2025")]
    #[test]
    fn q2025() {
        check_all::<Q2025>();
    }

    #[test]
    fn the_divsteps_suffice() {
        let bound = (45907 * 255 + 26313) / 19929;
        assert!(RADIX * BATCHES >= bound);
        // Numbers, γ and the offset fit.
        const { assert!(COUNT * RADIX >= 260 && TOP < RADIX) };
    }
}
