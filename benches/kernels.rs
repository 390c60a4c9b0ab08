//! The field kernels of every backend, in core cycles: how long a result takes, and how long
//! independent ones take each.
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
        field,
        operation,
        ..
    } = kernel;
    format!("{field} | {vectors:<14} | {operation:<9}")
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
    kernels.sort_by_key(|kernel| (kernel.field, kernel.operation));
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
    println!("| field | vectors | operation | latency | throughput | per element |");
    println!("|---|---|---|---|---|---|");
    for (kernel, figures) in kernels.iter().zip(measured.chunks_exact(2)) {
        let (latency, throughput) = (figures[0].cycles, figures[1].cycles);
        println!(
            "| {} | {latency:6.1} | {throughput:6.1} | {:6.1} |",
            row(kernel),
            throughput / kernel.lanes as f64
        );
    }
}
