//! Sums of products beside what others offer for the same curves: `multiexp` 0.4 over the contest's reference types, and
//! arkworks 0.5. Scalars are uniform and full-size, unless a group says otherwise; points are affine.
//!
//! ```sh
//! cargo bench -p helioselene-benches --bench msm -- 'variable time/.*/(38|604)$'
//! cargo bench -p helioselene-benches --bench msm -- --tables            # fixed points by the size of their tables
//! ```

#[path = "../backends/mod.rs"]
mod backends;
mod inputs;
mod rows;
mod tables;

use helioselene_bench_support::arkworks;
use helioselene_bench_support::harness::{Criterion, one_core, run};
use helioselene_bench_support::measure::pin_to_one_core;
use helioselene_bench_support::reference::{self, Current};
use helioselene_simd::{Backend, Helios, Selene};

use inputs::Inputs;

fn all(c: &mut Criterion) {
    let inputs = Inputs::<Helios, reference::HeliosPoint<Current>, arkworks::Helios>::new();
    rows::all("Helios", c, &inputs);
    drop(inputs);
    let inputs = Inputs::<Selene, reference::SelenePoint<Current>, arkworks::Selene>::new();
    rows::all("Selene", c, &inputs);
}

fn main() {
    if !std::env::args().any(|argument| argument == "--tables") {
        return run(one_core(), all);
    }
    pin_to_one_core();
    for backend in Backend::available() {
        backend.select().expect("it is available");
        tables::run::<Helios>("Helios");
        tables::run::<Selene>("Selene");
    }
}
