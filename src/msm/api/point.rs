//! The public sums and products of points.

use alloc::vec;
use alloc::vec::Vec;
use core::borrow::Borrow;

use zeroize::{Zeroize, Zeroizing};

use crate::backend::tuning::sums::points_per_thread;
use crate::curve::{Algorithm, Curve, MultiscalarWorkspace, Point, Tables, Term};
use crate::field::FieldElement;
use crate::mask::Mask;
use crate::threads;

use crate::msm::with_workspace;

impl<C: Curve> Point<C> {
    /// Returns Σ scalarsᵢ·pointsᵢ, in constant time; the number of points is public. The sum of none is the identity.
    ///
    /// Scratch memory: 1.2 kB a point, at most 512 kB, zeroised; with the feature `rayon` for each of its threads.
    ///
    /// The iterators are read alternately, so an endless one ends in the panic below; size hints are not trusted.
    ///
    /// ```
    /// use helioselene_simd::{Field25519, SelenePoint};
    ///
    /// let (k, g) = (Field25519::from(3u64), SelenePoint::GENERATOR);
    /// assert_eq!(SelenePoint::multiscalar_mul([k, -k], [g + g, g]), g * k);
    /// ```
    ///
    /// # Panics
    ///
    /// If the numbers of scalars and points differ.
    pub fn multiscalar_mul<I, J>(scalars: I, points: J) -> Self
    where
        I: IntoIterator<Item: Borrow<FieldElement<C::Scalar>>>,
        J: IntoIterator<Item: Borrow<Self>>,
    {
        let points = points.into_iter().map(Some);
        let (scalars, points) = collect_some(scalars, points).expect("no point is none");
        let terms: Vec<_> = scalars.iter().zip(points.iter()).collect();
        secret_sum(&terms, None, false).0
    }

    /// Returns Σ scalarsᵢ·pointsᵢ, in variable time. The sum of no points is the identity.
    ///
    /// Scratch memory: about 160 bytes a point, and at most 4 MB more; with the feature `rayon` for each of its
    /// threads. Scalars are wiped from it. Points and sums of points are not: whoever reads them and knows the points can
    /// recover most digits of the scalars.
    ///
    /// With the feature `std` each thread keeps its scratch memory for the next sum, at most about 3 MB for each of the
    /// last two curves; larger sums free theirs. [`Point::vartime_multiscalar_mul_in`] uses the caller's memory.
    ///
    /// The iterators are read alternately, as in [`Self::multiscalar_mul`].
    ///
    /// ```
    /// use helioselene_simd::{Field25519, SelenePoint};
    ///
    /// let (k, g) = (Field25519::from(3u64), SelenePoint::GENERATOR);
    /// assert_eq!(SelenePoint::vartime_multiscalar_mul([k, -k], [g + g, g]), g * k);
    /// assert_eq!(SelenePoint::optional_multiscalar_mul([k, k], [Some(g), None]), None);
    /// ```
    ///
    /// # Panics
    ///
    /// If the numbers of scalars and points differ.
    pub fn vartime_multiscalar_mul<I, J>(scalars: I, points: J) -> Self
    where
        I: IntoIterator<Item: Borrow<FieldElement<C::Scalar>>>,
        J: IntoIterator<Item: Borrow<Self>>,
    {
        let points = points.into_iter().map(Some);
        sum_of_some(scalars, points).expect("no point is none")
    }

    /// Returns [`Self::vartime_multiscalar_mul`], or `None` if a point is `None`, for example after decoding. Variable
    /// time, although the name, which is curve25519-dalek's, does not say so.
    ///
    /// # Panics
    ///
    /// If the numbers of scalars and points differ, unless a point that is `None` is found first.
    pub fn optional_multiscalar_mul<I, J>(scalars: I, points: J) -> Option<Self>
    where
        I: IntoIterator<Item: Borrow<FieldElement<C::Scalar>>>,
        J: IntoIterator<Item = Option<Self>>,
    {
        sum_of_some(scalars, points)
    }

