//! Batches: the trait of vectors whose lanes hold independent elements or coordinates of independent points.

use zeroize::Zeroize;

use super::point::PointJob;
use super::{FieldVector, Sum};
use crate::backend::inlining::always;
use crate::backend::lane::{Lane, MAX_LANES};
use crate::backend::tuning::Costs;
use crate::field::{FieldElement, Prime};
use crate::mask;
use crate::word::Word;

/// A computation with many points or elements in the lanes of vectors, written once for all backends.
///
/// All computation with vectors must run inside [`FieldVector::enter`].
pub trait Job<P: Prime>: Sized {
    /// The result.
    type Output;
    /// Whether all operands are public. Only then may time depend on them, and may a backend use floating point.
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
    /// The measured costs of the parts of a sum of many points. A backend that wraps another should take that one's.
    const COSTS: Costs = Costs::SERIAL;

    /// Runs a job over single points, with the backend's vectors for these; by default in the first lane of this type.
    #[inline(never)]
    fn single<J: PointJob<Self::Prime>>(job: J) -> J::Output {
        job.run::<Self>()
    }

    /// Returns whether the thread's floating-point environment suits these vectors, so that the thread may be given work.
    #[inline(always)]
    #[allow(dead_code)] // without rayon
    fn suits_thread() -> bool {
        true
    }

    // ---- Memory ----

    /// Gathers lanes from memory: returns the vector whose lane i is `lane(i)`.
    fn gather<'a>(lane: impl Fn(usize) -> &'a Self::Lane) -> Self;
    /// Gathers pairs: returns the two vectors whose lanes i are the elements of `pair(i)`.
    #[inline(always)]
    fn gather_pairs<'a>(pair: impl Fn(usize) -> &'a [Self::Lane; 2]) -> [Self; 2] {
        [
            always!(Self::gather, |i| &pair(i)[0]),
            always!(Self::gather, |i| &pair(i)[1]),
        ]
    }
    /// Stores each lane in the backend's format.
    fn scatter(self, lanes: &mut [Self::Lane]);

    /// Loads `element(i)` into lane i.
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

    /// Loads `LANES` elements in the permutation of [`Self::load_row`], for use only as operands of multiplications.
    #[inline(always)]
    fn load_factors(elements: &[FieldElement<Self::Prime>]) -> Self {
        Self::load_row(elements)
    }

    /// Stores the canonical elements of a sum to `LANES` places, in the permutation of [`Self::load_row`]. The sum must not
    /// have subtracted terms.
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

    /// Negates lane i if bit i of `negative` is set, and returns a summand; a backend may have a faster way than
    /// [`Self::negate_lanes`]. The bits are secret.
    #[inline(always)]
    fn with_signs(self, negative: u32) -> Self::Sum {
        self.select_lanes(self.neg().carry(), negative).into()
    }

    /// Returns the lanes i with `values[i]` = `value`, as bits. Constant time.
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
                // `lanes` are those whose index names this entry. Every entry is broadcast and selected there, so all are
                // read, whatever the indices.
                let lanes = Self::lanes_equal(&places, (v * Self::LANES + i) as Word);
                for (found, vector) in found.iter_mut().zip(vectors) {
                    *found = found.select_lanes(broadcast(vector, i), lanes);
                }
            }
        }
        places.zeroize();
        found
    }

    /// Transposes `LANES` vectors: lane i of vector j becomes lane j of vector i.
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

    /// Returns the inverse of each lane, 0 for 0, and the lanes that are 0, as bits.
    ///
    /// The lanes share one inversion (Montgomery's trick). Constant time if `invert` is.
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

    /// Returns Σ a(i)·b(i) in each lane over i < `count` ≤ [`PRODUCTS`], with fewer reductions if that is faster. The
    /// result counts as a sum of `count` − 1 terms, see [`Sum`].
    #[inline(always)]
    fn sum_of_many(
        count: usize,
        a: impl Fn(usize) -> Self,
        b: impl Fn(usize) -> Self,
    ) -> Self::Sum {
        sum_by_pairs(count, a, b)
    }

    // A backend whose kernels are functions of their own may inline them in these four: only sums of many points and
    // runs of squarings call these.

    /// Multiplies as [`FieldVector::mul`] does, inlined.
    #[inline(always)]
    fn mul_inlined(&self, other: &Self) -> Self::Sum {
        self.mul(other)
    }

    /// Squares as [`FieldVector::square`] does, inlined.
    #[inline(always)]
    fn square_inlined(&self) -> Self::Sum {
        self.square()
    }

    /// Multiplies as [`FieldVector::mul_carried`] does, inlined.
    #[inline(always)]
    fn mul_carried_inlined(&self, other: &Self) -> Self {
        self.mul_carried(other)
    }

    /// Squares as [`FieldVector::square_carried`] does, inlined.
    #[inline(always)]
    fn square_carried_inlined(&self) -> Self {
        self.square_carried()
    }
}

/// The most products in one [`BatchVector::sum_of_many`].
pub const PRODUCTS: usize = 64;

/// Computes [`BatchVector::sum_of_many`] by sums of two products, each reduced.
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
        // The sum is carried each time, so that it counts as two terms, however many products there are.
        sum = V::sum_of_products(&a(i), &b(i), &a(i + 1), &b(i + 1)) + sum.carry().into();
    }
    sum
}

/// Broadcasts lane `i` to all lanes.
#[inline(always)]
fn broadcast<V: BatchVector>(vector: &V, i: usize) -> V {
    let mut lanes = [V::Lane::default(); MAX_LANES];
    vector.scatter(&mut lanes[..V::LANES]);
    let all = always!(V::gather, |_| &lanes[i]);
    lanes.zeroize();
    all
}
