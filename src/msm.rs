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

pub use cost::Algorithm;

use crate::curve::Point;
use crate::field::FieldElement;
use crate::params::Curve;

/// Variable time; the slices have the same length.
fn vartime_multiscalar_mul<C: Curve>(
    scalars: &[FieldElement<C::Scalar>],
    points: &[Point<C>],
) -> Point<C> {
    memory::with_workspace(points.len(), |workspace| {
        C::vartime_sum(workspace, scalars, points, None)
    })
}

#[cfg(test)]
mod tests;
