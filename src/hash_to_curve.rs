//! Hashing to the curves by RFC 9380, with the simplified Shallue–van de Woestijne–Ulas map (SSWU) of its section
//! 6.6.2. The curves have prime order, so there is no cofactor to clear.

use elliptic_curve::Error;
use elliptic_curve::bigint::{ByteArray, U384};
use elliptic_curve::consts::U48;
use elliptic_curve::hash2curve::{ExpandMsg, FromOkm, hash_to_field};
use ff::{Field, PrimeField};
use subtle::{ConditionallyNegatable, ConditionallySelectable, ConstantTimeEq};
use zeroize::Zeroizing;

use crate::curve::{Curve, Point};
use crate::field::{FieldElement, Prime};

/// Reduces a big-endian number of L = ⌈(255 + 128)/8⌉ = 48 bytes modulo the prime (section 5.1).
impl<P: Prime> FromOkm for FieldElement<P> {
    type Length = U48;

    // This name, because generic-array 0.14 deprecates its own.
    fn from_okm(data: &ByteArray<U384>) -> Self {
        // `wide_reduce` takes 64 little-endian bytes, of which the upper sixteen are 0 here.
        let mut bytes = Zeroizing::new([0; 64]);
        bytes[..48].copy_from_slice(data);
        bytes[..48].reverse();
        Self::wide_reduce(*bytes)
    }
}

impl<C: Curve> Point<C> {
    /// Hashes by `hash_to_curve` of RFC 9380, section 3, to a uniform point of unknown logarithm, from a message and a
    /// domain separation tag, both in parts. Section 3.1 asks for a tag of at least 16 bytes. Constant time in the
    /// message.
    ///
    /// With `ExpandMsgXmd<Sha512>` this is the suite `XMD:SHA-512_SSWU_RO_` with security level k = 128; Z is 8 on
    /// Helios and 6 on Selene (in the 2025 cycle 8 and 17), by the RFC's appendix H.2.
    ///
    /// ```
    /// use helioselene_simd::SelenePoint;
    /// use helioselene_simd::hash2curve::ExpandMsgXmd;
    ///
    /// let domain = b"MYAPP-V01-CS01-Selene_XMD:SHA-512_SSWU_RO_";
    /// let point = SelenePoint::hash_to_curve::<ExpandMsgXmd<sha2::Sha512>>(&[b"message"], &[domain]);
    /// assert_ne!(point.unwrap(), SelenePoint::IDENTITY);
    /// ```
    ///
    /// # Errors
    ///
    /// If the tag is empty.
    pub fn hash_to_curve<'a, E: ExpandMsg<'a>>(
        message: &[&[u8]],
        domain: &'a [&'a [u8]],
    ) -> Result<Self, Error> {
        let u = Self::elements::<E, 2>(message, domain)?;
        // The sum of two mapped points is indistinguishable from uniform; a single one is not. The RFC's last step,
        // clear_cofactor, does nothing here.
        Ok(Self::map_to_curve(&u[0]) + Self::map_to_curve(&u[1]))
    }

    /// Hashes by `encode_to_curve` of RFC 9380, section 3, the suite `…_SSWU_NU_`. It takes half the time of
    /// [`Self::hash_to_curve`], but its points are not uniform. Constant time in the message.
    ///
    /// # Errors
    ///
    /// If the tag is empty.
    pub fn encode_to_curve<'a, E: ExpandMsg<'a>>(
        message: &[&[u8]],
        domain: &'a [&'a [u8]],
    ) -> Result<Self, Error> {
        let u = Self::elements::<E, 1>(message, domain)?;
        Ok(Self::map_to_curve(&u[0]))
    }

    /// Hashes to N elements by `hash_to_field` of RFC 9380, section 5.2; the result is wiped when dropped.
    fn elements<'a, E: ExpandMsg<'a>, const N: usize>(
        message: &[&[u8]],
        domain: &'a [&'a [u8]],
    ) -> Result<Zeroizing<[FieldElement<C::Base>; N]>, Error> {
        // `hash_to_field` rejects a tag of no parts, but not of empty parts.
        if domain.iter().all(|part| part.is_empty()) {
            return Err(Error);
        }
        let mut elements = Zeroizing::new([FieldElement::ZERO; N]);
        hash_to_field::<E, _>(message, domain, &mut *elements)?;
        Ok(elements)
    }

    /// Maps an element to a point by `map_to_curve_simple_swu` of RFC 9380, section 6.6.2, with A = −3. The point is
    /// never the identity. Constant time.
    pub fn map_to_curve(u: &FieldElement<C::Base>) -> Self {
        let select = FieldElement::conditional_select;
        let z = FieldElement::<C::Base>::from(C::SSWU_Z);
        let zu2 = z * u.square();
        // x1 = (−B/A)·(1 + 1/(Z²u⁴ + Zu²)), or B/(Z·A) if that divides by zero. As −A = 3, they are
        // B·(divisor + 1)/(3·divisor) and B/(3·(−Z)): one fraction, whose parts masks select.
        let divisor = zu2.square() + zu2;
        let is_exceptional = divisor.is_zero();
        let three = FieldElement::from(3u8);
        let denominator = three * select(&divisor, &-z, is_exceptional);
        let numerator = C::B
            * select(
                &(divisor + FieldElement::ONE),
                &FieldElement::ONE,
                is_exceptional,
            );
        // Not zero, because neither 3 nor Z is; an assertion would branch on a secret.
        let inverse = denominator.invert().unwrap_or(FieldElement::ZERO);
        let x1 = numerator * inverse;
        let x2 = zu2 * x1;
        // With g(x) = x³ − 3x + B, g(x2) = Z³u⁶·g(x1), where Z is not a square: so g(x1) or g(x2) is one. (In the
        // exceptional case g(x1) is, by the RFC's choice of Z.) Both roots are computed.
        let first = Self::y_squared(&x1).sqrt();
        let second = Self::y_squared(&x2).sqrt();
        let is_first = first.is_some();
        let x = select(&x2, &x1, is_first);
        let mut y = first.or_else(|| second).unwrap_or(FieldElement::ZERO);
        // The RFC's sgn0 in a prime field is the parity.
        y.conditional_negate(y.is_odd().ct_ne(&u.is_odd()));
        Self::from_coordinates([x, y, FieldElement::ONE])
    }
}
