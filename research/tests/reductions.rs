//! Every way to multiply modulo q against a big-integer library.

use helioselene_research::reductions::{GAMMA, Limbs, Q, Reduction, TWO_GAMMA, Visitor, visit_all};
use helioselene_simd::HelioseleneField;
use helioselene_simd::group::ff::{Field, PrimeField};
use num_bigint::BigUint;
use rand_core::{RngCore, SeedableRng};

fn integer(limbs: &[u64]) -> BigUint {
    let from_top = limbs.iter().rev();
    from_top.fold(BigUint::ZERO, |sum, limb| (sum << 64) + limb)
}

fn limbs(x: &BigUint) -> Limbs {
    let mut limbs = [0; 4];
    for (limb, digit) in limbs.iter_mut().zip(x.to_u64_digits()) {
        *limb = digit;
    }
    limbs
}

#[test]
fn constants() {
    let minus_one = (-HelioseleneField::ONE).to_repr();
    assert_eq!(integer(&Q), BigUint::from_bytes_le(&minus_one) + 1u8);
    let two_255 = BigUint::from(1u8) << 255;
    assert_eq!(&two_255 - integer(&Q), integer(&GAMMA));
    assert_eq!(integer(&GAMMA) * 2u8, integer(&TWO_GAMMA));
}

/// Residues: of limbs that are 0, 1 or full, near the prime and γ, and without structure.
fn operands() -> Vec<BigUint> {
    let q = integer(&Q);
    let mut operands = Vec::new();
    let edges = [0, 1, u64::MAX - 1, u64::MAX];
    for low in edges {
        for middle in edges {
            for high in edges {
                operands.push(integer(&[low, middle, middle, high]));
                operands.push(integer(&[low, middle, high, u64::MAX >> 1]));
            }
        }
    }
    for special in [integer(&GAMMA), integer(&TWO_GAMMA), &q >> 1, q.clone()] {
        operands.extend((0..3u8).map(|k| &special + k));
        operands.extend((1..3u8).map(|k| &special - k));
    }
    operands.extend((0..255).map(|k| BigUint::from(1u8) << k));
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(13);
    operands.extend((0..100).map(|_| integer(&[(); 4].map(|()| rng.next_u64()))));
    operands.iter_mut().for_each(|x| *x %= &q);
    operands.sort();
    operands.dedup();
    operands
}

struct Checked {
    operands: Vec<BigUint>,
    names: Vec<&'static str>,
}

impl Visitor for Checked {
    fn visit<R: Reduction>(&mut self) {
        let q = integer(&Q);
        let domain = BigUint::from(1u8) << R::DOMAIN;
        let check = |what: &str, result: Limbs, expected: BigUint| {
            let result = integer(&result);
            assert!(
                result < q,
                "{what}: {result:#x} by {} is not canonical",
                R::NAME
            );
            assert_eq!(
                result * &domain % &q,
                expected % &q,
                "{what} by {}",
                R::NAME
            );
        };
        for a in &self.operands {
            let x = limbs(a);
            check("a²", R::square(&x), a * a);
            for b in &self.operands {
                check("a·b", R::mul(&x, &limbs(b)), a * b);
            }
        }
        self.names.push(R::NAME);
    }
}

#[test]
fn products_and_squares() {
    let mut checked = Checked {
        operands: operands(),
        names: Vec::new(),
    };
    assert!(checked.operands.len() > 400);
    visit_all(&mut checked);
    println!("{}", checked.names.join(", "));
    checked.names.sort_unstable();
    checked.names.dedup();
    assert_eq!(checked.names.len(), 8, "one name each");
}
