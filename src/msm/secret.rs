//! Constant-time jobs: [`sum`] has sums, [`pairs`] many sums over the same two points, [`products`] products.
//!
//! No address, branch or number of additions depends on a scalar: digits are odd, so that each selects a point to add,
//! and tables are read in full. Points are secret too, unless a job says that they are public.

pub(crate) mod complete;
pub(crate) mod pairs;
pub(crate) mod places;
pub(crate) mod products;
pub(crate) mod sum;
pub(crate) mod tables;
