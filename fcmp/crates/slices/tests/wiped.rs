//! What slices of secrets leave on the heap: nothing that reveals elements or factors.

use ff::Field;
use helioselene_judge::heap::{Searching, blocks_that_tell};
use helioselene_simd::{Field25519, HelioseleneField};
use helioselene_slices::{
    Row, add_scaled_rows, inner_product, invert_or_zero, mul_assign, scale_assign,
};
use zeroize::Zeroize;

#[global_allocator]
static ALLOCATOR: Searching = Searching;

fn check<F: Field + From<u64> + Zeroize>(name: &str) {
    const LEN: usize = 40;
    let elements = |seed: u64| -> Vec<F> {
        let element = |i: u64| F::from(i * seed + 1).invert().unwrap();
        (0..LEN as u64).map(element).collect()
    };
    let secrets = [elements(3), elements(1000)];
    let nothing_tells = |function: &str, operation: &dyn Fn(&[F], &mut [F])| {
        let none: [usize; 0] = [];
        let told = blocks_that_tell(&secrets, |secret: &Vec<F>| {
            let mut results = [F::ONE; LEN];
            operation(secret, &mut results);
        });
        assert_eq!(told, none, "{name}: {function}");
    };
    nothing_tells("mul_assign", &|a, results| mul_assign(results, a));
    nothing_tells("scale_assign", &|a, results| scale_assign(results, &a[0]));
    nothing_tells("inner_product", &|a, results| {
        results[0] = inner_product(a, a);
    });
    // Rows have addresses, which must be the same for both.
    let public = elements(7);
    nothing_tells("add_scaled_rows", &|a, results| {
        let row = |i: usize| Row {
            factor: a[i],
            start: i,
            elements: &public[i..],
        };
        add_scaled_rows(results, &[0, 1, 2].map(row));
    });
    nothing_tells("invert_or_zero", &|a, results| {
        results.copy_from_slice(a);
        results[7] = F::ZERO;
        invert_or_zero(results);
    });
}

/// A single test, because the allocator is the process's.
#[test]
fn nothing_stays_on_the_heap() {
    check::<Field25519>("p");
    check::<HelioseleneField>("q");
    check::<curve25519_dalek::Scalar>("another field");
}
