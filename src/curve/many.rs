//! What a curve can do with many points. Tables and memory are kept as `Any`: what they are made of is
//! known to the algorithms alone, and depends on the backend.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;
use core::fmt;

use subtle::CtOption;

use super::{Curve, Point};
use crate::field::FieldElement;

/// Multiples of points, in the limbs of the backend that was selected when they were made.
pub type Tables = Box<dyn Any + Send + Sync>;

/// A way to compute a multi-scalar multiplication in variable time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algorithm {
    /// One accumulator.
    Interleaved,
    /// Lists of odd multiples for each place of width-`width` NAF digits.
    Stretched {
        /// 2 to 8.
        width: u32,
    },
    /// Buckets of digits of `bits` bits.
    Buckets {
        /// 1 to 20.
        bits: u32,
    },
}

/// Memory that variable-time multi-scalar multiplications leave behind for the next one.
///
/// One call after another with the same workspace allocates little once it has grown to what the
/// largest needs: for each of two curves about 160 bytes for each point, and at most 4 MB beside
/// that. It is worth having where a call takes less than a millisecond. Scalars and their digits are
/// wiped when a call ends; points and sums of them stay.
#[derive(Default)]
pub struct MultiscalarWorkspace(
    /// Of the curve of the last call, and of the one before: a tree's layers alternate, and memory
    /// that goes back to the system costs a page fault for every 4 kB when it is wanted again.
    pub(crate) [Option<Box<dyn Any + Send + Sync>>; 2],
);

impl MultiscalarWorkspace {
    /// A workspace that has not grown yet.
    pub const fn new() -> Self {
        Self([None, None])
    }
}

impl fmt::Debug for MultiscalarWorkspace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MultiscalarWorkspace")
            .finish_non_exhaustive()
    }
}

/// A curve's operations on many points, in constant time unless their names say otherwise.
pub trait ManyPoints: Sized {
    /// Σ scalars[i]·points[i], by an algorithm of the caller's choice or the fastest.
    fn vartime_sum(
        workspace: &mut MultiscalarWorkspace,
        scalars: &[FieldElement<Self::Scalar>],
        points: &[Point<Self>],
        algorithm: Option<Algorithm>,
    ) -> Point<Self>
    where
        Self: Curve;
    /// Σ scalars[i]·points[i].
    fn sum(scalars: &[FieldElement<Self::Scalar>], points: &[Point<Self>]) -> Point<Self>
    where
        Self: Curve;
    /// scalars[i]·points[i] for each i.
    fn products(
        scalars: &[FieldElement<Self::Scalar>],
        points: &[Point<Self>],
        products: &mut [Point<Self>],
    ) where
        Self: Curve;
    /// Tables of points for [`Self::vartime_prepared_sums`], of at most about so many bytes, and their size.
    fn prepare_vartime(points: &[Point<Self>], bytes: usize) -> (Tables, usize)
    where
        Self: Curve;
    /// For each slice of scalars its sum of products with the first of the points, which the tables are of.
    fn vartime_prepared_sums(
        tables: &Tables,
        points: &[Point<Self>],
        scalars: &[&[FieldElement<Self::Scalar>]],
    ) -> Vec<Point<Self>>
    where
        Self: Curve;
    /// Tables of points for [`Self::prepared_sum`].
    fn prepare(points: &[Point<Self>]) -> Tables
    where
        Self: Curve;
    /// Σ scalars[i]·points[i] over the first of the points, which the tables are of.
    fn prepared_sum(
        tables: &Tables,
        points: &[Point<Self>],
        scalars: &[FieldElement<Self::Scalar>],
    ) -> Point<Self>
    where
        Self: Curve;
    /// The same points with Z = 1, the identity as (0 : 1 : 0).
    fn normalize(points: &[Point<Self>], normalized: &mut [Point<Self>])
    where
        Self: Curve;
    /// The points that encodings stand for.
    fn decode(encodings: &[[u8; 32]]) -> Vec<CtOption<Point<Self>>>
    where
        Self: Curve;
    /// The same for public encodings.
    fn vartime_decode(encodings: &[[u8; 32]]) -> Vec<CtOption<Point<Self>>>
    where
        Self: Curve;
}
