//! `serde` for field elements and points: their 32 bytes, in lower-case hexadecimal where a format is for
//! people, and as a byte string where it is not. What is no encoding is refused. Constant time, as far as
//! the format is.

use ff::PrimeField;
use group::GroupEncoding;
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};
use serdect::array::{deserialize_hex_or_bin, serialize_hex_lower_or_bin};
use zeroize::Zeroizing;

use crate::curve::{AffinePoint, Curve, Point};
use crate::field::{FieldElement, Prime};

fn bytes<'a, D: Deserializer<'a>>(deserializer: D) -> Result<Zeroizing<[u8; 32]>, D::Error> {
    let mut bytes = Zeroizing::new([0; 32]);
    let read = deserialize_hex_or_bin(&mut *bytes, deserializer)?.len();
    if read != 32 {
        return Err(D::Error::invalid_length(read, &"32 bytes"));
    }
    Ok(bytes)
}

impl<P: Prime> Serialize for FieldElement<P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize_hex_lower_or_bin(&*Zeroizing::new(self.to_repr()), serializer)
    }
}

impl<'a, P: Prime> Deserialize<'a> for FieldElement<P> {
    fn deserialize<D: Deserializer<'a>>(deserializer: D) -> Result<Self, D::Error> {
        let element = Self::from_repr(*bytes(deserializer)?);
        Option::from(element).ok_or_else(|| D::Error::custom("not below the prime"))
    }
}

macro_rules! by_encoding {
    ($($Point:ident)*) => {$(
        impl<C: Curve> Serialize for $Point<C> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serialize_hex_lower_or_bin(&*Zeroizing::new(self.to_bytes()), serializer)
            }
        }

        impl<'a, C: Curve> Deserialize<'a> for $Point<C> {
            fn deserialize<D: Deserializer<'a>>(deserializer: D) -> Result<Self, D::Error> {
                let point = Self::from_bytes(&*bytes(deserializer)?);
                Option::from(point).ok_or_else(|| D::Error::custom("the encoding of no point"))
            }
        }
    )*};
}
by_encoding!(Point AffinePoint);
