//! Many points at once: one inversion shared by all, and square roots in the lanes of vectors.

use alloc::vec;
use alloc::vec::Vec;

use ff::{Field, PrimeField};
use subtle::CtOption;
use zeroize::Zeroize;

use super::Point;
use crate::curve::Curve;

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
        C::normalize(points, normalized);
    }

    /// The affine coordinates of points, (0, 1) for the identity; constant time.
    pub fn batch_to_xy(points: &[Self]) -> Vec<[crate::FieldElement<C::Base>; 2]> {
        let mut normalized = points.to_vec();
        Self::batch_normalize(points, &mut normalized);
        let coordinates = normalized.iter().map(|point| [point.x, point.y]).collect();
        normalized.zeroize();
        coordinates
    }

    /// The x coordinates of points, 0 for the identity, which is the x of no other point; constant time.
    ///
    /// Of Selene's points these are scalars of Helios, of Helios' points scalars of Selene: the children
    /// of the next layer of a tree. One inversion for all points.
    ///
    /// ```
    /// use helioselene_simd::group::Group;
    /// use helioselene_simd::{HelioseleneField, HeliosPoint, SelenePoint};
    ///
    /// let children = [SelenePoint::generator(), SelenePoint::generator().double()];
    /// let scalars: Vec<HelioseleneField> = SelenePoint::batch_to_x(&children);
    /// let _parent = HeliosPoint::mul_base(&scalars[0]);
    /// ```
    pub fn batch_to_x(points: &[Self]) -> Vec<crate::FieldElement<C::Base>> {
        let mut normalized = vec![Self::identity(); points.len()];
        C::normalize(points, &mut normalized);
        let x = normalized.iter().map(|point| point.x).collect();
        normalized.zeroize();
        x
    }

    /// The encodings of points, those of `to_bytes`; constant time.
    pub fn batch_to_bytes(points: &[Self]) -> Vec<[u8; 32]> {
        let mut normalized = vec![Self::identity(); points.len()];
        C::normalize(points, &mut normalized);
        let encoded = normalized.iter().map(Self::encode_normal).collect();
        normalized.zeroize();
        encoded
    }

    /// The points that encodings stand for, each as `from_bytes` would give it; constant time.
    pub fn batch_from_bytes(encodings: &[[u8; 32]]) -> Vec<CtOption<Self>> {
        C::decode(encodings)
    }

    /// The points that public encodings stand for, none where `from_bytes` gives none; variable time.
    ///
    /// With AVX2 it takes half the time of [`Self::batch_from_bytes`], elsewhere the same: what may be
    /// secret is not computed in floating point.
    pub fn vartime_batch_from_bytes(encodings: &[[u8; 32]]) -> Vec<Option<Self>> {
        let points = C::vartime_decode(encodings);
        points.into_iter().map(Option::from).collect()
    }

    /// The encoding of a point with Z = 1, or of the identity as (0 : 1 : 0).
    fn encode_normal(&self) -> [u8; 32] {
        let mut bytes = self.x.to_repr();
        let odd = self.y.is_odd() & !self.z.is_zero();
        bytes[31] |= odd.unwrap_u8() << 7;
        bytes
    }
}
