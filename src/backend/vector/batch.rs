//! Batches: vectors whose lanes are independent elements or points.

use zeroize::Zeroize;

use super::point::PointJob;
use super::{FieldVector, Sum};
use crate::backend::inlining::always;
use crate::backend::lane::{Lane, MAX_LANES};
use crate::backend::tuning::Costs;
use crate::field::{FieldElement, Prime};
use crate::mask;
use crate::word::Word;

/// A computation on many points or elements in the lanes of vectors, written once for all backends.
///
/// All computation with vectors must run inside [`FieldVector::enter`].
pub trait Job<P: Prime>: Sized {
    /// The result.
    type Output;
    /// Whether all operands are public. Only then may the time depend on them, and a backend use floating point.
    const PUBLIC: bool = false;
    /// Whether most of the work is [`BatchVector::sum_of_many`], for which a backend may use other vectors.
    const SUMS: bool = false;
    /// Computes the result.
    fn run<V: BatchVector<Prime = P>>(self) -> Self::Output;
}

/// A vector of independent elements, such as coordinates of points.
///
/// Required are [`gather`](Self::gather) and [`scatter`](Self::scatter).
pub trait BatchVector: FieldVector {
    /// An element in memory, in the backend's own format, so that batches need no conversion.
    type Lane: Lane;
    /// The measured costs of the parts of a sum of many points. A backend that wraps another has that one's.
    const COSTS: Costs = Costs::SERIAL;

    /// Runs a job on single points, with the backend's vectors for these; by default in this type's first lane.
    #[inline(never)]
    fn single<J: PointJob<Self::Prime>>(job: J) -> J::Output {
        job.run::<Self>()
    }

    /// Whether the thread's floating-point environment suits these vectors, so that the thread may be given work.
    #[inline(always)]
    #[allow(dead_code)] // without rayon
    fn suits_thread() -> bool {
        true
    }

    // ---- Memory ----

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

