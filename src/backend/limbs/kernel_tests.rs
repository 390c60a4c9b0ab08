//! Kernels against a bignum on emulated and real lanes, and with their ranges for all inputs.

use std::vec;
use std::vec::Vec;

use num_bigint::BigUint;
use rand_core::{RngCore, SeedableRng};

use super::Tight;
use crate::backend::lanes::Lanes;
use crate::backend::lanes::bounded::Bounded;
use crate::backend::lanes::emulated::Emulated;
use crate::backend::lanes::interval::Interval;
use crate::backend::{FieldVector, Sum};
use crate::field::{FieldElement, Prime};
use crate::mask::Mask;
use crate::primes::{P25519, Q};
use crate::word;

fn big<P: Prime>(x: &FieldElement<P>) -> BigUint {
    BigUint::from_bytes_le(&word::to_le_bytes(x.as_limbs()))
}

fn prime<P: Prime>() -> BigUint {
    BigUint::from_bytes_le(&word::to_le_bytes(&P::MODULUS))
}

/// Edge values and random ones.
fn operands<P: Prime>(rng: &mut impl RngCore) -> Vec<FieldElement<P>> {
    let mut values: Vec<BigUint> = vec![0u8.into(), 1u8.into(), 2u8.into()];
    for bit in [51, 52, 102, 104, 153, 156, 204, 208, 254u32] {
        let power = BigUint::from(1u8) << bit;
        values.extend([&power - 1u8, power.clone(), power + 1u8]);
    }
    values.extend((1..=3u8).map(|i| prime::<P>() - i));
    while values.len() < 80 {
        let mut bytes = [0; 32];
        rng.fill_bytes(&mut bytes);
        values.push(BigUint::from_bytes_le(&bytes) % prime::<P>());
    }
    values
        .iter()
        .map(|value| {
            let mut bytes = [0; 32];
            let le = value.to_bytes_le();
            bytes[..le.len()].copy_from_slice(&le);
            FieldElement::from_canonical(word::from_le_bytes(&bytes))
        })
        .collect()
}

/// An expression under the target features of a vector, as a function of its own: inlined all into one
/// they take long to compile.
macro_rules! on {
    ($V:ident, $e:expr) => {
        $V::call(
            #[inline(always)]
            || $e,
        )
    };
}

fn lanes<V: FieldVector>(v: V) -> Vec<BigUint> {
    let mut out = vec![FieldElement::from_small(0); V::LANES];
    on!(V, v.store(&mut out));
    out.iter().map(big).collect()
}

