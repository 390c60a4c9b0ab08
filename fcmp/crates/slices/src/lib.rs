//! Arithmetic on slices of field elements: the building blocks of divisors, and of proofs over any curve.
//!
//! Elements of Helios' and Selene's fields are computed by `helioselene-simd` in vectors, all others one by one.
//! Constant time in the elements, unless the name says `vartime`. Functions panic if two slices differ in length.
#![no_std]
#![deny(missing_docs)]

extern crate alloc;

mod cast;

use alloc::vec;
use alloc::vec::Vec;

use ff::{BatchInverter, Field};
use helioselene_simd::slices as lanes;
use helioselene_simd::{FieldElement, P25519, Q};
use zeroize::Zeroize;

#[doc(hidden)]
pub use cast::{cast, cast_mut, cast_one, same};
pub use helioselene_simd::slices::Row;

/// Returns an expression's value if `F` is one of our two fields; otherwise goes on.
macro_rules! in_lanes {
    ($P:ident => $result:expr) => {{
        type $P = P25519;
        if let Some(result) = (|| Some($result))() {
            return result;
        }
    }
    {
        type $P = Q;
        if let Some(result) = (|| Some($result))() {
            return result;
        }
    }};
}

/// aᵢ ← aᵢ·bᵢ
pub fn mul_assign<F: Field>(a: &mut [F], b: &[F]) {
    assert_same_len(a, b);
    in_lanes!(P => lanes::mul_assign::<P>(cast_mut(a)?, cast(b)?));
    for (a, b) in a.iter_mut().zip(b) {
        *a *= b;
    }
}

/// aᵢ ← factor·aᵢ
pub fn scale_assign<F: Field>(a: &mut [F], factor: &F) {
    in_lanes!(P => lanes::scale_assign::<P>(cast_mut(a)?, cast_one(factor)?));
    for a in a {
        *a *= factor;
    }
}

/// yᵢ ← yᵢ + a·xᵢ
pub fn axpy<F: Field>(y: &mut [F], a: &F, x: &[F]) {
    assert_same_len(x, y);
    in_lanes!(P => lanes::axpy::<P>(cast_mut(y)?, cast_one(a)?, cast(x)?));
    for (y, x) in y.iter_mut().zip(x) {
        *y += *a * x;
    }
}

