//! Multi-scalar multiplication: Σ scalars[i]·points[i].
//!
//! Variable time: [`straus`] for a few points, [`stretched`] for dozens, [`pippenger`] for more; [`cost`] chooses. The
//! latter two add by [`sum`] and end with [`horner`]. [`rows`] applies the same scalars to many lists of points.
//! [`precomputed`] uses tables made beforehand; there a single small set of buckets ends with [`running`] sums.
//! For secrets: [`constant_time`] for sums, [`pairs`] for those over two points, [`products`]
//! for products. See `notes/msm.md`.

pub(crate) mod affine;
mod batch;
mod batched;
#[cfg(feature = "rayon")]
mod cells;
mod complete;
mod constant_time;
pub(crate) mod cost;
pub(crate) mod decode;
mod empty;
mod hash;
mod horner;
mod lists;
pub(crate) mod memory;
mod multiples;
pub(crate) mod operands;
mod pairs;
pub(crate) mod pippenger;
mod places;
mod point;
pub(crate) mod precomputed;
mod products;
mod rows;
mod running;
mod straus;
pub(crate) mod stretched;
mod sum;
mod tables;
mod tree;
mod vartime;
pub(crate) mod windows;
pub(crate) mod wipe;
pub(crate) use decode::VartimeDecode;
pub use hash::NodeUpdate;
pub(crate) use memory::with_workspace;
pub use precomputed::{Precomputation, VartimePrecomputation};

use alloc::vec::Vec;

use crate::curve::many::{OnPoints, VartimeSum};
use crate::curve::{Algorithm, Curve, MultiscalarWorkspace, Point};
use crate::field::FieldElement;

/// Σ scalar·point in variable time: on this thread in the workspace's memory, or without one on the pool's threads.
fn vartime_sum<C: Curve>(
    workspace: Option<&mut MultiscalarWorkspace>,
    terms: Vec<(&FieldElement<C::Scalar>, &Point<C>)>,
    algorithm: Option<Algorithm>,
) -> Point<C> {
    let mut sum = Point::IDENTITY;
    let terms = VartimeSum {
        terms,
        algorithm,
        workspace,
    };
    C::on_points(OnPoints::VartimeSum(terms, &mut sum));
    sum
}

#[cfg(test)]
mod tests;
