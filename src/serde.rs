//! Implements `serde` for field elements and points, by the 32 bytes of their encodings: as lower-case hexadecimal in
//! human-readable formats, as a byte string in others. Other input is rejected. Constant time, as far as the format is.
//!
//! Where serde buffers its input (`tag`, `flatten`, `untagged`), every format counts as human-readable. There, and in
//! human-readable formats with byte strings, both forms are accepted; elsewhere only one.

use core::fmt;

use ff::PrimeField;
use group::GroupEncoding;
use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};
use zeroize::Zeroizing;

use crate::curve::{AffinePoint, Curve, Point};
use crate::field::{FieldElement, Prime};

/// An encoding, which may be secret, so that it is wiped when dropped.
type Bytes = Zeroizing<[u8; 32]>;

/// Writes an encoding, and wipes the copies of it that are made here.
fn serialize<S: Serializer>(bytes: [u8; 32], serializer: S) -> Result<S::Ok, S::Error> {
    let bytes = Zeroizing::new(bytes);
    if !serializer.is_human_readable() {
        return serializer.serialize_bytes(&*bytes);
    }
    let mut digits = Zeroizing::new([0; 64]);
    let digits = base16ct::lower::encode_str(&*bytes, &mut *digits);
    serializer.serialize_str(digits.expect("two digits for each byte"))
}

/// Reads an encoding, in the one form that the format has.
fn deserialize<'a, D: Deserializer<'a>>(deserializer: D) -> Result<Bytes, D::Error> {
    if deserializer.is_human_readable() {
        deserializer.deserialize_str(Encoding { for_people: true })
    } else {
        deserializer.deserialize_byte_buf(Encoding { for_people: false })
    }
}

/// A visitor for 32 bytes; in human-readable formats also for 64 hexadecimal digits.
struct Encoding {
    /// Whether the format is human-readable.
    for_people: bool,
}

impl Visitor<'_> for Encoding {
    type Value = Bytes;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.for_people {
            "64 lower-case hexadecimal digits"
        } else {
            "32 bytes"
        })
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Bytes, E> {
        // `base16ct` decodes without look-ups, in constant time.
        let mut bytes = Zeroizing::new([0; 32]);
        let digits = base16ct::lower::decode(text, &mut *bytes);
        // The text may be secret: the error must not quote it.
        if self.for_people && digits.is_ok_and(|bytes| bytes.len() == 32) {
            Ok(bytes)
        } else {
            Err(E::custom(format_args!(
                "not {}",
                &self as &dyn serde::de::Expected
            )))
        }
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Bytes, E> {
        let length = |_| E::invalid_length(bytes.len(), &"32 bytes");
        bytes.try_into().map(Zeroizing::new).map_err(length)
    }
}

/// Implements both traits for a type, by the functions that encode and decode it; the last argument says why decoding
/// refuses.
macro_rules! by_encoding {
    ([$($parameters:tt)*] $Type:ty: $encode:ident, $decode:ident, $refusal:literal) => {
        impl<$($parameters)*> Serialize for $Type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self::serialize(self.$encode(), serializer)
            }
        }

        impl<'a, $($parameters)*> Deserialize<'a> for $Type {
            fn deserialize<D: Deserializer<'a>>(deserializer: D) -> Result<Self, D::Error> {
                let decoded = Self::$decode(&*self::deserialize(deserializer)?);
                Option::from(decoded).ok_or_else(|| D::Error::custom($refusal))
            }
        }
    };
}
by_encoding!([P: Prime] FieldElement<P>: to_repr, from_le_bytes, "not below the prime");
by_encoding!([C: Curve] Point<C>: to_bytes, from_bytes, "the encoding of no point");
by_encoding!([C: Curve] AffinePoint<C>: to_bytes, from_bytes, "the encoding of no point");
