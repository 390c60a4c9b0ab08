//! Arithmetic on slices of scalars, and points encoded and decoded together: what proofs over any curve are made of.
//!
//! Constant time, unless the name says `vartime`.

use alloc::vec;
use alloc::vec::Vec;

use group::{Group, GroupEncoding};

pub use helioselene_slices::{
    Row, add_scaled_rows, axpy, counts, inner_product, mul_assign, powers, powers_into,
    scale_assign, vartime_inverse, vartime_invert,
};

use crate::dispatch;

/// The encodings of public points, as by `GroupEncoding::to_bytes`, in variable time.
pub fn encode_vartime<G: Group + GroupEncoding>(points: &[G]) -> Vec<G::Repr> {
    dispatch::encode_vartime(points).unwrap_or_else(|| points.iter().map(G::to_bytes).collect())
}

/// The points of encodings that follow each other without a gap, in variable time: none where an encoding is
/// invalid, and none at all of another group than Helios' and Selene's, whose points alone are decoded faster together.
///
/// A point that is returned is the one that `GroupEncoding::from_bytes` returns.
pub fn decode_vartime<G: Group + GroupEncoding>(bytes: &[u8]) -> Vec<Option<G>> {
    let width = G::Repr::default().as_ref().len();
    dispatch::decode_vartime(bytes).unwrap_or_else(|| vec![None; bytes.len() / width])
}
