//! Multi-scalar multiplication: Σ scalars[i]·points[i].
//!
//! Variable time: [`interleaved`] for a few points, [`stretched`] for dozens, [`buckets`] for more,
//! chosen by [`cost`]; the latter two make their additions by [`sum`] and end with [`horner`].
//! [`precomputed`] does the same with tables made beforehand. [`constant_time`] is all for secrets.

mod affine;
mod buckets;
mod constant_time;
mod cost;
mod curves;
mod decode;
mod horner;
mod interleaved;
mod lists;
mod magnitude;
mod memory;
mod multiples;
mod normalize;
mod point;
mod precomputed;
mod stretched;
mod sum;
mod vartime;
#[cfg(test)]
pub(crate) use {
    constant_time::{ConstantTime, Products},
    vartime::Vartime,
};

pub use curves::ManyPoints;
pub use memory::MultiscalarWorkspace;
pub(crate) use memory::with_workspace;
pub use precomputed::{Precomputation, VartimePrecomputation};

pub use cost::{Algorithm, Cost};

#[cfg(feature = "rayon")]
use alloc::vec::Vec;

use crate::curve::Point;
use crate::field::FieldElement;
use crate::params::Curve;

/// The fewest points worth a thread of their own.
#[cfg(feature = "rayon")]
const POINTS_PER_THREAD: usize = 4096;

/// Variable time; the slices have the same length.
fn vartime_multiscalar_mul<C: Curve>(
    scalars: &[FieldElement<C::Scalar>],
    points: &[Point<C>],
) -> Point<C> {
    #[cfg(feature = "rayon")]
    if points.len() >= 2 * POINTS_PER_THREAD {
        use rayon::prelude::*;
        let threads = rayon::current_num_threads().min(points.len() / POINTS_PER_THREAD);
        let each = points.len().div_ceil(threads);
        let parts: Vec<Point<C>> = scalars
            .par_chunks(each)
            .zip(points.par_chunks(each))
            .map(|(scalars, points)| {
                with_workspace(points.len(), |workspace| {
                    C::vartime_sum(workspace, scalars, points, None)
                })
            })
            .collect();
        return parts.iter().sum();
    }
    with_workspace(points.len(), |workspace| {
        C::vartime_sum(workspace, scalars, points, None)
    })
}

#[cfg(test)]
mod tests;
