//! Batches of points: shared inversions, and square roots in the lanes of vectors.

use alloc::vec;
use alloc::vec::Vec;

use ::group::GroupEncoding;
use subtle::{Choice, CtOption};
use zeroize::Zeroizing;

use crate::backend::tuning::sums::points_per_thread;
use crate::curve::{AffinePoint, Curve, Point};
use crate::threads;

impl<C: Curve> Point<C> {
    /// Scales points to Z = 1 and leaves the identity unchanged; constant time.
    ///
    /// # Panics
    ///
    /// If the slices have different lengths.
    pub fn batch_normalize_into(points: &[Self], normalized: &mut [Self]) {
        assert_eq!(
            points.len(),
            normalized.len(),
            "batch_normalize_into: as many places as points are needed"
        );
        let affine = Zeroizing::new(Self::batch_to_affine(points));
        for (normalized, point) in normalized.iter_mut().zip(&*affine) {
            *normalized = point.into();
        }
    }

    /// Returns the affine coordinates of points, by inversions that hundreds of points share; constant time.
    ///
    /// ```
    /// use helioselene_simd::{AffinePoint, SelenePoint};
    ///
    /// let g = SelenePoint::GENERATOR;
    /// let kept = SelenePoint::batch_to_affine(&[g + g, g - g]);
    /// assert_eq!(kept, [AffinePoint::from(g + g), AffinePoint::IDENTITY]);
    /// ```
    pub fn batch_to_affine(points: &[Self]) -> Vec<AffinePoint<C>> {
        let mut affine = threads::copies(AffinePoint::IDENTITY, points.len());
        <Self as ::group::Curve>::batch_normalize(points, &mut affine);
        affine
    }

    /// Returns [`Self::to_xy`] of points, by inversions that hundreds of points share; constant time.
    ///
    /// ```
    /// use helioselene_simd::SelenePoint;
    ///
    /// let g = SelenePoint::GENERATOR;
    /// let coordinates = SelenePoint::batch_to_xy(&[g, g - g]);
    /// assert_eq!(coordinates[0].unwrap(), g.to_xy().unwrap());
    /// assert!(bool::from(coordinates[1].is_none()));
    /// ```
    pub fn batch_to_xy(points: &[Self]) -> Vec<CtOption<[crate::FieldElement<C::Base>; 2]>> {
        let affine = Zeroizing::new(Self::batch_to_affine(points));
        affine.iter().map(AffinePoint::to_xy).collect()
    }

