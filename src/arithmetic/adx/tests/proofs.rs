//! Proofs that the kernels' texts compute the right result for all operands, run on polynomials, see
//! [`crate::testing::assembly`].
//!
//! Each proof follows its text fragment by fragment, and after each claims what the comments there say.

extern crate std;

use super::*;
use crate::primes::{P25519, Q, Q2025};
use crate::testing::assembly::{Proof, every_change_fails, limbs, number, split_at_255};
use crate::testing::modulo_each_prime;
use crate::testing::poly::Poly;

const A: [&str; 4] = ["[rdi]", "[rdi + 8]", "[rdi + 16]", "[rdi + 24]"];
const B: [&str; 4] = ["[rsi]", "[rsi + 8]", "[rsi + 16]", "[rsi + 24]"];
const N: [&str; 4] = ["{n0}", "{n1}", "{n2}", "{n3}"];
const RESULT: [&str; 4] = ["{n0}", "{n1}", "{m0}", "{m1}"];
const T: [&str; 8] = [
    "{n0}", "{n1}", "{m0}", "{m1}", "{m2}", "{m3}", "{n2}", "{c}",
];

/// An operand at the address in this register.
fn operand(proof: &mut Proof<'_>, register: &str, places: [&str; 4]) -> [Poly; 4] {
    proof.machine.word(register);
    proof.machine.address(register);
    proof.operand(places)
}

/// T = a·b.
fn product(proof: &mut Proof<'_>, a: &[Poly; 4], b: &Poly) {
    proof.through(first_row!("[rdi]" * "[rsi]" "[rsi + 8]" "[rsi + 16]" "[rsi + 24]" => "{n0}" "{n1}" "{m0}" "{m1}" "{m2}"));
    proof.claim("row 0", &limbs(&T[..5]), &a[0].times(b));
    let rows = [
        next_row!("[rdi + 8]" * "[rsi]" "[rsi + 8]" "[rsi + 16]" "[rsi + 24]" => "{n1}" "{m0}" "{m1}" "{m2}" "{m3}"),
        next_row!("[rdi + 16]" * "[rsi]" "[rsi + 8]" "[rsi + 16]" "[rsi + 24]" => "{m0}" "{m1}" "{m2}" "{m3}" "{n2}"),
        next_row!("[rdi + 24]" * "[rsi]" "[rsi + 8]" "[rsi + 16]" "[rsi + 24]" => "{m1}" "{m2}" "{m3}" "{n2}" "{c}"),
    ];
    for (i, row) in (1..).zip(rows) {
        let sum = proof.get(&T[i..i + 4]).plus(&a[i].times(b));
        proof.through(row);
        proof.claim("a row", &limbs(&T[i..i + 5]), &sum);
    }
}

/// (p3 … p0) = x·y, by lines of `two_by_two!` or `two_squared!`.
fn two(proof: &mut Proof<'_>, fragment: &str, p: &[&str], x: &Poly, y: &Poly) {
    proof.through(fragment);
    proof.claim("two limbs by two", &limbs(p), &x.times(y));
}

/// The end of a kernel for a small γ: R ≡ T, and the residue by way of R + γ.
fn fold_small(proof: &mut Proof<'_>, top: Option<&Poly>, canonical: Option<u8>, x: &Poly) {
    let (low, high) = (proof.get(RESULT), proof.get(&T[4..]));
    let two_gamma = proof.gamma.shl(1);
    proof.through(
        next_row!("{two_gamma0}" * "{m2}" "{m3}" "{n2}" "{c}" => "{n0}" "{n1}" "{m0}" "{m1}" "rsi"),
    );
    let mut sum = proof.claim(
        "2^256 folded",
        &limbs(["{n0}", "{n1}", "{m0}", "{m1}", "rsi"]),
        &low.plus(&two_gamma.times(&high)),
    );
    if let Some(bit_512) = top {
        proof.through(top_small!());
        sum = sum.plus(&bit_512.times(&two_gamma).shl(256));
    }
    proof.lines(3);
    proof.claim("split at 2^255", &split_at_255(RESULT, &["rsi"]), &sum);
    let (low, high) = (proof.get(RESULT), proof.machine.get("rsi"));
    let mut r = low.plus(&proof.gamma.times(&high));
    proof.assert_below(&r, 2);
    if canonical.is_some() {
        proof.lines(1);
        r = r.plus(&proof.gamma);
    }
    proof.lines(5);
    let places = limbs(RESULT);
    let number = proof.claim("2^255 folded", &places, &r);
    if let Some(case) = canonical {
        proof.lines(3);
        proof.assume_carry(case);
        proof.lines(2);
        let bit_255 = Poly::from(case).shl(255);
        let low = proof.claim("bit 255", &places, &number.minus(&bit_255));
        proof.lines(4);
        // R − prime, or R.
        let (residue, bound) = if case == 1 {
            (low, r.minus(&bit_255))
        } else {
            (r.minus(&proof.gamma), low.minus(&proof.gamma))
        };
        proof.claim("γ taken back", &places, &residue);
        proof.assert_below(&bound, 1);
    }
    proof.end(RESULT, x);
}

