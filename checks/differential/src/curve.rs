//! The curves of both sides.

use ciphersuite::Ciphersuite;
use ciphersuite::group::ff::{FromUniformBytes, PrimeField};
use subtle::ConditionallySelectable;

use crate::element::Element;

/// What proof layers ask of a curve.
pub trait Suite: Ciphersuite<F: FromUniformBytes<64>, G: ConditionallySelectable> {}

impl<C: Ciphersuite<F: FromUniformBytes<64>, G: ConditionallySelectable>> Suite for C {}

/// A curve of ours, beside the original's.
pub trait Curve: Suite {
    /// The original's.
    type Original: Suite;
    /// The field of the coordinates.
    type Base: PrimeField;
    /// What it is called.
    const NAME: &'static str;

    /// A point's encoding by ours, as the original's curve crate encodes what it has in its place.
    ///
    /// At 0e438ae the original decodes zeros as a point off the curve, and encodes that as zeros again. Ours for that
    /// revision decodes them as a fixed point, which has an encoding of its own; this is the only place that knows.
    fn as_the_original_encodes(encoding: Element) -> Element {
        let stands_in = Element::of_point(&Element::default().decoded::<Self>());
        if encoding == stands_in {
            Element::default()
        } else {
            encoding
        }
    }
}

impl Curve for helioselene::Helios {
    type Original = original_helioselene::Helios;
    type Base = <helioselene::Selene as Ciphersuite>::F;
    const NAME: &'static str = "Helios";
}

impl Curve for helioselene::Selene {
    type Original = original_helioselene::Selene;
    type Base = <helioselene::Helios as Ciphersuite>::F;
    const NAME: &'static str = "Selene";
}
