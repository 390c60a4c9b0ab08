//! Ways to multiply modulo q, beside the library's own multiplication.
//!
//! `BENCH_UNIT=cycles cargo bench --manifest-path lab/Cargo.toml -p helioselene-research --bench reductions`; `-- --instructions` counts instructions by
//! Valgrind's callgrind. They do not depend on the machine's load, but Valgrind's CPU has no ADX, so the library computes in
//! plain Rust there.
//!
//! `-- --kinds` reads, without running it, the machine code of what computes in lanes: its instructions by kind, and the cycles
//! that two processors' units need for them. The library's code is included if the CPU has its instructions.

use std::hint::black_box;
use std::process::Command;

use helioselene_bench_support::harness::{self, Criterion, group, one_core, time};
use helioselene_research::reductions::lanes::{self, InLanes, Lanes, pack};
use helioselene_research::reductions::{Limbs, Reduction, Visitor, visit_all};
use helioselene_simd::group::ff::{Field, PrimeField};
use helioselene_simd::unstable::{self, FieldVector};
use helioselene_simd::{HelioseleneField, Q};
use rand_core::SeedableRng;

/// Operations in an iteration. The library's products read what the one before has written. After other code, a Zen 3 takes
/// thousands of them to learn that.
const TIMES: usize = 1024;

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
    /// How many products or squares one operation is.
    lanes: Vec<usize>,
    /// The loops for each name: each runs that many operations.
    loops: Vec<Box<dyn FnMut(u64)>>,
    inputs: Vec<HelioseleneField>,
}

fn limbs(x: &HelioseleneField) -> Limbs {
    let bytes = x.to_repr();
    let (words, _) = bytes.as_chunks();
    core::array::from_fn(|i| u64::from_le_bytes(words[i]))
}

/// Runs one contender this often and nothing else: callgrind counts two such runs.
const RUN: &str = "--run";

/// Instructions of one operation, the loop's included: the difference of two runs of this program.
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

/// A contender's loops; `$enter` runs them under the instructions that they need.
macro_rules! add_loops {
    ($table:ident, $name:expr, $lanes:expr, $inputs:expr, $enter:path, $mul:expr, $square:expr) => {{
        let inputs: Vec<_> = $inputs;
        let (x, y) = (inputs[0], inputs[1]);
        let pairs: Vec<_> = inputs.iter().copied().zip(inputs[1..].iter().copied()).collect();
        $table.names.push($name);
        $table.lanes.push($lanes);
        macro_rules! add {
            (chain: |$left:ident| $of:expr) => {
                $table.loops.push(Box::new(move |n| {
                    $enter(
                        #[inline(always)]
                        || {
                            let mut $left = black_box(x);
                            for _ in 0..n {
                                $left = $of;
                            }
                            black_box($left);
                        },
                    );
                }))
            };
            (each: |$input:ident| $of:expr) => {{
                let pairs = pairs.clone();
                $table.loops.push(Box::new(move |n| {
                    $enter(
                        #[inline(always)]
                        || {
                            let mut left = n as usize;
                            while left > 0 {
                                let turn = left.min(pairs.len());
                                for $input in black_box(&pairs[..turn]) {
                                    black_box($of);
                                }
                                left -= turn;
                            }
                        },
                    );
                }))
            }};
        }
        let y = black_box(y);
        add!(chain: |left| $mul(&left, &y));
        add!(each: |input| $mul(&input.0, &input.1));
        add!(chain: |left| $square(&left));
        add!(each: |input| $square(&input.0));
    }};
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

    /// A contender that computes one element after another.
    fn add<T: Copy + 'static>(
        &mut self,
        name: &str,
        input: fn(&HelioseleneField) -> T,
        mul: impl Fn(&T, &T) -> T + Copy + 'static,
        square: impl Fn(&T) -> T + Copy + 'static,
    ) {
        #[inline(always)]
        fn enter(run: impl FnOnce()) {
            run();
        }
        let inputs = self.inputs.iter().map(input).collect();
        add_loops!(self, name.to_owned(), 1, inputs, enter, mul, square);
    }
}

impl Table {
    /// The inputs of vectors with this many lanes: consecutive elements from each position, wrapping around.
    fn in_lanes<T>(&self, lanes: usize, load: impl Fn(&[HelioseleneField]) -> T) -> Vec<T> {
        let twice = [&self.inputs[..], &self.inputs[..]].concat();
        let each = (0..INPUTS).map(|i| load(&twice[i..i + lanes]));
        each.collect()
    }
}

