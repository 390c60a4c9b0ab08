//! The core's current frequency.

use std::{hint::black_box, time::Instant};

const STEPS: u32 = 1 << 14;

/// The core's frequency in GHz, from the time of a chain of dependent additions.
///
/// A processor's usual counters run at a fixed rate, and a virtual machine may hide the others; but a dependent addition takes one
/// cycle everywhere.
pub fn gigahertz() -> f64 {
    // Compilers can shorten a chain of additions, and recent cores add small constants for free. Neither works for variables
    // alternating with exclusive ors, which take one cycle too.
    let (addend, mask) = (black_box(1usize), black_box(2usize));
    let mut chain = black_box(0usize);
    let start = Instant::now();
    for _ in 0..STEPS {
        chain = chain.wrapping_add(addend) ^ mask;
    }
    black_box(chain);
    f64::from(2 * STEPS) / start.elapsed().as_nanos() as f64
}
