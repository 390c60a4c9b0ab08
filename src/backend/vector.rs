//! The field traits, which vectors of elements of one prime field implement.
//!
//! [`FieldVector`] is the arithmetic that all vectors have. [`BatchVector`] adds what vectors of independent elements need,
//! [`PointVector`] what vectors need whose four lanes hold one point.

mod batch;
mod defaults;
mod point;

use core::ops::{Add, Sub};

use zeroize::Zeroize;

use super::lane::MAX_LANES;
use crate::field::{FieldElement, Prime};
use crate::mask::Mask;

pub use batch::{BatchVector, Job, PRODUCTS, sum_by_pairs};
#[allow(unused_imports)] // without vectors
pub(crate) use defaults::summable;
pub use point::{HeldConstant, PointJob, PointSum, PointVector, factors, order};

/// A vector of [`LANES`](Self::LANES) elements of one prime field, as operands of multiplications.
///
/// A backend implements this trait, [`Sum`] for its loose form, and [`BatchVector`]; and [`PointVector`] if it computes
/// single points in four lanes. Every formula, scalar multiplication and sum of many points is generic over these.
///
/// Required are [`load`](Self::load), [`store`](Self::store), [`mul`](Self::mul), [`select_lanes`](Self::select_lanes)
/// and [`Sum::carry`]; addition and subtraction of tight and of loose vectors; and the conversion from tight to
/// loose. The other functions have defaults in terms of these, which are right on any backend; override them if the
/// instruction set has a faster way.
///
/// Two types separate the bounds, so that illegal operations do not compile:
///
/// - `Self` is *tight*: a legal operand of a multiplication;
/// - [`Self::Sum`] is *loose*: the result of a multiplication, an addition or a subtraction. Sums may
///   be added further, and [`Sum::carry`] makes them tight.
///
/// A backend that reduces after each operation uses one type for both, and its `carry` does nothing.
///
/// No function fails: any vector is a legal operand. The library calls all of them with secrets, except in algorithms
/// named `vartime`, so they must take constant time. A backend whose functions do not may only process public data.
/// Which lanes of a vector are in use is public.
pub trait FieldVector:
    Copy + Zeroize + Send + Sync + 'static + Add<Output = Self::Sum> + Sub<Output = Self::Sum>
{
    /// The field.
    type Prime: Prime;
    /// A loose vector.
    type Sum: Sum<Tight = Self>;
    /// The number of elements: 1, 2, 4 or 8, at most [`MAX_LANES`].
    const LANES: usize;

    // ---- Instruction sets ----

    /// Calls a function with the target features that the vectors need.
    ///
    /// All computation with vectors must run inside such a call. The function and everything it calls must be inlined,
    /// by `#[inline(always)]`.
    #[inline(always)]
    fn enter<R>(run: impl FnOnce() -> R) -> R {
        run()
    }

    /// Calls a formula as a function of its own, with the target features that the vectors need.
    ///
    /// The formula must be `#[inline(always)]`. It is then compiled once for each vector and curve, not
    /// for every place that uses it.
    #[inline(never)]
    fn call<R>(formula: impl FnOnce() -> R) -> R {
        formula()
    }

    // ---- Elements ----

    /// Loads `LANES` elements.
    fn load(lanes: &[FieldElement<Self::Prime>]) -> Self;
    /// Stores the lanes as `LANES` canonical elements.
    fn store(self, lanes: &mut [FieldElement<Self::Prime>]);

    /// Returns the canonical elements of the lanes, as the first `LANES` of the result; the others are zero.
    #[inline(always)]
    fn store_lanes(self) -> [FieldElement<Self::Prime>; MAX_LANES] {
        let mut lanes = [FieldElement::from_small(0); MAX_LANES];
        self.store(&mut lanes[..Self::LANES]);
        lanes
    }

    /// Returns the vector with `x` in every lane.
    #[inline(always)]
    fn splat(x: &FieldElement<Self::Prime>) -> Self {
        Self::load(&[*x; MAX_LANES][..Self::LANES])
    }

    /// Returns the vector with zero in every lane.
    #[inline(always)]
    fn zero() -> Self {
        Self::splat(&FieldElement::from_small(0))
    }

    /// Returns the vector with one in every lane.
    #[inline(always)]
    fn one() -> Self {
        Self::splat(&FieldElement::from_small(1))
    }

    // ---- Products and sums ----

    /// Multiplies lane by lane. Multiplications take references, because a scalar kernel reads its operands
    /// from memory, and operands passed by value would be copied there for each use.
    fn mul(&self, other: &Self) -> Self::Sum;

    /// Squares each lane.
    #[inline(always)]
    fn square(&self) -> Self::Sum {
        self.mul(self)
    }

    /// Returns a·b + c·d in each lane, with a single reduction if that is faster.
    #[inline(always)]
    fn sum_of_products(a: &Self, b: &Self, c: &Self, d: &Self) -> Self::Sum {
        a.mul(b) + c.mul(d)
    }

    /// Multiplies lane by lane, and returns the product as an operand of multiplications. A backend may have a faster way
    /// than carrying the result of [`Self::mul`].
    #[inline(always)]
    fn mul_carried(&self, other: &Self) -> Self {
        self.mul(other).carry()
    }

    /// Squares each lane, and returns the square as an operand of multiplications.
    #[inline(always)]
    fn square_carried(&self) -> Self {
        self.square().carry()
    }

    /// Returns a·b + c·d in each lane as an operand of multiplications.
    #[inline(always)]
    fn sum_of_products_carried(a: &Self, b: &Self, c: &Self, d: &Self) -> Self {
        Self::sum_of_products(a, b, c, d).carry()
    }

    /// Returns x·Y + X·y in each lane, where `xx` = x·X and `yy` = y·Y are already known, so that a backend may use
    /// Karatsuba's identity (x + y)·(X + Y) − x·X − y·Y.
    #[inline(always)]
    fn cross(
        [x, y]: [&Self; 2],
        [other_x, other_y]: [&Self; 2],
        _xx: Self::Sum,
        _yy: Self::Sum,
    ) -> Self::Sum {
        Self::sum_of_products(x, other_y, y, other_x)
    }

    /// Negates each lane.
    #[inline(always)]
    fn neg(self) -> Self::Sum {
        Self::Sum::from(self).neg()
    }

    // ---- Selection ----

    /// Selects `other` if `mask` is true, else `self`, for all lanes alike.
    #[inline(always)]
    fn select(self, other: Self, mask: Mask) -> Self {
        self.select_lanes(other, mask.bits())
    }

    /// Selects lane i of `other` if bit i of `lanes` is set, else of `self`. The bits are secret; those beyond the
    /// last lane are ignored.
    fn select_lanes(self, other: Self, lanes: u32) -> Self;

    /// Selects `replacement` in the lanes where `self` is zero modulo the prime, and `value` in the others.
    #[inline(always)]
    fn replace_where_zero(self, value: Self::Sum, replacement: Self::Sum) -> Self::Sum {
        let zeros = self.zero_lanes();
        value
            .carry()
            .select_lanes(replacement.carry(), zeros)
            .into()
    }

    /// Returns the lanes that are 0 modulo the prime, as bits.
    #[inline(always)]
    fn zero_lanes(self) -> u32 {
        defaults::zeros(&self.store_lanes()[..Self::LANES])
    }
}

