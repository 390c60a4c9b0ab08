//! Arithmetic on slices of scalars, and encoding and decoding of many points: the building blocks of proofs over any
//! curve.
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

/// Decodes contiguous encodings, in variable time. `None` for an invalid one, and for all in groups other than Helios
/// and Selene: only theirs decode faster together.
///
/// A point that is returned is the one that `GroupEncoding::from_bytes` returns.
pub fn decode_vartime<G: Group + GroupEncoding>(bytes: &[u8]) -> Vec<Option<G>> {
    let width = G::Repr::default().as_ref().len();
    dispatch::decode_vartime(bytes).unwrap_or_else(|| vec![None; bytes.len() / width])
}
