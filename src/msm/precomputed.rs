//! Repeated sums over the same points.
//!
//! Tables hold the limbs of one backend's vectors. If another backend is selected later, the points are
//! used instead, so that results do not depend on it.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::borrow::Borrow;
use core::fmt;
use core::ops::Range;
use core::panic::{RefUnwindSafe, UnwindSafe};

use ff::{Field, PrimeField};
use subtle::CtOption;
use zeroize::Zeroize;

use crate::backend::tuning::sums::{
    ADDITIONS_OF_A_PLACE, SUMS_AT_ONCE, points_per_thread, table_bytes,
};
use crate::backend::{BatchVector, Job, always};
use crate::curve::{Curve, Point, Tables};
use crate::field::FieldElement;
use crate::mask::Mask;
use crate::point_ops::Projective;
use crate::threads;

use super::affine::{coordinate, normalize, scattered};
use super::horner::store;
use super::memory::Memory;
use super::operands::Affine;
use super::pippenger::{Plan, sum_buckets};
use super::places::PointTables;
use super::point::{collect, collect_some, secret_sum};
use super::tables::tabled;
use super::windows::SignedWindows;
use super::wipe::wipe;
use crate::scalar_mul::{Magnitude, OddDigits};

/// Public points prepared for variable-time sums.
///
/// It keeps 2^(si)·P for each point P and all i < 255/s, so that the digits of all places fill one set of buckets and
/// no doublings are left. s depends on the number of points and on the allowed memory: at most 64 points of 64 or 80
/// bytes are kept for each one, 24 if there are a thousand. Clones share the tables.
///
/// The tables fit the backend that was selected when they were made. After [`crate::Backend::select`] of another one,
/// sums are the same but several times slower, until the tables are made again.
///
/// ```
/// use helioselene_simd::group::Group;
/// use helioselene_simd::{Field25519, SelenePoint, VartimePrecomputation};
///
/// let g = SelenePoint::generator();
/// let tables = VartimePrecomputation::new([g, g.double()]);
/// let [two, three] = [2u64, 3].map(Field25519::from);
/// assert_eq!(tables.vartime_multiscalar_mul([two, three]), g * Field25519::from(8u64));
/// ```
#[derive(Clone)]
pub struct VartimePrecomputation<C: Curve> {
    pub(super) points: Vec<Point<C>>,
    /// A [`Table`] for the backend selected at the time.
    pub(super) tables: Tables,
    table_bytes: usize,
}

/// The points 2^(si)·P: first all P, then all 2^s·P, …
struct Table<V: BatchVector> {
    entries: Vec<Affine<V::Lane>>,
    windows: SignedWindows,
    /// The number of sets of buckets, see [`Plan`].
    sets: u32,
}

impl<C: Curve> VartimePrecomputation<C> {
    /// Prepares points with tables of the fastest size on this make of processor: that with the fewest additions, but
    /// on Intel's about half of it from 228 points on, and at most 256 kB below.
    pub fn new<I>(points: I) -> Self
    where
        I: IntoIterator<Item: Borrow<Point<C>>>,
    {
        Self::of(public(points), table_bytes)
    }

    /// Prepares points with tables of at most about `bytes` bytes, or of one entry a point if that is more.
    ///
    /// They are never larger than those of `new`. Less memory means more buckets and doublings: with half of it,
    /// a sum over a thousand points takes a tenth longer.
    pub fn with_memory<I>(points: I, bytes: usize) -> Self
    where
        I: IntoIterator<Item: Borrow<Point<C>>>,
    {
        Self::of(public(points), |count| bytes.min(table_bytes(count)))
    }

    /// [`Self::with_memory`] with tables that may be larger than the fastest, for measurements.
    #[doc(hidden)]
    pub fn with_any_memory(points: &[Point<C>], bytes: usize) -> Self {
        Self::of(points.to_vec(), |_| bytes)
    }

