//! Ways to multiply modulo q, in turns with the library's own multiplication.
//!
//! `cargo bench -p helioselene-research --bench reductions`, in core cycles; with `-- --instructions` in
//! instructions, which Valgrind's callgrind counts. They do not depend on what else the machine does, but
//! Valgrind's CPU has no ADX, so that the library computes in plain Rust there.

use std::hint::black_box;
use std::process::Command;
use std::time::Duration;

use helioselene_bench_support::measure::{
    Contender, Effort, InTurn, Machine, Measurement, compare, pin_to_one_core,
};
use helioselene_research::reductions::{Limbs, Reduction, Visitor, visit_all};
use helioselene_simd::HelioseleneField;
use helioselene_simd::group::ff::{Field, PrimeField};
use rand_core::SeedableRng;

/// A sample has some 20 000 products. The library's read what the one before has written, and after other
/// code it takes a Zen 3 thousands of them to learn that: in samples of 50 µs they take twice as long.
const EFFORT: Effort = Effort {
    rounds: 151,
    sample: Duration::from_micros(500),
};

/// Independent operands of throughput loops.
const INPUTS: usize = 16;

const COLUMNS: [&str; 4] = [
    "product, latency",
    "product, throughput",
    "square, latency",
    "square, throughput",
];

struct Table {
    names: Vec<String>,
    /// Four for each name: that many operations.
    loops: Vec<Box<dyn FnMut(u64)>>,
    inputs: Vec<HelioseleneField>,
}

fn limbs(x: &HelioseleneField) -> Limbs {
    let bytes = x.to_repr();
    let (words, _) = bytes.as_chunks();
    core::array::from_fn(|i| u64::from_le_bytes(words[i]))
}

/// Runs one contender so often and nothing else: what callgrind counts twice.
const RUN: &str = "--run";

/// Instructions of one operation, the loop's among them: the difference of two runs of this program.
fn instructions(contender: usize) -> f64 {
    const ITERATIONS: u64 = 2000;
    let counted = |n: u64| -> u64 {
        let output = Command::new("valgrind")
            .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
            .arg(std::env::current_exe().expect("a program has a path"))
            .args([RUN, &contender.to_string(), &n.to_string()])
            .output()
            .expect("valgrind is installed");
        let log = String::from_utf8_lossy(&output.stderr).into_owned();
        let collected = log.split("Collected : ").nth(1);
        let number = collected.and_then(|rest| rest.split_whitespace().next());
        number
            .and_then(|number| number.parse().ok())
            .unwrap_or_else(|| panic!("callgrind counts: {log}"))
    };
    (counted(2 * ITERATIONS) - counted(ITERATIONS)) as f64 / ITERATIONS as f64
}

impl Table {
    fn print_instructions(&self) {
        println!("| instructions, modulo q | product | square |");
        println!("|---|--:|--:|");
        for (i, name) in self.names.iter().enumerate() {
            let [product, square] = [0, 2].map(|latency| instructions(COLUMNS.len() * i + latency));
            println!("| {name} | {product:.0} | {square:.0} |");
        }
    }

    fn add<T: Copy + 'static>(
        &mut self,
        name: &str,
        input: fn(&HelioseleneField) -> T,
        mul: impl Fn(&T, &T) -> T + Copy + 'static,
        square: impl Fn(&T) -> T + Copy + 'static,
    ) {
        let inputs: Vec<T> = self.inputs.iter().map(input).collect();
        let (x, y) = (inputs[0], inputs[1]);
        let pairs = InTurn::new(inputs.iter().copied().zip(inputs[1..].iter().copied()));
        let singles = InTurn::new(inputs);
        self.names.push(name.to_owned());
        self.loops.push(Box::new(move |n| {
            let (mut x, y) = (black_box(x), black_box(y));
            for _ in 0..n {
                x = mul(&x, &y);
            }
            black_box(x);
        }));
        self.loops.push(Box::new(move |n| {
            pairs.throughput(n, |(x, y)| mul(x, y));
        }));
        self.loops.push(Box::new(move |n| {
            let mut x = black_box(x);
            for _ in 0..n {
                x = square(&x);
            }
            black_box(x);
        }));
        self.loops
            .push(Box::new(move |n| singles.throughput(n, |x| square(x))));
    }
}

impl Visitor for Table {
    fn visit<R: Reduction>(&mut self) {
        let squares = if R::SQUARES {
            ""
        } else {
            "; squares are products"
        };
        self.add(&format!("{}{squares}", R::NAME), limbs, R::mul, R::square);
    }
}

fn main() {
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(13);
    let mut table = Table {
        names: Vec::new(),
        loops: Vec::new(),
        inputs: (0..INPUTS)
            .map(|_| HelioseleneField::random(&mut rng))
            .collect(),
    };
    // Inlined as the others are: results that a call returns are copied, and the next product waits for the
    // copy.
    table.add(
        "the library's",
        |x| *x,
        #[inline(always)]
        |x, y| x * y,
        #[inline(always)]
        |x| x.square(),
    );
    visit_all(&mut table);

    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [run, contender, n] = &arguments[..]
        && run == RUN
    {
        let [contender, n] = [contender, n].map(|text| text.parse().expect("a number"));
        table.loops[contender as usize](n);
        return;
    }
    if arguments
        .iter()
        .any(|argument| argument == "--instructions")
    {
        table.print_instructions();
        return;
    }

    let pinned = pin_to_one_core();
    let mut contenders: Vec<_> = table.loops.into_iter().map(Contender::new).collect();
    let measured = compare(&mut contenders, EFFORT);
    let Machine {
        processor,
        gigahertz,
    } = Machine::detect();
    println!(
        "{processor}, {gigahertz:.2} GHz; core cycles, medians of {} samples",
        EFFORT.rounds
    );
    if !pinned {
        println!("not pinned to a core: figures may be off");
    }
    println!("| canonical, modulo q | {} |", COLUMNS.join(" | "));
    println!("|---|--:|--:|--:|--:|");
    let rows: Vec<&[Measurement]> = measured.chunks_exact(COLUMNS.len()).collect();
    for (name, row) in table.names.iter().zip(&rows) {
        let [a, b, c, d] = [0, 1, 2, 3].map(|column| row[column].cycles);
        println!("| {name} | {a:.1} | {b:.1} | {c:.1} | {d:.1} |");
    }
    for (column, what) in COLUMNS.iter().enumerate() {
        let by = |i: &usize| rows[*i][column].cycles;
        let fastest = (0..rows.len())
            .min_by(|a, b| by(a).total_cmp(&by(b)))
            .expect("rows");
        println!(
            "{what}: fastest is {}, {:.2} times as fast as the library's",
            table.names[fastest],
            by(&0) / by(&fastest)
        );
    }
}
