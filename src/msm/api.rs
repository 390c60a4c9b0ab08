//! The public functions of points, and prepared points.

pub(crate) mod batch;
pub(crate) mod hash;
pub(crate) mod point;
pub(crate) mod precomputation;
pub(crate) mod vartime_precomputation;
