//! Long differential runs: field operations of every kind of vector, and point operations of every backend of this CPU, against
//! an oracle in plain words, on random and special operands.
//!
//! ```sh
//! cargo run --release -p helioselene-library-checks --features unstable --example differential -- --field 1e9 --points 1e7
//! ```
//!
//! A batch depends only on the seed and its number. So a run can continue where another stopped, and the options printed with a
//! mismatch reproduce it.

mod field;
mod operands;
mod options;
mod oracle;
mod points;
mod report;

use std::process::ExitCode;
use std::time::Instant;

use helioselene_bench_support::command_line;
use helioselene_bench_support::measure::conditions;
use helioselene_simd::{Backend, Curve, Helios, Selene};

use operands::Source;
use options::Options;
use oracle::{Field, Weierstrass, words};
use report::Report;

// The parameters of the `helioselene` crate, version 0.1.0, which FCMP++ uses.
const P: &str = "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed";
const Q: &str = "7ffffffffffffffffffffffffffffffff735481d1969f317f9850b68df11df53";
/// b and the generator's coordinates.
const HELIOS: [&str; 3] = [
    "26bdec0884fe05f20cb42071569fab6432be360d07da8c5b460b82b980fd8c60",
    "1",
    "611dffc62fe02c759e5ac10f40e009b8e3b147387068aaf810dbdf2d817c67ba",
];
const SELENE: [&str; 3] = [
    "38c40d10c226ef3bc597c2e1e25bc748e3401c3d031d14ca2265f309ba81efe4",
    "1",
    "39098c0a54bd9d2781c7d734720d5ca639ee79deeefcd74517fced93ad6635c0",
];

fn main() -> ExitCode {
    command_line::main(run)
}

fn run(options: &Options) -> Result<(), String> {
    let names: Vec<_> = Backend::available().map(Backend::name).collect();
    let (names, Options { seed, from, .. }) = (names.join(", "), options);
    let effort = format!("backends: {names}; seed {seed}, from batch {from}");
    println!("{}", conditions(None, &effort));
    let start = Instant::now();
    let mut report = Report::default();
    let [p, q] = [P, Q].map(Field::new);
    // In turns, so that an interrupted run has compared both.
    let mut to = options.from;
    for operations in turns(options.field, 10_000_000) {
        let (from, seed) = (to, options.seed);
        to = field::run::<<Helios as Curve>::Base>(p, "p", operations, seed, from, &mut report);
        field::run::<<Selene as Curve>::Base>(q, "q", operations, seed, from, &mut report);
    }
    let of_fields = to;
    to = options.from;
    let helios = known::<Helios>([p, q], HELIOS, options.seed);
    let selene = known::<Selene>([q, p], SELENE, options.seed);
    for operations in turns(options.points, 100_000) {
        let (from, seed) = (to, options.seed);
        to = points::run(&helios, "Helios", operations, seed, from, &mut report);
        points::run(&selene, "Selene", operations, seed, from, &mut report);
    }
    let to = to.max(of_fields);
    report.print();
    println!(
        "no mismatch in {:.0} s; to go on: --seed {} --from {to}",
        start.elapsed().as_secs_f64(),
        options.seed
    );
    Ok(())
}

/// Splits a number of operations into parts of limited size.
fn turns(operations: u64, most: u64) -> impl Iterator<Item = u64> {
    let parts = (0..operations.div_ceil(most)).map(move |i| i * most);
    parts.map(move |done| most.min(operations - done))
}

/// The curve with these parameters, and points on it.
fn known<C: Curve>(
    [base, order]: [Field; 2],
    parameters: [&str; 3],
    seed: u64,
) -> points::Known<C> {
    let hex = |digits: &str| num_bigint::BigUint::parse_bytes(digits.as_bytes(), 16);
    let [b, x, y] = parameters.map(|digits| words(&hex(digits).expect("hexadecimal")));
    let mut source = Source::new(order);
    source.go_to(seed, 0);
    points::Known::new(Weierstrass { field: base, b }, order, [x, y], &mut source)
}