/// The middle and the top of V: M in (m3 … m0), its carry out in c.
const M: [&str; 5] = ["{m0}", "{m1}", "{m2}", "{m3}", "{c}"];

/// V ≡ a·b, as a polynomial.
fn product_folded(proof: &mut Proof<'_>, a: &[Poly; 4], b: &[Poly; 4]) -> Poly {
    let halves = |x: &[Poly; 4]| [number(&x[..2]), number(&x[2..])];
    let ([a_l, a_h], [b_l, b_h]) = (halves(a), halves(b));
    let text = two_by_two!("[rdi + 16]" "[rdi + 24]" * "[rsi + 16]" "[rsi + 24]" => "{n0}" "{n1}" "{n2}" "{n3}");
    two(proof, text, &N, &a_h, &b_h);
    let (low, high) = (proof.get(["{n0}", "{n1}"]), proof.get(["{n2}", "{n3}"]));
    let two_gamma = proof.gamma.shl(1);
    let text =
        two_by_two!("{two_gamma0}" "{two_gamma1}" * "{n2}" "{n3}" => "{m0}" "{m1}" "{m2}" "{m3}");
    two(proof, text, &M[..4], &two_gamma, &high);
    let mut middle = two_gamma.times(&high).plus(&low.shl(128));
    proof.lines(4);
    proof.claim("the lower half of a_h·b_h", &limbs(M), &middle);
    let low_high =
        two_by_two!("[rdi]" "[rdi + 8]" * "[rsi + 16]" "[rsi + 24]" => "{n0}" "{n1}" "{n2}" "{n3}");
    let high_low =
        two_by_two!("[rdi + 16]" "[rdi + 24]" * "[rsi]" "[rsi + 8]" => "{n0}" "{n1}" "{n2}" "{n3}");
    for (text, x, y) in [(low_high, &a_l, &b_h), (high_low, &a_h, &b_l)] {
        two(proof, text, &N, x, y);
        proof.through(add_to_m!("{n0}" "{n1}" "{n2}" "{n3}"));
        middle = middle.plus(&x.times(y));
        proof.claim("a mixed product", &limbs(M), &middle);
    }
    let text =
        two_by_two!("[rdi]" "[rdi + 8]" * "[rsi]" "[rsi + 8]" => "{n0}" "{n1}" "{n2}" "{n3}");
    two(proof, text, &N, &a_l, &b_l);
    let (low, high) = (proof.get(["{n0}", "{n1}"]), proof.get(["{n2}", "{n3}"]));
    proof.through(add_to_m!("{n2}" "{n3}" "0" "0"));
    middle = middle.plus(&high);
    proof.claim("the upper half of a_l·b_l", &limbs(M), &middle);
    low.plus(&middle.shl(128))
}

/// Where the parts of a square are, and the instructions that compute them.
struct Square {
    /// Where the limbs are besides memory.
    registers: &'static [&'static str],
    /// a_h², from registers to registers.
    upper: (&'static str, [&'static str; 4]),
    /// γ times its upper half.
    folded: &'static str,
    /// a_l·a_h.
    mixed: (&'static str, [&'static str; 4]),
    /// Words of a_h²'s lower half that are kept on the stack.
    waiting: usize,
}

const IN_MEMORY: Square = Square {
    registers: &[],
    upper: (
        two_squared!("[rdi + 16]" "[rdi + 24]" => "rsi" "{n0}" "{c}" "{m3}"),
        ["rsi", "{n0}", "{c}", "{m3}"],
    ),
    folded: two_by_two!("{gamma0}" "{gamma1}" * "{c}" "{m3}" => "{m0}" "{m1}" "{m2}" "{m3}"),
    mixed: (
        two_by_two!("[rdi]" "[rdi + 8]" * "[rdi + 16]" "[rdi + 24]" => "{n0}" "{n1}" "{n2}" "{n3}"),
        N,
    ),
    waiting: 1,
};