    /// Returns [`Self::vartime_multiscalar_mul`] of slices, computed in reusable memory and on the calling thread;
    /// variable time.
    ///
    /// ```
    /// use helioselene_simd::{Field25519, MultiscalarWorkspace, SelenePoint};
    ///
    /// let mut workspace = MultiscalarWorkspace::new();
    /// let (k, g) = (Field25519::from(3u64), SelenePoint::GENERATOR);
    /// for point in [g, g + g] {
    ///     let sum = SelenePoint::vartime_multiscalar_mul_in(&mut workspace, &[k, k], &[point, g]);
    ///     assert_eq!(sum, (point + g) * k);
    /// }
    /// ```
    ///
    /// # Panics
    ///
    /// If the slices have different lengths.
    pub fn vartime_multiscalar_mul_in(
        workspace: &mut MultiscalarWorkspace,
        scalars: &[FieldElement<C::Scalar>],
        points: &[Self],
    ) -> Self {
        assert_same_length(scalars, points);
        let terms = scalars.iter().zip(points).collect();
        C::vartime_sum(terms, None, Some(workspace))
    }

    /// Returns [`Self::vartime_multiscalar_mul`] of terms given by reference, which saves copies; variable time.
    ///
    /// ```
    /// use helioselene_simd::{Field25519, SelenePoint};
    ///
    /// let (k, g) = (Field25519::from(3u64), SelenePoint::GENERATOR);
    /// let (double, terms) = (g + g, [(&k, &g); 2]);
    /// assert_eq!(SelenePoint::vartime_sum_of_products(&terms), double * k);
    /// ```
    pub fn vartime_sum_of_products(terms: &[(&FieldElement<C::Scalar>, &Self)]) -> Self {
        C::vartime_sum(terms.to_vec(), None, None)
    }

    /// Returns [`Self::vartime_multiscalar_mul`] by a chosen algorithm, for measurements.
    #[doc(hidden)]
    pub fn vartime_multiscalar_mul_by(
        algorithm: Algorithm,
        scalars: &[FieldElement<C::Scalar>],
        points: &[Self],
    ) -> Self {
        assert_same_length(scalars, points);
        let terms = scalars.iter().zip(points).collect();
        with_workspace(points.len(), |workspace| {
            C::vartime_sum(terms, Some(algorithm), Some(workspace))
        })
    }

    /// Returns the linear combination Σ scalarᵣ·rowᵣ of rows of points, column by column. `points` has the rows, of equal
    /// lengths, one after the other. Variable time.
    ///
    /// Scratch memory: at most 0.7 MB for up to 128 rows, in proportion to their number for more; with the feature
    /// `rayon` for each of its threads.
    ///
    /// ```
    /// use helioselene_simd::{Field25519, SelenePoint};
    ///
    /// let (k, g) = (Field25519::from(3u64), SelenePoint::GENERATOR);
    /// let rows = [g, g + g, /* and */ g, g];
    /// assert_eq!(SelenePoint::vartime_combine_rows(&[k, -k], &rows), [g * (k - k), g * k]);
    /// ```
    ///
    /// # Panics
    ///
    /// If `points` does not divide into equally long rows, one for each scalar.
    pub fn vartime_combine_rows(scalars: &[FieldElement<C::Scalar>], points: &[Self]) -> Vec<Self> {
        let row = points.len() / scalars.len().max(1);
        assert_eq!(row * scalars.len(), points.len(), "rows of equal lengths");
        let mut sums = vec![Self::IDENTITY; row];
        threads::fill(&mut sums, points_per_thread::PRODUCT, |first, sums| {
            // Empty rows need no work, and `vartime_rows` expects a scalar, which they may lack.
            if !sums.is_empty() {
                C::vartime_rows(scalars, points, row, first, sums);
            }
        });
        sums
    }

    /// Returns scalarsᵢ·pointsᵢ for each i, computed several at once in the lanes of vectors; constant time.
    ///
    /// Scratch memory as for [`Self::multiscalar_mul`].
    ///
    /// ```
    /// use helioselene_simd::{Field25519, SelenePoint};
    ///
    /// let (k, g) = (Field25519::from(3u64), SelenePoint::GENERATOR);
    /// assert_eq!(SelenePoint::batch_mul(&[k, -k], &[g, g + g]), [g * k, -(g + g) * k]);
    /// ```
    ///
    /// # Panics
    ///
    /// If the slices have different lengths.
    pub fn batch_mul(scalars: &[FieldElement<C::Scalar>], points: &[Self]) -> Vec<Self> {
        let mut products = vec![Self::IDENTITY; points.len()];
        Self::batch_mul_into(scalars, points, &mut products);
        products
    }

