//! Sums of many lists of points, on which all but the shortest public sums rest.

pub(crate) mod batched;
pub(crate) mod references;
pub(crate) mod sum;
pub(crate) mod tree;
