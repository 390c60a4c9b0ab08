//! Helios and Selene beside other people's curves of similar size, in turns, on one core, in one process.
//!
//! ```sh
//! cargo run --release --manifest-path lab/peers/Cargo.toml
//! cargo run --release --manifest-path lab/peers/Cargo.toml --features asm
//! cargo run --release --manifest-path lab/peers/Cargo.toml -- --filter 'Σ kP'
//! RUSTFLAGS='-Ctarget-cpu=native --cfg curve25519_dalek_backend="avx512"' cargo run --release --manifest-path lab/peers/Cargo.toml
//! ```

mod others;
mod traits;

use std::collections::HashMap;
use std::process::ExitCode;

use helioselene_bench_support::bench::{About, Bench, main as bench};
use helioselene_bench_support::measure::{Effort, InTurn, Timed};
use helioselene_bench_support::report::Figure;
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};

/// The columns. √ is of squares; points have Z ≠ 1 unless the library wants them affine; G is the generator.
const OPERATIONS: [&str; 10] = [
    "a·b",
    "a²",
    "1/a",
    "√a",
    "P + Q",
    "2P",
    PRODUCT,
    DOUBLE_BASE,
    SUM,
    SECRET_SUM,
];
const PRODUCT: &str = "k·P";
/// In variable time.
const DOUBLE_BASE: &str = "a·P + b·G";
/// The column for the time of each term of a sum; points are affine if the library wants that.
const SUM: &str = "Σ kP, 1024 terms";
/// The same in constant time.
const SECRET_SUM: &str = "Σ kP, 604 secret terms";
/// The terms of a sum, at least as many as [`INPUTS`], and of one with secret scalars.
const TERMS: usize = 1024;
const SECRET_TERMS: usize = 604;
/// The number of random operands that are taken in turn.
const INPUTS: usize = 64;

/// The timed operations of one library's curve; `None` if it lacks them.
struct Peer {
    name: String,
    /// The bits of its scalars.
    bits: u32,
    operations: [Option<Timed<'static>>; OPERATIONS.len()],
}

/// The source of random operands.
struct Draw {
    rng: ChaCha8Rng,
}

impl Draw {
    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        self.rng.fill_bytes(&mut bytes);
        bytes
    }

    /// Enough scalars for the inputs and for a sum.
    fn scalars<S>(&mut self, scalar: impl Fn(&mut Self) -> S) -> Vec<S> {
        (0..TERMS).map(|_| scalar(self)).collect()
    }

    /// The same number of points: random ones, and sums of these, which are faster to make.
    fn points<P>(&mut self, random: impl Fn(&mut Self) -> P, sum: impl Fn(&P, &P) -> P) -> Vec<P> {
        let mut points: Vec<P> = (0..INPUTS).map(|_| random(self)).collect();
        for i in INPUTS..TERMS {
            points.push(sum(&points[i - 1], &points[i - INPUTS]));
        }
        points
    }
}

/// A library's sum of these terms.
fn sum<S: 'static, P: 'static, R: 'static>(
    scalars: Vec<S>,
    points: Vec<P>,
    sum: fn(&[S], &[P]) -> R,
) -> Option<Timed<'static>> {
    let terms = scalars.len();
    Some(Timed::repeated(move || sum(&scalars, &points)).each(terms))
}

/// A library's sum of the first of these terms, in constant time.
fn secret_sum<S: 'static, P: 'static, R: 'static>(
    mut scalars: Vec<S>,
    mut points: Vec<P>,
    secret_sum: fn(&[S], &[P]) -> R,
) -> Option<Timed<'static>> {
    scalars.truncate(SECRET_TERMS);
    points.truncate(SECRET_TERMS);
    sum(scalars, points, secret_sum)
}

/// Runs the operation on random inputs in turn, independently of each other.
fn in_turn<T: 'static, R>(
    inputs: Vec<T>,
    operation: impl Fn(&T) -> R + 'static,
) -> Option<Timed<'static>> {
    let inputs = InTurn::new(inputs);
    Some(Timed::new(move |n| inputs.throughput(n, &operation)))
}

/// Pairs of neighbours.
fn pairs<T: Copy>(inputs: &[T]) -> Vec<(T, T)> {
    let next = inputs.iter().cycle().skip(1);
    inputs.iter().copied().zip(next.copied()).collect()
}

const ABOUT: About = About {
    program: "peers",
    title: "Helios and Selene beside other people's curves",
    effort: Effort::of(101, 1000),
};

fn peers(draw: &mut Draw) -> Vec<Peer> {
    let mut peers = traits::ours(draw);
    peers.push(others::dalek(draw));
    peers.push(others::dalek_4(draw));
    peers.push(others::crrl_ed25519(draw));
    peers.push(others::crrl_p256(draw));
    peers.extend(traits::others(draw));
    peers.extend(others::arkworks(draw));
    peers
}

fn run(bench: &mut Bench<'_>) -> Result<(), String> {
    // Libraries with threads of their own get one.
    let one = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .use_current_thread();
    one.build_global().map_err(|error| error.to_string())?;
    let rng = ChaCha8Rng::seed_from_u64(1);
    let draw = &mut Draw { rng };
    let mut peers = peers(draw);
    let bits = peers.iter().map(|peer| (peer.name.clone(), peer.bits));
    let bits: HashMap<String, u32> = bits.collect();
    for (column, operation) in OPERATIONS.into_iter().enumerate() {
        let timed = peers.iter_mut().filter_map(|peer| {
            let run = peer.operations[column].take()?;
            Some((peer.name.clone(), run))
        });
        let rows = bench.time("operations", operation, timed.collect());
        if [PRODUCT, DOUBLE_BASE, SUM, SECRET_SUM].contains(&operation) {
            let rows = rows.to_vec();
            add_by_bits(bench, rows, &bits);
        }
    }
    Ok(())
}

/// Figures per bit, because the curves' scalars have different lengths.
fn add_by_bits(bench: &mut Bench<'_>, figures: Vec<Figure>, bits: &HashMap<String, u32>) {
    for figure in figures {
        bench.add(Figure {
            table: "a bit of the scalar".into(),
            value: figure.value / f64::from(bits[&figure.contender]),
            ..figure
        });
    }
}

fn main() -> ExitCode {
    bench(ABOUT, run)
}
