//! Implements `arbitrary::Arbitrary` for fuzzers: elements and points from bytes; variable time.

use arbitrary::{Arbitrary, Result, Unstructured};
use crypto_bigint::{Encoding, U256};

use crate::curve::{AffinePoint, Curve, Point};
use crate::field::{FieldElement, Prime};

/// Reduces 32 little-endian bytes modulo the prime.
impl<'a, P: Prime> Arbitrary<'a> for FieldElement<P> {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        Ok(Self::from_u256(&U256::from_le_bytes(u.arbitrary()?)))
    }

    fn size_hint(_: usize) -> (usize, Option<usize>) {
        (32, Some(32))
    }
}

/// Implements `Arbitrary` for points, as the generator times an arbitrary scalar: every point is such a product.
macro_rules! points {
    ($($Point:ident)*) => {$(
        impl<'a, C: Curve> Arbitrary<'a> for $Point<C> {
            fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
                Ok(Point::mul_base(&u.arbitrary()?).into())
            }

            fn size_hint(_: usize) -> (usize, Option<usize>) {
                (32, Some(32))
            }
        }
    )*};
}
points!(Point AffinePoint);
