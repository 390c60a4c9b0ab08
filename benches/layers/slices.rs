//! Functions of slices of 512 field elements on every backend, and products one after the other. An element of the result
//! or a term of a sum counts as one criterion element.
//!
//! `BENCH_UNIT=cycles cargo bench --bench slices -- 'q/.*/ifma'`

mod backends;

use std::hint::black_box;

use helioselene_bench_support::harness::{Criterion, Sets, group, one_core, run, time};
use helioselene_simd::group::ff::Field;
use helioselene_simd::slices::{self, Row};
use helioselene_simd::{FieldElement, P25519, Prime, Q};
use subtle::Choice;

const N: usize = 512;
/// The most rows of a sum.
const ROWS: usize = 16;

/// Operands, and places for results.
struct Operands<P: Prime> {
    a: Vec<FieldElement<P>>,
    b: Vec<FieldElement<P>>,
    rows: Vec<Vec<FieldElement<P>>>,
    encodings: Vec<[u8; 32]>,
    results: Vec<FieldElement<P>>,
    bytes: Vec<[u8; 32]>,
    valid: Vec<Choice>,
}

fn field<P: Prime>(c: &mut Criterion, name: &str) {
    // Few enough for the second-level cache.
    let mut sets = Sets::of(2, |rng| {
        let mut elements = || -> Vec<FieldElement<P>> {
            (0..N).map(|_| FieldElement::random(&mut *rng)).collect()
        };
        let (a, b, results) = (elements(), elements(), elements());
        let rows = (0..ROWS).map(|_| elements()).collect();
        let mut encodings = vec![[0; 32]; N];
        slices::to_bytes_into(&b, &mut encodings);
        Operands {
            a,
            b,
            rows,
            encodings,
            results,
            bytes: vec![[0; 32]; N],
            valid: vec![Choice::from(0); N],
        }
    });

    let mut one_by_one = group(c, format!("slices/{name}/mul_into"), N);
    time(&mut one_by_one, "one after the other", None, &mut || {
        let Operands { a, b, results, .. } = black_box(sets.turn());
        for ((a, b), product) in a.iter().zip(b).zip(results) {
            *product = black_box(*a) * black_box(&*b);
        }
    });
    one_by_one.finish();

    let mut operation = |what: &str, terms: usize, run: &dyn Fn(&mut Operands<P>)| {
        let mut group = group(c, format!("slices/{name}/{what}"), N * terms);
        backends::on_each(&mut group, None, &mut || run(black_box(sets.turn())));
    };
    operation("mul_into", 1, &|x| {
        slices::mul_into(&x.a, &x.b, &mut x.results)
    });
    operation("scale_into", 1, &|x| {
        slices::scale_into(&x.b[0], &x.a, &mut x.results)
    });
    operation("axpy", 1, &|x| slices::axpy(&mut x.results, &x.b[0], &x.a));
    for count in [2, 4, 8, ROWS] {
        operation(&format!("add_scaled_rows of {count}"), count, &|x| {
            let row = |elements| Row {
                factor: x.a[0],
                start: 0,
                elements,
            };
            let rows: [Row<'_, FieldElement<P>>; ROWS] =
                core::array::from_fn(|i| row(&x.rows[i][..]));
            slices::add_scaled_rows(&mut x.results, &rows[..count]);
        });
    }
    operation("inner_product", 1, &|x| {
        black_box(slices::inner_product(&x.a, &x.b));
    });
    operation("powers_into", 1, &|x| {
        slices::powers_into(&x.a[0], &x.b[0], &mut x.results)
    });
    operation("batch_invert", 1, &|x| FieldElement::batch_invert(&mut x.a));
    operation("to_bytes_into", 1, &|x| {
        slices::to_bytes_into(&x.a, &mut x.bytes)
    });
    operation("from_bytes_into", 1, &|x| {
        slices::from_bytes_into(&x.encodings, &mut x.results, &mut x.valid);
    });
}

fn main() {
    run(one_core(), |c| {
        field::<P25519>(c, "p");
        field::<Q>(c, "q");
    });
}
