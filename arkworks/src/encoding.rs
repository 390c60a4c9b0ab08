//! Encodings of points, the same for the projective, the affine and arkworks' own types.
//!
//! Compressed: the 32 bytes of `group::GroupEncoding`, that is little-endian x with the parity of y in bit 255; 32 zero bytes for
//! the identity. Arkworks' flags of short Weierstrass curves take two bits, which would make 33 bytes. Uncompressed: x and y, 64
//! bytes; all zero for the identity.

use ark_serialize::{
    CanonicalDeserialize, CanonicalSerialize, Compress, Read, SerializationError, Valid, Validate,
    Write,
};
use helioselene_simd::group::GroupEncoding;
use helioselene_simd::group::ff::PrimeField;
use helioselene_simd::{AffinePoint, Curve, FieldElement, Point};

use crate::points::{Affine, Projective};

pub(crate) const fn len(compress: Compress) -> usize {
    match compress {
        Compress::Yes => 32,
        Compress::No => 64,
    }
}

pub(crate) fn write<C: Curve>(
    point: &AffinePoint<C>,
    mut writer: impl Write,
    compress: Compress,
) -> Result<(), SerializationError> {
    match compress {
        Compress::Yes => writer.write_all(&point.to_bytes())?,
        Compress::No => {
            let identity = [FieldElement::default(); 2];
            for coordinate in point.to_xy().unwrap_or(identity) {
                writer.write_all(&coordinate.to_repr())?;
            }
        }
    }
    Ok(())
}

/// The point that the next bytes encode; an error for every encoding that [`write`] does not produce.
pub(crate) fn read<C: Curve>(
    mut reader: impl Read,
    compress: Compress,
) -> Result<AffinePoint<C>, SerializationError> {
    let mut next = || -> Result<[u8; 32], SerializationError> {
        let mut bytes = [0; 32];
        reader.read_exact(&mut bytes)?;
        Ok(bytes)
    };
    let point = match compress {
        Compress::Yes => from_bytes(&next()?),
        Compress::No => from_coordinates([next()?, next()?]),
    };
    point.ok_or(SerializationError::InvalidData)
}

pub(crate) fn from_bytes<C: Curve>(bytes: &[u8; 32]) -> Option<AffinePoint<C>> {
    AffinePoint::from_bytes(bytes).into()
}

fn from_coordinates<C: Curve>(bytes: [[u8; 32]; 2]) -> Option<AffinePoint<C>> {
    if bytes == [[0; 32]; 2] {
        return Some(AffinePoint::IDENTITY);
    }
    let [x, y] =
        bytes.map(|bytes| Option::<FieldElement<C::Base>>::from(PrimeField::from_repr(bytes)));
    AffinePoint::from_xy(x?, y?).into()
}

macro_rules! encoded {
    ($Point:ident, $to_affine:expr, $from_affine:expr) => {
        impl<C: Curve> CanonicalSerialize for $Point<C> {
            fn serialize_with_mode<W: Write>(
                &self,
                writer: W,
                compress: Compress,
            ) -> Result<(), SerializationError> {
                write(&$to_affine(self.0), writer, compress)
            }

            fn serialized_size(&self, compress: Compress) -> usize {
                len(compress)
            }
        }

        /// Every value is a point of the curve, and the curve has prime order.
        impl<C: Curve> Valid for $Point<C> {
            fn check(&self) -> Result<(), SerializationError> {
                Ok(())
            }
        }

        impl<C: Curve> CanonicalDeserialize for $Point<C> {
            /// Bytes that encode no point are refused, validated or not.
            fn deserialize_with_mode<R: Read>(
                reader: R,
                compress: Compress,
                _validate: Validate,
            ) -> Result<Self, SerializationError> {
                read(reader, compress).map($from_affine).map(Self)
            }
        }
    };
}
encoded!(Affine, AffinePoint::from, AffinePoint::from);
encoded!(Projective, AffinePoint::from, Point::from);
