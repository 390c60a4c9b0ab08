//! What runs inside the backends, field by field and curve by curve: independent operations, of one element or point each,
//! and `latency`, how long a whole vector takes until it can be used.
//!
//! ```sh
//! BENCH_UNIT=cycles cargo bench --manifest-path lab/Cargo.toml -p helioselene-inside --bench kernels -- 'q/multiply/ifma'
//! cargo bench --manifest-path lab/Cargo.toml -p helioselene-inside --bench kernels -- --bounds
//! ```
//!
//! The latter prints the core cycles that processors' units, or the front of their pipelines, need at least for the
//! instructions of an element or point; loads and stores are not counted, and an operation with loops has no bound.

use criterion::Throughput;
use helioselene_bench_support::harness::{Criterion, group, one_core, run, time};
use helioselene_inside::inside::{self, Kernel};

/// Operations in an iteration. A chain that reads what it has just written takes thousands until the processor has learnt it.
const TIMES: usize = 1024;

/// All kernels, with alternatives side by side.
fn kernels() -> Vec<Kernel> {
    let mut kernels: Vec<Kernel> = Vec::new();
    inside::kernels(&mut |kernel| kernels.push(kernel));
    kernels.sort_by_key(|kernel| (kernel.over.to_lowercase(), kernel.operation));
    kernels
}

fn all(c: &mut Criterion) {
    let same = |a: &Kernel, b: &Kernel| (a.over, a.operation) == (b.over, b.operation);
    for alternatives in kernels().chunk_by(same) {
        let over = alternatives[0].over.trim_end_matches("Point");
        let name = format!("kernels/{over}/{}", alternatives[0].operation);
        let mut throughput = group(c, &name, TIMES);
        for kernel in alternatives {
            throughput.throughput(Throughput::Elements((TIMES * kernel.results) as u64));
            time(&mut throughput, kernel.vectors, None, &mut || {
                (kernel.throughput)(TIMES as u64);
            });
        }
        throughput.finish();
        let mut latency = group(c, format!("{name}, latency"), TIMES);
        for kernel in alternatives {
            time(&mut latency, kernel.vectors, None, &mut || {
                (kernel.latency)(TIMES as u64);
            });
        }
    }
}

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn print_bounds() {
    use helioselene_judge::make::Make;
    use helioselene_machine::Kinds;
    let columns = |name: &str, cells: [String; Make::ALL.len()]| {
        let cells = cells.map(|cell| format!("{cell:>12}")).concat();
        println!("{name:56}{cells}");
    };
    columns("", Make::ALL.map(|make| make.name().into()));
    for kernel in kernels() {
        let name = format!("{}, {}, {}", kernel.over, kernel.operation, kernel.vectors);
        if let Some(kinds) = Kinds::of(kernel.code) {
            let bound = |make| format!("{:.2}", kinds.bound(make) / kernel.results as f64);
            columns(&name, Make::ALL.map(bound));
        }
    }
}

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
fn print_bounds() {
    eprintln!("error: the machine code is read on x86-64 under Linux only");
}

fn main() {
    if std::env::args().any(|argument| argument == "--bounds") {
        print_bounds();
    } else {
        run(one_core(), all);
    }
}
