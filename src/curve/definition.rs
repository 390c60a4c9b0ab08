//! The trait of curves: constants and slow operations.

#[cfg(feature = "alloc")]
use alloc::boxed::Box;
#[cfg(feature = "alloc")]
use alloc::sync::Arc;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
#[cfg(feature = "alloc")]
use core::any::Any;

#[cfg(feature = "alloc")]
use subtle::CtOption;

use super::{AffinePoint, Point};
use crate::field::{FieldElement, Prime};
#[cfg(feature = "alloc")]
use crate::mask::Mask;

/// Seals [`Curve`]: other crates cannot name it.
pub trait Sealed {}

/// A short Weierstrass curve y² = x³ − 3x + b of prime order, and its generator.
pub trait Curve: Sealed + Copy + Eq + core::fmt::Debug + Send + Sync + 'static {
    /// The field of the coordinates.
    type Base: Prime;
    /// The field of the scalars: its prime is the order of the curve.
    type Scalar: Prime;
    /// b of the equation. It is not a square, so no point has x = 0.
    const B: FieldElement<Self::Base>;
    /// 3b, a factor in the addition law.
    #[doc(hidden)]
    const THREE_B: FieldElement<Self::Base> = Self::B.plus_const(&Self::B).plus_const(&Self::B);
    /// x and y of the generator.
    const GENERATOR: [FieldElement<Self::Base>; 2];
    /// Z of the SSWU map to the curve, RFC 9380, section 6.6.2.
    #[doc(hidden)]
    const SSWU_Z: u8;
    /// The name of the curve's point type, for `Debug`.
    #[doc(hidden)]
    const POINT_NAME: &'static str;
    /// Multiples of the generator, see `scalar_mul::tables`.
    #[doc(hidden)]
    const GENERATOR_TABLE: &'static [u8];

    // Slow operations are functions of each curve, not generic ones: so they are compiled once, in this crate
    // with its optimisation level, not in every caller's.

    /// a + b
    #[doc(hidden)]
    fn add(a: &Point<Self>, b: &Point<Self>) -> Point<Self>;
    /// 2a
    #[doc(hidden)]
    fn double(a: &Point<Self>) -> Point<Self>;
    /// scalar · point
    #[doc(hidden)]
    fn mul(point: &Point<Self>, scalar: &FieldElement<Self::Scalar>) -> Point<Self>;
    /// scalar · generator
    #[doc(hidden)]
    fn mul_base(scalar: &FieldElement<Self::Scalar>) -> Point<Self>;
    /// a · point + b · generator, variable time
    #[doc(hidden)]
    fn vartime_double_base(
        a: &FieldElement<Self::Scalar>,
        point: &Point<Self>,
        b: &FieldElement<Self::Scalar>,
    ) -> Point<Self>;
    /// Σ scalar·point, variable time; by the fastest algorithm, unless one is chosen. Without a workspace the pool's threads
    /// may take part, each with its own.
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    fn vartime_sum(
        terms: Vec<Term<'_, Self>>,
        algorithm: Option<Algorithm>,
        workspace: Option<&mut MultiscalarWorkspace>,
    ) -> Point<Self>;
    /// Tables for [`Self::vartime_prepared_sums`], of at most about `bytes` bytes, and their size; variable time
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    fn vartime_prepare(points: &[Point<Self>], bytes: usize) -> (Tables, usize);
    /// For each `(offset, scalars)`: Σ scalars[i]·points[offset + i] over the points of the tables; variable time
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    fn vartime_prepared_sums(
        tables: &Tables,
        points: &[Point<Self>],
        sums: &[(usize, &[FieldElement<Self::Scalar>])],
    ) -> Vec<Point<Self>>;
    /// Linear combinations of rows: sums[i] = Σ scalars[r]·points[r·row + first + i]; variable time
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    fn vartime_rows(
        scalars: &[FieldElement<Self::Scalar>],
        points: &[Point<Self>],
        row: usize,
        first: usize,
        sums: &mut [Point<Self>],
    );
    /// Σ scalar·point, and whether it is right, see [`crate::msm`]
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    fn sum(
        terms: &[Term<'_, Self>],
        tables: Option<(&Tables, &[usize])>,
        short: bool,
        independent: bool,
    ) -> (Point<Self>, Mask);
    /// Tables for [`Self::sum`]
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    fn prepare(points: &[Point<Self>]) -> Tables;
    /// products[i] = scalars[i]·points[i]
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    fn products(
        scalars: &[FieldElement<Self::Scalar>],
        points: &[Point<Self>],
        products: &mut [Point<Self>],
    );
    /// sums[i] = scalars[i][0]·points[0] + scalars[i][1]·points[1]; the points are public
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    fn pair_sums(
        scalars: &[[FieldElement<Self::Scalar>; 2]],
        points: &[Point<Self>; 2],
        sums: &mut [Point<Self>],
    );
    /// The affine coordinates of points
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    fn normalize(points: &[Point<Self>], affine: &mut [AffinePoint<Self>]);
    /// Passes the point of each encoding to `put` with its index, as from `from_bytes`; variable time if they are public
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    fn decode(
        encodings: &[[u8; 32]],
        public: bool,
        put: &mut dyn FnMut(usize, CtOption<Point<Self>>),
    );
}

/// A scalar and a point.
#[cfg(feature = "alloc")]
pub type Term<'a, C> = (&'a FieldElement<<C as Curve>::Scalar>, &'a Point<C>);

/// Multiples of points, in the format of the backend that was selected when they were computed.
#[cfg(feature = "alloc")]
pub type Tables = Arc<dyn Any + Send + Sync>;

/// A variable-time algorithm for a multi-scalar multiplication.
#[doc(hidden)]
#[cfg(feature = "alloc")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algorithm {
    /// Straus: width-w NAF digits and one accumulator.
    Straus,
    /// Lists of odd multiples for each place of width-`width` NAF digits.
    Stretched {
        /// 2 to 8.
        width: u32,
    },
    /// Pippenger: buckets of digits of `bits` bits.
    Pippenger {
        /// 1 to 20.
        bits: u32,
    },
}

/// Memory that variable-time multi-scalar multiplications reuse.
///
/// Once it has grown to the largest sum, calls allocate little. It then holds, for each of two curves, about 160
/// bytes a point and at most 4 MB more. It pays if a call takes less than a millisecond. Scalars and lists of their
/// digits are wiped when a call ends. Points and their sums stay, and reveal most digits to anyone who knows the
/// points.
#[cfg(feature = "alloc")]
#[derive(Default, Debug)]
pub struct MultiscalarWorkspace(
    /// The memory of the last two curves, because a tree's layers alternate. Memory returned to the system
    /// costs a page fault for every 4 kB when it is needed again.
    pub(crate) [Option<Box<dyn Any + Send + Sync>>; 2],
);

#[cfg(feature = "alloc")]
impl MultiscalarWorkspace {
    /// An empty workspace.
    pub const fn new() -> Self {
        Self([None, None])
    }
}
