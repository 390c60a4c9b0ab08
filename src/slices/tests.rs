//! Functions of slices on every kind of vector, against single elements. `tests/slices.rs` tests each selected backend
//! against big integers.

use std::vec::Vec;

use super::*;
use crate::arithmetic::portable::Portable;
use crate::backend::limbs::{Radix52, Tight};
use crate::backend::serial::Serial;
use crate::backend::serial::lazy::Lazy;
use crate::primes::{P25519, Q};
use crate::testing::counted::Counted;
use crate::testing::lanes::bounded::Bounded;
use crate::testing::lanes::emulated::Emulated;

/// Elements, many of them the smallest and the greatest.
fn elements<P: Prime>(n: usize, seed: u64) -> Vec<FieldElement<P>> {
    let (zero, one) = (FieldElement::ZERO, FieldElement::ONE);
    let element = |i| match (i + seed) % 7 {
        0 => zero,
        1 => -one,
        2 => one,
        _ => FieldElement::from(7u64).pow_vartime([i, seed, i, i + 1]),
    };
    (0..n as u64).map(element).collect()
}

/// A function of its own: inlined in every caller, all slice functions would be compiled that often.
#[inline(never)]
fn run<V: BatchVector>(mut work: Slices<'_, FieldElement<V::Prime>>) {
    (&mut work).run::<V>();
}

/// Tests every function on `V`, with lengths around those that are computed together.
pub(crate) fn check<V: BatchVector>() {
    let few = 0..=4 * V::LANES + 1;
    for n in few.chain([PRODUCTS * V::LANES - 1, PRODUCTS * V::LANES + 1]) {
        let [a, b, c] = [1, 2, 3].map(|seed| elements::<V::Prime>(n, seed));
        let name = core::any::type_name::<V>();
        let run = run::<V>;
        let mut places = c.clone();

        let expected: Vec<_> = a.iter().zip(&b).map(|(a, b)| a * b).collect();
        run(Slices::Multiply(Some(&a), &b, &mut places));
        assert_eq!(places, expected, "{n} products, {name}");
        places.clone_from(&a);
        run(Slices::Multiply(None, &b, &mut places));
        assert_eq!(places, expected, "{n} products in place, {name}");

        #[cfg(feature = "alloc")]
        for by in [V::Prime::invert, V::Prime::vartime_invert] {
            let expected = a.iter().map(|a| a.invert().unwrap_or(*a));
            places.clone_from(&a);
            run(Slices::Invert(&mut places, by));
            assert!(expected.eq(places.iter().copied()), "{n} inverses, {name}");
        }

        let sum = expected.iter().sum::<FieldElement<_>>();
        let mut actual = FieldElement::ONE;
        run(Slices::InnerProduct([&a, &b], &mut actual));
        assert_eq!(actual, sum, "an inner product of {n}, {name}");

        for factor in &elements::<V::Prime>(4, 0) {
            let expected: Vec<_> = a.iter().map(|a| a * factor).collect();
            run(Slices::Scale(Some(&a), factor, &mut places));
            assert_eq!(places, expected, "{n} scaled, {name}");
            let mut power = *factor;
            run(Slices::Powers([factor, &sum], &mut places));
            for actual in &places {
                assert_eq!(*actual, power, "{n} powers, {name}");
                power *= sum;
            }
        }
        if n > 10 * V::LANES {
            continue;
        }

        for count in [0, 1, 2, 3, ROWS, ROWS + 1] {
            let factors = elements::<V::Prime>(count, 5);
            let row = |i: usize| {
                // The first row covers all places, others a random range.
                let [start, end] = [i % 5 * n / 7, n - i % 3 * n / 6];
                Row {
                    factor: factors[i],
                    start,
                    elements: &[&a, &b, &c][i % 3][..end - start],
                }
            };
            let rows: Vec<_> = (0..count).map(row).collect();
            places.clone_from(&c);
            run(Slices::AddScaledRows(&rows, &mut places));
            let mut expected = c.clone();
            for row in &rows {
                for (sum, x) in expected[row.start..].iter_mut().zip(row.elements) {
                    *sum += row.factor * x;
                }
            }
            assert_eq!(places, expected, "{count} rows of {n}, {name}");
        }
    }
}

#[test]
fn one_lane() {
    check::<Serial<Portable, P25519>>();
    check::<Serial<Portable, Q>>();
    check::<Lazy<P25519>>();
    check::<Lazy<Q>>();
}

#[test]
fn lanes_of_the_tests() {
    check::<Counted<Q, 4>>();
    check::<Tight<Bounded<8>, P25519, Radix52>>();
    check::<Tight<Bounded<8>, Q, Radix52>>();
    check::<Tight<Bounded<8>, crate::primes::Q2025, Radix52>>();
    // In radix 2^51, with residues multiplied by a factor, no product is summed unreduced.
    check::<Tight<Emulated<8>, P25519>>();
    check::<Tight<Emulated<8>, Q>>();
}

/// The backends' vectors on this machine.
#[cfg(feature = "unstable")]
#[test]
fn registers() {
    use crate::unstable::{Visitor, visit};

    struct Check;
    impl<P: Prime> Visitor<P> for Check {
        /// Single points have no slices.
        fn visit<V: FieldVector<Prime = P>>(&mut self, _: &'static str) {}

        fn visit_batch<V: BatchVector<Prime = P>>(&mut self, name: &'static str) {
            check::<V>();
            std::println!("{name}: ran");
        }
    }
    visit::<P25519>(&mut Check);
    visit::<Q>(&mut Check);
}