    /// Prepares points with tables of at most about `bytes(number of points)` bytes.
    fn of(points: Vec<Point<C>>, bytes: impl Fn(usize) -> usize) -> Self {
        let (tables, table_bytes) = C::vartime_prepare(&points, bytes(points.len()));
        Self {
            points,
            tables,
            table_bytes,
        }
    }

    /// The size of the tables in bytes.
    pub fn table_bytes(&self) -> usize {
        self.table_bytes
    }

    /// Σ scalarsᵢ·pointsᵢ over the first points, for each slice of scalars; variable time.
    ///
    /// Many sums at once, as in tree hashing, fill wide vectors better than one after another.
    ///
    /// Scratch memory grows with the number of sums, up to 256. With tables of full size, one sum of 38
    /// scalars takes 0.2 MB, 64 take 3 MB and 256 or more 4 MB; of 1024 scalars 2.3, 7 and 15 MB. With
    /// the smallest tables 256 sums take 8 and 18 MB. With the feature `std` the thread keeps the memory
    /// for the next call, if the sums have at most 4096 scalars in all.
    ///
    /// # Panics
    ///
    /// If a slice is longer than the points.
    pub fn vartime_batch_multiscalar_mul(
        &self,
        scalars: &[&[FieldElement<C::Scalar>]],
    ) -> Vec<Point<C>> {
        for scalars in scalars {
            self.assert_enough(scalars);
        }
        let sums: Vec<_> = scalars.iter().map(|scalars| (0, *scalars)).collect();
        self.sums(&sums)
    }

    /// Σ scalars[i]·points[offset + i] for each `(offset, scalars)`.
    pub(super) fn sums(&self, sums: &[(usize, &[FieldElement<C::Scalar>])]) -> Vec<Point<C>> {
        let scalars: usize = sums.iter().map(|(_, scalars)| scalars.len()).sum();
        let mean = scalars.div_ceil(sums.len().max(1)).max(1);
        let least = points_per_thread::PREPARED_SUM.div_ceil(mean);
        let mut results = vec![Point::IDENTITY; sums.len()];
        threads::fill(&mut results, least, |first, results| {
            let sums = &sums[first..][..results.len()];
            let sums = C::vartime_prepared_sums(&self.tables, &self.points, sums);
            results.copy_from_slice(&sums);
        });
        results
    }

    /// Σ scalarsᵢ·pointsᵢ over the first static points, one for each scalar; variable time, like all sums with these
    /// tables.
    ///
    /// # Panics
    ///
    /// If there are more scalars than static points.
    pub fn vartime_multiscalar_mul<I>(&self, static_scalars: I) -> Point<C>
    where
        I: IntoIterator<Item: Borrow<FieldElement<C::Scalar>>>,
    {
        // One too many is enough for the panic.
        let scalars = collect(static_scalars.into_iter().take(self.len() + 1));
        self.sum(&scalars)
    }

    /// [`Self::vartime_multiscalar_mul`] plus Σ dynamic_scalarsᵢ·dynamic_pointsᵢ; variable time.
    ///
    /// # Panics
    ///
    /// If there are more static scalars than static points, or the numbers of dynamic scalars and points differ.
    pub fn vartime_mixed_multiscalar_mul<I, J, K>(
        &self,
        static_scalars: I,
        dynamic_scalars: J,
        dynamic_points: K,
    ) -> Point<C>
    where
        I: IntoIterator<Item: Borrow<FieldElement<C::Scalar>>>,
        J: IntoIterator<Item: Borrow<FieldElement<C::Scalar>>>,
        K: IntoIterator<Item: Borrow<Point<C>>>,
    {
        let points = dynamic_points
            .into_iter()
            .map(|point| Some(*point.borrow()));
        self.optional_mixed_multiscalar_mul(static_scalars, dynamic_scalars, points)
            .expect("no point is none")
    }

