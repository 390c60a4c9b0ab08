//! Threads in which rounding traps, or that round differently: on every backend, each operation gives the same result
//! there as elsewhere.
#![cfg(all(feature = "std", target_arch = "x86_64"))]

mod common;
#[path = "common/operations.rs"]
mod operations;

use common::{environment, scaled};
use helioselene_simd::{Helios, Selene};

fn everything() -> Vec<[u8; 32]> {
    // Sums by each algorithm, long enough for more than one vector.
    let [short, long] = [150, 700].map(scaled);
    let (terms, points) = ([0, 1, 2, 9, 40, short, long], [0, 1, 2, 9, 40, short]);
    let mut all = operations::results::<Helios>(&terms, &points);
    all.extend(operations::results::<Selene>(&terms, &points));
    all
}

#[test]
fn results_do_not_depend_on_the_thread() {
    environment::changes_no_result(everything);
}
