//! Your own implementation in the contest's table, beside the reference and this library: here big integers that multiply
//! and add modulo q. Its results are compared with the reference's before anything is timed.
//!
//! ```sh
//! cargo run --release -p helioselene-benches --example contender -- --filter "q "
//! ```
//!
//! Types with the traits of `ff` and `group` take part in all operations: `contest::Whole`.

#[path = "../contest/backends.rs"]
mod backends;
// The other cycle is not used here.
#[allow(dead_code)]
#[path = "../contest/library.rs"]
mod library;

use std::process::ExitCode;

use helioselene_bench_support::bench;
use helioselene_bench_support::contender::{Contender, Operation};
use helioselene_bench_support::contest::{self, AllInputs, Bytes, Reference};
use helioselene_bench_support::reference::Current;
use helioselene_simd::HelioseleneField;
use helioselene_simd::group::ff::{Field, PrimeField};
use library::Ours;
use num_bigint::BigUint;

struct BigIntegers;

impl Contender<AllInputs> for BigIntegers {
    fn name(&self) -> &str {
        "num-bigint"
    }

    fn operations(&self, inputs: &AllInputs) -> Vec<Operation> {
        let q = BigUint::from_bytes_le(&(-HelioseleneField::ONE).to_repr()) + 1u8;
        let decode = |pair: &[Bytes; 2]| pair.map(|x| BigUint::from_bytes_le(&x));
        let encode = |x: BigUint| {
            let mut bytes = x.to_bytes_le();
            bytes.resize(32, 0);
            bytes.try_into().ok()
        };
        let (q1, q2) = (q.clone(), q);
        vec![
            inputs
                .q
                .operation("q mul", decode, move |[a, b]| a * b % &q1, encode),
            inputs
                .q
                .operation("q add", decode, move |[a, b]| (a + b) % &q2, encode),
        ]
    }
}

fn main() -> ExitCode {
    bench::main(contest::ABOUT, |bench| {
        let mut contenders = backends::contenders::<Reference<Current>, Ours>(bench.options())?;
        contenders.push(Box::new(BigIntegers));
        contest::run(bench, &AllInputs::current::<Ours>(), &contenders)
    })
}