/// A loose vector: a sum of products and tight vectors, which must be carried before it is an operand of a multiplication.
///
/// The library bounds its sums. Each product or tight vector counts as one term, including subtracted ones, and
/// `times::<K>()` multiplies the number of terms by K. A sum has at most [`TERMS`], of which at most [`SUBTRAHENDS`] are
/// subtracted.
pub trait Sum:
    Copy + Zeroize + Send + Sync + 'static + From<Self::Tight> + Add<Output = Self> + Sub<Output = Self>
{
    /// The tight vector that [`Self::carry`] returns.
    type Tight: FieldVector<Sum = Self>;

    /// Carries: returns the same values as an operand of multiplications.
    fn carry(self) -> Self::Tight;

    /// Negates each lane.
    #[inline(always)]
    fn neg(self) -> Self {
        Self::from(Self::Tight::zero()) - self
    }

    /// Multiplies each lane by K ≤ 16, which is a power of two or the sum of two.
    #[inline(always)]
    fn times<const K: u32>(self) -> Self {
        defaults::multiple(self, K)
    }
}

/// The most terms of a sum that the library computes, see [`Sum`].
#[allow(dead_code)] // a promise to backends from outside, and tested
pub const TERMS: u32 = 16;

/// The most subtracted terms of a sum that the library computes, see [`Sum`].
#[allow(dead_code)] // as above
pub const SUBTRAHENDS: u32 = 13;
