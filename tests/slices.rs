//! Functions of slices give the same results as their elements one by one: on every backend, for every length.

mod common;

use common::oracle::{Integers, le_bytes};
use common::{from_int, generic_tests, panic_message, rng, scaled, to_int};
use helioselene_simd::slices::{self, Row};
use helioselene_simd::{FieldElement, Prime};
use num_bigint::BigUint;
use rand_core::RngCore;
use subtle::Choice;

generic_tests! { fields: products scaled_rows inner_products powers bytes lengths_are_checked }

/// Lengths of up to a few vectors, and around the 64 products of eight lanes that are reduced together.
fn lengths() -> impl Iterator<Item = usize> {
    (0..=scaled(40)).chain([64, 67, 511, 512, 513, 517, 1100])
}

/// Residues, many of them the smallest and the greatest.
fn integers<P: Prime>(n: usize, rng: &mut impl RngCore) -> Vec<BigUint> {
    let field = Integers::of::<P>();
    let greatest = &field.modulus - 1u8;
    let edges = [
        BigUint::ZERO,
        1u8.into(),
        2u8.into(),
        &greatest - 1u8,
        greatest,
    ];
    let mut integer = || match rng.next_u32() as usize % 10 {
        edge if edge < edges.len() => edges[edge].clone(),
        _ => field.random(rng),
    };
    (0..n).map(|_| integer()).collect()
}

fn elements<P: Prime>(integers: &[BigUint]) -> Vec<FieldElement<P>> {
    integers.iter().map(from_int).collect()
}

/// Only the greatest, and mixed.
fn cases<P: Prime>(n: usize, seed: u64) -> [[Vec<BigUint>; 2]; 2] {
    let mut rng = rng(seed);
    let greatest = vec![Integers::of::<P>().modulus - 1u8; n];
    [
        [greatest.clone(), greatest],
        [integers::<P>(n, &mut rng), integers::<P>(n, &mut rng)],
    ]
}

#[track_caller]
fn check<P: Prime>(actual: &[FieldElement<P>], expected: impl IntoIterator<Item = BigUint>) {
    let actual: Vec<_> = actual.iter().map(to_int).collect();
    let expected: Vec<_> = expected.into_iter().collect();
    assert_eq!(actual, expected, "n = {}", actual.len());
}

fn products<P: Prime>() {
    let field = Integers::of::<P>();
    for n in lengths() {
        for [a, b] in cases::<P>(n, 1) {
            let [x, y] = [&a, &b].map(|integers| elements::<P>(integers));
            let expected = || a.iter().zip(&b).map(|(a, b)| field.mul(a, b));
            let mut products = elements(&b);
            slices::mul_into(&x, &y, &mut products);
            check(&products, expected());
            let mut products = x.clone();
            slices::mul_assign(&mut products, &y);
            check(&products, expected());
            let factor = b.last().cloned().unwrap_or_default();
            let expected = || a.iter().map(|a| field.mul(a, &factor));
            slices::scale_into(&from_int(&factor), &x, &mut products);
            check(&products, expected());
            let mut products = x.clone();
            slices::scale_assign(&mut products, &from_int(&factor));
            check(&products, expected());
            let mut sums = y.clone();
            slices::axpy(&mut sums, &from_int(&factor), &x);
            check(
                &sums,
                b.iter()
                    .zip(expected())
                    .map(|(b, ax)| field.reduce(&(b + ax))),
            );
        }
    }
}

/// Adds rows (factor, start, elements) to sums.
fn check_rows<P: Prime>(sums: &[BigUint], rows: &[(BigUint, usize, Vec<BigUint>)]) {
    let field = Integers::of::<P>();
    let mut expected = sums.to_vec();
    for (factor, start, row) in rows {
        for (sum, x) in expected[*start..].iter_mut().zip(row) {
            *sum = field.reduce(&(&*sum + factor * x));
        }
    }
    let elements: Vec<_> = rows.iter().map(|(_, _, row)| elements::<P>(row)).collect();
    let scaled: Vec<_> = rows
        .iter()
        .zip(&elements)
        .map(|((factor, start, _), elements)| Row {
            factor: from_int(factor),
            start: *start,
            elements,
        })
        .collect();
    let mut actual: Vec<FieldElement<P>> = sums.iter().map(from_int).collect();
    slices::add_scaled_rows(&mut actual, &scaled);
    check(&actual, expected);
}

fn scaled_rows<P: Prime>() {
    let mut rng = rng(2);
    let greatest = Integers::of::<P>().modulus - 1u8;
    for n in lengths().filter(|n| *n < 500) {
        for count in [0, 1, 2, 3, 15, 16, 17, 40] {
            // Rows at the same place, all the greatest.
            let row = vec![greatest.clone(); n];
            check_rows::<P>(&row, &vec![(greatest.clone(), 0, row.clone()); count]);
            // Rows of any places.
            let mut row = || {
                let start = rng.next_u32() as usize % (n + 1);
                let length = rng.next_u32() as usize % (n - start + 1);
                let factor = integers::<P>(1, &mut rng).remove(0);
                (factor, start, integers::<P>(length, &mut rng))
            };
            let rows: Vec<_> = (0..count).map(|_| row()).collect();
            check_rows::<P>(&integers::<P>(n, &mut rng), &rows);
        }
    }
}

