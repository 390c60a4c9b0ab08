//! Functions of slices, in cycles an element or a term, on every backend, beside one product after the other.

mod backends;

use std::cell::RefCell;
use std::hint::black_box;
use std::process::ExitCode;

use helioselene_bench_support::bench::{About, Bench, Case, main as bench};
use helioselene_bench_support::measure::{Effort, Timed};
use helioselene_simd::group::ff::Field;
use helioselene_simd::slices::{self, Row};
use helioselene_simd::{FieldElement, P25519, Prime, Q};
use rand_core::SeedableRng;
use subtle::Choice;

const ABOUT: About = About {
    program: "slices",
    title: "Functions of slices of field elements",
    in_cycles: true,
    compared: false,
    one_core: true,
    effort: Effort::of(101, 300),
};

fn field<P: Prime>(bench: &mut Bench<'_>, name: &str) -> Result<(), String> {
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
    let backends = backends::chosen(bench.options())?;
    for n in bench.options().sizes_or(&[512]) {
        let mut elements =
            || -> Vec<FieldElement<P>> { (0..n).map(|_| FieldElement::random(&mut rng)).collect() };
        let (a, b) = (elements(), elements());
        let rows: Vec<_> = (0..16).map(|_| elements()).collect();
        let rows: Vec<_> = rows
            .iter()
            .map(|row| Row {
                factor: row[n / 2],
                start: 0,
                elements: row,
            })
            .collect();
        let places = RefCell::new(elements());
        let bytes = RefCell::new(vec![[0; 32]; n]);
        let valid = RefCell::new(vec![Choice::from(0); n]);

        let products = || {
            for ((a, b), product) in a.iter().zip(&b).zip(&mut *places.borrow_mut()) {
                *product = black_box(a) * black_box(b);
            }
        };
        let one_by_one = ("one after the other".to_owned(), Timed::repeated(products));
        let mut operation = |what: &str, terms: usize, others, run: &dyn Fn()| {
            let mut timed: Vec<_> = others;
            timed.extend(backends::on_each(&backends, || Timed::repeated(run)));
            let case = Case::new(name, what).of(n).each(n * terms);
            bench.time(&case, timed);
        };
        operation("mul_into", 1, vec![one_by_one], &|| {
            slices::mul_into(&a, &b, &mut places.borrow_mut());
        });
        operation("scale_into", 1, vec![], &|| {
            slices::scale_into(&b[0], &a, &mut places.borrow_mut());
        });
        operation("axpy", 1, vec![], &|| {
            slices::axpy(&mut places.borrow_mut(), &b[0], &a);
        });
        for count in [2, 4, 8, 16] {
            let what = format!("add_scaled_rows of {count}, a term");
            operation(&what, count, vec![], &|| {
                slices::add_scaled_rows(&mut places.borrow_mut(), &rows[..count]);
            });
        }
        operation("inner_product", 1, vec![], &|| {
            black_box(slices::inner_product(&a, &b));
        });
        operation("powers_into", 1, vec![], &|| {
            slices::powers_into(&a[0], &b[0], &mut places.borrow_mut());
        });
        #[cfg(feature = "alloc")]
        operation("batch_invert", 1, vec![], &|| {
            FieldElement::batch_invert(&mut places.borrow_mut());
        });
        operation("to_bytes_into", 1, vec![], &|| {
            slices::to_bytes_into(&a, &mut bytes.borrow_mut());
        });
        operation("from_bytes_into", 1, vec![], &|| {
            let (places, valid) = (&mut places.borrow_mut(), &mut valid.borrow_mut());
            slices::from_bytes_into(&bytes.borrow(), places, valid);
        });
    }
    Ok(())
}

fn run(bench: &mut Bench<'_>) -> Result<(), String> {
    field::<P25519>(bench, "p")?;
    field::<Q>(bench, "q")
}

fn main() -> ExitCode {
    bench(ABOUT, run)
}
