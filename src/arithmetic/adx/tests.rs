//! The kernels agree with the portable one; proofs for all operands are in `proofs`.

mod proofs;

extern crate std;
use super::super::portable::Portable;
use super::super::sums;
use super::*;
use crate::testing::assembly::samples::{edges, stream};
use crate::testing::modulo_each_prime;

#[track_caller]
fn assert_congruent<P: Modulus>(got: Limbs, expected: Limbs) {
    // Below twice the prime, as the contract says, so that one subtraction is enough.
    let [got, expected] = [got, expected].map(|x| sums::freeze_once::<P>(&x));
    assert_eq!(got, expected);
}

fn kernels_agree<K: Kernel, P: Modulus>() {
    let compare = |a: &Limbs, b: &Limbs, c: &Limbs, d: &Limbs| {
        assert_congruent::<P>(K::mul::<P>(a, b), Portable::mul::<P>(a, b));
        assert_congruent::<P>(K::square::<P>(a), Portable::square::<P>(a));
        let expected = Portable::mul_canonical::<P>(a, b);
        assert_eq!(K::mul_canonical::<P>(a, b), expected);
        let expected = Portable::square_canonical::<P>(a);
        assert_eq!(K::square_canonical::<P>(a), expected);
        let expected = Portable::sum_of_products::<P>(a, b, c, d);
        assert_congruent::<P>(K::sum_of_products::<P>(a, b, c, d), expected);
    };
    let edges = edges::<P>();
    for a in &edges {
        assert_congruent::<P>(K::times::<P>(a, 16), Portable::times::<P>(a, 16));
        for b in &edges {
            for c in &edges {
                for d in &edges {
                    compare(a, b, c, d);
                }
            }
        }
    }
    let mut stream = stream();
    let mut next = || stream.next().unwrap();
    for i in 0..20_000 {
        compare(&next(), &next(), &next(), &next());
        let (a, n) = (next(), i % 20);
        let k = Word::from(n) % 17;
        assert_congruent::<P>(K::times::<P>(&a, k), Portable::times::<P>(&a, k));
        assert_congruent::<P>(K::square_n::<P>(&a, n), Portable::square_n::<P>(&a, n));
    }
}

fn agrees<P: Modulus>() {
    if available() {
        kernels_agree::<Adx, P>();
    } else {
        std::println!("no ADX and BMI2 here: only the portable kernel ran");
        kernels_agree::<Portable, P>();
    }
}

modulo_each_prime!(agrees);