/// Every operation of the field trait.
fn operations<V: FieldVector>() {
    let p = &prime::<V::Prime>();
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(3);
    let values = operands::<V::Prime>(&mut rng);
    let n = V::LANES;
    for round in 0..2000 {
        let mut pick = || -> Vec<FieldElement<V::Prime>> {
            (0..n)
                .map(|_| values[rng.next_u32() as usize % values.len()])
                .collect()
        };
        let picked = [pick(), pick(), pick(), pick()];
        let [a, b, c, d] = [0, 1, 2, 3].map(|i| on!(V, V::load(&picked[i])));
        let [x, y, z, w] = [0, 1, 2, 3].map(|i| picked[i].iter().map(big).collect::<Vec<_>>());
        let expect = |operation: &str, got: V::Sum, f: &dyn Fn(usize) -> BigUint| {
            let expected: Vec<_> = (0..n).map(|i| f(i) % p).collect();
            assert_eq!(
                lanes(on!(V, got.carry())),
                expected,
                "{operation}, round {round}"
            );
        };
        expect("load", a.into(), &|i| x[i].clone());
        expect("product", on!(V, a.mul(&b)), &|i| &x[i] * &y[i]);
        expect("square", on!(V, a.square()), &|i| &x[i] * &x[i]);
        expect(
            "sum of products",
            on!(V, V::sum_of_products(&a, &b, &c, &d)),
            &|i| &x[i] * &y[i] + &z[i] * &w[i],
        );
        expect("product", on!(V, a.mul_carried(&b)).into(), &|i| {
            &x[i] * &y[i]
        });
        expect("square", on!(V, a.square_carried()).into(), &|i| {
            &x[i] * &x[i]
        });
        expect(
            "sum of products",
            on!(V, V::sum_of_products_carried(&a, &b, &c, &d)).into(),
            &|i| &x[i] * &y[i] + &z[i] * &w[i],
        );
        expect("sum", on!(V, a + b), &|i| &x[i] + &y[i]);
        expect("difference", on!(V, a - b), &|i| p + &x[i] - &y[i]);
        expect("negative", on!(V, a.neg()), &|i| p - &x[i]);
        // Raw products in sums, and the sums as operands.
        let sum = on!(V, (a.mul(&b) - c.mul(&d)).times::<12>());
        let value = |i: usize| (p * p + &x[i] * &y[i] - &z[i] * &w[i]) * 12u8;
        expect("raw sum", sum, &value);
        let product = on!(V, sum.carry().mul(&(a - d).carry()));
        expect("carried sum", product, &|i| value(i) * (p + &x[i] - &w[i]));
        for choice in [0u8, 1] {
            let selected = on!(V, a.select(b, Mask::public(choice == 1)));
            expect("select", selected.into(), &|i| {
                [&x, &y][choice as usize][i].clone()
            });
        }
        let replaced = on!(V, a.replace_where_zero(b.into(), c.into()));
        expect("replace", replaced, &|i| {
            if x[i] == BigUint::ZERO { &z[i] } else { &y[i] }.clone()
        });
        // Zero as the prime, and as a sum.
        let also_a = a;
        let replaced = on!(V, {
            let zero = (a - also_a).carry();
            zero.replace_where_zero(b.into(), c.into())
        });
        expect("replace", replaced, &|i| z[i].clone());
        // Held as they are, and back.
        let mut held = picked[0].clone();
        on!(V, V::load_held(&picked[1]).store_held(&mut held));
        assert_eq!(held, picked[1]);
        let mut out = held.clone();
        on!(V, {
            let domain = V::load_held(&picked[0]).mul(&V::splat_held(&V::DOMAIN));
            domain.carry().store_held(&mut out);
        });
        assert_eq!(out, picked[0]);
        assert_eq!(
            lanes(on!(V, V::splat(&picked[0][0]))),
            vec![x[0].clone(); n]
        );
    }
}

fn primes<L: Lanes>() {
    operations::<Tight<L, P25519>>();
    operations::<Tight<L, Q>>();
    #[cfg(feature = "cycle2025")]
    operations::<Tight<L, crate::primes::Q2025>>();
}

#[test]
fn emulated() {
    primes::<Emulated<4>>();
    primes::<Bounded<8>>();
}

/// The same on the machine's own vectors.
#[cfg(all(target_arch = "x86_64", not(helioselene_backend = "serial")))]
#[test]
fn real() {
    use crate::backend::ifma::vectors::{Ymm, Zmm};

    match crate::backend::Ifma::missing() {
        None => {
            primes::<Ymm>();
            primes::<Zmm>();
        }
        Some(missing) => std::println!("real IFMA lanes not run: no {missing}"),
    }
}

/// For all operands that are tight: no lane is misread, and what is carried is tight again.
fn bounds<P: Prime>() {
    let a = Tight::<Interval, P>::any();
    // What is not tight does not get into a `Tight`.
    let _ = a.mul(&a).carry();
    let _ = a.square().carry();
    let _ = Tight::sum_of_products(&a, &a, &a, &a).carry();
    let _ = a.mul_carried(&a);
    let _ = a.square_carried();
    let _ = Tight::sum_of_products_carried(&a, &a, &a, &a);
}

#[test]
fn bounds_of_products() {
    bounds::<P25519>();
    bounds::<Q>();
    #[cfg(feature = "cycle2025")]
    bounds::<crate::primes::Q2025>();
}