const IN_REGISTERS: Square = Square {
    registers: &["{n0}", "{n3}", "{n2}", "{c}"],
    upper: (
        two_squared!("{n2}" "{c}" => "rsi" "{m0}" "{n1}" "{m3}"),
        ["rsi", "{m0}", "{n1}", "{m3}"],
    ),
    folded: two_by_two!("{gamma0}" "{gamma1}" * "{n1}" "{m3}" => "{m0}" "{m1}" "{m2}" "{m3}"),
    mixed: (
        two_by_two!("{n0}" "{n3}" * "{n2}" "{c}" => "{n0}" "rsi" "{n1}" "{c}"),
        ["{n0}", "rsi", "{n1}", "{c}"],
    ),
    waiting: 2,
};

/// V ≡ a².
fn square_folded(proof: &mut Proof<'_>, a: &[Poly; 4], parts: &Square) -> Poly {
    let (a_l, a_h) = (number(&a[..2]), number(&a[2..]));
    let (text, upper) = parts.upper;
    two(proof, text, &upper, &a_h, &a_h);
    let [l0, l1, h0, h1] = upper;
    let (low, high) = (proof.get([l0, l1]), proof.get([h0, h1]));
    proof.lines(parts.waiting);
    let gamma = proof.gamma.clone();
    two(proof, parts.folded, &M[..4], &gamma, &high);
    let (text, mixed) = parts.mixed;
    two(proof, text, &mixed, &a_l, &a_h);
    let half = gamma.times(&high).plus(&a_l.times(&a_h));
    // The sum, and a zero.
    proof.lines(6);
    proof.claim("half of the middle", &limbs(M), &half);
    proof.through(double_m!());
    proof.claim("the middle", &limbs(M), &half.shl(1));
    let text = two_squared!("[rdi]" "[rdi + 8]" => "{n0}" "{n1}" "{n2}" "{n3}");
    two(proof, text, &N, &a_l, &a_l);
    let (lowest, upper) = (proof.get(["{n0}", "{n1}"]), proof.get(["{n2}", "{n3}"]));
    proof.lines(parts.waiting);
    proof.through(add_to_m!("{n2}" "{n3}" "rsi" "rdx"));
    let middle = half.shl(1).plus(&upper).plus(&low.shl(128));
    proof.claim("the squares", &limbs(M), &middle);
    lowest.plus(&middle.shl(128))
}

/// V ≡ T + 2^512·bit, where rdi is the mask −bit.
fn fold_wide(proof: &mut Proof<'_>, bit: &Poly) -> Poly {
    let (low, middle) = (proof.get(["{n0}", "{n1}"]), proof.get(&M[..4]));
    let high = proof.get(["{n2}", "{c}"]);
    let two_gamma = proof.gamma.shl(1);
    proof.lines(1);
    let text =
        two_by_two!("{two_gamma0}" "{two_gamma1}" * "{n2}" "{c}" => "rdi" "rsi" "{n3}" "{c}");
    let places = ["rdi", "rsi", "{n3}", "{c}"];
    two(proof, text, &places, &two_gamma, &high);
    proof.lines(6);
    let mut middle = middle.plus(&two_gamma.times(&high));
    proof.claim("2^384 folded", &limbs(M), &middle);
    proof.lines(8);
    middle = middle.plus(&two_gamma.times(bit).shl(128));
    proof.claim("2^512 folded", &limbs(M), &middle);
    low.plus(&middle.shl(128))
}