    /// Writes the results of [`Self::batch_mul`] to the caller's slice; constant time.
    ///
    /// ```
    /// use helioselene_simd::{Field25519, SelenePoint};
    ///
    /// let (k, g) = (Field25519::from(3u64), SelenePoint::GENERATOR);
    /// let mut products = [SelenePoint::IDENTITY; 2];
    /// SelenePoint::batch_mul_into(&[k, -k], &[g, g + g], &mut products);
    /// assert_eq!(products, [g * k, -(g + g) * k]);
    /// ```
    ///
    /// # Panics
    ///
    /// If the slices have different lengths.
    pub fn batch_mul_into(
        scalars: &[FieldElement<C::Scalar>],
        points: &[Self],
        products: &mut [Self],
    ) {
        assert_same_length(scalars, points);
        assert_eq!(
            points.len(),
            products.len(),
            "batch_mul_into: as many places as points are needed"
        );
        threads::fill(products, points_per_thread::PRODUCT, |first, products| {
            let range = first..first + products.len();
            C::products(&scalars[range.clone()], &points[range], products);
        });
    }

    /// Returns scalarsᵢ₀·points₀ + scalarsᵢ₁·points₁ for each i, such as many commitments over the same two generators.
    /// Constant time in the scalars; the points are public.
    ///
    /// Scratch memory: 0.3 MB and 1 kB a sum, zeroised; with the feature `rayon` for each of its threads.
    ///
    /// ```
    /// use helioselene_simd::{Field25519, SelenePoint};
    ///
    /// let (k, g) = (Field25519::from(3u64), SelenePoint::GENERATOR);
    /// let sums = SelenePoint::pair_sums(&[[k, k], [k, -k]], &[g + g, g]);
    /// assert_eq!(sums, [(g + g + g) * k, g * k]);
    /// ```
    pub fn pair_sums(scalars: &[[FieldElement<C::Scalar>; 2]], points: &[Self; 2]) -> Vec<Self> {
        let mut sums = vec![Self::IDENTITY; scalars.len()];
        threads::fill(&mut sums, points_per_thread::PAIR, |first, sums| {
            C::pair_sums(&scalars[first..][..sums.len()], points, sums);
        });
        sums
    }
}

