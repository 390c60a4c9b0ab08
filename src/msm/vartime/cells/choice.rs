//! The choice of a sum's cells, by the cost model.

use crate::backend::BatchVector;
use crate::backend::tuning::sums::cells::{AWOKEN, HANDED_OVER, PASS};
use crate::backend::tuning::sums::{BUCKETS_AT_ONCE, Cost};
use crate::msm::vartime::cost::{self, count};

/// How a sum is cut for several threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::msm) struct Cells {
    /// The bits of a digit.
    pub(in crate::msm) bits: u32,
    /// The sets of a cell.
    pub(in crate::msm) sets: usize,
    /// The parts of the points.
    pub(in crate::msm) parts: usize,
}

/// The cells with which `threads` threads finish first; `None` if one thread takes hardly longer.
pub(in crate::msm) fn choose<V: BatchVector>(
    n: usize,
    length: u32,
    threads: usize,
) -> Option<Cells> {
    const ONCE: u64 = Cost::ONCE;
    let mut nanoseconds = *V::COSTS.over::<V::Prime>();
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
        // At the end, the last of many small cells keeps other threads idle for less time.
        let cell = cell.time(&nanoseconds) + HANDED_OVER * ONCE;
        rest.time(&nanoseconds) + cells.div_ceil(threads) as u64 * cell + cell / 4
    };
    let most_bits = n.max(64).ilog2() - 1;
    let cuts = (4..=most_bits.min(16)).flat_map(|bits| {
        let cuts = (0..20).map(|i| (1 << (i % 5), 1 << (i / 5)));
        cuts.map(move |(sets, parts)| Cells { bits, sets, parts })
    });
    let best = cuts.min_by_key(|cells| time(*cells))?;
    (4 * (time(best) + AWOKEN * ONCE) < 3 * one_cell).then_some(best)
}
