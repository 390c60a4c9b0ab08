//! The cost model, which chooses a sum's algorithm and its parameter.
//!
//! It estimates an algorithm's time as the sum of five counts of operations, each times its nanoseconds (`Costs` in
//! `src/backend/tuning.rs`). `cargo bench -p helioselene-inside --bench calibrate` fits these to measured times. Only
//! ratios matter. The model takes integers, see `Cost`.

use crate::backend::BatchVector;
use crate::backend::tuning::sums::{BUCKETS_AT_ONCE, Cost};
use crate::curve::Algorithm;

use super::straus;
use crate::msm::points::operands::NEGATIVE;

/// Counts the operations of an algorithm for n points and scalars of `length` bits.
pub fn count(algorithm: Algorithm, n: usize, length: u32) -> Cost {
    const ONCE: u64 = Cost::ONCE;
    // The most points of one sum, which `assert_countable` checks. So the products below do not overflow.
    let points = n.min(NEGATIVE as usize) as u64;
    let bits = u64::from(length);
    match algorithm {
        Algorithm::Straus => {
            let width = straus::width(length);
            // A point costs a doubling and 2^(w−2) − 1 additions for its odd multiples, and an addition for one
            // in w + 1 bits.
            let table = 1 << (width - 2);
            Cost {
                doublings: (bits + points) * ONCE,
                additions: points * ((table - 1) * ONCE + bits * ONCE / u64::from(width + 1)),
                ..Cost::default()
            }
        }
        Algorithm::Stretched { width } => {
            // The additions of Straus' method, but affine and batched; the table's 2^(w−2) include the conversion of a
            // point. The doublings, and one addition for each place, are those of Horner's rule.
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
            // In each window n − B additions fill B buckets, and each bucket is added to a row and to a column: n + B in
            // all. The conversion of a point costs about as much as an addition. Buckets are filled in groups that fit a
            // cache: six passes for each group, six for the rest.
            let windows = (length + 1).div_ceil(width);
            let (sets, buckets) = (u64::from(windows), 1 << (width - 1));
            // Buckets with points; each is in a row and a column.
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

/// Returns the fastest algorithm for n points and scalars of `length` bits, by the model.
pub(crate) fn choose<V: BatchVector>(n: usize, length: u32) -> Algorithm {
    // Buckets of fewer than four points take longer than the model says: for 300 points on Golden Cove digits of
    // eight bits take 1.05 to 1.10 of the time of seven.
    let most_bits = n.max(2).ilog2() - 1;
    let candidates = core::iter::once(Algorithm::Straus)
        .chain((3..=6).map(|width| Algorithm::Stretched { width }))
        .chain((4..=most_bits.min(16)).map(|bits| Algorithm::Pippenger { bits }));
    let nanoseconds = V::COSTS.over::<V::Prime>();
    candidates
        .min_by_key(|algorithm| count(*algorithm, n, length).time(nanoseconds))
        .unwrap_or(Algorithm::Straus)
}