    /// Loads the elements `element(i)`.
    #[inline(always)]
    fn load_lanes<'a>(element: impl Fn(usize) -> &'a FieldElement<Self::Prime>) -> Self {
        let mut lanes = [FieldElement::from_small(0); MAX_LANES];
        for (i, lane) in lanes[..Self::LANES].iter_mut().enumerate() {
            *lane = *element(i);
        }
        Self::load(&lanes[..Self::LANES])
    }

    /// Loads `LANES` elements, in a permutation that [`Self::store_row`] undoes.
    #[inline(always)]
    fn load_row(elements: &[FieldElement<Self::Prime>]) -> Self {
        Self::load(elements)
    }

    /// [`Self::load_row`] for operands that are only multiplied.
    #[inline(always)]
    fn load_factors(elements: &[FieldElement<Self::Prime>]) -> Self {
        Self::load_row(elements)
    }

    /// The inverse of [`Self::load_row`]: writes the canonical elements to `LANES` places. Nothing may have been
    /// subtracted in the sum.
    #[inline(always)]
    fn store_row(sum: Self::Sum, places: &mut [FieldElement<Self::Prime>]) {
        sum.carry().store(places);
    }

    // ---- Signs, look-ups, transpositions ----

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

    /// The lanes i with `values[i]` = `value`, as bits.
    #[inline(always)]
    fn lanes_equal(values: &[Word], value: Word) -> u32 {
        mask::equal_places(&values[..Self::LANES], value)
    }

    /// Looks up secret indices in a table of sixteen pairs: lane i of the result is the pair numbered by byte i of
    /// `indices`. The first vectors of the table hold the first `LANES` pairs in their lanes, and so on.
    #[inline(always)]
    fn look_up(table: &[[Self; 2]], indices: u64) -> [Self; 2] {
        let mut places = indices.to_le_bytes().map(Word::from);
        let mut found = [Self::zero(); 2];
        for (v, vectors) in table.iter().enumerate() {
            for i in 0..Self::LANES {
                // The lanes whose index this entry has, and the entry in all lanes, selected there.
                let lanes = Self::lanes_equal(&places, (v * Self::LANES + i) as Word);
                for (found, vector) in found.iter_mut().zip(vectors) {
                    *found = found.select_lanes(broadcast(vector, i), lanes);
                }
            }
        }
        places.zeroize();
        found
    }

    /// Transposes `LANES` vectors: lane i of each goes to vector i.
    #[inline(always)]
    fn transpose(vectors: &mut [Self]) {
        let mut rows = [[Self::Lane::default(); MAX_LANES]; MAX_LANES];
        for (vector, row) in vectors.iter().zip(&mut rows) {
            vector.scatter(&mut row[..Self::LANES]);
        }
        for (i, vector) in vectors.iter_mut().enumerate() {
            *vector = always!(Self::gather, |j| &rows[j][i]);
        }
        rows.iter_mut().for_each(Zeroize::zeroize);
    }

    // ---- Many products ----

    /// The inverse of each lane, 0 for 0, and the lanes that are 0, as bits.
    ///
    /// One inversion, shared by the lanes; constant time if `invert` is.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn invert_lanes(self, invert: crate::field::Invert<Self::Prime>) -> (Self, u32) {
        always!(Self::call, {
            let mut lanes = self.store_lanes();
            let mut prefix = lanes;
            let inverses = &mut lanes[..Self::LANES];
            crate::field::invert_all(inverses, &mut prefix, invert);
            let result = (Self::load(inverses), super::defaults::zeros(inverses));
            lanes.zeroize();
            prefix.zeroize();
            result
        })
    }

    /// Σ a(i)·b(i) in each lane over i < `count` ≤ [`PRODUCTS`], with fewer reductions if that is faster. It counts as
    /// a sum of `count` − 1 terms, see [`Sum`].
    #[inline(always)]
    fn sum_of_many(
        count: usize,
        a: impl Fn(usize) -> Self,
        b: impl Fn(usize) -> Self,
    ) -> Self::Sum {
        sum_by_pairs(count, a, b)
    }

    // A backend whose kernels are functions of their own may inline them here: only sums of many points and
    // runs of squarings call these.

    /// [`FieldVector::mul`].
    #[inline(always)]
    fn mul_inlined(&self, other: &Self) -> Self::Sum {
        self.mul(other)
    }

    /// [`FieldVector::square`].
    #[inline(always)]
    fn square_inlined(&self) -> Self::Sum {
        self.square()
    }

    /// [`FieldVector::mul_carried`].
    #[inline(always)]
    fn mul_carried_inlined(&self, other: &Self) -> Self {
        self.mul_carried(other)
    }

    /// [`FieldVector::square_carried`].
    #[inline(always)]
    fn square_carried_inlined(&self) -> Self {
        self.square_carried()
    }
}

/// The most products of a [`BatchVector::sum_of_many`].
pub const PRODUCTS: usize = 64;

/// [`BatchVector::sum_of_many`] as sums of two products.
#[inline(always)]
pub fn sum_by_pairs<V: FieldVector>(
    count: usize,
    a: impl Fn(usize) -> V,
    b: impl Fn(usize) -> V,
) -> V::Sum {
    let mut sum: V::Sum = if count % 2 == 0 {
        V::zero().into()
    } else {
        a(0).mul(&b(0))
    };
    for i in (count % 2..count).step_by(2) {
        // Carried each time, so that the sum counts as two terms, however many products there are.
        sum = V::sum_of_products(&a(i), &b(i), &a(i + 1), &b(i + 1)) + sum.carry().into();
    }
    sum
}

/// Lane `i` in all lanes.
#[inline(always)]
fn broadcast<V: BatchVector>(vector: &V, i: usize) -> V {
    let mut lanes = [V::Lane::default(); MAX_LANES];
    vector.scatter(&mut lanes[..V::LANES]);
    let all = always!(V::gather, |_| &lanes[i]);
    lanes.zeroize();
    all
}
