//! The prime fields.

use helioselene_simd::group::ff::Field;
use helioselene_simd::{FieldElement, Prime};
use num_bigint::BigUint;
use rand_core::RngCore;

use crate::common::field::{
    check_inverse, check_list, check_load, check_pair, check_power, check_primitives, check_root,
    check_root_ratio, check_unary, check_wide, one, root_of_unity,
};
use crate::common::oracle::{Integers, hex, power_of_two, random_bits};
use crate::common::{from_int, rng, scaled};

/// The edges (a few of them in a debug build) and as many random residues.
fn operands<P: Prime>(seed: u64) -> Vec<BigUint> {
    let field = Integers::of::<P>();
    let edges = field.residues();
    let step = edges.len() / scaled(edges.len());
    let mut operands: Vec<_> = edges.into_iter().step_by(step).collect();
    let mut rng = rng(seed);
    operands.extend(
        (0..operands.len())
            .map(|_| field.random(&mut rng))
            .collect::<Vec<_>>(),
    );
    operands
}

fn load_and_store<P: Prime>() {
    let field = Integers::of::<P>();
    let mut rng = rng(1);
    let mut integers: Vec<_> = field.edges().into_iter().collect();
    integers.extend((0..scaled(500)).map(|_| random_bits(&mut rng, 256)));
    for x in &integers {
        check_load::<P>(&field, x);
    }
}

fn from_primitives<P: Prime>() {
    let mut rng = rng(2);
    for _ in 0..scaled(100) {
        let (low, high) = (rng.next_u64(), rng.next_u64());
        let wide = u128::from(high) << 64 | u128::from(low);
        // All bits set, a random number of low bits set, and random bits.
        for x in [u128::MAX, u128::MAX >> (low % 128), wide, wide & 1] {
            check_primitives::<P>(x);
        }
    }
}

/// 512-bit integers: small and large ones, near multiples of the modulus, and integers for which folding the upper half
/// into the lower one comes close to a border, once or twice.
fn wide_integers(field: &Integers, rng: &mut impl RngCore) -> Vec<BigUint> {
    let m = &field.modulus;
    let end = power_of_two(512);
    let two_gamma = power_of_two(256) - 2u8 * m;
    let mut integers = vec![BigUint::ZERO, &end - 1u8];
    for k in 0..512 {
        integers.extend([
            power_of_two(k),
            power_of_two(k) - 1u8,
            &end - power_of_two(k),
        ]);
    }
    let halves: Vec<_> = field.edges().into_iter().collect();
    for (low, high) in halves.iter().zip(halves.iter().rev()) {
        integers.push((high << 256) + low);
    }
    for _ in 0..scaled(300) {
        integers.push(random_bits(rng, 512));
        let multiple = random_bits(rng, 512) / m * m;
        let distance = u32::from(rng.next_u32() as u8 % 40);
        integers.extend([&multiple + distance, &multiple + m - distance]);

        // high·2γ + low = h·2^256 + l, with l so that l + h·2γ is close to a border.
        let high = random_bits(rng, 256);
        let h = (&high * &two_gamma) >> 256;
        for border in [power_of_two(255), power_of_two(256), m.clone(), 2u8 * m] {
            let folded: BigUint =
                border + power_of_two(256) * 2u8 - &h * &two_gamma + distance - 20u8;
            let low = folded + power_of_two(400) - &high * &two_gamma;
            integers.push((&high << 256) + low % power_of_two(256));
        }
        // high·2γ + low just below and above a multiple of 2^256.
        let low = power_of_two(400) - &high * &two_gamma + distance - 20u8;
        integers.push((&high << 256) + low % power_of_two(256));
    }
    integers.retain(|x| *x < end);
    integers
}

fn wide_reduce<P: Prime>() {
    let field = Integers::of::<P>();
    for x in wide_integers(&field, &mut rng(3)) {
        check_wide::<P>(&field, &x);
    }
}

fn binary<P: Prime>() {
    let field = Integers::of::<P>();
    let operands = operands::<P>(4);
    for a in &operands {
        for b in &operands {
            check_pair::<P>(&field, a, b);
        }
    }
}

/// Pairs whose sum, difference or product is an edge, or makes a carry run through all limbs.
fn chosen_results<P: Prime>() {
    let field = Integers::of::<P>();
    let m = &field.modulus;
    let mut rng = rng(5);
    let edges: Vec<_> = field.edges().into_iter().collect();
    let targets = edges.iter().step_by(edges.len() / scaled(edges.len()));
    for target in targets {
        for _ in 0..4 {
            let a = field.random(&mut rng);
            check_pair::<P>(&field, &a, &field.sub(target, &a));
            check_pair::<P>(&field, &field.add(target, &a), &a);
            check_pair::<P>(&field, &a, &field.mul(target, &field.inverse(&a)));
            // Makes the low half of the 512-bit product equal to the target, for example all zeros or all ones.
            let odd = &a | one();
            let full = power_of_two(256);
            let b = target * odd.modinv(&full).expect("odd") % full;
            if b < *m && odd < *m {
                check_pair::<P>(&field, &odd, &b);
            }
        }
    }
}

fn unary<P: Prime>() {
    let field = Integers::of::<P>();
    for a in &operands::<P>(6) {
        check_unary::<P>(&field, a);
    }
}

fn sums_and_products<P: Prime>() {
    let field = Integers::of::<P>();
    let mut operands = operands::<P>(7);
    operands.retain(|x| *x != BigUint::ZERO); // it would hide all other factors
    for n in [0, 1, 2, 3, operands.len()] {
        check_list::<P>(&field, &operands[operands.len() - n..]);
    }
}

