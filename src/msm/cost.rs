//! The cost model, which chooses the algorithm of a sum and its parameter.
//!
//! An algorithm's time is the number of each kind of operation times a constant. `cargo bench -p helioselene-checks
//! --bench calibrate` fits the constants to measured times.

use crate::backend::FieldVector;
#[cfg(feature = "rayon")]
use crate::backend::tuning::sums::{AWOKEN, HANDED_OVER, PASS_OF_A_CELL};
use crate::backend::tuning::sums::{BUCKETS_AT_ONCE, Cost};
use crate::curve::Algorithm;

use super::operands::NEGATIVE;
use super::straus;

/// The operations of an algorithm for n points and scalars of `length` bits.
pub fn count(algorithm: Algorithm, n: usize, length: u32) -> Cost {
    const ONCE: u64 = Cost::ONCE;
    // The most points of a sum.
    let points = n.min(NEGATIVE as usize) as u64;
    let bits = u64::from(length);
    match algorithm {
        Algorithm::Straus => {
            let width = straus::width(length);
            let table = 1 << (width - 2);
            Cost {
                doublings: (bits + points) * ONCE,
                additions: points * ((table - 1) * ONCE + bits * ONCE / u64::from(width + 1)),
                ..Cost::default()
            }
        }
        Algorithm::Stretched { width } => {
            let table = 1 << (width - 2);
            let width = u64::from(width);
            Cost {
                affine_additions: points * (table * ONCE + bits * ONCE / (width + 1)),
                passes: (width + 4) * ONCE,
                doublings: bits * ONCE,
                digits: bits * ONCE,
                ..Cost::default()
            }
        }
        Algorithm::Pippenger { bits: width } => {
            let windows = (length + 1).div_ceil(width);
            let (sets, buckets) = (u64::from(windows), 1 << (width - 1));
            // The buckets with points, each of which is in a row and a column.
            let filled = buckets.min(points);
            let filled_together = sets * buckets * ONCE / BUCKETS_AT_ONCE as u64;
            Cost {
                affine_additions: (points + sets * (points + filled)) * ONCE,
                passes: 6 * ONCE + 6 * filled_together.max(ONCE),
                doublings: bits * ONCE,
                digits: u64::from(windows * width) * ONCE,
                ..Cost::default()
            }
        }
    }
}

/// How a sum is cut for several threads.
#[cfg(feature = "rayon")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cells {
    /// The bits of a digit.
    pub bits: u32,
    /// The sets of a cell.
    pub sets: usize,
    /// The parts of the points.
    pub parts: usize,
}

/// The cells with which a sum on so many threads ends first; `None` if one thread takes hardly longer.
#[cfg(feature = "rayon")]
pub(crate) fn choose_cells<V: FieldVector>(n: usize, length: u32, threads: usize) -> Option<Cells> {
    const ONCE: u64 = Cost::ONCE;
    let mut nanoseconds = *V::COSTS.over::<V::Prime>();
    nanoseconds[1] = nanoseconds[1].max(PASS_OF_A_CELL);
    let nanoseconds = &nanoseconds;
    let alone = count(choose::<V>(n, length), n, length).time(nanoseconds);
    let time = |Cells { bits, sets, parts }: Cells| {
        let windows = (length as usize + 1).div_ceil(bits as usize);
        let cells = windows.div_ceil(sets) * parts;
        let (points, buckets) = (n.div_ceil(parts) as u64, 1 << (bits - 1));
        let sets = sets as u64;
        let filled_together = sets * buckets * ONCE / BUCKETS_AT_ONCE as u64;
        let cell = Cost {
            affine_additions: sets * (points + buckets.min(points)) * ONCE,
            passes: 6 * ONCE + 6 * filled_together.max(ONCE),
            ..Cost::default()
        };
        let rest = Cost {
            affine_additions: n.div_ceil(threads) as u64 * ONCE,
            passes: 6 * ONCE,
            doublings: u64::from(length) * ONCE,
            digits: u64::from(bits) * windows as u64 * ONCE,
            ..Cost::default()
        };
        // The last of many small cells leaves other threads without work for less time.
        let cell = cell.time(nanoseconds) + HANDED_OVER * ONCE;
        rest.time(nanoseconds) + cells.div_ceil(threads) as u64 * cell + cell / 4
    };
    let most_bits = n.max(64).ilog2() - 1;
    let cuts = (4..=most_bits.min(16)).flat_map(|bits| {
        let cuts = (0..20).map(|i| (1 << (i % 5), 1 << (i / 5)));
        cuts.map(move |(sets, parts)| Cells { bits, sets, parts })
    });
    let best = cuts.min_by_key(|cells| time(*cells))?;
    (4 * (time(best) + AWOKEN * ONCE) < 3 * alone).then_some(best)
}

/// The fastest algorithm for n points and scalars of `length` bits.
pub(crate) fn choose<V: FieldVector>(n: usize, length: u32) -> Algorithm {
    // Buckets of fewer than four points take longer than the model says: for 300 points on Golden Cove digits of eight bits
    // take 1.05 to 1.10 of the time of seven.
    let most_bits = n.max(2).ilog2() - 1;
    let candidates = core::iter::once(Algorithm::Straus)
        .chain((3..=6).map(|width| Algorithm::Stretched { width }))
        .chain((4..=most_bits.min(16)).map(|bits| Algorithm::Pippenger { bits }));
    let nanoseconds = V::COSTS.over::<V::Prime>();
    candidates
        .min_by_key(|algorithm| count(*algorithm, n, length).time(nanoseconds))
        .unwrap_or(Algorithm::Straus)
}
