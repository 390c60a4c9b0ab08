//! Builds, grows, trims and checks a curve tree over random outputs like FCMP++'s, on each backend of this CPU.
//!
//! ```sh
//! cargo run --release -p helioselene-benches --example tree -- --outputs 100000
//! ```

mod slow;
mod tree;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use helioselene_bench_support::{bench, command_line};
use helioselene_simd::group::ff::Field;
use helioselene_simd::{Backend, Field25519};
use rand_core::SeedableRng;

use tree::{Generators, Output, Tree};

/// A curve tree over random outputs: built, grown, trimmed and checked on each backend
#[derive(Parser)]
struct Options {
    /// Outputs to build over
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    outputs: usize,
    /// Then append this many more
    #[arg(long, value_name = "N", default_value_t = 0)]
    grow: usize,
    /// Then remove the last
    #[arg(long, value_name = "N", default_value_t = 0)]
    trim: usize,
    /// Only this backend: serial, avx2 or ifma
    #[arg(long, value_name = "NAME")]
    backend: Option<String>,
    /// The seed of the random outputs
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

fn main() -> ExitCode {
    command_line::main(run)
}

fn run(options: &Options) -> Result<(), String> {
    let mut rng = rand_chacha::ChaCha20Rng::seed_from_u64(options.seed);
    let mut random = |n| -> Vec<Output> {
        (0..n)
            .map(|_| [(); 6].map(|()| Field25519::random(&mut rng)))
            .collect()
    };
    let asked = options.backend.as_deref();
    let backends = bench::choose(asked, Backend::available(), Backend::name)?;
    let (outputs, more) = (random(options.outputs), random(options.grow));

    let mut roots = Vec::new();
    for backend in backends {
        backend.select().map_err(|error| error.to_string())?;
        println!("{backend}");
        let generators = Generators::new();
        let mut tree = Tree::new(&generators);
        let time = timed(|| tree.append(&outputs));
        report("built", outputs.len(), tree.nodes(), time);
        println!("  {} layers, root {}", tree.layers(), tree.root_hex());
        slow::check(&tree, &outputs)?;
        roots.push(tree.root_hex());

        if options.grow > 0 {
            let before = tree.nodes();
            let time = timed(|| tree.append(&more));
            report("grown", more.len(), tree.nodes() - before, time);
            let all: Vec<Output> = outputs.iter().chain(&more).copied().collect();
            agrees_with_afresh(&tree, &all, "grown")?;
            slow::check(&tree, &all)?;
        }
        if options.trim > 0 {
            let mut all: Vec<Output> = outputs.iter().chain(&more).copied().collect();
            let removed = options.trim.min(all.len());
            let before = tree.nodes();
            let time = timed(|| tree.trim(removed));
            report("trimmed", removed, before - tree.nodes(), time);
            all.truncate(all.len() - removed);
            agrees_with_afresh(&tree, &all, "trimmed")?;
            slow::check(&tree, &all)?;
        }
    }
    if roots.iter().any(|root| *root != roots[0]) {
        return Err("the backends disagree about the root".into());
    }
    Ok(())
}

fn timed(run: impl FnOnce()) -> Duration {
    let start = Instant::now();
    run();
    start.elapsed()
}

fn report(what: &str, outputs: usize, nodes: usize, time: Duration) {
    let seconds = time.as_secs_f64();
    println!(
        "  {what}: {outputs} outputs, {nodes} nodes in {seconds:.3} s: {:.0} outputs/s, {:.0} nodes/s",
        outputs as f64 / seconds,
        nodes as f64 / seconds,
    );
}

fn agrees_with_afresh(tree: &Tree<'_>, outputs: &[Output], what: &str) -> Result<(), String> {
    let mut afresh = Tree::new(tree.generators());
    afresh.append(outputs);
    if *tree == afresh {
        println!("  agrees with a tree built afresh");
        Ok(())
    } else {
        Err(format!("the {what} tree differs from one built afresh"))
    }
}
