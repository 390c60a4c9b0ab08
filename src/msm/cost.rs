//! Which algorithm, and with what parameter: a model of what each takes.
//!
//! An algorithm's time is modelled as a sum of what it does, each part times a constant, and the
//! constants are measured for each processor, family of kernels and field: `cargo bench --bench msm --
//! --calibrate` times algorithms of every kind and size and fits them.

use crate::backend::FieldVector;
use crate::backend::tuning::sums::Cost;
use crate::backend::tuning::sums::{BUCKETS_AT_ONCE, costs};
use crate::curve::Algorithm;

use super::interleaved;
use super::reduction::{Grid, cut};

/// What an algorithm does for n points and scalars of `length` bits in so many lanes.
pub(crate) fn count(algorithm: Algorithm, n: usize, length: u32, lanes: usize) -> Cost {
    let (points, bits) = (n as f64, f64::from(length));
    match algorithm {
        Algorithm::Interleaved => {
            let width = interleaved::width(length);
            let table = f64::from(1u32 << (width - 2));
            Cost {
                affine_additions: 0.0,
                passes: 0.0,
                doublings: bits + points,
                additions: points * (table - 1.0 + bits / f64::from(width + 1)),
                digits: 0.0,
            }
        }
        Algorithm::Stretched { width } => {
            let table = f64::from(1u32 << (width - 2));
            Cost {
                affine_additions: points * (table + bits / f64::from(width + 1)),
                passes: f64::from(width) + 4.0,
                doublings: bits,
                additions: 0.0,
                digits: bits,
            }
        }
        Algorithm::Buckets { bits: width } => {
            let windows = (length + 1).div_ceil(width);
            let buckets = f64::from(1u32 << (width - 1));
            // The first point of a bucket is no addition. Of all buckets e^(−n/buckets) or so receive none.
            let eighth = 1.0 + points / buckets / 8.0;
            let to_the_fourth = eighth * eighth * eighth * eighth;
            let empty = 1.0 / (to_the_fourth * to_the_fourth);
            let filled = buckets * (1.0 - empty);
            let sets = f64::from(windows);
            let reduced = sets_reduced(lanes, windows, width) * Grid::of(width).additions();
            Cost {
                affine_additions: points + sets * (points - filled) + reduced,
                passes: 6.0 + 6.0 * (sets * buckets / BUCKETS_AT_ONCE as f64).max(1.0),
                doublings: bits,
                additions: 0.0,
                digits: f64::from(windows * width),
            }
        }
    }
}

/// As many sets as the reduction of sets takes the time of, where all lanes are full.
fn sets_reduced(lanes: usize, sets: u32, bits: u32) -> f64 {
    let sets = sets as usize;
    let group = (BUCKETS_AT_ONCE >> (bits - 1)).clamp(1, sets);
    let time = |sets: usize| cut(lanes, sets, bits).1;
    (sets / group) as f64 * time(group) + time(sets % group)
}

/// The fastest algorithm for n points and scalars of `length` bits.
pub(crate) fn choose<V: FieldVector>(n: usize, length: u32) -> Algorithm {
    // Where many buckets stay empty, a sum takes longer than the model says: no more of them than there were when its
    // constants were fitted.
    let most_bits = n.max(1).ilog2() + 1;
    let candidates = core::iter::once(Algorithm::Interleaved)
        .chain((3..=6).map(|width| Algorithm::Stretched { width }))
        .chain((4..=most_bits.min(16)).map(|bits| Algorithm::Buckets { bits }));
    let nanoseconds = costs::<V::Prime>(V::FAMILY);
    let cost = |algorithm: &Algorithm| nanoseconds.total(&count(*algorithm, n, length, V::LANES));
    candidates
        .min_by(|a, b| cost(a).total_cmp(&cost(b)))
        .unwrap_or(Algorithm::Interleaved)
}
