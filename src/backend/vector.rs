//! THE field trait: a vector of elements of one prime field.

use core::ops::{Add, Neg, Sub};

use subtle::ConditionallySelectable;
use zeroize::Zeroize;

use crate::field::{FieldElement, Prime};
use crate::mask::Mask;

/// A vector of `LANES` elements of one prime field, fit to be multiplied.
///
/// A backend implements this and nothing else; every formula and every scalar multiplication is
/// written over it. Two types keep the bounds apart, so that what is not legal does not compile:
///
/// - `Self` is *tight*: a legal operand of a multiplication;
/// - [`Self::Sum`] is *loose*: what a multiplication, an addition or a subtraction yields. Sums may
///   be added further, and [`Sum::carry`] makes them tight.
///
/// The serial backend has one representation for both and its `carry` costs nothing. Constant
/// time throughout, and no function here fails: any vector is a legal operand.
pub(crate) trait FieldVector:
    Copy + Zeroize + Add<Output = Self::Sum> + Sub<Output = Self::Sum> + Neg<Output = Self::Sum>
{
    /// The field.
    type Prime: Prime;
    /// A loose vector.
    type Sum: Sum<Tight = Self> + From<Self>;
    /// Elements in a vector.
    #[allow(dead_code)] // for batched work
    const LANES: usize;
    /// A vector that stands for x holds x·DOMAIN, so that a backend may reduce in Montgomery's way.
    const DOMAIN: FieldElement<Self::Prime> = FieldElement::from_small(1);

    /// Calls a formula as a function of its own, under the target features that the vector needs.
    ///
    /// The formula, an `#[inline(always)]` function, is then compiled once for each vector and curve,
    /// and not once more for every place that uses it.
    fn call<R>(formula: impl FnOnce() -> R) -> R;

    /// The vector with `x` in every lane.
    fn splat(x: &FieldElement<Self::Prime>) -> Self;
    /// The vector of `LANES` elements.
    fn load(lanes: &[FieldElement<Self::Prime>]) -> Self;
    /// The canonical elements of the vector, to `LANES` places.
    fn store(self, lanes: &mut [FieldElement<Self::Prime>]);

    /// The vector that holds `x` in every lane as it is, and so stands for x/DOMAIN.
    #[inline(always)]
    fn splat_held(x: &FieldElement<Self::Prime>) -> Self {
        Self::splat(x)
    }
    /// The vector that holds these elements: for homogeneous coordinates, where the factor does not
    /// matter and [`Self::load`] would pay for it.
    #[inline(always)]
    fn load_held(lanes: &[FieldElement<Self::Prime>]) -> Self {
        Self::load(lanes)
    }
    /// The canonical elements that the vector holds, see [`Self::load_held`].
    #[inline(always)]
    fn store_held(self, lanes: &mut [FieldElement<Self::Prime>]) {
        self.store(lanes);
    }

    /// The product in each lane. Multiplications take references: a scalar kernel reads its operands
    /// from memory, and an operand by value would be copied there once more for every use.
    fn mul(&self, other: &Self) -> Self::Sum;
    /// Each lane times the constant that the vector holds as it is, see [`Self::splat_held`].
    #[inline(always)]
    fn mul_by<K: HeldConstant<Self::Prime>>(&self) -> Self::Sum {
        self.mul(&Self::splat_held(&K::HELD))
    }
    /// The square of each lane.
    fn square(&self) -> Self::Sum;
    /// a·b + c·d in each lane, with one reduction where that is faster.
    fn sum_of_products(a: &Self, b: &Self, c: &Self, d: &Self) -> Self::Sum;

    /// [`Self::mul`] as an operand of multiplications, for which a backend may have a faster way than
    /// to carry the sum.
    #[inline(always)]
    fn mul_carried(&self, other: &Self) -> Self {
        self.mul(other).carry()
    }
    /// [`Self::square`] as an operand.
    #[inline(always)]
    fn square_carried(&self) -> Self {
        self.square().carry()
    }
    /// [`Self::sum_of_products`] as an operand.
    #[inline(always)]
    fn sum_of_products_carried(a: &Self, b: &Self, c: &Self, d: &Self) -> Self {
        Self::sum_of_products(a, b, c, d).carry()
    }

    /// x·Y + X·y in each lane, when `xx` = x·X and `yy` = y·Y are known as well: a backend may use
    /// (x + y)·(X + Y) − x·X − y·Y.
    #[inline(always)]
    fn cross(
        [x, y]: [&Self; 2],
        [other_x, other_y]: [&Self; 2],
        _xx: Self::Sum,
        _yy: Self::Sum,
    ) -> Self::Sum {
        Self::sum_of_products(x, other_y, y, other_x)
    }

    /// In each lane `other` if `mask`, else `self`: one decision for all lanes.
    fn select(self, other: Self, mask: Mask) -> Self;
    /// `replacement` in the lanes where `self` is zero modulo the prime, `value` in the others.
    fn replace_where_zero(self, value: Self::Sum, replacement: Self::Sum) -> Self::Sum;
}

