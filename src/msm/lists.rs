//! Sums of many lists of points, by batched affine additions. Nearly all public sums are computed by these.

pub(crate) mod batched;
pub(crate) mod references;
pub(crate) mod sum;
pub(crate) mod tree;
