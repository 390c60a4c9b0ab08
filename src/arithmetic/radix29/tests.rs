use num_bigint::BigInt;
use std::vec::Vec;

use super::*;
use crate::testing::{self, modulo_each_prime, neighbours};

fn integer(x: &Number) -> BigInt {
    let limbs = x.0.iter().rev();
    limbs.fold(BigInt::ZERO, |sum, limb| (sum << LIMB_BITS) + limb)
}

fn residue<P: Modulus>(x: &BigInt) -> Limbs {
    let prime = BigInt::from(testing::integer(&P::MODULUS));
    let residue = (x % &prime + &prime) % &prime;
    testing::limbs(&residue.to_biguint().unwrap())
}

#[track_caller]
fn check<P: Modulus>(result: &Number, expected: &BigInt) {
    for (i, limb) in result.0.iter().enumerate() {
        let tight = if i < 8 {
            -(1 << 11)..=(1 << 29) + (1 << 11)
        } else {
            -(1 << 24)..=1 << 25
        };
        assert!(tight.contains(limb), "limb {i} of {result:?}");
    }
    assert_eq!(residue::<P>(&integer(result)), residue::<P>(expected));
    assert_eq!(canonical::<P>(result), residue::<P>(expected));
}

/// Tight numbers at the ends of their limbs' ranges, of both signs, and random ones. (Debug assertions notice every sum
/// that overflows.)
fn numbers() -> Vec<Number> {
    let [low, high] = [-(1 << 11), (1 << 29) + (1 << 11)];
    let [top_low, top_high] = [-(1 << 24), 1 << 25];
    let mut numbers = Vec::new();
    for pattern in 0..64_u32 {
        let chosen = |i: usize, no, yes| if pattern >> (i % 6) & 1 == 1 { yes } else { no };
        numbers.push(Number(core::array::from_fn(|i| match i {
            8 => chosen(5, top_low, top_high),
            _ => chosen(i, low, high),
        })));
    }
    for limb in [0, 1, MASK, MASK - 1] {
        numbers.push(Number([limb, limb, limb, limb, limb, limb, limb, limb, 0]));
        let top = limb & TOP_MASK;
        numbers.push(Number([limb, 0, limb, 0, limb, 0, limb, 0, top]));
    }
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    for _ in 0..40 {
        numbers.push(Number(core::array::from_fn(|i| {
            random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            (random >> 34) as i64 >> if i == 8 { 6 } else { 1 }
        })));
    }
    numbers
}

fn agrees_with_integers<P: Modulus>() {
    let numbers = numbers();
    for a in &numbers {
        let x = integer(a);
        check::<P>(&square::<P>(a), &(&x * &x));
        for k in [-16, -1, 1, 16] {
            check::<P>(&carry::<P>(&Number(a.0.map(|limb| k * limb))), &(&x * k));
        }
        for b in &numbers {
            let y = integer(b);
            check::<P>(&mul::<P>(a, b), &(&x * &y));
            check::<P>(&sum_of_products::<P>(a, b, b, b), &(&x * &y + &y * &y));
            // All columns at their largest, of both signs.
            let minus_b = Number(b.0.map(|limb| -limb));
            let sum = sum_of_products::<P>(a, &minus_b, a, &minus_b);
            check::<P>(&sum, &(&x * &y * -2));
        }
    }
}

/// 256-bit integers through packed words, as in the public operations.
fn agrees_with_the_portable_kernel<P: Modulus>() {
    use crate::arithmetic::portable::{self, Portable};
    use crate::arithmetic::sums;
    let words = [0, 1, u64::MAX, u64::MAX - 1, 1 << 63, 0x9e37_79b9_7f4a_7c15];
    let mut values = Vec::new();
    for w0 in words {
        for w1 in words {
            for w3 in words {
                values.push(word::from_words([w0, w1, w1, w3]));
                values.push(word::from_words([w0, w1, !0, w3]));
            }
        }
    }
    let twice = word::add(&P::MODULUS, &P::MODULUS).0;
    values.extend([P::MODULUS, twice, P::GAMMA].iter().flat_map(neighbours));
    for a in &values {
        assert_eq!(canonical::<P>(&unpack(a)), portable::freeze::<P>(a));
        assert_eq!(Radix29::square::<P>(a), Portable::square_canonical::<P>(a));
        for k in [1_u64, 3, 16] {
            let factor = word::from_words([k, 0, 0, 0]);
            let expected = Portable::mul_canonical::<P>(a, &factor);
            assert_eq!(Radix29::times::<P>(a, k as Word), expected);
        }
        let frozen = portable::freeze::<P>(a);
        for b in values.iter().rev().step_by(5) {
            assert_eq!(Radix29::mul::<P>(a, b), Portable::mul_canonical::<P>(a, b));
            let other = portable::freeze::<P>(b);
            let sum = super::sums::add_canonical::<P>(&frozen, &other);
            assert_eq!(sum, sums::portable::add_canonical::<P>(&frozen, &other));
            let difference = super::sums::sub_canonical::<P>(&frozen, &other);
            let expected = sums::portable::sub_canonical::<P>(&frozen, &other);
            assert_eq!(difference, expected);
        }
    }
}

modulo_each_prime!(agrees_with_integers, agrees_with_the_portable_kernel);
