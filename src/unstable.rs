//! Backends from outside this crate: through [`On`], any implementation of [`BatchVector`] can run the crate's formulas,
//! scalar multiplications and sums.
//!
//! Nothing here is bound by semantic versioning: any version may change it. `notes/vectors.md` walks through writing one.
//!
//! A backend is a type for its vectors and, if it delays carries, one for their sums. This one keeps an
//! element as the crate does, so it has nothing to delay:
//!
//! ```
//! use core::ops::{Add, Sub};
//! use helioselene_simd::group::ff::Field;
//! use helioselene_simd::unstable::{self, BatchVector, FieldVector, On, Prime};
//! use helioselene_simd::{FieldElement, HeliosPoint};
//! use zeroize::Zeroize;
//!
//! #[derive(Clone, Copy)]
//! struct Plain<P: Prime>(FieldElement<P>);
//!
//! impl<P: Prime> Add for Plain<P> {
//!     type Output = Self;
//!     fn add(self, other: Self) -> Self {
//!         Self(self.0 + other.0)
//!     }
//! }
//! impl<P: Prime> Sub for Plain<P> {
//!     type Output = Self;
//!     fn sub(self, other: Self) -> Self {
//!         Self(self.0 - other.0)
//!     }
//! }
//! impl<P: Prime> Zeroize for Plain<P> {
//!     fn zeroize(&mut self) {
//!         self.0.zeroize();
//!     }
//! }
//!
//! impl<P: Prime> FieldVector for Plain<P> {
//!     type Prime = P;
//!     type Sum = Self;
//!     const LANES: usize = 1;
//!
//!     fn load(lanes: &[FieldElement<P>]) -> Self {
//!         Self(lanes[0])
//!     }
//!     fn store(self, lanes: &mut [FieldElement<P>]) {
//!         lanes[0] = self.0;
//!     }
//!     fn mul(&self, other: &Self) -> Self {
//!         Self(self.0 * other.0)
//!     }
//!     fn select_lanes(self, other: Self, lanes: u32) -> Self {
//!         let choice = subtle::Choice::from(lanes as u8 & 1);
//!         Self(subtle::ConditionallySelectable::conditional_select(&self.0, &other.0, choice))
//!     }
//! }
//!
//! impl<P: Prime> BatchVector for Plain<P> {
//!     type Lane = FieldElement<P>;
//!     fn gather<'a>(lane: impl Fn(usize) -> &'a FieldElement<P>) -> Self {
//!         Self(*lane(0))
//!     }
//!     fn scatter(self, lanes: &mut [FieldElement<P>]) {
//!         lanes[0] = self.0;
//!     }
//! }
//!
//! impl<P: Prime> unstable::Sum for Plain<P> {
//!     type Tight = Self;
//!     fn carry(self) -> Self {
//!         self
//!     }
//! }
//!
//! type Engine = Plain<<helioselene_simd::Helios as helioselene_simd::Curve>::Base>;
//! let scalar = helioselene_simd::HelioseleneField::from(5u8);
//! let point = HeliosPoint::mul_base(&scalar);
//! assert_eq!(On::<Engine>::mul(&scalar, &point), point * scalar);
//! ```

use alloc::vec::Vec;
use core::any::{TypeId, type_name};
use core::marker::PhantomData;

use subtle::CtOption;

use crate::arithmetic::portable::Portable;
use crate::backend::serial::Serial;
pub use crate::backend::tuning::Costs;
pub use crate::backend::vector::{SUBTRAHENDS, TERMS, sum_by_pairs};
pub use crate::backend::{
    BatchVector, FieldVector, HeldConstant, Job, Lane, MAX_LANES, PRODUCTS, PointJob, PointSum,
    PointVector, Sum, factors, order,
};
use crate::curve::{Curve, MultiscalarWorkspace, Point};
use crate::dispatch::Backend;
pub use crate::dispatch::run_batch;
use crate::field::FieldElement;
pub use crate::field::Prime;
use crate::field::roots::chain_p58;
pub use crate::mask::Mask;
use crate::msm::points::decode::Vectors;
use crate::msm::{ConstantTimeSum, Decode, Products, VartimeSum};
use crate::point_ops::{OnePoint, Operation};
use crate::primes::P25519;
use crate::scalar_mul::{Addition, DoubleBase, Doubling, FixedBase, VariableBase};
pub use crate::threads::fill as fill_on_threads;
pub use crate::word::Word;

