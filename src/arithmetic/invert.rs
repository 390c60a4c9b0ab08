//! Modular inversion in constant time, by divsteps; `vartime` has the one in variable time.
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
//! It preserves gcd(f, g), and neither |f| nor |g| ever exceeds the larger of the original two. From f = m, the prime,
//! and g = x, 0 ≤ x < m, at most 588 divsteps lead to g = 0: that is the bound ⌊(45907·b + 26313)/19929⌋ for integers
//! below 2^b, with b = 255, of "Bounds on divsteps iterations in safegcd" (<https://github.com/sipa/safegcd-bounds>),
//! which computes the convex hull of all reachable (f, g) for every δ. From then on f = ±1, or ±m for x = 0, and
//! further divsteps do not change f.
//!
//! The first n divsteps depend only on δ and the low n bits of f and g, and act as a matrix of integers: 2^n·(f', g') =
//! (u·f + v·g, q·f + r·g), |u| + |v| ≤ 2^n, |q| + |r| ≤ 2^n. So they run in batches of [`LIMB_BITS`] on single words
//! (`divsteps`). Each matrix is then applied to all of f and g, and to d and e, which begin as 0 and 1 and keep f ≡ d·x
//! and g ≡ e·x (mod m). In the end the inverse is ±d, with the sign of f; for x = 0, d = 0.
//!
//! # Numbers
//!
//! f, g, d and e have `COUNT` signed limbs of w = `LIMB_BITS` bits, so that the division by 2^w at
//! the end of a batch is a shift by one limb. For f and g the quotient is exact. For d and e a multiple k·m, |k| ≤
//! 2^(w − 1), of m = 2^255 − γ makes it exact: a product by γ of at most 127 bits and a shift. If |d| and |e| are
//! at most D, the quotients are at most (2^w·D + 2^(w − 1)·m)/2^w = D + m/2; hence |d|, |e| ≤ 1 + 22·m/2 <
//! 12·m for all `BATCHES`. `settle` bounds the limbs.
//!
//! No branch, index or division depends on x. An inversion takes 2 925 cycles over p and 2 972 over q on Zen 5, where
//! x^(prime − 2) takes some 8 900.

mod divsteps;
mod state;
pub(crate) mod vartime;

use zeroize::Zeroize;

use super::sums;
use crate::mask::barrier;
use crate::primes::Modulus;
use crate::word::{self, BITS, LIMBS, Limbs, Word};
use divsteps::run;
use state::{COUNT, LIMB_BITS, MASK, Num, Signed, State, TOP, Wide, split};

/// Returns the canonical residue of 1/x for canonical x, and 0 for x = 0. Constant time.
#[inline(never)]
pub(crate) fn invert<P: Modulus>(x: &Limbs) -> Limbs {
    let mut state = State::new::<P>(x);
    let f = run::<P>(&mut state);
    // The last update only has to compute d, which is row 0 of `de`.
    for i in 0..COUNT {
        state.update_de::<P>(i, 0);
    }
    state.de[0][COUNT - 1] = state.de_carry[0];
    // f is 1 or −1, whose two low bits are 01 and 11: bit 1 is the sign. (`run` returns at least 25 correct bits.) For
    // x = 0 f is ±m, but d = 0.
    let inverse = freeze::<P>(&state.de[0], (f >> 1) & 1);
    state.zeroize();
    inverse
}

/// Returns the canonical residue of d, or of −d if `negative` is 1, for |d| < 16·m.
#[inline(always)]
fn freeze<P: Modulus>(d: &Num, negative: Signed) -> Limbs {
    let modulus = const { split(&P::MODULUS) };
    let sign = barrier((negative as Word).wrapping_neg()) as Signed;
    // ±d + 16·m is positive and below 32·m < 2^260. The loop carries it to limbs of LIMB_BITS bits and repacks them as
    // words: low + 2^255·top, with top < 2^5. `sum` >> LIMB_BITS is an arithmetic shift, as limbs may be negative.
    let (mut low, mut top) = ([0; LIMBS], 0);
    let mut sum: Wide = 0;
    for i in 0..COUNT {
        sum += ((d[i] ^ sign) - sign) as Wide + 16 * modulus[i] as Wide;
        let mut limb = (sum as Signed & MASK) as Word;
        sum >>= LIMB_BITS;
        if i == COUNT - 1 {
            top = limb >> TOP;
            limb &= (1 << TOP) - 1;
        }
        // Limb i begins at bit i·LIMB_BITS, and may end in the next word.
        let (word, shift) = (i * LIMB_BITS / BITS, i * LIMB_BITS % BITS);
        low[word] |= limb << shift;
        if shift + LIMB_BITS > BITS && word + 1 < LIMBS {
            low[word + 1] |= limb >> (BITS - shift);
        }
    }
    // low + γ·top < 2^255 + 2^127·2^5, so it does not carry and is below twice the prime.
    let mut carry = 0;
    for (limb, gamma) in low.iter_mut().zip(P::GAMMA) {
        (*limb, carry) = word::mac(*limb, top, gamma, carry);
    }
    sums::freeze_once::<P>(&low)
}

#[cfg(test)]
mod tests;
