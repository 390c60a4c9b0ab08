//! Helios and Selene beside other people's curves of about as many bits, in turns, in one process, on one core.
//!
//! ```sh
//! cargo run --release --manifest-path research/peers/Cargo.toml
//! cargo run --release --manifest-path research/peers/Cargo.toml --features asm
//! RUSTFLAGS='-Ctarget-cpu=native --cfg curve25519_dalek_backend="avx512"' cargo run --release --manifest-path …
//! ```

mod others;
mod traits;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use helioselene_bench_support::command_line;
use helioselene_bench_support::measure::{
    Timed, Effort, InTurn, Machine, Measurement, compare, pin_to_one_core,
};
use helioselene_simd::Backend;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use serde_json::{Map, Value, json};

/// The columns. √ is of squares; points have Z ≠ 1; of a sum the time of each of its terms, affine where the
/// library wants that.
const OPERATIONS: [&str; 8] = ["a·b", "a²", "1/a", "√a", "P + Q", "2P", "k·P", "Σ kP"];
/// The terms of a sum.
const TERMS: usize = 1024;
/// Random operands that are taken in turn.
const INPUTS: usize = 64;

/// An operation, done as often as told.
type Run = Box<dyn Fn(u64)>;

/// What is measured of one library's curve; what it does not have is none.
struct Peer {
    name: String,
    /// Of its scalars.
    bits: u32,
    operations: [Option<Run>; OPERATIONS.len()],
    /// Of ours.
    backend: Option<Backend>,
}

/// The operation on random inputs in turn, independent of each other.
fn in_turn<T: 'static, R>(inputs: Vec<T>, operation: impl Fn(&T) -> R + 'static) -> Option<Run> {
    let inputs = InTurn::new(inputs);
    Some(Box::new(move |n| inputs.throughput(n, &operation)))
}

/// Pairs of neighbours.
fn pairs<T: Copy>(inputs: &[T]) -> Vec<(T, T)> {
    let next = inputs.iter().cycle().skip(1);
    inputs.iter().copied().zip(next.copied()).collect()
}

#[derive(Default)]
struct Options {
    quick: bool,
    filter: String,
    json: Option<PathBuf>,
}

impl command_line::Options for Options {
    const USAGE: &str = "\
Helios and Selene beside other people's curves.

Options:
  --quick        rougher figures
  --filter TEXT  only curves whose name contains it
  --json FILE    also the figures as JSON
  --help         print this
";

    fn set(&mut self, name: &str, values: &mut lexopt::Parser) -> Result<bool, lexopt::Error> {
        match name {
            "quick" => self.quick = true,
            "filter" => self.filter = values.value()?.to_string_lossy().into_owned(),
            "json" => self.json = Some(values.value()?.into()),
            _ => return Ok(false),
        }
        Ok(true)
    }
}

fn peers(rng: &mut ChaCha8Rng) -> Vec<Peer> {
    let mut peers = traits::ours(rng);
    peers.push(others::dalek(rng));
    peers.push(others::crrl_ed25519(rng));
    peers.push(others::crrl_p256(rng));
    peers.extend(traits::others(rng));
    peers.extend(others::arkworks(rng));
    peers
}

/// Three digits.
fn nanoseconds(measured: Option<Measurement>) -> String {
    measured.map_or_else(
        || "–".into(),
        |m| match m.nanoseconds {
            ns @ ..10.0 => format!("{ns:.2}"),
            ns @ ..100.0 => format!("{ns:.1}"),
            ns => format!("{ns:.0}"),
        },
    )
}

fn run(options: &Options) -> Result<(), String> {
    if pin_to_one_core().is_none() {
        eprintln!("This process may move between cores.");
    }
    // What has threads of its own gets one.
    let one = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .use_current_thread();
    one.build_global().map_err(|error| error.to_string())?;
    let mut peers = peers(&mut ChaCha8Rng::seed_from_u64(1));
    peers.retain(|peer| peer.name.contains(&options.filter));
    let machine = Machine::detect();
    let effort = Effort {
        rounds: if options.quick { 15 } else { 101 },
        sample: Duration::from_micros(1000),
    };
    let mut measured = vec![[None; OPERATIONS.len()]; peers.len()];
    for (column, operation) in OPERATIONS.iter().enumerate() {
        eprintln!("{operation}");
        let having: Vec<usize> = (0..peers.len())
            .filter(|i| peers[*i].operations[column].is_some())
            .collect();
        let mut contenders: Vec<_> = having
            .iter()
            .filter_map(|i| {
                let (run, backend) = (peers[*i].operations[column].as_ref()?, peers[*i].backend);
                Some(Timed::new(run).prepared_by(move || {
                    if let Some(backend) = backend {
                        backend.select().expect("it is available");
                    }
                }))
            })
            .collect();
        for (i, mut figure) in having.into_iter().zip(compare(&mut contenders, effort)) {
            if column + 1 == OPERATIONS.len() {
                figure.nanoseconds /= TERMS as f64;
                figure.cycles /= TERMS as f64;
            }
            measured[i][column] = Some(figure);
        }
    }

    println!(
        "{}, {:.2} GHz: ns; the last columns by bits of the scalars\n",
        machine.processor, machine.gigahertz
    );
    println!("| | {} | k·P / bit | Σ kP / bit |", OPERATIONS.join(" | "));
    println!("|---|{}", "--:|".repeat(OPERATIONS.len() + 2));
    for (peer, figures) in peers.iter().zip(&measured) {
        let per_bit = |column: usize| {
            nanoseconds(figures[column].map(|m: Measurement| Measurement {
                nanoseconds: m.nanoseconds / f64::from(peer.bits),
                ..m
            }))
        };
        let columns: Vec<_> = figures.iter().copied().map(nanoseconds).collect();
        println!(
            "| {} | {} | {} | {} |",
            peer.name,
            columns.join(" | "),
            per_bit(OPERATIONS.len() - 2),
            per_bit(OPERATIONS.len() - 1)
        );
    }
    if let Some(file) = &options.json {
        let rows = peers.iter().zip(&measured).map(|(peer, figures)| {
            let figures = OPERATIONS.iter().zip(figures).filter_map(|(operation, m)| {
                let m = (*m)?;
                let figure =
                    json!({"nanoseconds": m.nanoseconds, "cycles": m.cycles, "spread": m.spread});
                Some(((*operation).to_owned(), figure))
            });
            let figures: Map<String, Value> = figures.collect();
            json!({"name": peer.name, "bits": peer.bits, "operations": figures})
        });
        let report = json!({
            "machine": {"processor": machine.processor, "gigahertz": machine.gigahertz},
            "rows": rows.collect::<Vec<_>>(),
        });
        std::fs::write(file, format!("{report:#}\n")).map_err(|error| error.to_string())?;
    }
    Ok(())
}

fn main() -> ExitCode {
    command_line::main(run)
}
