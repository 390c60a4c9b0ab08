//! The C ABI: sizes, alignments, the place of limbs, and passing by value.

#![deny(improper_ctypes_definitions)] // what is not `repr(C)` or `repr(transparent)` fails to compile

use helioselene_simd::group::ff::{Field, PrimeField};
use helioselene_simd::group::{Group, GroupEncoding};
use helioselene_simd::{Curve, FieldElement, Point, Prime};

use crate::common::{coordinates, element, rng};

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

// Functions as C programs declare them. Each moves all of its arguments, so one that arrives in the wrong place is noticed.

extern "C" fn multiply<C: Curve>(point: Point<C>, scalar: FieldElement<C::Scalar>) -> Point<C> {
    point * scalar
}

extern "C" fn negate<P: Prime>(x: FieldElement<P>) -> FieldElement<P> {
    -x
}

fn passes_by_value_through_c<C: Curve>() {
    type Multiply<C> = extern "C" fn(Point<C>, FieldElement<<C as Curve>::Scalar>) -> Point<C>;
    type Negate<P> = extern "C" fn(FieldElement<P>) -> FieldElement<P>;
    type MultiplyC = extern "C" fn(Coordinates, Element) -> Coordinates;
    type NegateC = extern "C" fn(Element) -> Element;
    // SAFETY: the types are `repr(C)` and `repr(transparent)`, with the layout that is under test here.
    let (multiply_c, negate_c) = unsafe {
        (
            std::mem::transmute::<Multiply<C>, MultiplyC>(multiply::<C>),
            std::mem::transmute::<Negate<C::Base>, NegateC>(negate::<C::Base>),
        )
    };
    let mut rng = rng(1);
    let x = FieldElement::<C::Base>::random(&mut rng);
    assert_eq!(negate_c(limbs(&x)), limbs(&-x));

    let (point, scalar) = (Point::<C>::random(&mut rng), FieldElement::random(&mut rng));
    let [x, y, z] = coordinates(&point).map(|c| limbs(&c));
    assert_eq!(z, limbs(&FieldElement::<C::Base>::ONE));
    let Coordinates { x, y, z } = multiply_c(Coordinates { x, y, z }, limbs(&scalar));
    let product = [x, y, z].map(|x| {
        let bytes: Vec<u8> = x.limbs.iter().flat_map(|limb| limb.to_le_bytes()).collect();
        element(bytes.try_into().expect("32 bytes"))
    });
    let product = Point::<C>::from_projective(product).expect("on the curve");
    assert_eq!(product.to_bytes(), (point * scalar).to_bytes());
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
crate::common::generic_tests! { curves: passes_by_value_through_c }
