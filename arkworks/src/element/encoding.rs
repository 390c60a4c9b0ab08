//! Encodings of elements, the same as those of arkworks' own fields: 32 bytes, little-endian, with flags in the spare
//! bit if they fit, otherwise in one more byte.

use ark_serialize::{
    CanonicalDeserialize, CanonicalDeserializeWithFlags, CanonicalSerialize,
    CanonicalSerializeWithFlags, Compress, EmptyFlags, Flags, Read, SerializationError, Valid,
    Validate, Write, buffer_byte_size,
};
use helioselene_simd::group::ff::PrimeField;
use helioselene_simd::{FieldElement, Prime};

use super::Element;

/// The length of an encoding with flags: 32 or 33.
fn len<P: Prime, F: Flags>() -> usize {
    buffer_byte_size(FieldElement::<P>::NUM_BITS as usize + F::BIT_SIZE)
}

/// The element with this residue; `None` if it is not below the prime.
fn from_bytes<P: Prime>(bytes: [u8; 32]) -> Option<Element<P>> {
    Option::from(FieldElement::from_repr(bytes)).map(Element)
}

/// The element and the flags in random bytes, for `from_random_bytes_with_flags`: missing bytes count as zeros; excess
/// bytes are not read, nor is the spare bit if there are no flags.
pub(super) fn from_random_bytes<P: Prime, F: Flags>(bytes: &[u8]) -> Option<(Element<P>, F)> {
    if F::BIT_SIZE > 8 {
        return None;
    }
    let mut buffer = [0; 33];
    let read = bytes.len().min(33);
    buffer[..read].copy_from_slice(&bytes[..read]);
    let top_bits = !(0xff_u16 >> F::BIT_SIZE) as u8;
    let flags = F::from_u8(buffer[len::<P, F>() - 1] & top_bits)?;
    let mut residue = [0; 32];
    residue.copy_from_slice(&buffer[..32]);
    residue[31] &= 0x7f;
    Some((from_bytes(residue)?, flags))
}

impl<P: Prime> CanonicalSerializeWithFlags for Element<P> {
    fn serialize_with_flags<W: Write, F: Flags>(
        &self,
        mut writer: W,
        flags: F,
    ) -> Result<(), SerializationError> {
        if F::BIT_SIZE > 8 {
            return Err(SerializationError::NotEnoughSpace);
        }
        let mut buffer = [0; 33];
        buffer[..32].copy_from_slice(&self.0.to_repr());
        let encoding = &mut buffer[..len::<P, F>()];
        encoding[encoding.len() - 1] |= flags.u8_bitmask();
        Ok(writer.write_all(encoding)?)
    }

    fn serialized_size_with_flags<F: Flags>(&self) -> usize {
        len::<P, F>()
    }
}

impl<P: Prime> CanonicalDeserializeWithFlags for Element<P> {
    /// An error for every encoding that `serialize_with_flags` does not produce.
    fn deserialize_with_flags<R: Read, F: Flags>(
        mut reader: R,
    ) -> Result<(Self, F), SerializationError> {
        if F::BIT_SIZE > 8 {
            return Err(SerializationError::NotEnoughSpace);
        }
        let mut buffer = [0; 33];
        let encoding = &mut buffer[..len::<P, F>()];
        reader.read_exact(encoding)?;
        let flags = F::from_u8_remove_flags(&mut encoding[len::<P, F>() - 1])
            .ok_or(SerializationError::UnexpectedFlags)?;
        let mut residue = [0; 32];
        residue.copy_from_slice(&buffer[..32]);
        match from_bytes(residue) {
            Some(element) if buffer[32] == 0 => Ok((element, flags)),
            _ => Err(SerializationError::InvalidData),
        }
    }
}

impl<P: Prime> CanonicalSerialize for Element<P> {
    fn serialize_with_mode<W: Write>(
        &self,
        writer: W,
        _compress: Compress,
    ) -> Result<(), SerializationError> {
        self.serialize_with_flags(writer, EmptyFlags)
    }

    fn serialized_size(&self, _compress: Compress) -> usize {
        len::<P, EmptyFlags>()
    }
}

/// Every value is valid.
impl<P: Prime> Valid for Element<P> {
    fn check(&self) -> Result<(), SerializationError> {
        Ok(())
    }
}

impl<P: Prime> CanonicalDeserialize for Element<P> {
    /// Residues not below the prime are refused, validated or not.
    fn deserialize_with_mode<R: Read>(
        reader: R,
        _compress: Compress,
        _validate: Validate,
    ) -> Result<Self, SerializationError> {
        Self::deserialize_with_flags::<R, EmptyFlags>(reader).map(|(element, _)| element)
    }
}
