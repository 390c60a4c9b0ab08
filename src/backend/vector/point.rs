//! One point in four lanes: vectors whose lanes change places between multiplications.

use super::{FieldVector, Sum};
use crate::field::{FieldElement, Prime};
use crate::mask::Mask;

/// A computation on single points, for the vectors that a backend has for these.
pub trait PointJob<P: Prime>: Sized {
    /// The result.
    type Output;
    /// Computes with a point in the first lane of each vector.
    fn run<V: FieldVector<Prime = P>>(self) -> Self::Output;
    /// Computes with a point in four lanes.
    fn run_in_four_lanes<V: PointVector<Prime = P>>(self) -> Self::Output;
}

/// A vector of four lanes that holds the coordinates of one point, or the products of one formula.
///
/// It may hold elements in Montgomery form. What is *held* is unconverted: homogeneous coordinates are loaded and stored
/// so, because a common factor does not matter there.
pub trait PointVector: FieldVector<Sum: PointSum> {
    /// A vector of the value x holds x·DOMAIN; 1 without Montgomery form.
    const DOMAIN: FieldElement<Self::Prime>;

    /// The vector that holds `x` in every lane, and so has the value x/DOMAIN.
    fn splat_held(x: &FieldElement<Self::Prime>) -> Self;
    /// Loads these elements unconverted.
    fn load_held(lanes: &[FieldElement<Self::Prime>; 4]) -> Self;
    /// [`Self::load_held`] of elements just written, each at its own place.
    fn load_four(lanes: [&FieldElement<Self::Prime>; 4]) -> Self;
    /// The canonical X, Y and Z of held lanes (X, Y, Z, –), or (0, 1, 0) if Z, and with it X, is zero.
    fn store_point(self) -> [FieldElement<Self::Prime>; 3];
    /// Each lane times a constant that is held unconverted, see [`Self::splat_held`].
    fn mul_by<K: HeldConstant<Self::Prime>>(&self) -> Self::Sum;

    /// Lane i of the result is lane `lanes[i]` of `self`, for the constant [`order(lanes)`](order).
    fn shuffle<const ORDER: i32>(self) -> Self;
    /// Lane i of `other` if bit i of `MASK` is set, else of `self`.
    fn blend<const MASK: i32>(self, other: Self) -> Self;

    /// a·c and b·d, together if a wider vector holds both.
    #[inline(always)]
    fn two_products([a, b]: [&Self; 2], [c, d]: [&Self; 2]) -> [Self::Sum; 2] {
        [a.mul(c), b.mul(d)]
    }

    /// Two sums carried, together if a wider vector holds both.
    #[inline(always)]
    fn two_carries([a, b]: [Self::Sum; 2]) -> [Self; 2] {
        [a.carry(), b.carry()]
    }
}

/// The loose form of a [`PointVector`].
pub trait PointSum: Sum {
    /// See [`PointVector::shuffle`].
    fn shuffle<const ORDER: i32>(self) -> Self;
    /// See [`PointVector::blend`].
    fn blend<const MASK: i32>(self, other: Self) -> Self;
    /// Sets the lanes whose bit of `MASK` is clear to zero.
    fn keep<const MASK: i32>(self) -> Self;
    /// Each lane times its factor of [`factors`].
    fn scale<const FACTORS: u32>(self) -> Self;
    /// Negates the lanes of `MASK` if `negative`.
    fn negate_if<const MASK: i32>(self, negative: Mask) -> Self;
}

/// A constant that vectors hold unconverted.
pub trait HeldConstant<P: Prime> {
    /// The held value.
    const HELD: FieldElement<P>;
}

/// The constant of a [`PointVector::shuffle`], in the coding of `vpermq`.
pub const fn order(lanes: [i32; 4]) -> i32 {
    lanes[0] | lanes[1] << 2 | lanes[2] << 4 | lanes[3] << 6
}

/// The constant of a [`PointSum::scale`]: each factor 0, 1, 2, 3, 4, 6 or 9.
///
/// # Panics
///
/// With other factors, some of which would take more than two shifts; in a constant that fails the build.
pub const fn factors(lanes: [u8; 4]) -> u32 {
    let mut i = 0;
    while i < 4 {
        assert!(matches!(lanes[i], 0 | 1 | 2 | 3 | 4 | 6 | 9));
        i += 1;
    }
    u32::from_le_bytes(lanes)
}