    /// [`Self::vartime_mixed_multiscalar_mul`], or `None` if a dynamic point is `None`. Variable time, although the
    /// name, which is curve25519-dalek's, does not say so.
    ///
    /// # Panics
    ///
    /// As [`Self::vartime_mixed_multiscalar_mul`], unless a `None` comes before the numbers of dynamic scalars and
    /// points turn out to differ.
    pub fn optional_mixed_multiscalar_mul<I, J, K>(
        &self,
        static_scalars: I,
        dynamic_scalars: J,
        dynamic_points: K,
    ) -> Option<Point<C>>
    where
        I: IntoIterator<Item: Borrow<FieldElement<C::Scalar>>>,
        J: IntoIterator<Item: Borrow<FieldElement<C::Scalar>>>,
        K: IntoIterator<Item = Option<Point<C>>>,
    {
        let statics = collect(static_scalars.into_iter().take(self.len() + 1));
        let (scalars, points) = collect_some(dynamic_scalars, dynamic_points)?;
        let (mut a, mut b) = (Point::IDENTITY, Point::IDENTITY);
        threads::both(
            statics.len() + points.len(),
            points_per_thread::PREPARED_SUM,
            || a = self.sum(&statics),
            || {
                b = Point::vartime_sum_of_products(
                    &scalars.iter().zip(&*points).collect::<Vec<_>>(),
                )
            },
        );
        Some(a + b)
    }

    /// Σ scalars[i]·points[i] over the first static points, in parts on several threads.
    fn sum(&self, scalars: &[FieldElement<C::Scalar>]) -> Point<C> {
        self.assert_enough(scalars);
        let least = points_per_thread::PREPARED_SUM;
        let parts = threads::map(scalars.len(), least, Point::IDENTITY, |range| {
            self.sums(&[(range.start, &scalars[range])])[0]
        });
        parts.into_iter().reduce(|a, b| a + b).expect("a part")
    }

    fn assert_enough(&self, scalars: &[FieldElement<C::Scalar>]) {
        assert!(
            scalars.len() <= self.points.len(),
            "a precomputed sum has at most as many scalars as static points"
        );
    }
}

/// Copies the points to be prepared.
fn public<C: Curve>(points: impl IntoIterator<Item: Borrow<Point<C>>>) -> Vec<Point<C>> {
    core::mem::take(&mut *collect(points))
}

/// Tables for [`VartimePreparedSums`], of at most about `bytes` bytes, and their size.
pub(crate) struct VartimePrepare<'a, C: Curve> {
    pub points: &'a [Point<C>],
    pub bytes: usize,
}

impl<C: Curve> Job<C::Base> for VartimePrepare<'_, C> {
    type Output = (Tables, usize);
    const PUBLIC: bool = true;

    fn run<V: BatchVector<Prime = C::Base>>(self) -> (Tables, usize) {
        let n = self.points.len();
        let entries = self.bytes / size_of::<Affine<V::Lane>>();
        let (windows, sets) = shape(n, entries, 254);
        let mut table = Vec::with_capacity(n * windows.count.div_ceil(sets) as usize);
        let mut row = self.points.to_vec();
        for i in 0..windows.count.div_ceil(sets) {
            if i > 0 {
                double_each::<C, V>(&mut row, windows.bits * sets);
            }
            let references: Vec<&Point<C>> = row.iter().collect();
            scattered(&normalize::<C, V>(&references, true), n, &mut table);
        }
        let bytes = size_of_val(table.as_slice());
        let table = Table::<V> {
            entries: table,
            windows,
            sets,
        };
        (Arc::new(table), bytes)
    }
}

