//! The reference of the 2025 Helios/Selene optimisation contest, from public crates.
//!
//! The field with q elements is crypto-bigint 0.5's constant-modulus residues with that crate's
//! inversion; the field with p = 2^255 − 19 elements is [`dalek_ff_group::FieldElement`] as it
//! is. Points are homogeneous projective with the complete addition for a general coefficient a,
//! and a scalar multiplication by constant-time fixed windows of four bits. Nothing here is meant
//! to be fast: it is the baseline.
//!
//! One implementation serves both cycles; a [`Cycle`] is a type with constants.

/// An operator for references, and its assignment.
macro_rules! by_reference {
    ([$($parameters:tt)*] $Type:ty: $Operator:ident, $operator:ident, $Assign:ident, $assign:ident, $Other:ty) => {
        impl<$($parameters)*> $Operator<&$Other> for $Type {
            type Output = Self;
            fn $operator(self, other: &$Other) -> Self {
                self.$operator(*other)
            }
        }
        impl<$($parameters)*> $Assign<$Other> for $Type {
            fn $assign(&mut self, other: $Other) {
                *self = self.$operator(other);
            }
        }
        impl<$($parameters)*> $Assign<&$Other> for $Type {
            fn $assign(&mut self, other: &$Other) {
                *self = self.$operator(*other);
            }
        }
    };
}

mod cycle;
mod field;
mod point;
mod window;

pub use cycle::{Current, CurveConstants, Cycle, Cycle2025, Integer};
pub use dalek_ff_group::FieldElement as Fp;
pub use field::Fq;
pub use point::{Curve, Helios, HeliosPoint, Point, PointField, Selene, SelenePoint};