/// Returns Σ scalar·point, in constant time, and whether it is right; it always is unless the points are said to be
/// independent. With the tables are given the numbers that the first points, or all, have in them.
pub(in crate::msm) fn secret_sum<C: Curve>(
    terms: &[Term<'_, C>],
    tables: Option<(&Tables, &[usize])>,
    independent: bool,
) -> (Point<C>, Mask) {
    let empty = (Point::IDENTITY, Mask::YES);
    let parts = threads::map(terms.len(), points_per_thread::PRODUCT, empty, |range| {
        // The numbers of this thread's terms and of those after them, which `C::sum` does not read.
        let tables =
            tables.map(|(tables, numbers)| (tables, numbers.get(range.start..).unwrap_or(&[])));
        C::sum(&terms[range], tables, false, independent)
    });
    let parts = Zeroizing::new(parts);
    let total = |(a, a_is_right): (_, Mask), (b, b_is_right)| (a + b, a_is_right.and(b_is_right));
    parts.iter().copied().reduce(total).expect("a part")
}

/// Returns the variable-time sum, or `None` if a point is `None`. Scalars are copied, and the copies wiped. Points are
/// public: they are not wiped, and borrowed ones are not copied.
fn sum_of_some<C: Curve, B: Borrow<Point<C>>>(
    scalars: impl IntoIterator<Item: Borrow<FieldElement<C::Scalar>>>,
    points: impl IntoIterator<Item = Option<B>>,
) -> Option<Point<C>> {
    let (mut scalar_copies, mut point_copies) = (room(0), Vec::new());
    zip_terms(scalars, points, |scalar, point, count| {
        if point_copies.is_empty() {
            (scalar_copies, point_copies) = (room(count), Vec::with_capacity(count.min(MOST_ROOM)));
        }
        push(&mut scalar_copies, scalar.borrow());
        point_copies.push(point);
    })?;
    let terms = scalar_copies.iter().zip(point_copies.iter().map(B::borrow));
    Some(C::vartime_sum(terms.collect(), None, None))
}

/// A vector of copied items that is wiped when dropped.
type Copies<T> = Zeroizing<Vec<T>>;

/// The most items for which room is made in advance: a few megabytes. A size hint may be wrong.
const MOST_ROOM: usize = 1 << 18;

/// Returns an empty vector with room for as many items as a size hint says, but at most [`MOST_ROOM`].
fn room<T: Zeroize>(items: usize) -> Copies<T> {
    Zeroizing::new(Vec::with_capacity(items.min(MOST_ROOM)))
}

/// Appends a copy of an item. `Vec::push` would leave a copy behind where a full vector was; here a larger one takes its
/// place, and dropping the full one wipes it.
fn push<T: Copy + Zeroize>(all: &mut Copies<T>, item: &T) {
    if all.len() == all.capacity() {
        let mut larger = Zeroizing::new(Vec::with_capacity(2 * all.len() + 4));
        larger.extend_from_slice(all);
        *all = larger;
    }
    all.push(*item);
}

/// Copies the items of an iterator.
pub(in crate::msm) fn collect<T: Copy + Zeroize>(
    items: impl IntoIterator<Item: Borrow<T>>,
) -> Copies<T> {
    let items = items.into_iter();
    let mut all = room(items.size_hint().0);
    items.for_each(|item| push(&mut all, item.borrow()));
    all
}

/// Copies equally many scalars and points, or returns `None` if a point is `None`. Reads the iterators alternately, so
/// that it takes at most one item too many from the longer, or endless, one.
///
/// # Panics
///
/// If their numbers differ.
pub(in crate::msm) fn collect_some<S: Copy + Zeroize, P: Copy + Zeroize>(
    scalars: impl IntoIterator<Item: Borrow<S>>,
    points: impl IntoIterator<Item = Option<impl Borrow<P>>>,
) -> Option<(Copies<S>, Copies<P>)> {
    let mut copies = (room(0), room(0));
    zip_terms(scalars, points, |scalar, point, count| {
        if copies.0.is_empty() {
            copies = (room(count), room(count));
        }
        push(&mut copies.0, scalar.borrow());
        push(&mut copies.1, point.borrow());
    })?;
    Some(copies)
}

/// Passes each scalar to `put` with its point and the number of pairs to expect, by the size hints. Returns `None` if a
/// point is `None`.
///
/// # Panics
///
/// If the numbers of scalars and points differ.
fn zip_terms<A, B>(
    scalars: impl IntoIterator<Item = A>,
    points: impl IntoIterator<Item = Option<B>>,
    mut put: impl FnMut(A, B, usize),
) -> Option<()> {
    let (mut scalars, mut points) = (scalars.into_iter(), points.into_iter());
    let count = scalars.size_hint().0.min(points.size_hint().0);
    loop {
        match (scalars.next(), points.next()) {
            (None, None) => return Some(()),
            (_, Some(None)) => return None,
            (Some(scalar), Some(Some(point))) => put(scalar, point, count),
            _ => panic!("{UNEQUAL_LENGTHS}"),
        }
    }
}

/// The message of the panics for different numbers of scalars and points.
const UNEQUAL_LENGTHS: &str = "multi-scalar multiplication: as many scalars as points are needed";

/// Panics if the numbers of scalars and points differ, as every sum documents: to leave out what is too much would return
/// another sum than the caller meant.
#[track_caller]
pub(in crate::msm) fn assert_same_length<S, P>(scalars: &[S], points: &[P]) {
    assert_eq!(scalars.len(), points.len(), "{UNEQUAL_LENGTHS}");
}
