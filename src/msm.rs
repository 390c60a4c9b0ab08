//! Multi-scalar multiplication: Σ scalars[i]·points[i].
//!
//! Variable time: [`interleaved`] for a few points, [`stretched`] for dozens, [`buckets`] for more,
//! chosen by [`cost`]; the latter two make their additions by [`sum`] and end with [`horner`].
//! [`precomputed`] does the same with tables made beforehand. [`constant_time`] is all for secrets.

mod affine;
mod buckets;
mod constant_time;
mod cost;
mod horner;
mod interleaved;
mod lists;
mod magnitude;
mod memory;
mod multiples;
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

pub use memory::MultiscalarWorkspace;
pub use precomputed::{Precomputation, VartimePrecomputation};

pub(crate) use cost::Algorithm;

use crate::backend;
use crate::curve::Point;
use crate::field::FieldElement;
use crate::params::Curve;
#[cfg(not(test))]
use vartime::Vartime;

/// Variable time; the slices have the same length.
fn vartime_multiscalar_mul<C: Curve>(
    scalars: &[FieldElement<C::Scalar>],
    points: &[Point<C>],
) -> Point<C> {
    vartime_multiscalar_mul_in(&mut MultiscalarWorkspace::new(), scalars, points)
}

fn vartime_multiscalar_mul_in<C: Curve>(
    workspace: &mut MultiscalarWorkspace,
    scalars: &[FieldElement<C::Scalar>],
    points: &[Point<C>],
) -> Point<C> {
    backend::run_batch_vartime(Vartime {
        scalars,
        points,
        algorithm: None,
        workspace,
    })
}

/// With an algorithm of the caller's choice.
pub(crate) fn probe<C: Curve>(
    scalars: &[FieldElement<C::Scalar>],
    points: &[Point<C>],
    algorithm: Option<Algorithm>,
) -> Point<C> {
    backend::run_batch_vartime(Vartime {
        scalars,
        points,
        algorithm,
        workspace: &mut MultiscalarWorkspace::new(),
    })
}

#[cfg(test)]
mod tests;
