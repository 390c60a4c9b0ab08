//! The application over the published crates and over those of this folder, stage by stage.

use std::hint::black_box;
use std::time::Duration;

use helioselene_bench_support::measure::{Contender, Effort, compare, pin_to_one_core};
use helioselene_compat_checks::{compat, published};

fn main() {
    // `cargo test --benches` passes `--test`: it wants to know that this runs, not how fast.
    let quick = std::env::args().any(|argument| argument == "--test" || argument == "--quick");
    let effort = Effort {
        rounds: if quick { 1 } else { 15 },
        sample: Duration::from_millis(if quick { 1 } else { 200 }),
    };
    pin_to_one_core();
    let (theirs, ours) = (published::Application::new(1), compat::Application::new(1));

    // Here all points come again, in the real application some.
    multiexp::keep_tables(false);
    println!("backend: {}", helioselene_simd::Backend::selected());
    println!(
        "{:<28}{:>12}{:>12}{:>9}",
        "", "published", "compat", "ratio"
    );
    macro_rules! stage {
        ($name:literal, $stage:ident) => {
            let mut contenders = [
                Contender::new(|n| (0..n).for_each(|_| drop(black_box(theirs.$stage())))),
                Contender::new(|n| (0..n).for_each(|_| drop(black_box(ours.$stage())))),
            ];
            let [theirs, ours] = [0, 1].map({
                let measured = compare(&mut contenders, effort);
                move |i: usize| measured[i].nanoseconds
            });
            println!(
                "{:<28}{:>9.3} ms{:>9.3} ms{:>8.2}×",
                $name,
                theirs / 1e6,
                ours / 1e6,
                theirs / ours
            );
        };
    }
    stage!("  commitments", commitments);
    stage!("  inner-product arguments", arguments);
    stage!("  divisors", divisors);
    stage!("prove", prove);
    stage!("  decompression", decompression);
    stage!("  final sums", verification);
    stage!("verify", verify);
    stage!("grow two nodes, first time", grow);
    multiexp::keep_tables(true);
    stage!("grow two nodes, thereafter", grow);
}