fn inner_products<P: Prime>() {
    let field = Integers::of::<P>();
    for n in lengths() {
        for [a, b] in cases::<P>(n, 3) {
            let sum: BigUint = a.iter().zip(&b).map(|(a, b)| a * b).sum();
            let [a, b] = [&a, &b].map(|integers| elements::<P>(integers));
            check(&[slices::inner_product(&a, &b)], [field.reduce(&sum)]);
        }
    }
}

fn powers<P: Prime>() {
    let field = Integers::of::<P>();
    let mut rng = rng(4);
    for n in lengths() {
        let greatest = &field.modulus - 1u8;
        for [first, base] in [
            [BigUint::ZERO, field.random(&mut rng)],
            [field.random(&mut rng), BigUint::ZERO],
            [1u8.into(), greatest.clone()],
            [greatest, field.random(&mut rng)],
        ] {
            let mut powers = vec![FieldElement::<P>::from(7u8); n];
            slices::powers_into(&from_int(&first), &from_int(&base), &mut powers);
            let next = |power: &BigUint| Some(field.mul(power, &base));
            check(&powers, std::iter::successors(Some(first), next).take(n));
        }
    }
}

fn bytes<P: Prime>() {
    let field = Integers::of::<P>();
    let mut rng = rng(5);
    let invalid = [
        field.modulus.clone(),
        &field.modulus + 1u8,
        (BigUint::from(1u8) << 255u32) - 1u8,
        BigUint::from(1u8) << 255u32,
        (BigUint::from(1u8) << 256u32) - 1u8,
    ];
    for n in lengths() {
        let mut integers = integers::<P>(n, &mut rng);
        for (i, invalid) in invalid.iter().enumerate() {
            if let Some(integer) = integers.get_mut(i * i * i + n % 3) {
                *integer = invalid.clone();
            }
        }
        let encodings: Vec<[u8; 32]> = integers.iter().map(le_bytes).collect();
        let mut elements = vec![FieldElement::<P>::from(7u8); n];
        let mut valid = vec![Choice::from(1); n];
        slices::from_bytes_into(&encodings, &mut elements, &mut valid);
        let is_valid = |integer: &&BigUint| **integer < field.modulus;
        for (valid, integer) in valid.iter().zip(&integers) {
            assert_eq!(bool::from(*valid), is_valid(&integer));
        }
        let expected = || {
            let expected = integers
                .iter()
                .map(|integer| Some(integer).filter(is_valid));
            expected.map(|integer| integer.cloned().unwrap_or_default())
        };
        check(&elements, expected());
        let mut encoded = vec![[7; 32]; n];
        slices::to_bytes_into(&elements, &mut encoded);
        assert!(encoded.into_iter().eq(expected().map(|x| le_bytes(&x))));
    }
}

fn lengths_are_checked<P: Prime>() {
    let x = [FieldElement::<P>::from(1u8); 9];
    let refuses = |run: &mut dyn FnMut()| {
        let message = panic_message(run).expect_err("it must panic");
        assert!(
            message.contains("slices of one length are needed")
                || message.contains("a row must end"),
            "{message}"
        );
    };
    for n in [0, 8] {
        let (mut y, short) = (x, &x[..n]);
        refuses(&mut || slices::mul_into(&x, short, &mut y));
        refuses(&mut || slices::mul_into(short, &x, &mut y));
        refuses(&mut || slices::mul_into(&x, &x, &mut y[..n]));
        refuses(&mut || slices::mul_assign(&mut y, short));
        refuses(&mut || slices::scale_into(&x[0], short, &mut y));
        refuses(&mut || slices::axpy(&mut y, &x[0], short));
        refuses(&mut || _ = slices::inner_product(&x, short));
        refuses(&mut || slices::to_bytes_into(short, &mut [[0; 32]; 9]));
        let valid = &mut [Choice::from(0); 9];
        refuses(&mut || slices::from_bytes_into(&[[0; 32]; 9], &mut y[..n], valid));
        refuses(&mut || slices::from_bytes_into(&[[0; 32]; 9], &mut y, &mut valid[..n]));
        assert_eq!(y, x, "nothing is written");
    }
    for (start, length) in [(1, 9), (9, 1), (10, 0), (usize::MAX, 1), (usize::MAX, 0)] {
        let (factor, elements) = (x[0], &x[..length]);
        let row = Row {
            factor,
            start,
            elements,
        };
        refuses(&mut || slices::add_scaled_rows(&mut x.clone(), &[row]));
    }
}