#[cfg(test)]
mod tests;

/// The library's operations on points, computed only by the backend `V`.
///
/// Single points are computed as [`BatchVector::single`] says: in the first lane, or in four by the four-lane formulas.
/// Sums and batches fill the lanes with independent points. Operations are constant time if `V`'s are, unless their names
/// say `vartime`.
#[derive(Debug)]
pub struct On<V>(PhantomData<V>);

impl<V: BatchVector> On<V> {
    /// Runs a job on many points.
    fn run<J: Job<V::Prime>>(job: J) -> J::Output {
        job.run::<V>()
    }

    /// Runs an operation on single points.
    fn one<C: Curve<Base = V::Prime>>(operation: impl Operation<Curve = C>) -> Point<C> {
        V::single(OnePoint(operation))
    }

    /// Returns a + b.
    pub fn add<C: Curve<Base = V::Prime>>(a: &Point<C>, b: &Point<C>) -> Point<C> {
        Self::one(Addition { a, b })
    }

    /// Returns 2a.
    pub fn double<C: Curve<Base = V::Prime>>(a: &Point<C>) -> Point<C> {
        Self::one(Doubling { a })
    }

    /// Returns scalar · point.
    pub fn mul<C: Curve<Base = V::Prime>>(
        scalar: &FieldElement<C::Scalar>,
        point: &Point<C>,
    ) -> Point<C> {
        Self::one(VariableBase { scalar, point })
    }

    /// Returns scalar · generator.
    pub fn mul_base<C: Curve<Base = V::Prime>>(scalar: &FieldElement<C::Scalar>) -> Point<C> {
        Self::one(FixedBase { scalar })
    }

    /// Returns a · point + b · generator; variable time.
    pub fn vartime_double_scalar_mul_basepoint<C: Curve<Base = V::Prime>>(
        a: &FieldElement<C::Scalar>,
        point: &Point<C>,
        b: &FieldElement<C::Scalar>,
    ) -> Point<C> {
        Self::one(DoubleBase { a, point, b })
    }

    /// Returns Σ scalarsᵢ·pointsᵢ; variable time.
    ///
    /// # Panics
    ///
    /// If the slices have different lengths.
    pub fn vartime_multiscalar_mul<C: Curve<Base = V::Prime>>(
        scalars: &[FieldElement<C::Scalar>],
        points: &[Point<C>],
    ) -> Point<C> {
        assert_eq!(scalars.len(), points.len(), "as many scalars as points");
        Self::run(VartimeSum {
            terms: scalars.iter().zip(points).collect(),
            algorithm: None,
            workspace: Some(&mut MultiscalarWorkspace::new()),
        })
    }

    /// Returns Σ scalarsᵢ·pointsᵢ.
    ///
    /// # Panics
    ///
    /// If the slices have different lengths.
    pub fn multiscalar_mul<C: Curve<Base = V::Prime>>(
        scalars: &[FieldElement<C::Scalar>],
        points: &[Point<C>],
    ) -> Point<C> {
        assert_eq!(scalars.len(), points.len(), "as many scalars as points");
        Self::run(ConstantTimeSum {
            terms: &scalars.iter().zip(points).collect::<Vec<_>>(),
            tables: None,
            short: false,
            independent: false,
        })
        // Without `independent` the sum is always right.
        .0
    }

    /// Returns scalarsᵢ·pointsᵢ for each i.
    ///
    /// # Panics
    ///
    /// If the slices have different lengths.
    pub fn batch_mul<C: Curve<Base = V::Prime>>(
        scalars: &[FieldElement<C::Scalar>],
        points: &[Point<C>],
    ) -> Vec<Point<C>> {
        assert_eq!(scalars.len(), points.len(), "as many scalars as points");
        let mut products = alloc::vec![Point::IDENTITY; points.len()];
        Self::run(Products {
            scalars,
            points,
            products: &mut products,
        });
        products
    }

