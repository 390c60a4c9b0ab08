//! Inversion of public elements, in variable time.
//!
//! Stein's algorithm: of the odd numbers a and b the smaller one is subtracted from the larger, and the difference, which
//! is even, is halved until it is odd. From a = x and b = m, the prime, this leads to a = 0 and b = 1.
//!
//! - *Words* decide, as with Lehmer and in Pornin's variant for binary algorithms (<https://eprint.iacr.org/2020/972>): the
//!   upper 33 bits of a and b from where the longer one begins, and their low 31 bits, are enough for 31 halvings
//!   ([`Kernel::halve`]), which are then made of the whole numbers by a matrix.
//! - *Coefficients* as with Kaliski (IEEE Transactions on Computers 44, 1995): there are d, e ≥ 0 with
//!   2^h·a ≡ ±d·x and 2^h·b ≡ ∓e·x (mod m) after h halvings, and a·e + b·d = m, so neither exceeds m. In the end
//!   1/x ≡ ±2^−h·e.
//!
//! A word decides wrongly where the upper bits of a and b are equal, which happens for rare x only; the result is
//! wrong then. So it is multiplied by x, which also tells its sign, and the caller inverts in constant time where the
//! product is not ±1.

use super::super::kernel::{HALVINGS, Kernel};
use crate::primes::Modulus;
use crate::word::{self, LIMBS, Limbs};

/// Each halving halves a·b < 2^510: it is 0 after 511.
const BATCHES: usize = 511_usize.div_ceil(HALVINGS as usize);

/// Words of 64 bits on every target: products of 128 bits may take variable time, as nothing here is secret.
type Words = [u64; 4];

/// 1/x modulo the prime, canonical, for canonical x; `None` for 0 and where a word decided wrongly.
pub(crate) fn invert<P: Modulus, K: Kernel>(x: &Limbs) -> Option<Limbs> {
    let (e, batches, left) = coefficient::<K>(&word::words(x), &word::words(&P::MODULUS))?;
    // 2^−h = 2^−(31·batches)·2^left
    let powers = const { &powers_of_half::<P>() };
    let mut shift = [0; LIMBS];
    shift[0] = 1 << left;
    let inverse = K::mul::<P>(&word::from_words(e), &powers[batches]);
    let inverse = K::mul_canonical::<P>(&inverse, &shift);
    let minus = word::sub(&P::MODULUS, &inverse).0;
    let (one, minus_one) = const {
        let mut one = [0; LIMBS];
        one[0] = 1;
        (one, word::sub(&P::MODULUS, &one).0)
    };
    match K::mul_canonical::<P>(&inverse, x) {
        product if product == one => Some(inverse),
        product if product == minus_one => Some(minus),
        _ => None,
    }
}

/// The last e, the number of batches of halvings, and the excess of halvings.
#[inline(always)]
fn coefficient<K: Kernel>(x: &Words, modulus: &Words) -> Option<(Words, usize, u32)> {
    let (mut a, mut b) = (*x, *modulus);
    let (mut d, mut e) = ([1, 0, 0, 0], [0; 4]);
    let mut top = 3;
    for batch in 1..=BATCHES {
        while top > 0 && a[top] | b[top] == 0 {
            top -= 1;
        }
        let ([row_a, row_b], left) = K::halve(decisive(&a, &b, top), decisive(&b, &a, top));
        let next = difference(row_a, &a, &b);
        if next == [0; 4] {
            // b is 1; the excess halvings halved a = 0.
            return Some((sum(row_b.map(|v| v >> left), &d, &e), batch, left));
        }
        (a, b) = (next, difference(row_b, &a, &b));
        (d, e) = (sum(row_a, &d, &e), sum(row_b, &d, &e));
    }
    None
}

/// The deciding word of `a`: all of it if both numbers fit a word, else its bits from the longer number's top one down,
/// and its low ones.
#[inline(always)]
fn decisive(a: &Words, b: &Words, top: usize) -> u64 {
    if top == 0 {
        return a[0];
    }
    let zeros = (a[top] | b[top]).leading_zeros();
    // Two shifts, as one by 64 would overflow.
    let upper = a[top] << zeros | a[top - 1] >> 1 >> (63 - zeros);
    let low = (1 << HALVINGS) - 1;
    upper & !low | a[0] & low
}

/// |u·a − v·b|/2^31, for u + v ≤ 2^31.
#[inline(always)]
fn difference([u, v]: [u64; 2], a: &Words, b: &Words) -> Words {
    let (mut ua, mut vb, mut borrow) = (0_u128, 0_u128, false);
    let mut difference = [0; 5];
    for (i, word) in difference.iter_mut().enumerate() {
        if i < 4 {
            // Below 2^64 + 2^31·2^64.
            ua += u128::from(u) * u128::from(a[i]);
            vb += u128::from(v) * u128::from(b[i]);
        }
        let (x, below) = (ua as u64).overflowing_sub(vb as u64);
        let (x, also_below) = x.overflowing_sub(borrow.into());
        (*word, borrow) = (x, below | also_below);
        (ua, vb) = (ua >> 64, vb >> 64);
    }
    let negative = u64::from(borrow).wrapping_neg();
    let mut carry = borrow;
    core::array::from_fn(|i| {
        let quotient = difference[i] >> HALVINGS | difference[i + 1] << (64 - HALVINGS);
        let magnitude;
        (magnitude, carry) = (quotient ^ negative).overflowing_add(carry.into());
        magnitude
    })
}

