//! Variable-time sums over fixed points, from tables.
//!
//! Tables hold the limbs of one backend's vectors. If another backend is selected later, sums are computed from the
//! points instead, with the same results.

use alloc::vec;
use alloc::vec::Vec;
use core::borrow::Borrow;
use core::fmt;
use core::panic::{RefUnwindSafe, UnwindSafe};

use crate::backend::tuning::sums::{points_per_thread, table_bytes};
use crate::curve::{Curve, Point, Tables};
use crate::field::FieldElement;
use crate::threads;

use crate::msm::api::point::{collect, collect_some};

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
    pub(in crate::msm) points: Vec<Point<C>>,
    /// The tables of the points, in the format of the backend that was selected when they were made.
    pub(in crate::msm) tables: Tables,
    table_bytes: usize,
}

impl<C: Curve> VartimePrecomputation<C> {
    /// Prepares points with tables of the fastest size on this make of processor: that with the fewest additions, but
    /// on Intel's about half of it from 228 points on, and at most 256 kB below.
    pub fn new<I>(points: I) -> Self
    where
        I: IntoIterator<Item: Borrow<Point<C>>>,
    {
        Self::from_points(public(points), table_bytes)
    }

    /// Prepares points with tables of at most about `bytes` bytes, or of one entry a point if that is more.
    ///
    /// They are never larger than those of `new`. Less memory means more buckets and doublings: with half of it,
    /// a sum over a thousand points takes a tenth longer.
    pub fn with_memory<I>(points: I, bytes: usize) -> Self
    where
        I: IntoIterator<Item: Borrow<Point<C>>>,
    {
        Self::from_points(public(points), |count| bytes.min(table_bytes(count)))
    }

    /// Prepares points as [`Self::with_memory`] does, with tables that may be larger than the fastest, for measurements.
    #[doc(hidden)]
    pub fn with_any_memory(points: &[Point<C>], bytes: usize) -> Self {
        Self::from_points(points.to_vec(), |_| bytes)
    }

    /// Prepares points with tables of at most about `bytes(number of points)` bytes.
    fn from_points(points: Vec<Point<C>>, bytes: impl Fn(usize) -> usize) -> Self {
        let (tables, table_bytes) = C::vartime_prepare(&points, bytes(points.len()));
        Self {
            points,
            tables,
            table_bytes,
        }
    }

    /// Returns the size of the tables in bytes.
    pub fn table_bytes(&self) -> usize {
        self.table_bytes
    }

    /// Returns Σ scalarsᵢ·pointsᵢ over the first points, for each slice of scalars; variable time.
    ///
    /// Many sums at once, as in tree hashing, fill wide vectors better than one sum after another.
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

    /// Returns Σ scalars[i]·points[offset + i] for each `(offset, scalars)`, on several threads.
    pub(in crate::msm) fn sums(
        &self,
        sums: &[(usize, &[FieldElement<C::Scalar>])],
    ) -> Vec<Point<C>> {
        // Each thread gets whole sums, of so many scalars on average that they are worth it.
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

    /// Returns Σ scalarsᵢ·pointsᵢ over the first static points, one for each scalar; variable time, like all sums with
    /// these tables.
    ///
    /// # Panics
    ///
    /// If there are more scalars than static points.
    pub fn vartime_multiscalar_mul<I>(&self, static_scalars: I) -> Point<C>
    where
        I: IntoIterator<Item: Borrow<FieldElement<C::Scalar>>>,
    {
        // Of an endless iterator, one scalar too many is enough for the panic.
        let scalars = collect(static_scalars.into_iter().take(self.len() + 1));
        self.sum(&scalars)
    }

    /// Returns [`Self::vartime_multiscalar_mul`] plus Σ dynamic_scalarsᵢ·dynamic_pointsᵢ; variable time.
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

    /// Returns [`Self::vartime_mixed_multiscalar_mul`], or `None` if a dynamic point is `None`. Variable time, although
    /// the name, which is curve25519-dalek's, does not say so.
    ///
    /// # Panics
    ///
    /// If there are more static scalars than static points, or the numbers of dynamic scalars and points differ, unless a
    /// dynamic point that is `None` is found first.
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
        threads::pair(
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

    /// Returns Σ scalars[i]·points[i] over the first static points, in parts on several threads.
    fn sum(&self, scalars: &[FieldElement<C::Scalar>]) -> Point<C> {
        self.assert_enough(scalars);
        let least = points_per_thread::PREPARED_SUM;
        let parts = threads::map(scalars.len(), least, Point::IDENTITY, |range| {
            self.sums(&[(range.start, &scalars[range])])[0]
        });
        parts.into_iter().reduce(|a, b| a + b).expect("a part")
    }

    /// Panics if there are more scalars than static points.
    fn assert_enough(&self, scalars: &[FieldElement<C::Scalar>]) {
        assert!(
            scalars.len() <= self.points.len(),
            "a precomputed sum has at most as many scalars as static points"
        );
    }
}

/// Copies the points to be prepared. They are public, so they are taken out of the wrapper that would wipe them.
pub(in crate::msm) fn public<C: Curve>(
    points: impl IntoIterator<Item: Borrow<Point<C>>>,
) -> Vec<Point<C>> {
    core::mem::take(&mut *collect(points))
}

/// Implements what both kinds of prepared points share.
macro_rules! prepared {
    ($($Prepared:ident),*) => {$(
        impl<C: Curve> $Prepared<C> {
            /// Returns the number of points.
            pub fn len(&self) -> usize {
                self.points.len()
            }

            /// Returns whether there are no points.
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

        // Nothing changes it once it is made, so no panic can leave it half changed.
        impl<C: Curve> UnwindSafe for $Prepared<C> {}
        impl<C: Curve> RefUnwindSafe for $Prepared<C> {}
    )*};
}
pub(in crate::msm) use prepared;
prepared!(VartimePrecomputation);
