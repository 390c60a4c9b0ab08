//! The crate `helioselene` 0.1.0 of FCMP++ under its own name, computed by [`helioselene_simd`]; README.md says how a
//! program gets it.
#![no_std]
#![deny(missing_docs)]

#[cfg(feature = "alloc")]
extern crate alloc;

mod ciphersuite;
#[cfg(feature = "alloc")]
mod divisor;
mod point;

pub use ciphersuite::{Helios, Selene};
pub use helioselene_simd::group;
pub use helioselene_simd::{Field25519, HelioseleneField};
pub use point::Point;

/// A point of Helios.
pub type HeliosPoint = Point<helioselene_simd::Helios>;
/// A point of Selene.
pub type SelenePoint = Point<helioselene_simd::Selene>;

// Part of what C programs rely on, see `notes/drop-in.md`; the alignment is the field's.
const _: () = {
    assert!(size_of::<HeliosPoint>() == 96 && size_of::<SelenePoint>() == 96);
    assert!(align_of::<HeliosPoint>() == align_of::<Field25519>());
};