    /// Returns the x coordinates of points, [0 for the identity](Self#the-identity) alone; constant time.
    ///
    /// The x of Selene's points are scalars of Helios, and those of Helios' points scalars of Selene: the
    /// children of a tree's next layer. Hundreds of points share an inversion.
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
        let affine = Zeroizing::new(Self::batch_to_affine(points));
        affine.iter().map(|point| point.coordinates()[0]).collect()
    }

    /// Returns the encodings of points, as `to_bytes` does, by inversions that hundreds of points share; constant time.
    ///
    /// ```
    /// use helioselene_simd::{SelenePoint, group::GroupEncoding};
    ///
    /// let g = SelenePoint::GENERATOR;
    /// assert_eq!(SelenePoint::batch_to_bytes(&[g, g - g]), [g.to_bytes(), [0; 32]]);
    /// ```
    pub fn batch_to_bytes(points: &[Self]) -> Vec<[u8; 32]> {
        let affine = Zeroizing::new(Self::batch_to_affine(points));
        affine.iter().map(AffinePoint::to_bytes).collect()
    }

    /// Decodes points as `from_bytes` does, with none for every string that `to_bytes` does not return; constant time.
    ///
    /// ```
    /// use helioselene_simd::{SelenePoint, group::GroupEncoding};
    ///
    /// let points = SelenePoint::batch_from_bytes(&[SelenePoint::GENERATOR.to_bytes(), [0xff; 32]]);
    /// assert_eq!(points[0].unwrap(), SelenePoint::GENERATOR);
    /// assert!(bool::from(points[1].is_none()));
    /// ```
    pub fn batch_from_bytes(encodings: &[[u8; 32]]) -> Vec<CtOption<Self>> {
        let points = threads::copies(CtOption::new(Self::IDENTITY, 0.into()), encodings.len());
        decode_all(false, encodings, points, |point| point)
    }

    /// Decodes public points, with `None` where `from_bytes` gives none; variable time.
    ///
    /// With AVX2 it takes less time than [`Self::batch_from_bytes`], because roots of public elements may be computed in
    /// floating point. Elsewhere it takes the same time.
    pub fn vartime_batch_from_bytes(encodings: &[[u8; 32]]) -> Vec<Option<Self>> {
        let points = threads::copies(None, encodings.len());
        decode_all(true, encodings, points, Option::from)
    }

    /// Decodes into `points`, and sets `valid` to 1, or to 0 where `from_bytes` gives none; constant time.
    ///
    /// Where `valid` is 0, the point is the identity; for the identity's encoding it is 1. Allocates only to use rayon's
    /// threads.
    ///
    /// ```
    /// use helioselene_simd::{SelenePoint, group::GroupEncoding};
    /// use subtle::Choice;
    ///
    /// let encodings = [SelenePoint::GENERATOR.to_bytes(), [0xff; 32]];
    /// let mut points = [SelenePoint::IDENTITY; 2];
    /// let mut valid = [Choice::from(0); 2];
    /// SelenePoint::batch_from_bytes_into(&encodings, &mut points, &mut valid);
    /// assert_eq!(points, [SelenePoint::GENERATOR, SelenePoint::IDENTITY]);
    /// assert_eq!(valid.map(|choice| choice.unwrap_u8()), [1, 0]);
    /// ```
    ///
    /// # Panics
    ///
    /// If the slices have different lengths.
    pub fn batch_from_bytes_into(
        encodings: &[[u8; 32]],
        points: &mut [Self],
        valid: &mut [Choice],
    ) {
        decode_into(false, encodings, points, valid);
    }

    /// Decodes public points into `points`, and sets `valid` to whether each is one; variable time, like
    /// [`Self::vartime_batch_from_bytes`]. Where `valid` is false, the point is the identity.
    ///
    /// ```
    /// use helioselene_simd::{SelenePoint, group::GroupEncoding};
    ///
    /// let encodings = [[0xff; 32], SelenePoint::GENERATOR.to_bytes()];
    /// let (mut points, mut valid) = ([SelenePoint::IDENTITY; 2], [true; 2]);
    /// SelenePoint::vartime_batch_from_bytes_into(&encodings, &mut points, &mut valid);
    /// assert_eq!(valid, [false, true]);
    /// assert_eq!(points, [SelenePoint::IDENTITY, SelenePoint::GENERATOR]);
    /// ```
    ///
    /// # Panics
    ///
    /// If the slices have different lengths.
    pub fn vartime_batch_from_bytes_into(
        encodings: &[[u8; 32]],
        points: &mut [Self],
        valid: &mut [bool],
    ) {
        decode_into(true, encodings, points, valid);
    }
}

/// Decodes on several threads, and calls `put` for each point with its places in two slices, for it to fill.
fn decode<C: Curve, T: Send, U: Send>(
    public: bool,
    encodings: &[[u8; 32]],
    places: &mut [T],
    seconds: &mut [U],
    put: impl Fn(CtOption<Point<C>>, &mut T, &mut U) + Sync + Send,
) {
    // Each thread decodes the encodings of its places.
    let least = points_per_thread::ROOT;
    threads::fill_pair(places, seconds, least, |first, places, seconds| {
        let encodings = &encodings[first..][..places.len()];
        C::decode(encodings, public, &mut |i, point| {
            put(point, &mut places[i], &mut seconds[i]);
        });
    });
}

/// Fills places with what `result` returns for each decoded point.
fn decode_all<C: Curve, T: Send>(
    public: bool,
    encodings: &[[u8; 32]],
    mut places: Vec<T>,
    result: impl Fn(CtOption<Point<C>>) -> T + Sync + Send,
) -> Vec<T> {
    // `()` takes no memory.
    let seconds = &mut vec![(); encodings.len()];
    decode(
        public,
        encodings,
        &mut places,
        seconds,
        |point, place, ()| {
            *place = result(point);
        },
    );
    places
}

/// Decodes into `points`, with the identity where an encoding is not valid, and sets `valid`.
///
/// # Panics
///
/// If the slices have different lengths.
fn decode_into<C: Curve, M: Send + From<Choice>>(
    public: bool,
    encodings: &[[u8; 32]],
    points: &mut [Point<C>],
    valid: &mut [M],
) {
    let (count, prefix) = (encodings.len(), if public { "vartime_" } else { "" });
    assert!(
        points.len() == count && valid.len() == count,
        "{prefix}batch_from_bytes_into: as many places as encodings are needed"
    );
    decode(public, encodings, points, valid, |point, place, valid| {
        *valid = point.is_some().into();
        *place = point.unwrap_or(Point::IDENTITY);
    });
}
