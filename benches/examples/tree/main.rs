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
    let all: Vec<Output> = (0..options.outputs + options.grow)
        .map(|_| [(); 6].map(|()| Field25519::random(&mut rng)))
        .collect();
    let steps = [
        ("built", options.outputs),
        ("grown", all.len()),
        ("trimmed", all.len().saturating_sub(options.trim)),
    ];
    let asked = options.backend.as_deref();
    let mut all_roots = Vec::new();
    for backend in bench::choose(asked, Backend::available(), Backend::name)? {
        backend.select().map_err(|error| error.to_string())?;
        println!("{backend}");
        let generators = Generators::new();
        let (mut tree, mut roots) = (Tree::new(&generators), Vec::new());
        for (what, outputs) in steps {
            let (before, nodes) = (tree.outputs(), tree.nodes());
            if outputs == before {
                continue;
            }
            let time = timed(|| match outputs.checked_sub(before) {
                Some(_) => tree.append(&all[before..outputs]),
                None => tree.trim(before - outputs),
            });
            let (changed, nodes) = (outputs.abs_diff(before), tree.nodes().abs_diff(nodes));
            report(what, changed, nodes, time);
            roots.push(tree.root_hex());
            println!("  {} layers, root {}", tree.layers(), tree.root_hex());
            if before > 0 {
                agrees_with_afresh(&tree, &all[..outputs], what)?;
            }
            slow::check(&tree, &all[..outputs])?;
        }
        all_roots.push(roots);
    }
    if all_roots.iter().any(|roots| *roots != all_roots[0]) {
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
    let mut afresh = Tree::new(tree.generators);
    afresh.append(outputs);
    if *tree == afresh {
        println!("  agrees with a tree built afresh");
        Ok(())
    } else {
        Err(format!("the {what} tree differs from one built afresh"))
    }
}
