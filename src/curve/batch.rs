//! Many points at once: one inversion shared by all.

use alloc::vec::Vec;

use ff::Field;
use subtle::{ConditionallySelectable, CtOption};
use zeroize::Zeroize;

use super::Point;
use crate::field::FieldElement;
use crate::params::Curve;

impl<C: Curve> Point<C> {
    /// The same points with Z = 1, the identity unchanged; constant time.
    ///
    /// # Panics
    ///
    /// If the slices have different lengths.
    pub fn batch_normalize(points: &[Self], normalized: &mut [Self]) {
        assert_eq!(
            points.len(),
            normalized.len(),
            "batch_normalize: as many places as points are needed"
        );
        let mut inverses = Self::batch_z_inverses(points);
        for ((point, inverse), normal) in points.iter().zip(&inverses).zip(normalized) {
            let affine = Self {
                x: point.x * inverse,
                y: point.y * inverse,
                z: FieldElement::ONE,
            };
            *normal = Self::conditional_select(&affine, &Self::identity(), point.z.is_zero());
        }
        inverses.zeroize();
    }

    /// The encodings of points, those of `to_bytes`; constant time.
    pub fn batch_to_bytes(points: &[Self]) -> Vec<[u8; 32]> {
        let mut inverses = Self::batch_z_inverses(points);
        let encoded = points
            .iter()
            .zip(&inverses)
            .map(|(point, inverse)| point.encode_with(inverse))
            .collect();
        inverses.zeroize();
        encoded
    }

    /// The points that encodings stand for, each as `from_bytes` would give it; constant time.
    pub fn batch_from_bytes(encodings: &[[u8; 32]]) -> Vec<CtOption<Self>> {
        encodings.iter().map(Self::decode).collect()
    }

    fn batch_z_inverses(points: &[Self]) -> Vec<FieldElement<C::Base>> {
        let mut inverses: Vec<_> = points.iter().map(|point| point.z).collect();
        FieldElement::batch_invert(&mut inverses);
        inverses
    }
}

impl<C: Curve> Point<C> {
    #[doc(hidden)]
    pub fn msm_probe(scalars: &[FieldElement<C::Scalar>], points: &[Self], a: u32, b: u32) -> Self {
        use crate::msm::Algorithm::*;
        let algorithm = match a {
            0 => None,
            1 => Some(Interleaved),
            2 => Some(Stretched { width: b }),
            _ => Some(Buckets { bits: b }),
        };
        crate::msm::probe(scalars, points, algorithm)
    }
}
