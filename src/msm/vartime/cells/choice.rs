//! Chooses how a sum is cut into cells, by the cost model.

use crate::backend::BatchVector;
use crate::backend::tuning::sums::cells::{AWOKEN, HANDED_OVER, PASS};
use crate::backend::tuning::sums::{BUCKETS_AT_ONCE, Cost};
use crate::msm::vartime::cost::{self, count};

/// How a sum is cut for several threads: into ⌈windows/`sets`⌉ · `parts` cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::msm) struct Cells {
    /// The bits of a window.
    pub(in crate::msm) bits: u32,
    /// The windows of a cell, each with a set of buckets.
    pub(in crate::msm) sets: usize,
    /// Into how many parts the points are divided.
    pub(in crate::msm) parts: usize,
}

/// Returns the cells with which `threads` threads finish first, or `None` if they would not save a quarter of the time of
/// one thread.
pub(in crate::msm) fn choose<V: BatchVector>(
    n: usize,
    length: u32,
    threads: usize,
) -> Option<Cells> {
    const ONCE: u64 = Cost::ONCE;
    let mut nanoseconds = *V::COSTS.over::<V::Prime>();
    // Entry 1 is that of passes, which cost more in small cells than in a whole sum.
    nanoseconds[1] = nanoseconds[1].max(PASS);
    let one_cell = count(cost::choose::<V>(n, length), n, length).time(&nanoseconds);
    let time = |Cells { bits, sets, parts }: Cells| {
        let windows = (length as usize + 1).div_ceil(bits as usize);
        let cells = windows.div_ceil(sets) * parts;
        let (points, buckets) = (n.div_ceil(parts) as u64, 1 << (bits - 1));
        let sets = sets as u64;
        let filled_together = sets * buckets * ONCE / BUCKETS_AT_ONCE as u64;
        // What one cell does: its points into its sets' buckets, each filled bucket into a row and a column, and the
        // passes of lists.
        let cell = Cost {
            affine_additions: sets * (points + buckets.min(points)) * ONCE,
            passes: 6 * ONCE + 6 * filled_together.max(ONCE),
            ..Cost::default()
        };
        // What is not cut: the conversion, which all threads share evenly, and Horner's rule, which one thread does.
        let rest = Cost {
            affine_additions: n.div_ceil(threads) as u64 * ONCE,
            passes: 6 * ONCE,
            doublings: u64::from(length) * ONCE,
            digits: u64::from(bits) * windows as u64 * ONCE,
            ..Cost::default()
        };
        // The threads take ⌈cells/threads⌉ cells each. A quarter of a cell more favours many small ones: other threads are
        // idle for less time while the last is computed.
        let cell = cell.time(&nanoseconds) + HANDED_OVER * ONCE;
        rest.time(&nanoseconds) + cells.div_ceil(threads) as u64 * cell + cell / 4
    };
    // As in `cost::choose`, there is at most one bucket for four points of the sum. The candidates are powers of two: 1
    // to 16 windows in a cell, 1 to 8 parts.
    let most_bits = n.max(64).ilog2() - 1;
    let cuts = (4..=most_bits.min(16)).flat_map(|bits| {
        let cuts = (0..20).map(|i| (1 << (i % 5), 1 << (i / 5)));
        cuts.map(move |(sets, parts)| Cells { bits, sets, parts })
    });
    let best = cuts.min_by_key(|cells| time(*cells))?;
    (4 * (time(best) + AWOKEN * ONCE) < 3 * one_cell).then_some(best)
}
