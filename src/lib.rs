#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
// What only sums of many points use, and what only vectors use.
#![cfg_attr(
    not(all(feature = "alloc", helioselene_has = "ifma")),
    allow(dead_code, unused_imports)
)]
#![cfg_attr(not(feature = "notes"), doc = include_str!("../README.md"))]
// The same, but links to notes lead to their pages.
#![cfg_attr(feature = "notes", doc = include_str!(concat!(env!("OUT_DIR"), "/README.md")))]

#[cfg(any(feature = "std", test))]
extern crate std;

#[cfg(feature = "alloc")]
extern crate alloc;

pub use group;

// The floors, from the ground up: each imports from those before it only, see `notes/architecture.md`.
// (Apart from each other, or rustfmt would sort them.)
mod word;

mod mask;

#[cfg(feature = "alloc")]
mod threads;

mod primes;

mod arithmetic;

mod field;

mod curve;

mod backend;

mod point_ops;

mod scalar_mul;

#[cfg(feature = "alloc")]
pub mod traits;

#[cfg(feature = "alloc")]
mod msm;

mod door;

mod curves;

#[cfg(feature = "alloc")]
pub mod leaves;

#[cfg(feature = "arbitrary")]
mod arbitrary;

#[cfg(feature = "ciphersuite")]
mod ciphersuite;

#[cfg(feature = "group-0-14")]
mod newer_traits;

#[cfg(feature = "hash2curve")]
mod hash_to_curve;

#[cfg(feature = "serde")]
mod serde;

// Unit tests time nothing.
#[cfg(all(feature = "internals", not(test)))]
#[doc(hidden)]
pub mod internals;

#[cfg(feature = "notes")]
pub mod notes;

#[cfg(any(feature = "unstable", test))]
pub mod unstable;

#[cfg(test)]
mod instruments;
#[cfg(test)]
mod toy;

pub use curve::{AffinePoint, Curve, Point};
pub use curves::{Helios, Selene};
pub use door::{Backend, Unavailable, UnknownBackend};
/// What messages are expanded by, for `Point::hash_to_curve`.
#[cfg(feature = "hash2curve")]
pub use elliptic_curve::hash2curve;
pub use field::{FieldElement, Prime};
/// `group` 0.14, whose traits the same types have, beside those of [`group`] 0.13.
#[cfg(feature = "group-0-14")]
pub use group_0_14;
pub use primes::{P25519, Q};
#[cfg(feature = "alloc")]
#[doc(hidden)]
pub use {
    backend::tuning::sums::Cost,
    curve::Algorithm,
    door::batch::{cost_of, cost_row},
};
#[cfg(feature = "alloc")]
pub use {
    curve::MultiscalarWorkspace,
    msm::{NodeUpdate, Precomputation, VartimePrecomputation},
};

/// The field of q elements, q = 2^255 − γ: Selene's coordinates and Helios' scalars.
pub type HelioseleneField = FieldElement<primes::Q>;
/// The field of p = 2^255 − 19 elements: Helios' coordinates, Selene's scalars, Ed25519's field.
pub type Field25519 = FieldElement<primes::P25519>;
/// A point of Helios.
pub type HeliosPoint = Point<Helios>;
/// A point of Selene.
pub type SelenePoint = Point<Selene>;
/// A scalar of Helios, the same type as a coordinate of Selene.
pub type HeliosScalar = HelioseleneField;
/// A scalar of Selene, the same type as a coordinate of Helios.
pub type SeleneScalar = Field25519;

/// The cycle of July 2025, that of the optimisation contest and of older code and test vectors.
///
/// The same implementation as the current cycle at the crate's root, with other constants.
#[cfg(any(test, feature = "cycle2025"))]
pub mod cycle2025 {
    pub use crate::curves::cycle2025::{Helios, Selene};
    pub use crate::primes::Q2025 as Q;
    pub use crate::{Field25519, P25519};

    /// The field of q elements, q = 2^255 − γ: Selene's coordinates and Helios' scalars.
    pub type HelioseleneField = crate::FieldElement<crate::primes::Q2025>;
    /// A point of Helios.
    pub type HeliosPoint = crate::Point<Helios>;
    /// A point of Selene.
    pub type SelenePoint = crate::Point<Selene>;
    /// A scalar of Helios, the same type as a coordinate of Selene.
    pub type HeliosScalar = HelioseleneField;
    /// A scalar of Selene, the same type as a coordinate of Helios.
    pub type SeleneScalar = Field25519;
    pub use group;
}
