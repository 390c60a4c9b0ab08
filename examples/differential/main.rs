//! Long differential runs: field operations of every kind of vectors, and point operations of every backend
//! that this CPU has, against an oracle in plain words, on random operands and on special ones.
//!
//! ```sh
//! cargo run --release --features unstable --example differential -- --field 1e9 --points 1e7
//! ```
//!
//! A batch depends on nothing but the seed and its number, so a run goes on where another one stopped,
//! and a mismatch is found again by the options with which the program fails.

mod field;
mod operands;
mod options;
mod oracle;
mod points;
mod report;

use std::process::ExitCode;
use std::time::Instant;

use helioselene_bench_support::command_line;
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
    println!(
        "{}; backends: {}; seed {}, from batch {}",
        cpu(),
        names.join(", "),
        options.seed,
        options.from
    );
    let start = Instant::now();
    let mut report = Report::default();
    let [p, q] = [P, Q].map(Field::new);
    let mut to = options.from;
    if options.field > 0 {
        let Options {
            field, seed, from, ..
        } = *options;
        to = to.max(field::run::<<Helios as Curve>::Base>(
            p,
            "p",
            field,
            seed,
            from,
            &mut report,
        ));
        to = to.max(field::run::<<Selene as Curve>::Base>(
            q,
            "q",
            field,
            seed,
            from,
            &mut report,
        ));
    }
    if options.points > 0 {
        to = to.max(points::<Helios>(
            "Helios",
            [p, q],
            HELIOS,
            options,
            &mut report,
        ));
        to = to.max(points::<Selene>(
            "Selene",
            [q, p],
            SELENE,
            options,
            &mut report,
        ));
    }
    report.print();
    println!(
        "no mismatch in {:.0} s; to go on: --seed {} --from {to}",
        start.elapsed().as_secs_f64(),
        options.seed
    );
    Ok(())
}

fn points<C: Curve>(
    name: &'static str,
    [base, order]: [Field; 2],
    parameters: [&str; 3],
    options: &Options,
    report: &mut Report,
) -> u64 {
    let hex = |digits: &str| num_bigint::BigUint::parse_bytes(digits.as_bytes(), 16);
    let [b, x, y] = parameters.map(|digits| words(&hex(digits).expect("hexadecimal")));
    let curve = Weierstrass { field: base, b };
    let mut source = Source::new(order);
    source.go_to(options.seed, 0);
    let known = points::Known::<C>::new(curve, order, [x, y], &mut source);
    points::run(
        &known,
        name,
        options.points,
        options.seed,
        options.from,
        report,
    )
}

/// The name of this CPU, where Linux tells it.
fn cpu() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = text
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    name.map_or("an unknown CPU", |(_, name)| name).into()
}