/// R ≡ V for γ of two limbs, below twice the prime.
fn fold_two<P: Modulus>(proof: &mut Proof<'_>, v: &Poly, narrow: bool) -> Poly {
    proof.through(split_at_255!());
    let places = split_at_255(RESULT, &["{m2}", "{m3}", "{c}"]);
    proof.claim("split at 2^255", &places, v);
    let (low, gamma) = (proof.get(RESULT), proof.gamma.clone());
    let [middle, high] = [&M[..2], &M[2..4]].map(|places| proof.get(places));
    let top = proof.machine.get("{c}");
    let by_low_limb = middle.plus(&top.times(&P::GAMMA[0].into()));
    let middle = middle.plus(&top.times(&gamma));
    let product = ["{n2}", "{n3}", "rsi", "{m3}"];
    let folded = top.shl(128).plus(&high).times(&gamma);
    let mut r = low.plus(&folded);
    if narrow {
        proof.lines(4);
        proof.claim("c·γ, its low limb", &limbs(["{m0}", "{m1}"]), &by_low_limb);
        proof.lines(5);
        proof.claim("c·γ", &limbs(["{m0}", "{m1}"]), &middle);
        proof.lines(8);
        proof.claim("(m3, m2)·γ", &limbs(product), &high.times(&gamma));
        proof.lines(4);
    } else {
        proof.lines(9);
        proof.claim("c·γ", &limbs(["{m0}", "{m1}", "{c}"]), &middle);
        let text = two_by_two!("{gamma0}" "{gamma1}" * "{m2}" "{m3}" => "{n2}" "{n3}" "rsi" "{m3}");
        two(proof, text, &product, &gamma, &high);
        proof.lines(5);
        proof.claim("R", &limbs(["{n0}", "{n1}", "{m0}", "{m1}", "{c}"]), &r);
        proof.lines(3);
        proof.claim("R split at 2^255", &split_at_255(RESULT, &["{c}"]), &r);
        let (low, top) = (proof.get(RESULT), proof.machine.get("{c}"));
        proof.lines(6);
        let again = top.times(&gamma);
        proof.claim("c·γ again", &limbs(["rdi", "rsi", "{n2}"]), &again);
        proof.lines(4);
        r = low.plus(&again);
    }
    proof.claim("folded", &limbs(RESULT), &r);
    proof.assert_below(&r, 2);
    r
}

/// The end of every kernel for γ of two limbs.
fn end_two<P: Modulus>(proof: &mut Proof<'_>, v: &Poly, canonical: Option<u8>, x: &Poly) {
    let r = fold_two::<P>(proof, v, is_narrow::<P>());
    if let Some(case) = canonical {
        let copies = ["{n2}", "{n3}", "{m2}", "{m3}"];
        proof.freeze([RESULT, copies], [10, 5], &r, case);
    }
    proof.end(RESULT, x);
}

fn multiplication<P: Modulus>(text: &str, canonical: Option<u8>) {
    let mut proof = Proof::new::<P>(text);
    let (a, b) = (operand(&mut proof, "rdi", A), operand(&mut proof, "rsi", B));
    let ab = number(&a).times(&number(&b));
    if P::GAMMA_IS_SMALL {
        product(&mut proof, &a, &number(&b));
        fold_small(&mut proof, None, canonical, &ab);
    } else {
        let v = product_folded(&mut proof, &a, &b);
        end_two::<P>(&mut proof, &v, canonical, &ab);
    }
}

/// T = a².
fn square(proof: &mut Proof<'_>, a: &[Poly; 4]) {
    let first = a[0].times(&number(&a[1..]));
    proof.lines(7);
    proof.claim("a0·(a1 … a3)", &limbs(&T[1..5]), &first);
    let second = first.plus(&a[1].times(&number(&a[2..])).shl(128));
    proof.lines(6);
    let mut places = limbs(&T[1..5]);
    places.extend([("{n3}", 192), ("{m3}", 256)]);
    proof.claim("a1·(a2, a3)", &places, &second);
    let cross = second.plus(&a[2].times(&a[3]).shl(256));
    proof.lines(5);
    proof.claim("a2·a3", &limbs(&T[1..7]), &cross);
    proof.lines(8);
    proof.claim("doubled", &limbs(&T[1..]), &cross.shl(1));
    proof.lines(15);
    proof.claim("a²", &limbs(T), &number(a).times(&number(a)));
}

fn squaring<P: Modulus>(text: &str, canonical: Option<u8>) {
    square_in::<P>(text, canonical, &IN_MEMORY);
}

/// A chain's text, with its operand in memory and in registers.
fn next_squaring<P: Modulus>(text: &str) {
    square_in::<P>(text, None, &IN_REGISTERS);
}

fn square_in<P: Modulus>(text: &str, canonical: Option<u8>, parts: &Square) {
    let mut proof = Proof::new::<P>(text);
    let a = operand(&mut proof, "rdi", A);
    for (place, limb) in parts.registers.iter().zip(&a) {
        proof.machine.put(place, limb.clone());
    }
    let aa = number(&a).times(&number(&a));
    if P::GAMMA_IS_SMALL {
        square(&mut proof, &a);
        fold_small(&mut proof, None, canonical, &aa);
    } else {
        let v = square_folded(&mut proof, &a, parts);
        end_two::<P>(&mut proof, &v, canonical, &aa);
    }
}

