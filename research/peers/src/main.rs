//! Helios and Selene beside other people's curves of about as many bits, in turns, in one process, on one core.
//!
//! ```sh
//! cargo run --release --manifest-path research/peers/Cargo.toml
//! cargo run --release --manifest-path research/peers/Cargo.toml --features asm
//! RUSTFLAGS='-Ctarget-cpu=native --cfg curve25519_dalek_backend="avx512"' cargo run --release --manifest-path …
//! ```

mod others;
mod traits;

use std::process::ExitCode;

use helioselene_bench_support::bench::{About, Bench, Case, main as bench};
use helioselene_bench_support::measure::{Effort, InTurn, Timed};
use helioselene_bench_support::report::Row;
use helioselene_simd::Backend;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// The columns. √ is of squares; points have Z ≠ 1; of a sum the time of each of its terms, affine where the
/// library wants that.
const OPERATIONS: [&str; 8] = ["a·b", "a²", "1/a", "√a", "P + Q", "2P", PRODUCT, SUM];
const PRODUCT: &str = "k·P";
const SUM: &str = "Σ kP";
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

const ABOUT: About = About {
    program: "peers",
    title: "Helios and Selene beside other people's curves",
    in_cycles: false,
    compared: false,
    one_core: true,
    effort: Effort::of(101, 1000),
};

fn peers(rng: &mut ChaCha8Rng) -> Vec<Peer> {
    let mut peers = traits::ours(rng);
    peers.push(others::dalek(rng));
    peers.push(others::crrl_ed25519(rng));
    peers.push(others::crrl_p256(rng));
    peers.extend(traits::others(rng));
    peers.extend(others::arkworks(rng));
    peers
}

fn run(bench: &mut Bench<'_>) -> Result<(), String> {
    // What has threads of its own gets one.
    let one = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .use_current_thread();
    one.build_global().map_err(|error| error.to_string())?;
    let peers = peers(&mut ChaCha8Rng::seed_from_u64(1));
    for (column, operation) in OPERATIONS.iter().enumerate() {
        let timed = peers.iter().filter_map(|peer| {
            let run = Timed::new(peer.operations[column].as_ref()?);
            let prepared = run.prepared_by(|| {
                if let Some(backend) = peer.backend {
                    backend.select().expect("it is available");
                }
            });
            Some((peer.name.clone(), prepared))
        });
        let (is_sum, is_product) = (*operation == SUM, *operation == PRODUCT);
        let case = Case::new("operations", *operation).each(if is_sum { TERMS } else { 1 });
        let rows: Vec<Row> = bench.time(&case, timed.collect()).to_vec();
        // By bits of the scalars, which curves have different numbers of.
        for row in rows.into_iter().filter(|_| is_sum || is_product) {
            let bits = peers.iter().find(|peer| peer.name == row.contender);
            let bits = f64::from(bits.expect("it was measured").bits);
            bench.add(Row {
                table: "a bit of the scalar".into(),
                nanoseconds: row.nanoseconds / bits,
                cycles: row.cycles / bits,
                ..row
            });
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    bench(ABOUT, run)
}
