//! What runs inside the backends, field by field and curve by curve, in core cycles of an element or a point: how long
//! an operation takes until its result can be used, and how long independent ones take each, beside what the processor's
//! units need for their instructions at least.
//!
//! `cargo bench -p helioselene-checks --bench kernels`

use std::process::ExitCode;

use helioselene_bench_support::bench::{About, Bench, Case, main as bench};
use helioselene_bench_support::measure::{Effort, Timed};
use helioselene_checks::checks::internals::{self, Kernel};

const ABOUT: About = About {
    program: "kernels",
    title: "Kernels and the bounds of the processor's units",
    in_cycles: true,
    compared: false,
    one_core: true,
    // Chains that read what they have just written take thousands of steps until the processor knows that.
    effort: Effort::of(41, 1000),
};

/// The cycles that the units of processors need for a vector at least, if the instructions are known.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn bounds(kernel: &Kernel) -> impl Iterator<Item = (String, f64)> {
    use helioselene_bench_support::machine_code::Kinds;
    use helioselene_bench_support::measure::Make;
    let kinds = Kinds::of(kernel.code).into_iter();
    kinds.flat_map(|kinds| Make::ALL.map(|make| (make.name().to_owned(), kinds.bound(make))))
}

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
fn bounds(_: &Kernel) -> impl Iterator<Item = (String, f64)> {
    core::iter::empty()
}

fn run(bench: &mut Bench<'_>) -> Result<(), String> {
    let mut kernels: Vec<Kernel> = Vec::new();
    internals::kernels(&mut |kernel| kernels.push(kernel));
    if let Some(backend) = &bench.options().backend {
        kernels.retain(|kernel| kernel.vectors.starts_with(backend.as_str()));
    }
    // Alternatives side by side.
    kernels.sort_by_key(|kernel| (kernel.over.to_lowercase(), kernel.operation));
    let same = |a: &Kernel, b: &Kernel| (a.over, a.operation) == (b.over, b.operation);
    for alternatives in kernels.chunk_by(same) {
        let Kernel {
            over, operation, ..
        } = alternatives[0];
        let over = over.trim_end_matches("Point");
        let time = |of_one: bool, run: fn(&Kernel) -> fn(u64)| {
            let timed = alternatives.iter().map(move |kernel| {
                let (run, results) = (run(kernel), kernel.results as u64);
                let vectors = move |n: u64| if of_one { n.div_ceil(results) } else { n };
                let timed = Timed::new(move |n| run(vectors(n)));
                (kernel.vectors.to_owned(), timed)
            });
            timed.collect::<Vec<_>>()
        };
        let throughput = time(true, |kernel| kernel.throughput);
        let rows = bench.time(&Case::new(over, operation), throughput);
        for (row, kernel) in rows.iter_mut().zip(alternatives) {
            let each = kernel.results as f64;
            let bounds = bounds(kernel).map(|(make, cycles)| (make, cycles / each));
            row.bounds = bounds.collect();
        }
        let latency = Case::new(over, format!("{operation}, latency"));
        bench.time(&latency, time(false, |kernel| kernel.latency));
    }
    bench.note(
        "Throughput is of one element or point, latency of a whole vector. A bound is what a processor's units, or the \
         front of its pipeline, need for the instructions that are executed here; loads and stores are not counted, \
         and an operation with loops has no bound.",
    );
    Ok(())
}

fn main() -> ExitCode {
    bench(ABOUT, run)
}
