//! What the packages named `helioselene`, for two revisions of FCMP++, have in common: its API, computed by
//! [`helioselene_simd`].
//!
//! The revisions decode an encoded identity differently ([`STAND_IN`]). Which way is a parameter of the types, so one
//! program can contain both packages.
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
pub use point::{Point, STAND_IN};

/// Points of Helios.
pub type HeliosPoint<const IDENTITY: bool> = Point<helioselene_simd::Helios, IDENTITY>;
/// Points of Selene.
pub type SelenePoint<const IDENTITY: bool> = Point<helioselene_simd::Selene, IDENTITY>;

// C programs rely on this, see `fcmp/notes/drop-in.md`; the alignment is the field's.
const _: () = {
    assert!(size_of::<HeliosPoint<true>>() == 96 && size_of::<SelenePoint<false>>() == 96);
    assert!(align_of::<HeliosPoint<true>>() == align_of::<Field25519>());
};

/// Defines the contents of a package named `helioselene`: FCMP++'s API, given whether an encoded identity decodes as
/// the identity.
#[doc(hidden)]
#[macro_export]
macro_rules! api {
    ($identity:literal) => {
        pub use $crate::{Field25519, HelioseleneField, group};

        /// A point of a curve, around helioselene-simd's in field `0`.
        pub type Point<C> = $crate::Point<C, $identity>;
        /// A point of Helios.
        pub type HeliosPoint = $crate::HeliosPoint<$identity>;
        /// A point of Selene.
        pub type SelenePoint = $crate::SelenePoint<$identity>;
        /// The ciphersuite of Helios: scalars of the field of q elements, Blake2b-512.
        pub type Helios = $crate::Helios<$identity>;
        /// The ciphersuite of Selene: scalars of the field of 2^255 − 19 elements, Blake2b-512.
        pub type Selene = $crate::Selene<$identity>;
        /// The value of the ciphersuite of Helios, as an alias names the type only.
        #[allow(non_upper_case_globals)]
        pub const Helios: Helios = $crate::Helios;
        /// The value of the ciphersuite of Selene.
        #[allow(non_upper_case_globals)]
        pub const Selene: Selene = $crate::Selene;
    };
}