/// The digits and the number of sets with the fewest additions for a sum of n points with scalars of `length` bits, with at
/// most `entries` table entries, or n if that is more.
pub(crate) fn shape(n: usize, entries: usize, length: u32) -> (SignedWindows, u32) {
    let all = (2..=16).map(move |bits| SignedWindows::new(bits, length));
    let all = all.flat_map(|windows| (1..=windows.count).map(move |sets| (windows, sets)));
    let fits = |(windows, sets): &(SignedWindows, u32)| {
        n * windows.count.div_ceil(*sets) as usize <= entries.max(n)
    };
    let cost = |(windows, sets): &(SignedWindows, u32)| {
        let [count, bits, sets] = [windows.count, windows.bits, *sets].map(|n| n as usize);
        // Each bucket is added to a row and a column.
        count * n + (sets << bits) + ADDITIONS_OF_A_PLACE * sets * bits
    };
    all.filter(fits)
        .min_by_key(cost)
        .expect("one entry for each point always fits")
}

/// Multiplies each point by 2^doublings.
pub(super) fn double_each<C: Curve, V: BatchVector<Prime = C::Base>>(
    row: &mut [Point<C>],
    doublings: u32,
) {
    for row in row.chunks_mut(V::LANES) {
        let points: Vec<&Point<C>> = row.iter().collect();
        let lanes = always!(V::enter, {
            let mut points = Projective::new(
                coordinate(&points, 0, 0),
                coordinate(&points, 0, 1),
                coordinate(&points, 0, 2),
            );
            points.double_n(doublings);
            store::<C, V>(&points)
        });
        row.copy_from_slice(&lanes[..row.len()]);
    }
}

/// For each `(offset, scalars)`: Σ scalars[i]·points[offset + i] over the points of the tables.
pub(crate) struct VartimePreparedSums<'a, C: Curve> {
    pub tables: &'a Tables,
    pub points: &'a [Point<C>],
    pub sums: &'a [(usize, &'a [FieldElement<C::Scalar>])],
}

impl<C: Curve> Job<C::Base> for VartimePreparedSums<'_, C> {
    type Output = Vec<Point<C>>;
    const PUBLIC: bool = true;

    fn run<V: BatchVector<Prime = C::Base>>(self) -> Vec<Point<C>> {
        let points = self.points;
        let Some(table) = self.tables.downcast_ref::<Table<V>>() else {
            let sums = self.sums.iter().map(|&(first, scalars)| {
                Point::vartime_multiscalar_mul(scalars, &points[first..][..scalars.len()])
            });
            return sums.collect();
        };
        let mut sums = Vec::with_capacity(self.sums.len());
        let zero = FieldElement::ZERO;
        for together in self.sums.chunks(SUMS_AT_ONCE) {
            let count = together.iter().map(|(_, scalars)| scalars.len()).sum();
            super::with_workspace(count, |workspace| {
                let Memory {
                    prepared, scratch, ..
                } = workspace.memory::<V>();
                prepared.clear();
                // Reserved at once: a vector that grows leaves a copy behind.
                prepared.reserve(count);
                let mut sums_of = Vec::with_capacity(together.len());
                for &(first, scalars) in together {
                    let start = prepared.len();
                    for (scalar, point) in scalars.iter().zip(&points[first..]) {
                        // The identity takes part with the scalar 0.
                        let is_identity = bool::from(point.coordinates()[2].is_zero());
                        let scalar = if is_identity { &zero } else { scalar };
                        prepared.push(table.windows.prepare(&Magnitude::new(scalar)));
                    }
                    sums_of.push((first, start..prepared.len()));
                }
                let plan = Plan {
                    windows: table.windows,
                    scalars: prepared,
                    sums: &sums_of,
                    sets_per_sum: table.sets,
                    table_stride: points.len(),
                };
                sums.extend(sum_buckets::<C, V>(&plan, &table.entries, scratch));
                wipe(prepared);
            });
        }
        sums
    }
}