/// sums_(start + i) ← sums_(start + i) + factor·elementsᵢ for every row. Fastest if rows for the same place are
/// adjacent.
///
/// # Panics
///
/// If a row extends beyond the sums.
pub fn add_scaled_rows<F: Field>(sums: &mut [F], rows: &[Row<'_, F>]) {
    in_lanes!(P => {
        let sums = cast_mut::<F, FieldElement<P>>(sums)?;
        // At full capacity: growing would leave secret factors behind.
        let mut cast_rows = Vec::with_capacity(rows.len());
        for row in rows {
            cast_rows.push(Row {
                factor: *cast_one(&row.factor)?,
                start: row.start,
                elements: cast(row.elements)?,
            });
        }
        lanes::add_scaled_rows::<P>(sums, &cast_rows);
        for row in &mut cast_rows {
            row.factor.zeroize();
        }
    });
    for row in rows {
        let sums = &mut sums[row.start..row.start + row.elements.len()];
        for (sum, element) in sums.iter_mut().zip(row.elements) {
            *sum += row.factor * element;
        }
    }
}

/// Σ aᵢ·bᵢ
pub fn inner_product<F: Field>(a: &[F], b: &[F]) -> F {
    assert_same_len(a, b);
    in_lanes!(P => same(lanes::inner_product::<P>(cast(a)?, cast(b)?))?);
    let products = a.iter().zip(b);
    products.fold(F::ZERO, |sum, (a, b)| sum + *a * b)
}

/// first·baseⁱ for i in 0..len.
pub fn powers<F: Field>(first: &F, base: &F, len: usize) -> Vec<F> {
    let mut powers = vec![*first; len];
    powers_into(first, base, &mut powers);
    powers
}

/// Like [`powers`], but into the caller's slice.
pub fn powers_into<F: Field>(first: &F, base: &F, powers: &mut [F]) {
    in_lanes!(P => lanes::powers_into::<P>(cast_one(first)?, cast_one(base)?, cast_mut(powers)?));
    let mut next = *first;
    for power in powers {
        *power = next;
        next *= base;
    }
}

/// 0, 1, 2, …, len − 1.
pub fn counts<F: Field>(len: usize) -> Vec<F> {
    let mut next = F::ZERO;
    let mut counts = Vec::with_capacity(len);
    for _ in 0..len {
        counts.push(next);
        next += F::ONE;
    }
    counts
}

/// Replaces each element by its inverse, in variable time, for public elements.
///
/// # Panics
///
/// If one is zero.
pub fn vartime_invert<F: Field>(elements: &mut [F]) {
    let any_zero = elements.iter().any(F::is_zero_vartime);
    assert!(!any_zero, "zero has no inverse");
    in_lanes!(P => FieldElement::<P>::vartime_batch_invert(cast_mut(elements)?));
    let mut scratch = vec![F::ZERO; elements.len()];
    BatchInverter::invert_with_external_scratch(elements, &mut scratch);
}

/// The inverse of one public element, in variable time.
///
/// # Panics
///
/// If it is zero.
pub fn vartime_inverse<F: Field>(x: &F) -> F {
    assert!(!x.is_zero_vartime(), "zero has no inverse");
    in_lanes!(P => same(cast_one::<F, FieldElement<P>>(x)?.vartime_invert())?);
    x.invert().expect("not zero")
}

/// Replaces each element by its inverse, except for zero, which stays. Leaves none of them on the heap.
pub fn invert_or_zero<F: Field + Zeroize>(elements: &mut [F]) {
    in_lanes!(P => FieldElement::<P>::batch_invert(cast_mut(elements)?));
    let mut scratch = vec![F::ZERO; elements.len()];
    BatchInverter::invert_with_external_scratch(elements, &mut scratch);
    scratch.iter_mut().zeroize();
}

fn assert_same_len<F>(a: &[F], b: &[F]) {
    assert_eq!(a.len(), b.len(), "slices of different lengths");
}

#[cfg(test)]
mod tests {
    extern crate std;

    use helioselene_simd::{Field25519, HelioseleneField};

    use super::*;

    /// Elements that depend on a seed.
    fn elements<F: Field + From<u64>>(seed: u64, len: usize) -> Vec<F> {
        let element = |i| {
            (F::from(seed) + F::from(i).square())
                .invert()
                .unwrap_or(F::ONE)
        };
        (1..=len as u64).map(element).collect()
    }

    /// Functions compute what single operations do, whether or not the lanes know the field.
    fn check<F: Field + From<u64> + Zeroize>() {
        for len in [0, 1, 3, 8, 31, 32, 33, 63, 64, 65, 96, 100, 255] {
            let (a, b) = (elements::<F>(3, len), elements::<F>(1000, len));
            let factor = F::from(77u64).invert().unwrap();
            let by_pairs = |f: fn(&F, &F, &F) -> F| -> Vec<F> {
                let pairs = a.iter().zip(&b);
                pairs.map(|(a, b)| f(a, b, &factor)).collect()
            };

            let mut result = a.clone();
            mul_assign(&mut result, &b);
            assert_eq!(result, by_pairs(|a, b, _| *a * b));
            let mut result = a.clone();
            scale_assign(&mut result, &factor);
            assert_eq!(result, by_pairs(|a, _, factor| *a * factor));
            let mut result = a.clone();
            axpy(&mut result, &factor, &b);
            assert_eq!(result, by_pairs(|a, b, factor| *a + *b * factor));
            let products = by_pairs(|a, b, _| *a * b);
            assert_eq!(inner_product(&a, &b), products.iter().sum());

            let powers = powers(&factor, &a.first().copied().unwrap_or(F::ONE), len);
            for (i, power) in powers.iter().enumerate() {
                assert_eq!(*power, factor * a[0].pow_vartime([i as u64]));
            }
            assert_eq!(
                counts::<F>(len).last().copied(),
                len.checked_sub(1).map(|i| F::from(i as u64))
            );

            let mut result = a.clone();
            vartime_invert(&mut result);
            let inverses = by_pairs(|a, _, _| a.invert().unwrap());
            assert_eq!(result, inverses);
            let one_by_one: Vec<F> = a.iter().map(vartime_inverse).collect();
            assert_eq!(one_by_one, inverses);
            let mut result = [&[F::ZERO], &a[..], &[F::ZERO]].concat();
            invert_or_zero(&mut result);
            assert_eq!(result, [&[F::ZERO], &inverses[..], &[F::ZERO]].concat());
            let mut result = [&[F::ZERO], &a[..], &[F::ZERO]].concat();
            invert_or_zero(&mut result);
            let inverses = by_pairs(|a, _, _| a.invert().unwrap());
            assert_eq!(result, [&[F::ZERO], &inverses[..], &[F::ZERO]].concat());

            let half = len / 2;
            let rows = [
                (0, &b[..half]),
                (half, &b[half..]),
                (len - half, &a[..half]),
                (len, &[]),
            ];
            let mut expected = a.clone();
            for (start, row) in rows {
                for (i, element) in row.iter().enumerate() {
                    expected[start + i] += factor * element;
                }
            }
            let row = |(start, elements)| Row {
                factor,
                start,
                elements,
            };
            let mut result = a.clone();
            add_scaled_rows(&mut result, &rows.map(row));
            assert_eq!(result, expected);
        }
    }

    #[test]
    fn slices_are_elements() {
        check::<Field25519>();
        check::<HelioseleneField>();
        check::<curve25519_dalek::Scalar>();
    }

    #[test]
    fn zero_has_no_inverse() {
        for (len, zero) in [(1, 0), (65, 0), (65, 64), (200, 100)] {
            let mut elements = elements::<Field25519>(3, len);
            elements[zero] = Field25519::ZERO;
            assert!(std::panic::catch_unwind(|| vartime_inverse(&elements[zero])).is_err());
            assert!(std::panic::catch_unwind(move || vartime_invert(&mut elements)).is_err());
        }
    }

    #[test]
    #[should_panic(expected = "slices of different lengths")]
    fn lengths_agree() {
        inner_product(&[Field25519::ONE], &[]);
    }
}
