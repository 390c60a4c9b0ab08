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

/// Seals [`Curve`]: other crates cannot name this trait, and so cannot implement that one.
pub trait Sealed {}

/// A short Weierstrass curve y² = x³ − 3x + b of prime order, and its generator.
pub trait Curve: Sealed + Copy + Eq + core::fmt::Debug + Send + Sync + 'static {
    /// The field of the coordinates.
    type Base: Prime;
    /// The field of the scalars: its prime is the order of the curve.
    type Scalar: Prime;
    /// b of the equation. It is not a square, so no point has x = 0: encodings and tables use x = 0 for the identity.
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

    // Slow operations are functions that `curves.rs` implements for each curve, not generic ones. So they are compiled
    // once, in this crate at its optimisation level, and not again in every crate that calls them.

    /// Returns a + b.
    #[doc(hidden)]
    fn add(a: &Point<Self>, b: &Point<Self>) -> Point<Self>;
    /// Returns 2a.
    #[doc(hidden)]
    fn double(a: &Point<Self>) -> Point<Self>;
    /// Returns scalar · point.
    #[doc(hidden)]
    fn mul(point: &Point<Self>, scalar: &FieldElement<Self::Scalar>) -> Point<Self>;
    /// Returns scalar · generator.
    #[doc(hidden)]
    fn mul_base(scalar: &FieldElement<Self::Scalar>) -> Point<Self>;
    /// Returns a · point + b · generator; variable time.
    #[doc(hidden)]
    fn vartime_double_base(
        a: &FieldElement<Self::Scalar>,
        point: &Point<Self>,
        b: &FieldElement<Self::Scalar>,
    ) -> Point<Self>;
    /// Returns Σ scalar·point, by the fastest algorithm unless one is chosen; variable time. With a workspace the sum
    /// stays on the calling thread; without, the pool's threads may take part, each with its own.
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    fn vartime_sum(
        terms: Vec<Term<'_, Self>>,
        algorithm: Option<Algorithm>,
        workspace: Option<&mut MultiscalarWorkspace>,
    ) -> Point<Self>;
    /// Makes tables for [`Self::vartime_prepared_sums`], of at most about `bytes` bytes, and returns them with their
    /// size; variable time.
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    fn vartime_prepare(points: &[Point<Self>], bytes: usize) -> (Tables, usize);
    /// Returns Σ scalars[i]·points[offset + i] over the points of the tables, for each `(offset, scalars)`; variable
    /// time. It uses the points themselves if the tables are another backend's.
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    fn vartime_prepared_sums(
        tables: &Tables,
        points: &[Point<Self>],
        sums: &[(usize, &[FieldElement<Self::Scalar>])],
    ) -> Vec<Point<Self>>;
    /// Writes linear combinations of rows: sums[i] = Σ scalars[r]·points[r·row + first + i]; variable time.
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    fn vartime_rows(
        scalars: &[FieldElement<Self::Scalar>],
        points: &[Point<Self>],
        row: usize,
        first: usize,
        sums: &mut [Point<Self>],
    );
    /// Returns Σ scalar·point and whether it is right, which it may fail to be only if the caller says that the points
    /// are independent; constant time. The arguments are those of `ConstantTimeSum` in `msm/secret/sum.rs`.
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    fn sum(
        terms: &[Term<'_, Self>],
        tables: Option<(&Tables, &[usize])>,
        short: bool,
        independent: bool,
    ) -> (Point<Self>, Mask);
    /// Makes tables for [`Self::sum`].
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    fn prepare(points: &[Point<Self>]) -> Tables;
    /// Writes products[i] = scalars[i]·points[i]; constant time.
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    fn products(
        scalars: &[FieldElement<Self::Scalar>],
        points: &[Point<Self>],
        products: &mut [Point<Self>],
    );
    /// Writes sums[i] = scalars[i][0]·points[0] + scalars[i][1]·points[1]; constant time in the scalars, while the points
    /// are public.
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    fn pair_sums(
        scalars: &[[FieldElement<Self::Scalar>; 2]],
        points: &[Point<Self>; 2],
        sums: &mut [Point<Self>],
    );
    /// Writes the affine coordinates of points, all zeros for the identity; constant time.
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    fn normalize(points: &[Point<Self>], affine: &mut [AffinePoint<Self>]);
    /// Decodes as `from_bytes` does, and passes each result to `put` with its index; variable time if the encodings are
    /// public.
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    fn decode(
        encodings: &[[u8; 32]],
        public: bool,
        put: &mut dyn FnMut(usize, CtOption<Point<Self>>),
    );
}

/// A term of a sum: a scalar and the point that it multiplies.
#[cfg(feature = "alloc")]
pub type Term<'a, C> = (&'a FieldElement<<C as Curve>::Scalar>, &'a Point<C>);

/// Multiples of points, in the format of the backend that was selected when they were computed. Only that backend's
/// vectors can name the type: others fail to downcast, and use the points instead.
#[cfg(feature = "alloc")]
pub type Tables = Arc<dyn Any + Send + Sync>;

/// A variable-time algorithm for a multi-scalar multiplication.
#[doc(hidden)]
#[cfg(feature = "alloc")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algorithm {
    /// Straus: width-w NAF digits and one accumulator.
    Straus,
    /// NAF digits whose multiples form a list for each place; Horner's rule then joins the places.
    Stretched {
        /// The width of the NAF, 2 to 8.
        width: u32,
    },
    /// Pippenger: a bucket for each magnitude of a signed digit.
    Pippenger {
        /// The bits of a window, 1 to 20.
        bits: u32,
    },
}

/// Memory that variable-time multi-scalar multiplications reuse.
///
/// Once it has grown to the largest sum, calls allocate little. It then holds, for each of two curves, about 160
/// bytes a point and at most 4 MB more. It pays if a call takes less than a millisecond. Scalars and lists of their
/// digits are wiped when a call ends. Points and their sums stay in it: whoever reads them and knows the points can
/// recover most digits.
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
