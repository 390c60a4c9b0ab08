//! Helios and Selene as ciphersuites, for protocols written over `ciphersuite::Ciphersuite`.

use blake2::{Blake2b512, Digest};
use ciphersuite::Ciphersuite;
use group::GroupEncoding;
use std_shims::io::{self, Read};
use zeroize::{Zeroize, Zeroizing};

use crate::curve::{Curve, Point};
use crate::curves;
use crate::field::FieldElement;

/// Hashes the tag followed by the message by Blake2b-512, and reduces the result to a scalar.
fn hash<C: Curve>(dst: &[u8], message: &[u8]) -> FieldElement<C::Scalar> {
    let mut digest = Zeroizing::new([0; 64]);
    Blake2b512::new_with_prefix(dst)
        .chain_update(message)
        .finalize_into(digest.as_mut_slice().into());
    FieldElement::wide_reduce(*digest)
}

/// Reads 32 bytes as the encoding of a point.
fn read<C: Curve>(reader: &mut impl Read) -> io::Result<Point<C>> {
    let mut encoding = [0; 32];
    reader.read_exact(&mut encoding)?;
    Option::from(Point::from_bytes(&encoding)).ok_or_else(|| io::Error::other("invalid point"))
}

/// Implements `Ciphersuite` for a curve, with its identifier.
macro_rules! ciphersuite {
    ($($curve:ty, $id:literal;)*) => {$(
        impl Ciphersuite for $curve {
            type F = FieldElement<<$curve as Curve>::Scalar>;
            type G = Point<$curve>;
            type H = Blake2b512;

            const ID: &'static [u8] = $id;

            fn generator() -> Self::G {
                Point::GENERATOR
            }

            /// Hashes the tag and the message without a delimiter, so no tag may be a prefix of another.
            fn hash_to_F(dst: &[u8], message: &[u8]) -> Self::F {
                hash::<$curve>(dst, message)
            }

            /// Does not encode the point again to compare, unlike the provided method: `from_bytes`
            /// accepts only a point's one encoding.
            fn read_G<R: Read>(reader: &mut R) -> io::Result<Self::G> {
                read(reader)
            }
        }

        /// Does nothing, because the type has no data.
        impl Zeroize for $curve {
            fn zeroize(&mut self) {}
        }
    )*};
}
ciphersuite! { curves::Helios, b"Helios"; curves::Selene, b"Selene"; }
#[cfg(feature = "cycle2025")]
ciphersuite! { curves::cycle2025::Helios, b"Helios"; curves::cycle2025::Selene, b"Selene"; }