impl lanes::Visitor for Table {
    fn visit<L: Lanes, R: InLanes<L, N>, const N: usize>(&mut self) {
        let inputs = self.in_lanes(L::LANES, |x| {
            pack::<L, R, N>(&x.iter().map(limbs).collect::<Vec<_>>())
        });
        let name = format!("{}, {}", R::NAME, L::NAME);
        add_loops!(self, name, L::LANES, inputs, L::enter, R::mul, R::square);
    }
}

/// The library's vectors.
impl unstable::Visitor<Q> for Table {
    fn visit<V: FieldVector<Prime = Q>>(&mut self, name: &'static str) {
        if V::LANES > 1 {
            let inputs = self.in_lanes(V::LANES, |x| {
                V::enter(
                    #[inline(always)]
                    || V::load(x),
                )
            });
            let name = format!("the library's, {name}");
            let (mul, square) = (V::mul_carried, V::square_carried);
            add_loops!(self, name, V::LANES, inputs, V::enter, mul, square);
        }
    }
}

impl Table {
    /// Times each column.
    fn measure(mut self, c: &mut Criterion) {
        for lanes in [1, 4, 8] {
            let table = match lanes {
                1 => "canonical".to_owned(),
                lanes => format!("a vector of {lanes}, not canonical"),
            };
            for (column, what) in COLUMNS.iter().enumerate() {
                let mut group = group(c, format!("reductions/{table}/{what}"), TIMES);
                for (i, name) in self.names.iter().enumerate() {
                    if self.lanes[i] == lanes {
                        let run = &mut self.loops[COLUMNS.len() * i + column];
                        time(&mut group, name, None, &mut || run(TIMES as u64));
                    }
                }
            }
        }
    }
}

/// The kinds of instructions in the machine code of products and squares.
#[cfg(target_arch = "x86_64")]
mod kinds {
    use super::*;
    use helioselene_judge::make::Make;
    use helioselene_machine::{Kinds, Vectors};

    fn print_row(name: &str, code: *const u8) {
        let kinds = Kinds::of(code).expect("no conditional jumps");
        // One of the two has nothing.
        let sum = |of: fn(&Vectors) -> usize| of(&kinds.narrow) + of(&kinds.wide);
        let (products, sums) = (sum(|v| v.products), sum(|v| v.sums));
        let (shifts, others) = (sum(|v| v.shifts), kinds.others);
        let [zen5, golden_cove] = [Make::Zen5, Make::GoldenCove].map(|make| kinds.bound(make));
        println!(
            "| {name} | {products} | {sums} | {shifts} | {others} | {zen5:.0} | {golden_cove:.0} |"
        );
    }

    struct Library;

    impl unstable::Visitor<Q> for Library {
        fn visit<V: FieldVector<Prime = Q>>(&mut self, name: &'static str) {
            fn mul<V: FieldVector>(a: &V, b: &V, r: &mut V) {
                V::enter(
                    #[inline(always)]
                    || *r = a.mul_carried(b),
                );
            }
            fn square<V: FieldVector>(a: &V, r: &mut V) {
                V::enter(
                    #[inline(always)]
                    || *r = a.square_carried(),
                );
            }
            if V::LANES > 1 {
                let (mul, square): (fn(&_, &_, &mut _), fn(&_, &mut _)) = (mul::<V>, square::<V>);
                print_row(&format!("the library's a·b, {name}"), mul as *const u8);
                print_row(&format!("the library's a², {name}"), square as *const u8);
            }
        }
    }

    pub fn print() {
        println!("| | products | sums, logic | shifts | others | Zen 5 | Golden Cove |");
        println!("|---|--:|--:|--:|--:|--:|--:|");
        unstable::visit::<Q>(&mut Library);
        for ([way, lanes], [mul, square]) in lanes::registers::code() {
            print_row(&format!("{way} a·b, {lanes}"), mul);
            print_row(&format!("{way} a², {lanes}"), square);
        }
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
        lanes: Vec::new(),
        loops: Vec::new(),
        inputs: (0..INPUTS)
            .map(|_| HelioseleneField::random(&mut rng))
            .collect(),
    };
    // Inlined like the others: the results of a call are copied, and the next product would wait for the copy.
    table.add(
        "the library's",
        |x| *x,
        #[inline(always)]
        |x, y| x * y,
        #[inline(always)]
        |x| x.square(),
    );
    visit_all(&mut table);
    unstable::visit::<Q>(&mut table);
    #[cfg(target_arch = "x86_64")]
    lanes::registers::visit_registers(&mut table);

    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        [RUN, contender, n] => {
            let number = |text: &str| text.parse::<usize>().expect("a number");
            table.loops[number(contender)](number(n) as u64);
        }
        ["--instructions", ..] => table.print_instructions(),
        #[cfg(target_arch = "x86_64")]
        ["--kinds", ..] => kinds::print(),
        _ => harness::run(one_core(), |c| table.measure(c)),
    }
}
