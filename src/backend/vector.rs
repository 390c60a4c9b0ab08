//! The field trait: a vector of elements of one prime field.

pub(crate) mod defaults;

use core::ops::{Add, Sub};

use subtle::ConditionallySelectable;
use zeroize::Zeroize;

use super::inlining::always;
use super::lane::{Lane, MAX_LANES};
use super::tuning::Costs;
use crate::field::{FieldElement, Prime};
use crate::mask::{self, Mask};
use crate::word::Word;

/// A computation on vectors of a field, written once for all backends.
///
/// All computation with vectors must run inside [`FieldVector::enter`].
pub trait Job<P: Prime>: Sized {
    /// The result.
    type Output;
    /// Whether all operands are public. Only then may the time depend on them, and a backend use floating point.
    const PUBLIC: bool = false;
    /// Whether most of the work is [`FieldVector::sum_of_many`], for which a backend may use other vectors.
    const SUMS: bool = false;
    /// Computes the result.
    fn run<V: FieldVector<Prime = P>>(self) -> Self::Output;
}

/// A vector of [`LANES`](Self::LANES) elements of one prime field, as operands of multiplications.
///
/// A backend implements this trait, and [`Sum`] for its loose form. Every formula, scalar multiplication and
/// sum of many points is written over these two. Twelve functions are required: [`load`](Self::load),
/// [`store`](Self::store), [`gather`](Self::gather), [`scatter`](Self::scatter), [`mul`](Self::mul),
/// [`select_lanes`](Self::select_lanes) and [`Sum::carry`]; addition and subtraction of tight and of loose
/// vectors; and the conversion from tight to loose. The others have defaults in terms of these, right on any
/// backend, for it to override if an instruction set has a faster way.
///
/// Two types keep the bounds apart, so that illegal operations do not compile:
///
/// - `Self` is *tight*: a legal operand of a multiplication;
/// - [`Self::Sum`] is *loose*: the result of a multiplication, an addition or a subtraction. Sums may
///   be added further, and [`Sum::carry`] makes them tight.
///
/// A backend that reduces after each operation uses one type for both, and its `carry` does nothing.
///
/// No function fails: any vector is a legal operand. The library calls all of them with secrets, except
/// in algorithms named `vartime`, so they must take constant time. A backend that does not may only serve
/// public data. Which lanes of a vector are in use is public.
pub trait FieldVector:
    Copy + Zeroize + Send + Sync + 'static + Add<Output = Self::Sum> + Sub<Output = Self::Sum>
{
    /// The field.
    type Prime: Prime;
    /// A loose vector.
    type Sum: Sum<Tight = Self>;
    /// An element in memory, in the backend's own format, so that batches need no conversion.
    type Lane: Lane;
    /// The number of elements: 1, 2, 4 or 8, at most [`MAX_LANES`].
    const LANES: usize;

    // ---- Required ----

    /// Loads `LANES` elements.
    fn load(lanes: &[FieldElement<Self::Prime>]) -> Self;
    /// Writes the `LANES` canonical elements.
    fn store(self, lanes: &mut [FieldElement<Self::Prime>]);
    /// The vector whose lane i is `lane(i)`.
    fn gather<'a>(lane: impl Fn(usize) -> &'a Self::Lane) -> Self;
    /// Two vectors whose lanes i are the elements of `pair(i)`.
    #[inline(always)]
    fn gather_pairs<'a>(pair: impl Fn(usize) -> &'a [Self::Lane; 2]) -> [Self; 2] {
        [
            always!(Self::gather, |i| &pair(i)[0]),
            always!(Self::gather, |i| &pair(i)[1]),
        ]
    }
    /// Writes each lane in the backend's format.
    fn scatter(self, lanes: &mut [Self::Lane]);
    /// The product in each lane. Multiplications take references, because a scalar kernel reads its operands
    /// from memory, and operands by value would be copied there for each use.
    fn mul(&self, other: &Self) -> Self::Sum;
    /// Lane i of `other` if bit i of `lanes` is set, else of `self`. The bits are secret; those past the
    /// last lane are ignored.
    fn select_lanes(self, other: Self, lanes: u32) -> Self;

    // ---- Instruction sets ----

    /// Calls a function under the target features that the vectors need.
    ///
    /// All computation with vectors runs inside. The function and everything it calls must be inlined,
    /// by `#[inline(always)]`.
    #[inline(always)]
    fn enter<R>(run: impl FnOnce() -> R) -> R {
        run()
    }

    /// Calls a formula as a function of its own, under the target features that the vectors need.
    ///
    /// The formula must be `#[inline(always)]`. It is then compiled once for each vector and curve, not
    /// for every place that uses it.
    #[inline(never)]
    fn call<R>(formula: impl FnOnce() -> R) -> R {
        formula()
    }

    // ---- Field operations ----

    /// The vector with `x` in every lane.
    #[inline(always)]
    fn splat(x: &FieldElement<Self::Prime>) -> Self {
        Self::load(&[*x; MAX_LANES][..Self::LANES])
    }

    /// Zero in every lane.
    #[inline(always)]
    fn zero() -> Self {
        Self::splat(&FieldElement::from_small(0))
    }

    /// One in every lane.
    #[inline(always)]
    fn one() -> Self {
        Self::splat(&FieldElement::from_small(1))
    }

    /// The negative of each lane.
    #[inline(always)]
    fn neg(self) -> Self::Sum {
        Self::Sum::from(self).neg()
    }

    /// Negates lane i if bit i of `lanes` is set; the bits are secret.
    #[inline(always)]
    fn negate_lanes(self, lanes: u32) -> Self {
        self.with_signs(lanes).carry()
    }

    /// [`Self::negate_lanes`] as a summand; a backend may have a faster way.
    #[inline(always)]
    fn with_signs(self, negative: u32) -> Self::Sum {
        self.select_lanes(self.neg().carry(), negative).into()
    }

    /// The square of each lane.
    #[inline(always)]
    fn square(&self) -> Self::Sum {
        self.mul(self)
    }

    /// Σ a(i)·b(i) in each lane over i < `count` ≤ [`PRODUCTS`], with fewer reductions if that is faster. It counts as
    /// a sum of `count` − 1 terms, see [`Sum`].
    #[inline(always)]
    fn sum_of_many(
        count: usize,
        a: impl Fn(usize) -> Self,
        b: impl Fn(usize) -> Self,
    ) -> Self::Sum {
        defaults::sum_by_pairs(count, a, b)
    }

    /// a·b + c·d in each lane, with one reduction if that is faster.
    #[inline(always)]
    fn sum_of_products(a: &Self, b: &Self, c: &Self, d: &Self) -> Self::Sum {
        a.mul(b) + c.mul(d)
    }

    /// [`Self::mul`] as an operand of multiplications; a backend may have a faster way than to carry the sum.
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

    /// x·Y + X·y in each lane, where `xx` = x·X and `yy` = y·Y are known already: a backend may use
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

    // ---- Products in hot loops ----

    // A backend whose kernels are functions of their own may inline them here: only sums of many points and
    // runs of squarings call these.

    /// [`Self::mul`].
    #[inline(always)]
    fn mul_inlined(&self, other: &Self) -> Self::Sum {
        self.mul(other)
    }

    /// [`Self::square`].
    #[inline(always)]
    fn square_inlined(&self) -> Self::Sum {
        self.square()
    }

    /// [`Self::mul_carried`].
    #[inline(always)]
    fn mul_carried_inlined(&self, other: &Self) -> Self {
        self.mul_carried(other)
    }

    /// [`Self::square_carried`].
    #[inline(always)]
    fn square_carried_inlined(&self) -> Self {
        self.square_carried()
    }

    // ---- Vectors as they are held ----

    /// A vector of the value x holds x·DOMAIN, for backends in Montgomery form.
    const DOMAIN: FieldElement<Self::Prime> = FieldElement::from_small(1);

    /// The vector that holds `x` in every lane, and so has the value x/DOMAIN.
    #[inline(always)]
    fn splat_held(x: &FieldElement<Self::Prime>) -> Self {
        Self::splat(x)
    }

    /// Loads these elements unconverted, for homogeneous coordinates, where a common factor does not matter.
    #[inline(always)]
    fn load_held(lanes: &[FieldElement<Self::Prime>]) -> Self {
        Self::load(lanes)
    }

    /// The canonical elements that the vector holds, see [`Self::load_held`].
    #[inline(always)]
    fn store_held(self, lanes: &mut [FieldElement<Self::Prime>]) {
        self.store(lanes);
    }

    /// Each lane times a constant that is held unconverted, see [`Self::splat_held`].
    #[inline(always)]
    fn mul_by<K: HeldConstant<Self::Prime>>(&self) -> Self::Sum {
        self.mul(&Self::splat_held(&K::HELD))
    }

    // ---- Selection ----

    /// `other` if `mask`, else `self`, for all lanes alike.
    #[inline(always)]
    fn select(self, other: Self, mask: Mask) -> Self {
        self.select_lanes(other, mask.bits())
    }

    /// `replacement` in the lanes where `self` is zero modulo the prime, `value` in the others.
    #[inline(always)]
    fn replace_where_zero(self, value: Self::Sum, replacement: Self::Sum) -> Self::Sum {
        let zeros = self.zero_lanes();
        value
            .carry()
            .select_lanes(replacement.carry(), zeros)
            .into()
    }

    /// The lanes that are 0 modulo the prime, as bits.
    #[inline(always)]
    fn zero_lanes(self) -> u32 {
        defaults::zeros(&self.store_lanes()[..Self::LANES])
    }

    /// The lanes i with `values[i]` = `value`, as bits.
    #[inline(always)]
    fn lanes_equal(values: &[Word], value: Word) -> u32 {
        mask::equal_places(&values[..Self::LANES], value)
    }

    // ---- Consecutive elements ----

    /// Loads `LANES` elements, in a permutation that [`Sum::store_row`] undoes.
    #[inline(always)]
    fn load_row(elements: &[FieldElement<Self::Prime>]) -> Self {
        Self::load(elements)
    }

    /// [`Self::load_row`] for operands that are only multiplied.
    #[inline(always)]
    fn load_factors(elements: &[FieldElement<Self::Prime>]) -> Self {
        Self::load_row(elements)
    }

    // ---- Lanes of independent points ----

    /// Runs a job on single points, with the backend's vectors for these; by default with this type.
    #[inline(never)]
    fn single<J: Job<Self::Prime>>(job: J) -> J::Output {
        job.run::<Self>()
    }

    /// Whether the thread's floating-point environment suits these vectors, so that the thread may be given work.
    #[inline(always)]
    #[allow(dead_code)] // without rayon
    fn suits_thread() -> bool {
        true
    }

    /// The measured costs of the parts of a sum of many points. A backend that wraps another has that one's.
    const COSTS: Costs = Costs::SERIAL;

    /// Loads the elements `element(i)`.
    #[inline(always)]
    fn load_lanes<'a>(element: impl Fn(usize) -> &'a FieldElement<Self::Prime>) -> Self {
        let mut lanes = [FieldElement::from_small(0); MAX_LANES];
        for (i, lane) in lanes[..Self::LANES].iter_mut().enumerate() {
            *lane = *element(i);
        }
        Self::load(&lanes[..Self::LANES])
    }

    /// Stores the canonical elements of the lanes as the first `LANES` of the result.
    #[inline(always)]
    fn store_lanes(self) -> [FieldElement<Self::Prime>; MAX_LANES] {
        let mut lanes = [FieldElement::from_small(0); MAX_LANES];
        self.store(&mut lanes[..Self::LANES]);
        lanes
    }

    /// The inverse of each lane, 0 for 0, and the lanes that are 0, as bits.
    ///
    /// One inversion, shared by the lanes; constant time if `invert` is.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn invert_lanes(self, invert: crate::field::Invert<Self::Prime>) -> (Self, u32) {
        defaults::invert_one_by_one(self, invert)
    }

    /// Looks up secret indices in a table of sixteen pairs: lane i of the result is the pair numbered by byte i of
    /// `indices`. The first vectors of the table hold the first `LANES` pairs in their lanes, and so on.
    #[inline(always)]
    fn look_up(table: &[[Self; 2]], indices: u64) -> [Self; 2] {
        defaults::look_up_one_by_one(table, indices)
    }

    /// Transposes `LANES` vectors: lane i of each goes to vector i.
    #[inline(always)]
    fn transpose(vectors: &mut [Self]) {
        defaults::transpose_in_memory(vectors);
    }

    // ---- Four lanes of one point, permuted between multiplications ----

    /// Lane i of the result is lane `lanes[i]` of `self`, for the constant [`order(lanes)`](order).
    #[inline(always)]
    fn shuffle<const ORDER: i32>(self) -> Self {
        let lanes = self.store_lanes();
        Self::load(&[0, 1, 2, 3].map(|i| lanes[(ORDER >> (2 * i) & 3) as usize]))
    }

    /// Lane i of `other` if bit i of `MASK` is set, else of `self`.
    #[inline(always)]
    fn blend<const MASK: i32>(self, other: Self) -> Self {
        self.select_lanes(other, MASK as u32)
    }

    /// Loads these elements unconverted, see [`Self::load_held`].
    #[inline(always)]
    fn load_four(lanes: [&FieldElement<Self::Prime>; 4]) -> Self {
        Self::load_held(&lanes.map(|x| *x))
    }

    /// The canonical X, Y and Z of held lanes (X, Y, Z, –), or (0, 1, 0) if Z, and with it X, is zero.
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

    /// a·c and b·d, together if a wider vector holds both.
    #[inline(always)]
    fn two_products([a, b]: [&Self; 2], [c, d]: [&Self; 2]) -> [Self::Sum; 2] {
        [a.mul(c), b.mul(d)]
    }

    /// Both sums carried, together if a wider vector holds both.
    #[inline(always)]
    fn carry_both([a, b]: [Self::Sum; 2]) -> [Self; 2] {
        [a.carry(), b.carry()]
    }
}