/// Public points prepared for constant-time sums, such as commitments to secrets.
///
/// It keeps the sixteen odd multiples up to 31 of each point: 1 kB a point, 1.3 kB with AVX-512 IFMA. Clones share the
/// tables, which fit one backend, like those of [`VartimePrecomputation`].
///
/// ```
/// use helioselene_simd::{Field25519, Precomputation, SelenePoint};
///
/// let g = SelenePoint::GENERATOR;
/// let tables = Precomputation::new([g, g + g]);
/// let [two, three] = [2u64, 3].map(Field25519::from);
/// assert_eq!(tables.multiscalar_mul(&[two, three]), g * Field25519::from(8u64));
/// ```
#[derive(Clone)]
pub struct Precomputation<C: Curve> {
    points: Vec<Point<C>>,
    /// [`PointTables`] for the backend selected at the time.
    tables: Tables,
    /// Ranges of points whose scalars may all be short, and the sum of each one's points, with the generator in the place
    /// of the identity.
    words: Vec<(Range<usize>, Point<C>)>,
}

impl<C: Curve> Precomputation<C> {
    /// Prepares the points.
    pub fn new<I>(points: I) -> Self
    where
        I: IntoIterator<Item: Borrow<Point<C>>>,
    {
        let points = public(points);
        let tables = C::prepare(&points);
        Self {
            points,
            tables,
            words: Vec::new(),
        }
    }

    /// Prepares points, some of them in words: ranges of points whose scalars may all be
    /// [short](Self::independent_multiscalar_mul_with_short).
    ///
    /// # Panics
    ///
    /// If a word has an odd number of points, begins before the end of the last one, or ends past the points.
    pub fn with_words<I>(points: I, words: impl IntoIterator<Item = Range<usize>>) -> Self
    where
        I: IntoIterator<Item: Borrow<Point<C>>>,
    {
        let mut tables = Self::new(points);
        let mut end = 0;
        for word in words {
            let apart = end <= word.start && word.len() % 2 == 0;
            assert!(apart, "words have even lengths and do not overlap");
            end = word.end;
            let sum = tables.points[word.clone()].iter().map(tabled).sum();
            tables.words.push((word, sum));
        }
        tables
    }

    /// Σ scalarsᵢ·pointsᵢ over the first points, one for each scalar; constant time.
    ///
    /// # Panics
    ///
    /// If there are more scalars than points.
    pub fn multiscalar_mul(&self, scalars: &[FieldElement<C::Scalar>]) -> Point<C> {
        self.sum(scalars, false).0
    }

    /// [`Self::multiscalar_mul`] in about 0.85 of the time (serial, Zen 3), for points between which nobody knows a relation,
    /// such as the generators of commitments. None if the sum met a relation. Constant time.
    ///
    /// A relation is Σ cᵢ·pointsᵢ = 0 with odd cᵢ, −32 < cᵢ < 32, for some of the points. It would open a commitment in two
    /// ways. A sum that meets one would add equal or opposite points, and is not computed; `multiscalar_mul` computes it.
    ///
    /// # Panics
    ///
    /// If there are more scalars than points.
    pub fn independent_multiscalar_mul(
        &self,
        scalars: &[FieldElement<C::Scalar>],
    ) -> CtOption<Point<C>> {
        let (sum, is_right) = self.sum(scalars, true);
        CtOption::new(sum, is_right.into())
    }

