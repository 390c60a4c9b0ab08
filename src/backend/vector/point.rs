//! One point in four lanes: the trait of vectors whose lanes are permuted between multiplications.

use super::{FieldVector, Sum};
use crate::field::{FieldElement, Prime};
use crate::mask::Mask;

/// A computation with single points, for the vectors that a backend uses for these.
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
/// Elements may be in Montgomery form. The *held* value is what is in the limbs, x·DOMAIN. Homogeneous coordinates are
/// loaded and stored as held values, without conversion, because a common factor does not change the point.
pub trait PointVector: FieldVector<Sum: PointSum> {
    /// The Montgomery factor: a vector of the value x holds x·DOMAIN. 1 without Montgomery form.
    const DOMAIN: FieldElement<Self::Prime>;

    /// Returns the vector that holds `x` in every lane, and so has the value x/DOMAIN.
    fn splat_held(x: &FieldElement<Self::Prime>) -> Self;
    /// Loads elements as held values, without conversion.
    fn load_held(lanes: &[FieldElement<Self::Prime>; 4]) -> Self;
    /// Loads elements as [`Self::load_held`] does, from separate places that may just have been written.
    fn load_four(lanes: [&FieldElement<Self::Prime>; 4]) -> Self;
    /// Returns the canonical X, Y and Z of held lanes (X, Y, Z, –), or (0, 1, 0) if Z, and with it X, is zero.
    fn store_point(self) -> [FieldElement<Self::Prime>; 3];
    /// Multiplies each lane by a constant that is held without conversion, see [`Self::splat_held`].
    fn mul_by<K: HeldConstant<Self::Prime>>(&self) -> Self::Sum;

    /// Permutes lanes: lane i of the result is lane `lanes[i]` of `self`, for ORDER = [`order(lanes)`](order).
    fn shuffle<const ORDER: i32>(self) -> Self;
    /// Blends two vectors: takes lane i of `other` if bit i of `MASK` is set, else of `self`.
    fn blend<const MASK: i32>(self, other: Self) -> Self;

    /// Returns a·c and b·d, computed together if a wider vector holds both.
    #[inline(always)]
    fn two_products([a, b]: [&Self; 2], [c, d]: [&Self; 2]) -> [Self::Sum; 2] {
        [a.mul(c), b.mul(d)]
    }

    /// Carries two sums, together if a wider vector holds both.
    #[inline(always)]
    fn two_carries([a, b]: [Self::Sum; 2]) -> [Self; 2] {
        [a.carry(), b.carry()]
    }
}

/// The loose form of a [`PointVector`].
pub trait PointSum: Sum {
    /// Permutes lanes, see [`PointVector::shuffle`].
    fn shuffle<const ORDER: i32>(self) -> Self;
    /// Blends two vectors, see [`PointVector::blend`].
    fn blend<const MASK: i32>(self, other: Self) -> Self;
    /// Keeps the lanes whose bit of `MASK` is set, and sets the others to zero.
    fn keep<const MASK: i32>(self) -> Self;
    /// Multiplies each lane by its factor, for FACTORS = [`factors`] of the four.
    fn scale<const FACTORS: u32>(self) -> Self;
    /// Negates the lanes of `MASK` if `negative` is true. `negative` is secret.
    fn negate_if<const MASK: i32>(self, negative: Mask) -> Self;
}

/// A constant that vectors hold without conversion.
pub trait HeldConstant<P: Prime> {
    /// The held value.
    const HELD: FieldElement<P>;
}

/// Encodes the lanes of a [`PointVector::shuffle`] as its constant, in the coding of `vpermq`: two bits for each lane.
pub const fn order(lanes: [i32; 4]) -> i32 {
    lanes[0] | lanes[1] << 2 | lanes[2] << 4 | lanes[3] << 6
}

/// Encodes the factors of a [`PointSum::scale`] as its constant. Each is 0, 1, 2, 3, 4, 6 or 9.
///
/// # Panics
///
/// With other factors, some of which would take more than two shifts. In a constant a panic fails the build.
pub const fn factors(lanes: [u8; 4]) -> u32 {
    let mut i = 0;
    while i < 4 {
        assert!(matches!(lanes[i], 0 | 1 | 2 | 3 | 4 | 6 | 9));
        i += 1;
    }
    u32::from_le_bytes(lanes)
}
