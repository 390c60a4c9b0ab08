//! The texts of sums and differences compute what they should, for all operands within their bounds: run on
//! polynomials, see [`crate::arithmetic::symbolic`].

use num_bigint::{BigInt, BigUint};

use super::*;
use crate::arithmetic::symbolic::{Poly, Proof, every_change_fails, limbs};
use crate::primes::{P25519, Q, Q2025};

const A: [&str; 4] = ["{a0}", "{a1}", "{a2}", "{a3}"];
const B: [&str; 4] = ["{b0}", "{b1}", "{b2}", "{b3}"];

/// A proof for operands below `multiple` times the prime; their values.
fn begin<'a, P: Modulus>(text: &'a str, multiple: u8, constant: &Limbs) -> (Proof<'a>, [Poly; 2]) {
    let mut proof = Proof::new::<P>(text);
    let bound = &proof.prime * multiple;
    let operands = [A, B].map(|places| proof.operand_below(places, &bound));
    for (place, limb) in [("{g0}", constant[0]), ("{g1}", constant[1])] {
        proof.machine.put(place, limb.into());
    }
    // An output that the text reads as `sbb m, m` only.
    proof.machine.word("{m}");
    (proof, operands)
}

fn times(x: &BigUint, k: u8) -> Poly {
    BigInt::from(x * k).into()
}

/// No value of x is as great as `multiple` times the prime.
fn assert_below(proof: &Proof<'_>, x: &Poly, multiple: u8) {
    let bound = BigInt::from(&proof.prime * multiple);
    assert!(proof.machine.greatest(x) < bound, "not below its bound");
}

/// The case that a + b carries (or not), and that adding 2γ does (or not).
fn sum<P: Modulus>(text: &str, carries: [u8; 2]) {
    let (mut proof, [a, b]) = begin::<P>(text, 2, &P::TWO_GAMMA);
    let two_gamma = proof.gamma.shl(1);
    let two_primes = times(&proof.prime, 2);
    proof.lines(4);
    let first = proof.machine.carry();
    proof.machine.assume(&first, carries[0]);
    proof.lines(1);
    let below_2_256 = a.plus(&b).minus(&Poly::from(carries[0]).shl(256));
    proof.claim("a + b", &limbs(A), &below_2_256);
    let plus_two_gamma = below_2_256.plus(&two_gamma);
    proof.lines(8);
    let second = proof.machine.carry();
    proof.machine.assume(&second, carries[1]);
    let b = plus_two_gamma.minus(&Poly::from(carries[1]).shl(256));
    if carries == [1, 1] {
        let negative = proof.machine.greatest(&b) < BigInt::from(0);
        assert!(negative, "both may carry");
        return;
    }
    proof.lines(1);
    proof.lines(4);
    let sum = proof.claim(
        "the sum",
        &limbs(A),
        &if carries == [0, 0] {
            below_2_256.clone()
        } else {
            b
        },
    );
    if carries == [0, 0] {
        // a + b + 2γ is four words.
        let words = proof.claim("a + b + 2γ", &limbs(B), &plus_two_gamma);
        assert_below(&proof, &words.minus(&two_gamma), 2);
    } else {
        assert_below(
            &proof,
            &below_2_256
                .plus(&Poly::from(carries[0]).shl(256))
                .minus(&two_primes),
            2,
        );
    }
    proof.end(A, &sum);
    assert!(proof.machine.congruent(
        &sum,
        &below_2_256.plus(&Poly::from(carries[0]).shl(256)),
        &proof.prime
    ));
}

/// The case that a − b borrows, or not; `multiple` of the prime is what is added then.
fn difference<P: Modulus>(text: &str, multiple: u8, constant: &Limbs, lines: usize, case: u8) {
    let (mut proof, [a, b]) = begin::<P>(text, multiple, constant);
    let difference = a.minus(&b);
    proof.lines(4);
    let borrow = proof.machine.carry();
    proof.machine.assume(&borrow, case);
    proof.lines(3);
    let words = difference.plus(&Poly::from(case).shl(256));
    let words = proof.claim("a − b", &limbs(A), &words);
    // In one case a − b is not negative because it is these words, in the other it is not as great as
    // what is added because the words are four.
    let primes = times(&proof.prime, multiple);
    let (result, bound) = if case == 0 {
        (words, a)
    } else {
        let taken_off = Poly::from(1).shl(256).minus(&primes);
        (difference.plus(&primes), words.minus(&taken_off))
    };
    proof.lines(lines);
    proof.claim("the difference", &limbs(A), &result);
    assert_below(&proof, &bound, multiple);
    proof.end(A, &difference);
}

/// A text that ends with `freeze!`, in the case that R + γ has this bit 255.
fn freeze(proof: &mut Proof<'_>, r: &Poly, case: u8) {
    let limbs_of_r = proof.get(A);
    let sum = r.plus(&proof.gamma);
    proof.lines(8);
    proof.claim("R + γ", &limbs(B), &sum);
    proof.lines(1);
    let bit = proof.machine.carry();
    proof.machine.assume(&bit, case);
    proof.lines(4);
    let bit_255 = Poly::from(case).shl(255);
    let low = proof.claim("without bit 255", &limbs(B), &sum.minus(&bit_255));
    let (residue, bound) = if case == 1 {
        (low, sum.minus(&bit_255))
    } else {
        (limbs_of_r, low.minus(&proof.gamma))
    };
    proof.claim("the residue", &limbs(A), &residue);
    assert_below(proof, &bound, 1);
    proof.end(A, r);
}

fn every_function<P: Modulus>() {
    for carries in [[0, 0], [0, 1], [1, 0], [1, 1]] {
        sum::<P>(text!(add), carries);
    }
    for case in [0, 1] {
        difference::<P>(text!(sub), 2, &P::TWO_GAMMA, 4, case);
        difference::<P>(text!(sub_canonical), 1, &P::GAMMA, 5, case);

        let (mut proof, [a, b]) = begin::<P>(text!(add_canonical), 1, &P::GAMMA);
        proof.lines(4);
        proof.claim("a + b", &limbs(A), &a.plus(&b));
        freeze(&mut proof, &a.plus(&b), case);

        let (mut proof, [a, _]) = begin::<P>(freeze!(), 2, &P::GAMMA);
        freeze(&mut proof, &a, case);
    }
}

#[test]
fn modulo_p() {
    every_function::<P25519>();
}

#[test]
fn modulo_q() {
    every_function::<Q>();
}

#[test]
fn modulo_q_of_2025() {
    every_function::<Q2025>();
}

#[test]
fn changed_texts_fail() {
    // Not both carries are set, so that their difference is as good as their sum.
    every_change_fails(text!(add), &["adc {m}, 0"], |text| {
        for carries in [[0, 0], [0, 1], [1, 0], [1, 1]] {
            sum::<Q>(text, carries);
        }
    });
    every_change_fails(text!(sub), &[], |text| {
        for case in [0, 1] {
            difference::<Q>(text, 2, &Q::TWO_GAMMA, 4, case);
        }
    });
}
