//! The trait of curves: constants and slow operations.

use super::Point;
use crate::field::{FieldElement, Prime};

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
    /// Runs an operation on many points.
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    fn on_points(work: many::OnPoints<'_, Self>);
}

/// Operations on many points, which `msm` runs.
#[cfg(feature = "alloc")]
pub mod many {
    use alloc::boxed::Box;
    use alloc::sync::Arc;
    use alloc::vec::Vec;
    use core::any::Any;

    use subtle::CtOption;

    use super::Curve;
    use crate::curve::{AffinePoint, Point};
    use crate::field::FieldElement;
    use crate::mask::Mask;

    /// Multiples of points, in the format of the backend that was selected when they were computed.
    pub type Tables = Arc<dyn Any + Send + Sync>;

    /// A variable-time algorithm for a multi-scalar multiplication.
    #[doc(hidden)]
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
    #[derive(Default, Debug)]
    pub struct MultiscalarWorkspace(
        /// The memory of the last two curves, because a tree's layers alternate. Memory returned to the system
        /// costs a page fault for every 4 kB when it is needed again.
        pub(crate) [Option<Box<dyn Any + Send + Sync>>; 2],
    );

    impl MultiscalarWorkspace {
        /// An empty workspace.
        pub const fn new() -> Self {
            Self([None, None])
        }
    }

    /// An operation of [`Curve::on_points`] and the place of its result. Constant time unless its name begins with
    /// `Vartime…`. The caller has checked lengths.
    pub enum OnPoints<'a, C: Curve> {
        VartimeSum(VartimeSum<'a, C>, &'a mut Point<C>),
        VartimePrepare(VartimePrepare<'a, C>, &'a mut Option<(Tables, usize)>),
        VartimePreparedSums(VartimePreparedSums<'a, C>, &'a mut [Point<C>]),
        VartimeRows(VartimeRows<'a, C>),
        Sum(ConstantTimeSum<'a, C>, &'a mut Point<C>),
        Prepare(Prepare<'a, C>, &'a mut Option<Tables>),
        Products(Products<'a, C>),
        PairSums(PairSums<'a, C>),
        Normalize(Normalize<'a, C>),
        /// The flag says whether the encodings are public, so that variable time is allowed.
        Decode(Decode<'a, C>, bool),
    }

    /// Σ scalar·point.
    pub struct VartimeSum<'a, C: Curve> {
        pub terms: Vec<(&'a FieldElement<C::Scalar>, &'a Point<C>)>,
        /// If `None`, the cost model chooses.
        pub algorithm: Option<Algorithm>,
        /// If `None`, the pool's threads may take part, each with its own workspace.
        pub workspace: Option<&'a mut MultiscalarWorkspace>,
    }

    /// Tables for [`VartimePreparedSums`], of at most about `bytes` bytes, and their size.
    pub struct VartimePrepare<'a, C: Curve> {
        pub points: &'a [Point<C>],
        pub bytes: usize,
    }

    /// For each `(offset, scalars)`: Σ scalars[i]·points[offset + i] over the points of the tables.
    pub struct VartimePreparedSums<'a, C: Curve> {
        pub tables: &'a Tables,
        pub points: &'a [Point<C>],
        pub sums: &'a [(usize, &'a [FieldElement<C::Scalar>])],
    }

    /// Linear combinations of rows: sums[i] = Σ scalars[r]·points[r·row + first + i].
    pub struct VartimeRows<'a, C: Curve> {
        pub scalars: &'a [FieldElement<C::Scalar>],
        pub points: &'a [Point<C>],
        /// The length of a row.
        pub row: usize,
        pub first: usize,
        pub sums: &'a mut [Point<C>],
    }

    /// Σ scalar·point.
    pub struct ConstantTimeSum<'a, C: Curve> {
        pub terms: &'a [(&'a FieldElement<C::Scalar>, &'a Point<C>)],
        /// Tables, and the numbers in them of the first points or of all.
        pub tables: Option<(&'a Tables, &'a [usize])>,
        /// Whether the scalars, an even number of them, are short. Then the sum is Σ (2·scalar + 1)·point, where each
        /// identity adds the generator once.
        pub short: bool,
        /// If the points are taken for independent: cleared if the sum met a relation between them, which makes it wrong.
        pub is_right: Option<&'a mut Mask>,
    }

    /// Tables for [`ConstantTimeSum`].
    pub struct Prepare<'a, C: Curve> {
        pub points: &'a [Point<C>],
    }

    /// scalars[i]·points[i] for each i.
    pub struct Products<'a, C: Curve> {
        pub scalars: &'a [FieldElement<C::Scalar>],
        pub points: &'a [Point<C>],
        pub products: &'a mut [Point<C>],
    }

    /// scalars[i][0]·points[0] + scalars[i][1]·points[1] for each i; the points are public.
    pub struct PairSums<'a, C: Curve> {
        pub scalars: &'a [[FieldElement<C::Scalar>; 2]],
        pub points: &'a [Point<C>; 2],
        pub sums: &'a mut [Point<C>],
    }

    /// The affine coordinates of points.
    pub struct Normalize<'a, C: Curve> {
        pub points: &'a [Point<C>],
        pub affine: &'a mut [AffinePoint<C>],
    }

    /// The points of encodings, as in `from_bytes`.
    pub struct Decode<'a, C: Curve> {
        pub encodings: &'a [[u8; 32]],
        /// Takes each point with the index of its encoding. Dynamic: a call for each costs less than compiling the
        /// operation for each kind of output.
        pub put: &'a mut dyn FnMut(usize, CtOption<Point<C>>),
    }
}