/// u·d + v·e modulo 2^256; at most m unless a word decided wrongly.
#[inline(always)]
fn sum([u, v]: [u64; 2], d: &Words, e: &Words) -> Words {
    // Below 2^33 after each word, as u + v ≤ 2^31.
    let mut carry = 0;
    core::array::from_fn(|i| {
        carry += u128::from(u) * u128::from(d[i]) + u128::from(v) * u128::from(e[i]);
        let word = carry as u64;
        carry >>= 64;
        word
    })
}

/// 2^−(31·i) modulo the prime.
const fn powers_of_half<P: Modulus>() -> [Limbs; BATCHES + 1] {
    let mut powers = [[0; LIMBS]; BATCHES + 1];
    powers[0][0] = 1;
    let mut i = 0;
    while i < BATCHES {
        let mut power = powers[i];
        let mut halvings = 0;
        while halvings < HALVINGS {
            if power[0] & 1 == 1 {
                // Below 2^256: no carry.
                power = word::add(&power, &P::MODULUS).0;
            }
            power = word::half(&power);
            halvings += 1;
        }
        i += 1;
        powers[i] = power;
    }
    powers
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;
    use rand_core::{RngCore, SeedableRng};

    use super::super::tests::{integer, limbs, special_values};
    use super::*;
    use crate::arithmetic::portable::Portable;
    use crate::arithmetic::{invert, sums, with_kernel};
    use crate::primes::{P25519, Q, Q2025};

    /// Whether there was an inverse, which is the right one.
    fn check<P: Modulus, K: Kernel>(x: &Limbs) -> bool {
        let got = super::invert::<P, K>(x);
        if let Some(got) = got {
            assert_eq!(got, invert::invert::<P>(x), "{x:x?}");
        }
        got.is_some()
    }

    fn check_all<P: Modulus, K: Kernel>() {
        let m = integer(&P::MODULUS);
        assert!(!check::<P, K>(&[0; LIMBS]));
        for x in special_values(&m) {
            let x = x % &m;
            check::<P, K>(&limbs(&x));
            check::<P, K>(&limbs(&((&m - &x) % &m)));
        }
        for x in 1..1000_u32 {
            let x = limbs(&BigUint::from(x));
            assert!(check::<P, K>(&x), "{x:x?}");
            assert!(check::<P, K>(&invert::invert::<P>(&x)), "1/{x:x?}");
        }
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(7);
        for _ in 0..1000 {
            let mut words = [(); 4].map(|()| rng.next_u64());
            words[3] >>= 1;
            let x = sums::freeze_once::<P>(&word::from_words(words));
            assert!(check::<P, K>(&x), "{x:x?}");
        }
    }

    #[test]
    fn gives_the_inverse_or_none() {
        fn of<P: Modulus>() {
            check_all::<P, Portable>();
            with_kernel!(K => check_all::<P, K>());
        }
        of::<P25519>();
        of::<Q>();
        of::<Q2025>();
    }

    /// m − x has the upper bits of m, and of those that the words see it seems to have the larger lower ones.
    #[test]
    fn wrong_decisions_are_noticed() {
        let (mut x, mut none) = (Q::MODULUS, 0);
        for _ in 0..50 {
            x = word::sub(&x, &word::from_words([0x1_0000_0000 - 2, 0, 0, 0])).0;
            none += u32::from(!check::<Q, Portable>(&x));
        }
        assert!(none > 0);
    }

    #[test]
    fn kernels_halve_alike() {
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(8);
        let special = [0, 1, 2, 3, u64::MAX, 1 << 31, 1 << 30, 1 << 32, 1 << 63];
        for i in 0..20_000 {
            let a = special.get(i).copied().unwrap_or_else(|| rng.next_u64());
            let b = rng.next_u64() | 1;
            // Also numbers of the same upper or lower bits, and short ones.
            for (a, b) in [(a, b), (a % 999, b), (b ^ a << 40, b), (a, a | 1), (b, b)] {
                let ([row_a, row_b], left) = Portable::halve(a, b);
                with_kernel!(K => assert_eq!(K::halve(a, b), ([row_a, row_b], left), "{a:x} {b:x}"));
                for [u, v] in [row_a, row_b] {
                    assert!(u + v <= 1 << HALVINGS);
                    let value = u.wrapping_mul(a).wrapping_sub(v.wrapping_mul(b));
                    assert_eq!(value % (1 << HALVINGS), 0, "{a:x} {b:x}");
                }
            }
        }
    }
}
