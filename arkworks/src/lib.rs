//! Helios and Selene with the traits of arkworks 0.5: code written for arkworks runs on them, and its sums of many
//! points on the backends of [`helioselene_simd`]. README.md has an example, and the differences from arkworks' own
//! types.
#![no_std]
#![doc(test(attr(deny(warnings))))]

extern crate alloc;

/// Compiles the README's example as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod affine;
mod element;
mod encoding;
mod operators;
mod points;
mod projective;
#[cfg(feature = "sponge")]
mod sponge;
mod weierstrass;

pub use element::Element;
pub use helioselene_simd;
pub use points::{Affine, Config, Projective};
pub use weierstrass::{Cycle, NotOnTheCurve};

use helioselene_simd::{Curve, P25519, Q};

/// The field of p = 2^255 − 19 elements: Helios' coordinates, Selene's scalars.
pub type Fp = Element<P25519>;
/// The field of q elements, q = 2^255 − γ: Selene's coordinates, Helios' scalars.
pub type Fq = Element<Q>;

/// The field of a curve's coordinates.
pub type BaseField<C> = Element<<C as Curve>::Base>;
/// The field of a curve's scalars.
pub type ScalarField<C> = Element<<C as Curve>::Scalar>;

/// The names that arkworks' curve crates have, for one curve.
macro_rules! names {
    ($(#[$doc:meta])* $module:ident, $Curve:ident, $Base:ident, $Scalar:ident) => {
        $(#[$doc])*
        pub mod $module {
            use helioselene_simd::$Curve;

            /// The field of the coordinates.
            pub type Fq = crate::$Base;
            /// The field of the scalars.
            pub type Fr = crate::$Scalar;
            /// A point.
            pub type Projective = crate::Projective<$Curve>;
            /// A point in affine coordinates.
            pub type Affine = crate::Affine<$Curve>;
            /// The constants, for arkworks' own formulas.
            pub type Config = crate::Config<$Curve>;
        }
    };
}
names!(
    /// Helios: coordinates modulo p = 2^255 − 19, order q.
    helios, Helios, Fp, Fq
);
names!(
    /// Selene: coordinates modulo q, order p = 2^255 − 19.
    selene, Selene, Fq, Fp
);