/// A loose vector: a sum of products and tight vectors, which is not yet an operand.
///
/// Sums are bounded. Each product or tight vector counts as one term, subtracted ones too, and `times::<K>()`
/// multiplies the terms by K. A sum has at most [`TERMS`], of which at most [`SUBTRAHENDS`] are subtracted.
pub trait Sum:
    Copy + Zeroize + Send + Sync + 'static + From<Self::Tight> + Add<Output = Self> + Sub<Output = Self>
{
    /// The vector that `carry` yields.
    type Tight: FieldVector<Sum = Self>;

    /// The same values as an operand of multiplications.
    fn carry(self) -> Self::Tight;

    /// The inverse of [`FieldVector::load_row`]: writes the canonical elements to `LANES` places. Nothing may have been
    /// subtracted in this sum.
    #[inline(always)]
    fn store_row(self, places: &mut [FieldElement<<Self::Tight as FieldVector>::Prime>]) {
        self.carry().store(places);
    }

    /// The negative of each lane.
    #[inline(always)]
    fn neg(self) -> Self {
        Self::from(Self::Tight::zero()) - self
    }

    /// K times each lane, for a power of two K ≤ 16 or a sum of two.
    #[inline(always)]
    fn times<const K: u32>(self) -> Self {
        defaults::multiple(self, K)
    }

    /// See [`FieldVector::shuffle`].
    #[inline(always)]
    fn shuffle<const ORDER: i32>(self) -> Self {
        self.carry().shuffle::<ORDER>().into()
    }

    /// See [`FieldVector::blend`].
    #[inline(always)]
    fn blend<const MASK: i32>(self, other: Self) -> Self {
        self.carry().blend::<MASK>(other.carry()).into()
    }

    /// Sets the lanes whose bit of `MASK` is clear to zero.
    #[inline(always)]
    fn keep<const MASK: i32>(self) -> Self {
        Self::from(Self::Tight::zero()).blend::<MASK>(self)
    }

    /// Each lane times its factor of [`factors`].
    #[inline(always)]
    fn scale<const FACTORS: u32>(self) -> Self {
        let mut scaled = Self::Tight::zero();
        for (i, factor) in FACTORS.to_le_bytes().into_iter().enumerate() {
            if factor != 0 {
                scaled =
                    scaled.select_lanes(defaults::multiple(self, factor.into()).carry(), 1 << i);
            }
        }
        scaled.into()
    }

    /// Negates the lanes of `MASK` if `negative`.
    #[inline(always)]
    fn negate_if<const MASK: i32>(self, negative: Mask) -> Self {
        let lanes = negative.bits() & MASK as u32;
        self.carry().negate_lanes(lanes).into()
    }
}

/// The most products of a [`FieldVector::sum_of_many`].
pub const PRODUCTS: usize = 64;

/// The most terms of a sum, see [`Sum`].
#[allow(dead_code)] // a promise to backends from outside, and tested
pub const TERMS: u32 = 16;

/// The most subtracted terms of a sum.
#[allow(dead_code)] // as above
pub const SUBTRAHENDS: u32 = 13;

/// A constant that vectors hold unconverted.
pub trait HeldConstant<P: Prime> {
    /// The held value.
    const HELD: FieldElement<P>;
}

/// The constant of a [`FieldVector::shuffle`], in the coding of `vpermq`.
pub const fn order(lanes: [i32; 4]) -> i32 {
    lanes[0] | lanes[1] << 2 | lanes[2] << 4 | lanes[3] << 6
}

/// The constant of a [`Sum::scale`]: each factor 0, 1, 2, 3, 4, 6 or 9.
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