fn sum_of_products<P: Modulus>(text: &str) {
    let mut proof = Proof::new::<P>(text);
    let (a, b) = (operand(&mut proof, "rdi", A), operand(&mut proof, "rsi", B));
    let address = proof.machine.word("rax");
    proof.lines(1);
    product(&mut proof, &a, &number(&b));
    proof.lines(1);
    // rdi now has the address of eight limbs, which was in rax.
    proof.machine.address("rdi");
    assert_eq!(proof.machine.get("rdi"), address);
    let high = ["[rdi + 32]", "[rdi + 40]", "[rdi + 48]", "[rdi + 56]"];
    let [low, high] = [A, high].map(|limbs| number(&proof.operand(limbs)));
    let addend = low.plus(&high.shl(256));
    let sum = number(&a).times(&number(&b)).plus(&addend);
    proof.lines(8);
    let bit = proof.machine.carry();
    proof.lines(1);
    proof.claim("T", &limbs(T), &sum.minus(&bit.shl(512)));
    if P::GAMMA_IS_SMALL {
        fold_small(&mut proof, Some(&bit), None, &sum);
    } else {
        let v = fold_wide(&mut proof, &bit);
        end_two::<P>(&mut proof, &v, None, &sum);
    }
}

fn small_multiple<P: Modulus>(text: &str) {
    let mut proof = Proof::new::<P>(text);
    let places = ["{x0}", "{x1}", "{x2}", "{x3}"];
    let x = number(&proof.operand(places));
    let k = proof.machine.symbol(16u8.into());
    proof.machine.put("rdx", k.clone());
    proof.through(small_multiple!());
    let split = split_at_255(places, &["{u}"]);
    proof.claim("k·x split at 2^255", &split, &k.times(&x));
    let (low, u) = (proof.get(places), proof.machine.get("{u}"));
    let r = low.plus(&u.times(&proof.gamma));
    if P::GAMMA_IS_SMALL {
        proof.lines(5);
    } else {
        proof.lines(6);
        proof.claim("u·γ", &limbs(["{v}", "{t}", "{u}"]), &u.times(&proof.gamma));
        proof.lines(4);
    }
    proof.claim("folded", &limbs(places), &r);
    proof.assert_below(&r, 2);
    proof.end(places, &k.times(&x));
}

/// Proves every kernel for a kind of prime.
macro_rules! kernels {
    ($P:ty, $kind:ident) => {
        multiplication::<$P>(text!(mul $kind), None);
        squaring::<$P>(text!(square $kind), None);
        next_squaring::<$P>(text!(next_square $kind));
        for case in [0, 1] {
            multiplication::<$P>(text!(mul $kind canonical), Some(case));
            squaring::<$P>(text!(square $kind canonical), Some(case));
        }
        sum_of_products::<$P>(text!(sum_of_products $kind));
        small_multiple::<$P>(text!(times $kind));
    };
}

fn every_kernel<P: Modulus>() {
    if P::GAMMA_IS_SMALL {
        kernels!(P, small);
    } else if is_narrow::<P>() {
        kernels!(P, narrow);
    } else {
        kernels!(P, any);
    }
}

modulo_each_prime!(every_kernel);

/// `wide_product`.
#[test]
fn products() {
    let mut proof = Proof::new::<Q>(product!());
    let (a, b) = (operand(&mut proof, "rdi", A), operand(&mut proof, "rsi", B));
    product(&mut proof, &a, &number(&b));
    proof.claim("a·b", &limbs(T), &number(&a).times(&number(&b)));
}

/// The text for a narrow γ is proved only for narrow ones.
#[test]
#[should_panic(expected = "no word")]
fn greater_gammas_need_another_fold() {
    assert!(!is_narrow::<Q2025>());
    let mut proof = Proof::new::<Q2025>(text!(mul narrow));
    let (a, b) = (operand(&mut proof, "rdi", A), operand(&mut proof, "rsi", B));
    let v = product_folded(&mut proof, &a, &b);
    fold_two::<Q2025>(&mut proof, &v, true);
}

#[test]
fn changed_texts_fail() {
    every_change_fails(text!(mul narrow canonical), &[], |text| {
        for case in [0, 1] {
            multiplication::<Q>(text, Some(case));
        }
    });
    every_change_fails(text!(square any), &[], |text| squaring::<Q2025>(text, None));
    every_change_fails(text!(next_square small), &[], next_squaring::<P25519>);
    every_change_fails(text!(next_square narrow), &[], next_squaring::<Q>);
    every_change_fails(text!(sum_of_products small), &[], sum_of_products::<P25519>);
}
