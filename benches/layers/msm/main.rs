//! Sums of products beside what others offer for the same curves: `multiexp` 0.4 over the contest's reference types, and
//! arkworks 0.5. Scalars are uniform and full-size, unless a group says otherwise; points are affine.
//!
//! `cargo bench --bench msm -- 'variable time/.*/(38|604)$'`

#[path = "../backends/mod.rs"]
mod backends;
mod inputs;
mod rows;

use helioselene_bench_support::arkworks;
use helioselene_bench_support::harness::{one_core, run};
use helioselene_bench_support::reference::{self, Current};
use helioselene_simd::{Helios, Selene};

use inputs::Inputs;

fn main() {
    run(one_core(), |c| {
        Inputs::<Helios, reference::HeliosPoint<Current>, arkworks::Helios>::new()
            .rows("Helios", c);
        Inputs::<Selene, reference::SelenePoint<Current>, arkworks::Selene>::new()
            .rows("Selene", c);
    });
}
