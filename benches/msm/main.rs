//! Multi-scalar multiplication and batches, beside what others offer for the same curves.
//!
//! ```sh
//! cargo bench --bench msm -- --quick
//! cargo bench --bench msm -- --tables            # fixed points by the size of their tables
//! ```
//!
//! Peers: `multiexp` 0.4 over the contest's reference types, and arkworks 0.5. Scalars are uniform
//! and full-size, unless a row says otherwise; points are affine.

#[path = "../backends/mod.rs"]
mod backends;
mod inputs;
mod options;
mod rows;
mod tables;

use std::process::ExitCode;

use helioselene_bench_support::arkworks;
use helioselene_bench_support::bench::{About, Bench};
use helioselene_bench_support::command_line;
use helioselene_bench_support::measure::Effort;
use helioselene_bench_support::reference::{self, Current};
use helioselene_simd::{Helios, Selene};

use inputs::Inputs;
use options::Options;

const ABOUT: About = About {
    program: "msm",
    title: "Sums of products and batches",
    in_cycles: false,
    compared: true,
    one_core: true,
    effort: Effort::of(9, 30_000),
};

fn main() -> ExitCode {
    command_line::main(run)
}

fn run(options: &Options) -> Result<(), String> {
    let mut bench = Bench::new(ABOUT, &options.common);
    let backends = backends::chosen(&options.common)?;
    let on_each = |run: &dyn Fn()| {
        for backend in &backends {
            backend.select().expect("it is available");
            run();
        }
    };
    if options.tables {
        on_each(&|| {
            tables::run::<Helios>("Helios", options.common.quick);
            tables::run::<Selene>("Selene", options.common.quick);
        });
        return Ok(());
    }
    let mut sizes = options.sizes();
    sizes.retain(|n| {
        let mut curves = ["Helios", "Selene"].into_iter();
        curves.any(|curve| bench.wants(&rows::variable_time_case(curve, *n)))
    });
    // The others' sizes are up to this.
    let largest = sizes.iter().copied().max().unwrap_or(1).max(1025);
    let helios = Inputs::<Helios, reference::HeliosPoint<Current>, arkworks::Helios>::new(largest);
    rows::all("Helios", &mut bench, &helios, &backends, &sizes);
    let selene = Inputs::<Selene, reference::SelenePoint<Current>, arkworks::Selene>::new(largest);
    rows::all("Selene", &mut bench, &selene, &backends, &sizes);
    bench.note(
        "multiexp is version 0.4 over the contest's reference types, arkworks version 0.5. Beside batches stand the \
         reference's operations one by one.",
    );
    bench.finish()
}
