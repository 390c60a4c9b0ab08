//! The reference of the 2025 Helios/Selene optimisation contest, from public crates.
//!
//! The field with q elements is crypto-bigint 0.5's constant-modulus residues with that crate's
//! inversion; the field with p = 2^255 − 19 elements is [`dalek_ff_group::FieldElement`] as it
//! is. Points are homogeneous projective with the complete addition for a general coefficient a,
//! and a scalar multiplication by constant-time fixed windows of four bits. Nothing here is meant
//! to be fast: it is what improvements are counted from.
//!
//! One implementation serves both cycles; a [`Cycle`] is a type with constants.

mod cycle;
mod field;
mod point;
mod window;

pub use cycle::{Current, CurveConstants, Cycle, Cycle2025, Integer};
pub use dalek_ff_group::FieldElement as Fp;
pub use field::Fq;
pub use point::{Curve, Helios, HeliosPoint, Point, PointField, Selene, SelenePoint};