    /// Decodes points as `from_bytes` does.
    pub fn batch_from_bytes<C: Curve<Base = V::Prime>>(
        encodings: &[[u8; 32]],
    ) -> Vec<CtOption<Point<C>>> {
        let mut points = alloc::vec![CtOption::new(Point::IDENTITY, 0.into()); encodings.len()];
        Self::run(Decode::<C> {
            encodings,
            put: &mut |i, point| points[i] = point,
        });
        points
    }
}

/// Returns x^((p−5)/8) of vectors side by side, for square roots in the field of order p. Two at once are faster than one
/// after the other, because each square of one chain waits for the square before it.
#[inline(always)]
pub fn power_p58<V: BatchVector<Prime = P25519>, const N: usize>(x: [V; N]) -> [V; N] {
    chain_p58(Vectors(x)).0
}

/// Points of Ed25519 in the lanes of vectors.
#[cfg(feature = "ed25519")]
pub mod ed25519 {
    pub use crate::ed25519::edwards::{
        A, Addend, Completed, Extended, Homogeneous, I, constant, odd_lanes, one_plus_d_times,
        pair, root, root_base, x_of,
    };
    pub use crate::ed25519::encoding::Encoded;
}

/// A function generic over the type of vectors, see [`visit`].
///
/// All computation with vectors must run inside [`FieldVector::enter`] or [`FieldVector::call`].
pub trait Visitor<P: Prime>: Sized {
    /// Called with each type of vectors, and its name, by the functions below.
    fn visit<V: FieldVector<Prime = P>>(&mut self, name: &'static str);
    /// Called with each type whose lanes hold independent elements or points.
    fn visit_batch<V: BatchVector<Prime = P>>(&mut self, name: &'static str) {
        self.visit::<V>(name);
    }
    /// Called with each type that holds one point in four lanes.
    fn visit_point<V: PointVector<Prime = P>>(&mut self, name: &'static str) {
        self.visit::<V>(name);
    }
}

/// Calls a visitor with every type of vectors over a field that runs jobs on this CPU, and with that of plain Rust, each
/// once.
pub fn visit<P: Prime>(visitor: &mut impl Visitor<P>) {
    // A backend may have other vectors for public data and for sums of many products, so it gets a job of each kind.
    let mut seen = Vec::new();
    let plain = Visit::<_, false, false>(visitor, &mut seen);
    Job::run::<Serial<Portable, P>>(plain);
    for backend in Backend::available() {
        backend.one::<P, _>(Visit::<_, false, false>(visitor, &mut seen));
        backend.many::<P, _>(Visit::<_, false, false>(visitor, &mut seen));
        backend.many::<P, _>(Visit::<_, true, false>(visitor, &mut seen));
        backend.many::<P, _>(Visit::<_, false, true>(visitor, &mut seen));
    }
}

/// A job that visits the type of the vectors with which it is run, unless that was seen before.
struct Visit<'a, T, const PUBLIC: bool, const SUMS: bool>(&'a mut T, &'a mut Vec<TypeId>);

impl<P: Prime, T: Visitor<P>, const PUBLIC: bool, const SUMS: bool> Job<P>
    for Visit<'_, T, PUBLIC, SUMS>
{
    type Output = ();
    const PUBLIC: bool = PUBLIC;
    const SUMS: bool = SUMS;

    fn run<V: BatchVector<Prime = P>>(self) {
        if !self.1.contains(&TypeId::of::<V>()) {
            self.1.push(TypeId::of::<V>());
            self.0.visit_batch::<V>(type_name::<V>());
        }
    }
}

impl<P: Prime, T: Visitor<P>> PointJob<P> for Visit<'_, T, false, false> {
    type Output = ();

    /// Does nothing: these are the vectors of scalar code, which batches have as well.
    fn run<V: FieldVector<Prime = P>>(self) {}

    fn run_in_four_lanes<V: PointVector<Prime = P>>(self) {
        self.0.visit_point::<V>(type_name::<V>());
    }
}
