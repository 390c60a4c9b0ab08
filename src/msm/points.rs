//! Points in the lanes of vectors and in memory: conversions, odd multiples, decoding, wiping. Sums, public and secret,
//! are written over these.

pub(crate) mod affine;
pub(crate) mod decode;
pub(crate) mod empty;
pub(crate) mod multiples;
pub(crate) mod operands;
pub(crate) mod projective;
pub(crate) mod wipe;
