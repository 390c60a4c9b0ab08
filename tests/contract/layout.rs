//! The C ABI: sizes, alignments, the place of limbs, and passing by value.

#![deny(improper_ctypes_definitions)] // what is not `repr(C)` or `repr(transparent)` fails to compile

use helioselene_simd::group::ff::{Field, PrimeField};
use helioselene_simd::group::{Group, GroupEncoding};
use helioselene_simd::{
    Curve, Field25519, FieldElement, HeliosPoint, HelioseleneField, Point, Prime, SelenePoint,
};

use crate::common::rng;

/// A limb of a field element, as a C program would declare it; narrower where tests force narrow
/// limbs, wider where a user chose that for WebAssembly.
#[cfg(not(any(helioselene_word = "32", helioselene_word = "64")))]
type Limb = usize;
#[cfg(helioselene_word = "32")]
type Limb = u32;
#[cfg(helioselene_word = "64")]
type Limb = u64;
type Limbs = [Limb; 32 / size_of::<Limb>()];

/// A field element and a point as a C program would declare them.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Debug)]
struct Element {
    limbs: Limbs,
}
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Debug)]
struct Coordinates {
    x: Element,
    y: Element,
    z: Element,
}

const fn element_layout<P: Prime>() {
    assert!(size_of::<FieldElement<P>>() == 32);
    assert!(align_of::<FieldElement<P>>() == align_of::<Limb>());
}

const fn point_layout<C: Curve>() {
    element_layout::<C::Base>();
    assert!(size_of::<Point<C>>() == 96);
    assert!(size_of::<helioselene_simd::AffinePoint<C>>() == 64);
    assert!(align_of::<Point<C>>() == align_of::<Limb>());
}

const _: () = {
    point_layout::<helioselene_simd::Helios>();
    point_layout::<helioselene_simd::Selene>();
};
#[cfg(feature = "cycle2025")]
const _: () = {
    point_layout::<helioselene_simd::cycle2025::Helios>();
    point_layout::<helioselene_simd::cycle2025::Selene>();
};

/// The limbs of a canonical residue, least significant first.
fn limbs<P: Prime>(x: &FieldElement<P>) -> Element {
    let bytes = x.to_repr();
    let limbs: Vec<_> = bytes
        .chunks_exact(size_of::<Limb>())
        .map(|limb| Limb::from_le_bytes(limb.try_into().expect("the bytes of a limb")))
        .collect();
    Element {
        limbs: limbs.try_into().expect("32 bytes"),
    }
}

/// Functions as C programs declare them. Each moves all of its arguments, so one that arrives in
/// the wrong place is noticed.
macro_rules! by_value {
    ($($test:ident: $Field:ty, $Scalar:ty, $Point:ty;)*) => {$(
        mod $test {
            use super::*;

            extern "C" fn multiply(point: $Point, scalar: $Scalar) -> $Point {
                point * scalar
            }

            extern "C" fn negate(x: $Field) -> $Field {
                -x
            }

            #[test]
            fn passes_by_value_through_c() {
                // SAFETY: the types are `repr(C)` and `repr(transparent)`, with the layout that is
                // under test here.
                let (multiply_c, negate_c) = unsafe {
                    (
                        std::mem::transmute::<
                            extern "C" fn($Point, $Scalar) -> $Point,
                            extern "C" fn(Coordinates, Element) -> Coordinates,
                        >(multiply),
                        std::mem::transmute::<
                            extern "C" fn($Field) -> $Field,
                            extern "C" fn(Element) -> Element,
                        >(negate),
                    )
                };
                let mut rng = rng(1);
                let x = <$Field>::random(&mut rng);
                assert_eq!(negate_c(limbs(&x)), limbs(&-x));

                let (point, scalar) = (<$Point>::random(&mut rng), <$Scalar>::random(&mut rng));
                let [x, y, z] = crate::common::coordinates(&point).map(|c| limbs(&c));
                assert_eq!(z, limbs(&<$Field>::ONE));
                let Coordinates { x, y, z } = multiply_c(Coordinates { x, y, z }, limbs(&scalar));
                let element = |x: Element| {
                    let bytes: Vec<u8> = x.limbs.iter().flat_map(|limb| limb.to_le_bytes()).collect();
                    <$Field>::from_repr(bytes.try_into().expect("32 bytes")).expect("a canonical residue")
                };
                let z_inverse = element(z).invert().expect("not the identity");
                let product = <$Point>::from_xy(element(x) * z_inverse, element(y) * z_inverse);
                assert_eq!(product.expect("on the curve").to_bytes(), (point * scalar).to_bytes());
            }
        }
    )*};
}

by_value! {
    helios: Field25519, HelioseleneField, HeliosPoint;
    selene: HelioseleneField, Field25519, SelenePoint;
}

#[cfg(feature = "cycle2025")]
mod cycle2025 {
    use super::*;
    use helioselene_simd::cycle2025::{Field25519, HeliosPoint, HelioseleneField, SelenePoint};

    by_value! {
        helios: Field25519, HelioseleneField, HeliosPoint;
        selene: HelioseleneField, Field25519, SelenePoint;
    }
}

/// Only the canonical residue has these limbs.
fn canonical_limbs<P: Prime>() {
    let mut rng = rng(2);
    for x in [
        FieldElement::<P>::ZERO,
        -FieldElement::ONE,
        FieldElement::random(&mut rng),
    ] {
        let x = x * FieldElement::from(3u8) + FieldElement::ONE - FieldElement::from(2u8);
        // SAFETY: both types are plain limbs, of the same size.
        let stored: Element = unsafe { std::mem::transmute_copy(&x) };
        assert_eq!(stored, limbs(&x));
    }
}

crate::common::generic_tests! { fields: canonical_limbs }