/// odd·2^k for every k: an older implementation failed from 3·2^66 on.
fn odds_times_powers_of_two(field: &Integers) -> Vec<BigUint> {
    let mut rng = rng(8);
    let mut odds: Vec<_> = [1u64, 3, 5, 7, 9, 0xff, 0xffff_ffff, u64::MAX]
        .map(BigUint::from)
        .into();
    odds.push(random_bits(&mut rng, 62) | one());
    odds.push(random_bits(&mut rng, 188) | one());
    odds.push(field.random(&mut rng) | one());
    let times_powers = |odd: &BigUint| (0..256).map(|k| odd << k).collect::<Vec<_>>();
    let mut integers: Vec<_> = odds.iter().flat_map(times_powers).collect();
    integers.retain(|x| field.reduce(x) != BigUint::ZERO);
    integers
}

/// For each prime (p, q, q of 2025) one number that needs at least 532 divsteps (eprint 2019/266, the half-delta
/// variant): the slowest of nine million random ones. The mean is below 515 and the standard deviation 4, so an
/// inversion that stops too early would nearly always be right.
const SLOW_TO_INVERT: [&str; 3] = [
    "420feb2a84b6bee18f04890a1701af797f3fa4ca228e3e009dec7ea2986c778d",
    "5bd83b328a09d24b451e72eac79f28dc6f45df562850e2cd1a0f0c92ef12c95e",
    "73a786daf6818e5d27892cc72ff279ba97bfe4f5d4e2d753cfbe2492a6e9c2e0",
];

fn invert<P: Prime>() {
    let field = Integers::of::<P>();
    check_inverse::<P>(&field, &BigUint::ZERO);
    let mut integers = operands::<P>(9);
    integers.extend(odds_times_powers_of_two(&field));
    integers.extend(SLOW_TO_INVERT.map(hex));
    for a in integers.iter().map(|a| field.reduce(a)) {
        check_inverse::<P>(&field, &a);
        check_inverse::<P>(&field, &field.neg(&a));
    }
}

#[cfg(feature = "alloc")]
fn batch_invert<P: Prime>() {
    let field = Integers::of::<P>();
    let mut integers = operands::<P>(10);
    integers.extend(odds_times_powers_of_two(&field));
    for (i, a) in integers.iter_mut().enumerate() {
        // With zeros, also two in a row and at both ends.
        *a = if i % 7 < 2 {
            BigUint::ZERO
        } else {
            field.reduce(a)
        };
    }
    integers.extend([BigUint::ZERO, BigUint::ZERO]);
    let check = crate::common::field::check_inverses::<P>;
    check(&field, &integers);
    // Short lists: with zeros at the start, at the end, nowhere and everywhere.
    let is_zero = |x: &BigUint| *x == BigUint::ZERO;
    let (zeros, others): (Vec<_>, Vec<_>) = integers.iter().cloned().partition(is_zero);
    for n in 0..=67.min(zeros.len()) {
        let end = integers.len() - n;
        for list in [&integers[..n], &integers[end..], &zeros[..n], &others[..n]] {
            check(&field, list);
        }
    }
}

fn powers<P: Prime>() {
    let field = Integers::of::<P>();
    let mut rng = rng(11);
    let edges: Vec<_> = field.residues().into_iter().collect();
    for exponent in edges.iter().step_by(edges.len() / scaled(edges.len())) {
        for base in [
            BigUint::ZERO,
            one(),
            &field.modulus - 1u8,
            field.random(&mut rng),
        ] {
            check_power::<P>(&field, &base, exponent);
        }
    }
    for _ in 0..scaled(200) {
        let (base, exponent) = (field.random(&mut rng), field.random(&mut rng));
        check_power::<P>(&field, &base, &exponent);
    }
}

fn roots<P: Prime>() {
    let field = Integers::of::<P>();
    let mut squares = 0;
    let operands = operands::<P>(12);
    for a in operands.iter().flat_map(|a| [a.clone(), field.square(a)]) {
        squares += usize::from(check_root::<P>(&field, &a));
    }
    assert!(operands.len() < squares && squares < 2 * operands.len());
}

fn root_ratios<P: Prime>() {
    let field = Integers::of::<P>();
    assert!(!field.is_square(&root_of_unity(&field)));
    let mut rng = rng(13);
    let small: Vec<BigUint> = (0u8..5).map(BigUint::from).collect();
    let negative: Vec<BigUint> = small.iter().map(|x| field.neg(x)).collect();
    let mut operands = [small, negative].concat();
    operands.extend((0..scaled(50)).map(|_| field.random(&mut rng)));
    for u in &operands {
        for v in &operands {
            check_root_ratio::<P>(&field, u, v);
        }
        let alternative = from_int::<P>(u).sqrt_alt();
        let ratio = FieldElement::sqrt_ratio(&from_int::<P>(u), &FieldElement::ONE);
        assert_eq!(bool::from(alternative.0), bool::from(ratio.0));
        assert_eq!(alternative.1, ratio.1);
    }
}

crate::common::generic_tests! { fields:
    load_and_store from_primitives wide_reduce binary chosen_results unary sums_and_products invert
    powers roots root_ratios
}

#[cfg(feature = "alloc")]
mod batch {
    use super::batch_invert;
    crate::common::generic_tests! { fields: batch_invert }
}
