//! The doors of a build that contains the serial backend only: they have no value.

use super::OnVector;
use crate::field::Prime;

macro_rules! walled {
    ($($(#[$doc:meta])* $Door:ident: $($on:ident)*;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub(crate) enum $Door {}

        impl $Door {
            /// No door.
            pub(crate) fn open() -> Option<Self> {
                None
            }

            /// What is missing.
            pub(crate) fn missing() -> Option<&'static str> {
                Some("this build of the library does not contain it")
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

walled! {
    /// AVX2 and FMA.
    Avx2: many;
    /// AVX-512 IFMA.
    Ifma: one_point many;
}
