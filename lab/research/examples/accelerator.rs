//! The cost of operations on Helios on the accelerator, and the share of transport.
//!
//! `cargo run --release --manifest-path lab/Cargo.toml -p helioselene-research --example accelerator`

use helioselene_research::accelerator::engine::{Opcode, Trace, record};
use helioselene_research::accelerator::registers::{
    Cost, FILE, WINDOW, cost, cost_by_value, cycles, product,
};
use helioselene_research::accelerator::{Element, multiplier};
use helioselene_research::counting::{Counting, Operation, count};
use helioselene_simd::group::{Group, ff::Field};
use helioselene_simd::unstable::On;
use helioselene_simd::{Helios, HeliosPoint, HelioseleneField};
use rand_core::SeedableRng;

/// Terms of the sum.
const TERMS: usize = 8;

fn print(trace: &Trace) {
    let ways = [
        ("each field operation by value", cost_by_value(trace)),
        ("32 registers, a window", cost(trace, WINDOW)),
        ("512 registers, all windows", cost(trace, FILE)),
    ];
    let of = |opcode| ways[0].1.of(opcode);
    println!(
        "instructions: {} multiplications, {} additions, {} subtractions, {} tests for the prime, {} masks, {} xors",
        of(Opcode::Multiply),
        of(Opcode::Add),
        of(Opcode::Sub),
        of(Opcode::TestReduce),
        of(Opcode::Mask),
        of(Opcode::Xor),
    );
    let computing = ways[0].1.computing();
    let multiplying = of(Opcode::Multiply) * cycles(Opcode::Multiply);
    println!(
        "cycles of instructions: {computing}, of which {multiplying} are multiplications', and {} limb rows\n",
        of(Opcode::Multiply) * product::ROWS
    );
    println!(
        "| operands | moved in | moved out | decisions | cycles of transport | all cycles | at 100 MHz | share of transport |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|");
    for (name, cost) in ways {
        let Cost {
            operands_in,
            operands_out,
            decisions_in,
            ..
        } = cost;
        println!(
            "| {name} | {operands_in} | {operands_out} | {decisions_in} | {} | {} | {:.2} ms | {:.0} % |",
            cost.transport(),
            cost.cycles(),
            cost.cycles() as f64 / 1e5,
            100.0 * cost.transport() as f64 / cost.cycles() as f64
        );
    }
}

fn main() {
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(13);
    let scalars: [_; TERMS] = std::array::from_fn(|_| HelioseleneField::random(&mut rng));
    let points: [_; TERMS] = std::array::from_fn(|_| HeliosPoint::random(&mut rng));
    let (k, p) = (&scalars[0], &points[0]);

    println!(
        "An engine for Curve25519: {} limbs of {} bits, {} cycles a product, {} any other instruction.\n",
        multiplier::LIMBS,
        multiplier::BITS,
        cycles(Opcode::Multiply),
        cycles(Opcode::Add),
    );
    println!("## One scalar multiplication on Helios\n");
    let (result, mut asked) = count(|| On::<Counting<Element>>::mul(k, p));
    assert_eq!(result, *p * k);
    // The engine has no sums that are not reduced.
    asked.remove(&Operation::Carry);
    println!("asked for: {asked:?}");
    let (result, trace) = record(|| On::<Element>::mul(k, p));
    assert_eq!(result, *p * k);
    print(&trace);

    println!("\n## The generator times a scalar, from a table of the host's\n");
    let (result, trace) = record(|| On::<Element>::mul_base::<Helios>(k));
    assert_eq!(result, HeliosPoint::mul_base(k));
    print(&trace);

    println!("\n## A sum of {TERMS} products, constant time\n");
    let (sum, trace) = record(|| On::<Element>::multiscalar_mul(&scalars, &points));
    let expected: HeliosPoint = scalars.iter().zip(&points).map(|(k, p)| *p * k).sum();
    assert_eq!(sum, expected);
    print(&trace);
}
