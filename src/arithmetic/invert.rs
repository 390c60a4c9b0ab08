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
//! f, g, d and e have `COUNT` signed limbs of `RADIX` bits, so that the division by 2^RADIX at
//! the end of a batch is a shift by one limb. Of f and g the quotient is exact. For d and e it is
//! made so by a multiple k·m, |k| ≤ 2^(RADIX − 1), of m = 2^255 − γ: a product by γ of at most 127
//! bits and a shift. If d and e are at most D in magnitude, then the quotients are at most
//! (2^RADIX·D + 2^(RADIX − 1)·m)/2^RADIX = D + m/2; hence |d|, |e| ≤ 1 + 22·m/2 < 12·m for all
//! `BATCHES`. `settle` bounds the limbs.
//!
//! Nothing here branches, indexes or divides by what depends on x.

mod divsteps;
mod state;
pub(crate) mod vartime;

use zeroize::Zeroize;

use super::sums;
use crate::mask::barrier;
use crate::primes::Modulus;
use crate::word::{self, BITS, LIMBS, Limbs, Word};
use divsteps::run;
use state::{COUNT, MASK, Num, RADIX, Signed, State, TOP, Wide, sixteenfold, split};

/// 1/x modulo the prime, canonical, for canonical x; 0 for x = 0.
#[inline(never)]
pub(crate) fn invert<P: Modulus>(x: &Limbs) -> Limbs {
    let mut state = State::new::<P>(x);
    let f = run::<P>(&mut state);
    // The last update is needed for d only.
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

    use num_bigint::{BigInt, BigUint};

    use super::state::BATCHES;
    use super::*;
    use crate::primes::Q2025;
    use crate::primes::{P25519, Q};

    pub(super) fn integer(x: &Limbs) -> BigUint {
        BigUint::from_bytes_le(&word::to_le_bytes(x))
    }

    pub(super) fn limbs(x: &BigUint) -> Limbs {
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

    /// δ starts at 1/2, for which 588 divsteps were proved to suffice: which of 1 and −1 the last f is, depends on it.
    #[test]
    fn delta_starts_at_one_half() {
        fn check<P: Modulus>() {
            let m = integer(&P::MODULUS);
            for x in special_values(&m).iter().filter(|x| x.bits() > 0) {
                let (mut f, mut g) = (BigInt::from(m.clone()), BigInt::from(x % &m));
                let mut twice_delta = 1;
                for _ in 0..BATCHES * RADIX {
                    if g.bit(0) && twice_delta > 0 {
                        let next = (&g - f) >> 1;
                        (twice_delta, f, g) = (2 - twice_delta, g, next);
                    } else {
                        g = if g.bit(0) { g + &f } else { g } >> 1;
                        twice_delta += 2;
                    }
                }
                let last = run::<P>(&mut State::new::<P>(&limbs(&(x % &m))));
                let negative = last >> 1 & 1 == 1;
                assert_eq!(f, BigInt::from(if negative { -1 } else { 1 }), "{x:x}");
            }
        }
        check::<P25519>();
        check::<Q>();
    }

    /// Values at which carries, parities and shifts are extreme.
    pub(super) fn special_values(m: &BigUint) -> Vec<BigUint> {
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