    /// [`Self::independent_multiscalar_mul`] in less time if the scalars of some [words](Self::with_words) are short: below
    /// 512. `short` has the numbers of these words, from 0 on, and is public. None also if a scalar of these words is not
    /// short. Constant time in the scalars.
    ///
    /// ```
    /// use helioselene_simd::{Field25519, Precomputation, SelenePoint};
    ///
    /// let g = SelenePoint::GENERATOR;
    /// let tables = Precomputation::with_words([g + g, g], [0..2]);
    /// let scalars = [2u64, 3].map(Field25519::from);
    /// let sum = tables.independent_multiscalar_mul_with_short(&scalars, &[0]);
    /// assert_eq!(sum.unwrap(), g * Field25519::from(7u64));
    /// ```
    ///
    /// # Panics
    ///
    /// If there are more scalars than points, or one of these words does not end within the scalars.
    pub fn independent_multiscalar_mul_with_short(
        &self,
        scalars: &[FieldElement<C::Scalar>],
        short: &[usize],
    ) -> CtOption<Point<C>> {
        let words = self.words.iter().enumerate();
        let words = words.filter(|(number, _)| short.contains(number));
        let words: Vec<_> = words.map(|(_, word)| word).collect();
        let Some((last, _)) = words.last() else {
            return self.independent_multiscalar_mul(scalars);
        };
        self.assert_enough(scalars);
        assert!(last.end <= scalars.len(), "words end within the scalars");
        let is_of_word = |i: &usize| words.iter().any(|(word, _)| word.contains(i));
        let (of_words, others): (Vec<usize>, Vec<_>) = (0..scalars.len()).partition(is_of_word);
        let term = |i: &usize| (&scalars[*i], &self.points[*i]);

        let terms: Vec<_> = of_words.iter().map(term).collect();
        let excess = terms
            .iter()
            .fold(0, |all, (k, _)| all | OddDigits::excess(k));
        // Odd digits give Σ (2k + 1)·P.
        let (mut double, is_right) = C::sum(&terms, Some((&self.tables, &of_words)), true, true);
        words.iter().for_each(|(_, sum)| double -= sum);

        // Half of 2·Σ k·P is one more term of the sum of all others.
        let half = (&FieldElement::TWO_INV, &double);
        let terms: Vec<_> = others.iter().map(term).chain([half]).collect();
        let (sum, rest_is_right) = secret_sum(&terms, Some((&self.tables, &others)), true);
        double.zeroize();
        let is_right = is_right.and(rest_is_right).and(Mask::is_zero(excess));
        CtOption::new(sum, is_right.into())
    }

    /// The sum. If the points are said to be independent, also whether it is right.
    fn sum(&self, scalars: &[FieldElement<C::Scalar>], independent: bool) -> (Point<C>, Mask) {
        self.assert_enough(scalars);
        let terms: Vec<_> = scalars.iter().zip(&self.points).collect();
        let numbers: Vec<usize> = (0..terms.len()).collect();
        secret_sum(&terms, Some((&self.tables, &numbers)), independent)
    }

    fn assert_enough(&self, scalars: &[FieldElement<C::Scalar>]) {
        assert!(
            scalars.len() <= self.points.len(),
            "a precomputed sum has at most as many scalars as points"
        );
    }
}

/// Implements what both kinds of prepared points share.
macro_rules! prepared {
    ($($Prepared:ident),*) => {$(
        impl<C: Curve> $Prepared<C> {
            /// The number of points.
            pub fn len(&self) -> usize {
                self.points.len()
            }

            /// Whether there are no points.
            pub fn is_empty(&self) -> bool {
                self.points.is_empty()
            }
        }

        impl<C: Curve> fmt::Debug for $Prepared<C> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($Prepared))
                    .field("points", &self.points.len())
                    .finish_non_exhaustive()
            }
        }

        // Immutable once made, so no panic can leave it half changed.
        impl<C: Curve> UnwindSafe for $Prepared<C> {}
        impl<C: Curve> RefUnwindSafe for $Prepared<C> {}
    )*};
}
prepared!(VartimePrecomputation, Precomputation);

/// Tables for [`ConstantTimeSum`].
pub(crate) struct Prepare<'a, C: Curve> {
    pub points: &'a [Point<C>],
}

impl<C: Curve> Job<C::Base> for Prepare<'_, C> {
    type Output = Tables;

    fn run<V: BatchVector<Prime = C::Base>>(self) -> Tables {
        let points: Vec<_> = self.points.iter().collect();
        Arc::new(PointTables::<V>::new(&points))
    }
}
