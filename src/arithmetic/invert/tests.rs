use std::vec::Vec;

use num_bigint::{BigInt, BigUint};

use super::state::BATCHES;
use super::*;
use crate::primes::{P25519, Q, Q2025};
use crate::testing::{integer, limbs};

fn check<P: Modulus>(x: &BigUint) {
    let m = integer(&P::MODULUS);
    let y = integer(&invert::<P>(&limbs(x)));
    assert!(y < m, "{x:x}");
    // 0 has no inverse; the function returns 0.
    let product = if x.bits() == 0 { y + 1_u8 } else { x * y % m };
    assert_eq!(product, BigUint::from(1_u8), "{x:x}");
}

/// δ starts at 1/2, for which 588 divsteps are known to be enough. Whether the last f is 1 or −1 depends on it.
#[test]
fn delta_starts_at_one_half() {
    fn check<P: Modulus>() {
        let m = integer(&P::MODULUS);
        for x in special_values(&m).iter().filter(|x| x.bits() > 0) {
            let (mut f, mut g) = (BigInt::from(m.clone()), BigInt::from(x % &m));
            let mut twice_delta = 1;
            for _ in 0..BATCHES * LIMB_BITS {
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
    let random = 0x9e37_79b9_7f4a_7c15;
    for odd in [1, 3, 5, 7, 15, 17, 0xffff_ffff, u64::MAX, random] {
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
    assert!(LIMB_BITS * BATCHES >= bound);
    // Numbers, γ and the offset fit.
    const { assert!(COUNT * LIMB_BITS >= 260 && TOP < LIMB_BITS) };
}
