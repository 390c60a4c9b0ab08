//! The curves of both sides.

use ciphersuite::Ciphersuite;
use ciphersuite::group::ff::{FromUniformBytes, PrimeField};
use subtle::ConditionallySelectable;

use crate::element::Element;

/// What the proof layers require of a curve.
pub trait Suite: Ciphersuite<F: FromUniformBytes<64>, G: ConditionallySelectable> {}

impl<C: Ciphersuite<F: FromUniformBytes<64>, G: ConditionallySelectable>> Suite for C {}

/// One of our curves, with the original's.
pub trait Curve: Suite {
    /// The original's.
    type Original: Suite;
    /// The field of the coordinates.
    type Base: PrimeField;
    /// The curve's name.
    const NAME: &'static str;

    /// The encoding, in the original's curve crate, of the point that our encoding stands for.
    ///
    /// At 0e438ae the original decodes zeros as a point off the curve, and encodes that as zeros again. Ours for that
    /// revision decodes them as a fixed point with its own encoding. Only this function knows the difference.
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
