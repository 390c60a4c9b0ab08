//! Helios and Selene as ciphersuites.

use ::ciphersuite::Ciphersuite;
use helioselene_simd as simd;
use std_shims::io::{self, Read};
use zeroize::Zeroize;

use crate::Point;

macro_rules! ciphersuite {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $name<const IDENTITY: bool>;

        impl<const IDENTITY: bool> Ciphersuite for $name<IDENTITY> {
            type F = <simd::$name as Ciphersuite>::F;
            type G = Point<simd::$name, IDENTITY>;
            type H = <simd::$name as Ciphersuite>::H;

            const ID: &'static [u8] = <simd::$name as Ciphersuite>::ID;

            fn generator() -> Self::G {
                Point(simd::$name::generator())
            }

            fn hash_to_F(dst: &[u8], message: &[u8]) -> Self::F {
                simd::$name::hash_to_F(dst, message)
            }

            fn read_G<R: Read>(reader: &mut R) -> io::Result<Self::G> {
                let mut encoding = [0; 32];
                reader.read_exact(&mut encoding)?;
                simd::$name::read_G(&mut &Self::G::decoded_as(&encoding)[..]).map(Point)
            }
        }

        /// There is nothing to clear.
        impl<const IDENTITY: bool> Zeroize for $name<IDENTITY> {
            fn zeroize(&mut self) {}
        }
    };
}
ciphersuite!(
    /// The ciphersuite of Helios: scalars of the field of q elements, Blake2b-512.
    Helios
);
ciphersuite!(
    /// The ciphersuite of Selene: scalars of the field of 2^255 − 19 elements, Blake2b-512.
    Selene
);
