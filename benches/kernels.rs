//! What runs inside the backends, field by field and curve by curve, in core cycles: how long an
//! operation takes until its result can be used, and how long independent ones take each.
//!
//! `cargo bench --features internals --bench kernels -- [text]`, of the rows that contain the text.

use std::time::Duration;

use helioselene_bench_support::measure::{Contender, Effort, Machine, compare, pin_to_one_core};
use helioselene_simd::internals::{self, Kernel};

const EFFORT: Effort = Effort {
    rounds: 41,
    sample: Duration::from_micros(200),
};

fn row(kernel: &Kernel) -> String {
    let Kernel {
        vectors,
        over,
        operation,
        ..
    } = kernel;
    format!("{over:<11} | {operation:<19} | {vectors:<14}")
}

fn main() {
    let filter = std::env::args()
        .skip(1)
        .find(|argument| argument != "--bench");
    let filter = filter.as_deref().unwrap_or("");
    let mut kernels = Vec::new();
    internals::kernels(&mut |kernel| {
        if row(&kernel).contains(filter) {
            kernels.push(kernel);
        }
    });
    // Alternatives side by side.
    kernels.sort_by_key(|kernel| (kernel.over.to_lowercase(), kernel.operation));
    let mut contenders: Vec<Contender<'_>> = kernels
        .iter()
        .flat_map(|kernel| {
            [
                Contender::new(kernel.latency),
                Contender::new(kernel.throughput),
            ]
        })
        .collect();

    let pinned = pin_to_one_core();
    let measured = compare(&mut contenders, EFFORT);

    let Machine {
        processor,
        gigahertz,
    } = Machine::detect();
    println!(
        "{processor}, {gigahertz:.2} GHz; core cycles, medians of {} samples",
        EFFORT.rounds
    );
    if !pinned {
        println!("not pinned to a core: figures may be off");
    }
    println!("| over | operation | vectors | latency | throughput | per element or point |");
    println!("|---|---|---|---|---|---|");
    for (kernel, figures) in kernels.iter().zip(measured.chunks_exact(2)) {
        let (latency, throughput) = (figures[0].cycles, figures[1].cycles);
        println!(
            "| {} | {latency:8.1} | {throughput:8.1} | {:8.1} |",
            row(kernel),
            throughput / kernel.results as f64
        );
    }
}
