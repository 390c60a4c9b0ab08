//! Multi-scalar multiplication, Σ scalars[i]·points[i], and batches of products.
//!
//! [`api`] has the public functions. Their jobs are in [`vartime`], whose sums are those of [`lists`], and in
//! [`secret`]. Both are written over [`points`]. See `notes/msm.md`.
//!
//! | Σ over | public | secret |
//! |---|---|---|
//! | a few points | `vartime/straus`: one accumulator, point formulas | products one by one |
//! | dozens | `vartime/stretched`: a list for each place of the digits | `secret/places`: an accumulator for each place |
//! | more | `vartime/pippenger`: a list for each bucket | the same accumulators |
//! | fixed points | `vartime/prepared`: one set of buckets for all windows | tables of odd multiples, kept |
//! | two fixed points, many sums | | `secret/pairs`: the lanes are sums |
//! | many lists, the same scalars | `vartime/rows`: the lanes are lists | |
//! | each point alone | | `secret/products`: the lanes are points |
//!
//! Public sums detect exceptional additions after the fact and compute them again; secret sums exclude them, or choose
//! among the cases by masks.

mod api;
pub(crate) mod lists;
pub(crate) mod points;
mod secret;
pub(crate) mod vartime;

pub use api::hash::NodeUpdate;
pub use api::precomputation::Precomputation;
pub use api::vartime_precomputation::VartimePrecomputation;
pub(crate) use points::affine::Normalize;
pub(crate) use points::decode::{Decode, VartimeDecode};
pub(crate) use secret::pairs::PairSums;
pub(crate) use secret::products::Products;
pub(crate) use secret::sum::{ConstantTimeSum, Prepare};
pub(crate) use vartime::memory::with_workspace;
pub(crate) use vartime::prepared::{VartimePrepare, VartimePreparedSums};
pub(crate) use vartime::rows::VartimeRows;
pub(crate) use vartime::sum::VartimeSum;

#[cfg(test)]
mod tests;
