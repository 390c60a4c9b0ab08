//! The doors of instruction sets that a build does not contain: they have no value.

use super::OnVector;
use crate::field::Prime;

macro_rules! walled {
    ($($(#[$doc:meta])* $Door:ident: $($on:ident)*, $missing:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub(crate) enum $Door {}

        #[allow(dead_code)] // where there is a door
        impl $Door {
            /// No door.
            pub(crate) fn open() -> Option<Self> {
                None
            }

            /// What is missing.
            pub(crate) fn missing() -> Option<&'static str> {
                Some($missing)
            }

            /// No door.
            pub(crate) fn open_as(_: bool) -> Option<Self> {
                None
            }

            $(
                /// Never called.
                pub(crate) fn $on<P: Prime, W: OnVector<P>>(self, _: W) -> W::Output {
                    match self {}
                }
            )*
        }
    )*};
}

const NOT_CONTAINED: &str = "this build of the library does not contain it";

walled! {
    /// AVX2 and FMA.
    Avx2: many, NOT_CONTAINED;
    /// AVX-512 without IFMA, which has no say in what is missing: AVX2 serves where it is.
    Avx512: many, NOT_CONTAINED;
    /// AVX-512 IFMA.
    Ifma: one_point many sums, if cfg!(helioselene_has = "avx2") {
        "this build of the library was compiled by Rust older than 1.89, which has no AVX-512"
    } else {
        NOT_CONTAINED
    };
}

#[cfg(all(test, feature = "checks"))]
#[path = "../../checks/backend/walled/tests.rs"]
mod tests;
