#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
// What only vector backends use.
#![cfg_attr(
    not(all(target_arch = "x86_64", not(helioselene_backend = "serial"))),
    allow(dead_code)
)]
#![doc = include_str!("../README.md")]

#[cfg(any(feature = "std", test))]
extern crate std;

#[cfg(feature = "alloc")]
extern crate alloc;

pub use group;

mod backend;
#[cfg(feature = "ciphersuite")]
mod ciphersuite;
mod curve;
mod field;
#[cfg(feature = "alloc")]
mod msm;
mod params;
mod point_ops;
mod scalar_mul;
mod tables;
#[cfg(test)]
mod toy;
#[cfg(feature = "alloc")]
pub mod traits;

#[cfg(feature = "internals")]
#[doc(hidden)]
pub use backend::internals;
pub use backend::{Backend, Unavailable};
pub use curve::Point;
pub use field::FieldElement;
#[cfg(feature = "alloc")]
#[doc(hidden)]
pub use msm::{Algorithm, Cost};
#[cfg(feature = "alloc")]
pub use msm::{MultiscalarWorkspace, Precomputation, VartimePrecomputation};
pub use params::{Curve, Helios, Prime, Selene};

/// The field of q elements, q = 2^255 − γ: Selene's coordinates and Helios' scalars.
pub type HelioseleneField = FieldElement<params::Q>;
/// The field of p = 2^255 − 19 elements: Helios' coordinates, Selene's scalars, Ed25519's field.
pub type Field25519 = FieldElement<params::P25519>;
/// A point of Helios.
pub type HeliosPoint = Point<Helios>;
/// A point of Selene.
pub type SelenePoint = Point<Selene>;

/// The cycle of July 2025, that of the optimisation contest and of older code and test vectors.
///
/// The same implementation as the current cycle at the crate's root, with other constants.
#[cfg(feature = "cycle2025")]
pub mod cycle2025 {
    pub use crate::Field25519;
    pub use crate::params::cycle2025::{Helios, Selene};

    /// The field of q elements, q = 2^255 − γ: Selene's coordinates and Helios' scalars.
    pub type HelioseleneField = crate::FieldElement<crate::params::Q2025>;
    /// A point of Helios.
    pub type HeliosPoint = crate::Point<Helios>;
    /// A point of Selene.
    pub type SelenePoint = crate::Point<Selene>;
    pub use group;
}