/// A constant that vectors hold as it is.
pub(crate) trait HeldConstant<P: Prime> {
    /// What they hold.
    const HELD: FieldElement<P>;
}

/// A loose vector: a sum of products and vectors that is not yet an operand.
pub(crate) trait Sum:
    Copy + Zeroize + Add<Output = Self> + Sub<Output = Self> + Neg<Output = Self>
{
    /// The vector that `carry` yields.
    type Tight;
    /// The same values as an operand of multiplications.
    fn carry(self) -> Self::Tight;
    /// K times each lane, for K ≤ 16.
    fn times<const K: u32>(self) -> Self;
}

/// A vector whose four lanes belong to one point, and change places between multiplications.
pub(crate) trait FourLanes: FieldVector<Sum: FourLaneSum> + Rearrange {
    /// The vector that holds these elements, see [`Self::load_held`].
    #[inline(always)]
    fn load_four(lanes: [&FieldElement<Self::Prime>; 4]) -> Self {
        Self::load_held(&lanes.map(|x| *x))
    }

    /// The canonical X, Y and Z that lanes (X, Y, Z, –) hold, or (0, 1, 0) if Z is zero, for points
    /// whose X is zero as well then.
    #[inline(always)]
    fn store_point(self) -> [FieldElement<Self::Prime>; 3] {
        let mut lanes = [FieldElement::from_small(0); 4];
        self.store_held(&mut lanes);
        let [x, y, z, _] = lanes;
        let is_identity = Mask::all_zero(z.as_limbs());
        let y =
            FieldElement::conditional_select(&y, &FieldElement::from_small(1), is_identity.into());
        [x, y, z]
    }

    /// a·c and b·d: at once, where a wider vector takes both.
    #[inline(always)]
    fn two_products([a, b]: [&Self; 2], [c, d]: [&Self; 2]) -> [Self::Sum; 2] {
        [a.mul(c), b.mul(d)]
    }

    /// Both sums carried: at once, where a wider vector takes both.
    #[inline(always)]
    fn carry_both([a, b]: [Self::Sum; 2]) -> [Self; 2] {
        [a.carry(), b.carry()]
    }
}

/// Movement of lanes, for tight and loose vectors alike.
pub(crate) trait Rearrange: Copy {
    /// Lane i of the result is the lane of `self` that [`order`] names in place i.
    fn shuffle<const ORDER: i32>(self) -> Self;
    /// Lane i of `other` where bit i of `MASK` is set, of `self` elsewhere.
    fn blend<const MASK: i32>(self, other: Self) -> Self;
}

/// What the four-lane formulas do to single lanes of a sum.
pub(crate) trait FourLaneSum: Sum + Rearrange {
    /// Zero in the lanes whose bit of `MASK` is clear.
    fn keep<const MASK: i32>(self) -> Self;
    /// Each lane times its factor of [`factors`].
    fn scale<const FACTORS: u32>(self) -> Self;
    /// The lanes of `MASK` negated if `negative`.
    fn negate_if<const MASK: i32>(self, negative: Mask) -> Self;
}

/// The constant of a [`Rearrange::shuffle`], in the coding of `vpermq`.
pub(crate) const fn order(lanes: [i32; 4]) -> i32 {
    lanes[0] | lanes[1] << 2 | lanes[2] << 4 | lanes[3] << 6
}

/// The constant of a [`FourLaneSum::scale`]: each factor a power of two, the sum of two, or zero.
pub(crate) const fn factors(lanes: [u8; 4]) -> u32 {
    u32::from_le_bytes(lanes)
}
