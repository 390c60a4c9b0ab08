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

pub(crate) use affine::Normalize;
pub(crate) use constant_time::ConstantTimeSum;
pub(crate) use decode::{Decode, VartimeDecode};
pub use hash::NodeUpdate;
pub(crate) use memory::with_workspace;
pub(crate) use pairs::PairSums;
pub use precomputed::{Precomputation, VartimePrecomputation};
pub(crate) use precomputed::{Prepare, VartimePrepare, VartimePreparedSums};
pub(crate) use products::Products;
pub(crate) use rows::VartimeRows;
pub(crate) use vartime::VartimeSum;

#[cfg(all(test, feature = "checks"))]
#[path = "../checks/msm/tests.rs"]
mod tests;
