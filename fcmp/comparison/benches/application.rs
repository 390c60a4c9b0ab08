//! Times the application, stage by stage, over the published crates and over those of `fcmp/crates/`.

use std::process::ExitCode;

use helioselene_bench_support::bench::{About, Bench, choose, main as bench};
use helioselene_bench_support::measure::{Effort, Timed};
use helioselene_comparison::{compat, published};
use helioselene_simd::Backend;

const ABOUT: About = About {
    program: "application",
    title: "What FCMP++ asks for, without its protocol",
    effort: Effort::of(15, 100_000),
};

/// The number of stages.
const STAGES: usize = 9;

fn run(bench: &mut Bench<'_>) -> Result<(), String> {
    let (theirs, ours) = (published::Application::new(1), compat::Application::new(1));
    let asked = bench.options().backend.as_deref();
    let backends = choose(asked, Backend::available(), Backend::name)?;

    if bench.options().filter.is_empty() {
        bench.expect(STAGES);
    }
    // Here all points recur; in the real application only some do.
    multiexp::keep_tables(false);
    macro_rules! stage {
        ($name:literal, $stage:ident) => {
            stage!($name, $stage, ())
        };
        ($name:literal, $stage:ident, $prepare:expr) => {
            let theirs = Timed::repeated(|| theirs.$stage());
            let mut timed = vec![("published crates".to_owned(), theirs)];
            for backend in &backends {
                let ours = Timed::repeated(|| ours.$stage());
                let prepare = || {
                    backend.select().expect("it is available");
                    $prepare;
                };
                timed.push((backend.name().to_owned(), ours.prepared_by(prepare)));
            }
            bench.time("one input", $name, timed);
        };
    }
    stage!("prove: commitments", commitments);
    stage!("prove: inner-product arguments", arguments);
    stage!("prove: divisors", divisors);
    stage!("prove", prove);
    stage!("verify: decompression", decompression);
    stage!("verify: final sums", verification);
    stage!("verify", verify);
    stage!("grow two nodes, first time", grow);
    stage!("grow two nodes, thereafter", grow, {
        // Tables belong to the backend that made them; a program normally uses only one.
        multiexp::keep_tables(false);
        multiexp::keep_tables(true);
        (0..20).for_each(|_| drop(ours.grow()));
    });
    Ok(())
}

fn main() -> ExitCode {
    bench(ABOUT, run)
}
