//! Proofs of the kernels, for all operands.

use num_bigint::BigInt;

use crate::backend::halves;
use crate::backend::halves::multiply::{
    carry, carry_column, fold, from_words, into_words, multiply, residue, square,
};
use crate::backend::halves::{
    BITS, COUNT, HalfLimbs, Halves as _, TIGHT, TOP, Whole as _, bias, splat,
};
use crate::backend::lanes::each;
use crate::field::Prime;
use crate::primes::{P25519, Q, Q2025};
use crate::testing::integer;
use crate::testing::lanes::halves::Two;
use crate::testing::lanes::symbolic::{Symbolic, bounds, every_fault_fails, vanishes};
use crate::testing::poly::{Poly, weighted};

type Number = HalfLimbs<Two<Symbolic>>;

/// Any number with limbs of at most this many tight ones.
fn of_units(units: u64) -> Number {
    let limb = |i: usize| Symbolic::input(units * (TIGHT[i] - 1) + 1);
    each!(i => Two::new(limb(i), if i + 5 < COUNT { limb(i + 5) } else { Symbolic::splat(0) }))
}

fn limbs(x: &Number) -> [Symbolic; COUNT] {
    core::array::from_fn(|i| match i {
        0..5 => x[i].lower(),
        _ => x[i - 5].upper(),
    })
}

/// The number with these limbs.
fn number(limbs: &[Symbolic], bits: u32) -> Poly {
    let powers = (0..).map(|i| bits * i);
    weighted(limbs.iter().map(|limb| limb.poly()).zip(powers))
}

fn value(x: &Number) -> Poly {
    number(&limbs(x), BITS)
}

/// Asserts that the number is tight, and represents x modulo the prime.
fn assert_right<P: Prime>(number: &Number, x: &Poly) {
    assert_eq!(number[4].upper().greatest(), 0);
    for (limb, bound) in limbs(number).iter().zip(TIGHT) {
        assert!(limb.greatest() < bound.into(), "not tight");
    }
    assert_congruent::<P>(&value(number), x);
}

fn assert_congruent<P: Prime>(number: &Poly, x: &Poly) {
    let right = vanishes(&number.minus(x), &integer(&P::MODULUS), 0);
    assert!(right, "not congruent");
}

fn products<P: Prime>() {
    let product = |a: &Number, b: &Number| value(a).times(&value(b));
    every_fault_fails(0, || {
        let [a, b] = [of_units(1), of_units(1)];
        assert_right::<P>(&multiply::<_, P>(&a, &b), &product(&a, &b));
    });
    every_fault_fails(0, || {
        let a = of_units(1);
        assert_right::<P>(&square::<_, P>(&a), &product(&a, &a));
    });
}

#[test]
fn products_are_right() {
    products::<P25519>();
    products::<Q>();
    products::<Q2025>();
}

fn carries<P: Prime>() {
    for units in 2..=6 {
        // The top limb's carry, which each pass drops.
        let passes = 1 + usize::from(!P::GAMMA_IS_SMALL && units > 3);
        every_fault_fails(passes, || {
            let x = of_units(units);
            assert_right::<P>(&carry::<_, P>(x, units as u32), &value(&x));
        });
    }
}

#[test]
fn carries_are_right() {
    carries::<P25519>();
    carries::<Q>();
    carries::<Q2025>();
}

/// What is subtracted from is a multiple of the prime, exceeds any subtrahend, and counts as one unit more.
fn biases<P: Prime>() {
    for units in 0..=6 {
        let limbs = bias::<P>(units);
        for (limb, tight) in limbs.into_iter().zip(TIGHT) {
            let tight = tight - 1;
            assert!(limb >= u64::from(units) * tight && limb <= u64::from(units + 1) * tight);
        }
        let value = value(&splat::<Two<Symbolic>>(limbs));
        assert_congruent::<P>(&value, &Poly::default());
    }
}

#[test]
fn biases_are_multiples() {
    biases::<P25519>();
    biases::<Q>();
    biases::<Q2025>();
}

/// The bounds of a residue's limbs: 255 bits in all.
fn canonical() -> [u64; COUNT] {
    let mut bounds = [1 << BITS; COUNT];
    bounds[8] = 1 << TOP;
    bounds
}

/// The canonical residue of a tight number x: if x + γ carries out of 255 bits, γ is added and 2^255 subtracted, after the part
/// from 2^255 on was folded.
fn residues<P: Prime>() {
    let [prime, gamma] = [&P::MODULUS, &P::GAMMA].map(|limbs| BigInt::from(integer(limbs)));
    let modulo = |x: &Poly| x.is_multiple_of(&(num_bigint::BigUint::from(1_u8) << 255));
    let greatest: BigInt = (BigInt::from(1) << 255) - 1;
    let tight = of_units(1);
    let found = residue::<_, P>(&tight);
    for (limb, bound) in found.iter().zip(canonical()) {
        assert!(limb.greatest() < bound.into(), "not a limb of a residue");
    }
    let found = number(&found, BITS);

    let top = limbs(&tight)[8].shr(TOP).poly();
    let below = value(&tight).minus(&top.shl(255));
    let above = top.times(&gamma.clone().into());
    let x = below.plus(&above);
    let [[_, below], [_, above]] = [below, above].map(|part| bounds(&part));
    assert!(below + above < &prime * 2);

    // The carry of x + γ, by the same quotients: its remainder has 255 bits.
    let mut sum = limbs(&tight);
    let [top, g] = [sum[8].shr(TOP), Symbolic::splat(1)];
    sum[8] = sum[8].low(TOP);
    let limbs_of_gamma = halves::gamma::<P>(0);
    fold(&mut sum, 0, &[top], &limbs_of_gamma);
    assert_eq!(number(&sum, BITS), x);
    fold(&mut sum, 0, &[g], &limbs_of_gamma);
    for i in 0..8 {
        carry_column(&mut sum, i);
    }
    let carry = sum[8].shr(TOP).poly();
    sum[8] = sum[8].low(TOP);
    let low = number(&sum, BITS);
    assert_eq!(low.plus(&carry.shl(255)), x.plus(&gamma.clone().into()));
    assert_eq!(bounds(&low), [BigInt::ZERO, greatest.clone()]);
    assert_eq!(bounds(&carry), [BigInt::ZERO, 1.into()]);
    assert_eq!(&greatest - &gamma, &prime - 1);

    // The residue is x + carry·γ modulo 2^255. Without a carry that is x, which is below the prime, because x + γ is below 2^255.
    // With a carry it is x minus the prime, which is below the prime because x is below twice the prime.
    let sum = x.plus(&carry.times(&gamma.into()));
    assert!(modulo(&found.minus(&sum)));
    assert_eq!(bounds(&found), [BigInt::ZERO, greatest]);
}

#[test]
fn residues_are_canonical() {
    every_fault_fails(0, residues::<P25519>);
    every_fault_fails(0, residues::<Q>);
    every_fault_fails(0, residues::<Q2025>);
}

#[test]
fn conversions_are_right() {
    every_fault_fails(0, || {
        let words = [u64::MAX; 4].map(Symbolic::input);
        let limbs = from_words::<Two<Symbolic>>(words);
        assert_eq!(value(&limbs), number(&words, 64));
    });
    every_fault_fails(0, || {
        let limbs = canonical().map(Symbolic::input);
        assert_eq!(number(&into_words(limbs), 64), number(&limbs, BITS));
    });
}
