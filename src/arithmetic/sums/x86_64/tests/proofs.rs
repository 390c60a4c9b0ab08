//! Proofs that the texts of sums and differences compute the right result for all operands within their bounds, run on
//! polynomials, see [`crate::testing::assembly`].

use num_bigint::{BigInt, BigUint};

use super::*;
use crate::primes::Q;
use crate::testing::assembly::{Proof, every_change_fails, limbs};
use crate::testing::modulo_each_prime;
use crate::testing::poly::Poly;

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
    // An output that the text reads only by `sbb m, m`.
    proof.machine.word("{m}");
    (proof, operands)
}

fn times(x: &BigUint, k: u8) -> Poly {
    BigInt::from(x * k).into()
}

/// The case that a + b carries (or not), and that adding 2γ does (or not).
fn sum<P: Modulus>(text: &str, carries: [u8; 2]) {
    let (mut proof, [a, b]) = begin::<P>(text, 2, &P::TWO_GAMMA);
    let a_plus_b = a.plus(&b);
    let two_gamma = proof.gamma.shl(1);
    let two_primes = times(&proof.prime, 2);
    let [first, second] = carries.map(|carry| Poly::from(carry).shl(256));
    proof.lines(4);
    proof.assume_carry(carries[0]);
    proof.lines(1);
    let words = a_plus_b.minus(&first);
    proof.claim("a + b", &limbs(A), &words);
    let with_two_gamma = words.plus(&two_gamma);
    proof.lines(8);
    proof.assume_carry(carries[1]);
    let chosen = with_two_gamma.minus(&second);
    if carries == [1, 1] {
        let negative = proof.machine.greatest(&chosen) < BigInt::from(0);
        assert!(negative, "both may carry");
        return;
    }
    proof.lines(5);
    if carries == [0, 0] {
        proof.claim("a + b", &limbs(A), &words);
        // a + b + 2γ is four words.
        let four = proof.claim("a + b + 2γ", &limbs(B), &with_two_gamma);
        proof.assert_below(&four.minus(&two_gamma), 2);
    } else {
        proof.claim("a + b − 2·prime", &limbs(A), &chosen);
        proof.assert_below(&a_plus_b.minus(&two_primes), 2);
    }
    proof.end(A, &a_plus_b);
}

/// The case that a − b borrows (or not); then `multiple` of the prime is added.
fn difference<P: Modulus>(text: &str, multiple: u8, constant: &Limbs, lines: usize, case: u8) {
    let (mut proof, [a, b]) = begin::<P>(text, multiple, constant);
    let difference = a.minus(&b);
    proof.lines(4);
    proof.assume_carry(case);
    proof.lines(3);
    let words = difference.plus(&Poly::from(case).shl(256));
    let words = proof.claim("a − b", &limbs(A), &words);
    // In one case a − b is not negative, because it equals these words; in the other it is less than what is added,
    // because the words are four.
    let primes = times(&proof.prime, multiple);
    let (result, bound) = if case == 0 {
        (words, a)
    } else {
        let taken_off = Poly::from(1).shl(256).minus(&primes);
        (difference.plus(&primes), words.minus(&taken_off))
    };
    proof.lines(lines);
    proof.claim("the difference", &limbs(A), &result);
    proof.assert_below(&bound, multiple);
    proof.end(A, &difference);
}

/// A text that ends with `freeze!`, in the case that R + γ has this bit 255.
fn freeze(proof: &mut Proof<'_>, r: &Poly, case: u8) {
    proof.freeze([A, B], [8, 4], r, case);
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

modulo_each_prime!(every_function);

#[test]
fn changed_texts_fail() {
    // The carries are never both set, so their difference serves as their sum.
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
