//! Repeated secret sums over the same two points.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::panic::{RefUnwindSafe, UnwindSafe};

use crate::backend::tuning::sums::points_per_thread;
use crate::curve::{Curve, Point, Tables};
use crate::field::FieldElement;
use crate::threads;

/// Two public points prepared for many commitments to one value each: [`Point::pair_sums`] without making its tables, which
/// have 0.1 MB and fit one backend.
///
/// ```
/// use helioselene_simd::{Field25519, PairPrecomputation, SelenePoint};
///
/// let (k, g) = (Field25519::from(3u64), SelenePoint::GENERATOR);
/// let tables = PairPrecomputation::new([g + g, g]);
/// assert_eq!(tables.sums(&[[k, k], [k, -k]]), [(g + g + g) * k, g * k]);
/// ```
#[derive(Clone)]
pub struct PairPrecomputation<C: Curve> {
    points: [Point<C>; 2],
    /// For the backend selected at the time.
    tables: Tables,
}

impl<C: Curve> PairPrecomputation<C> {
    /// Prepares the points.
    pub fn new(points: [Point<C>; 2]) -> Self {
        let tables = C::prepare_pair(&points);
        Self { points, tables }
    }

    /// scalarsᵢ₀·points₀ + scalarsᵢ₁·points₁ for each i; constant time in the scalars.
    pub fn sums(&self, scalars: &[[FieldElement<C::Scalar>; 2]]) -> Vec<Point<C>> {
        let mut sums = vec![Point::IDENTITY; scalars.len()];
        threads::fill(&mut sums, points_per_thread::PAIR, |first, sums| {
            let scalars = &scalars[first..][..sums.len()];
            C::pair_sums(scalars, &self.points, &self.tables, sums);
        });
        sums
    }
}

impl<C: Curve> fmt::Debug for PairPrecomputation<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PairPrecomputation")
            .field("points", &self.points)
            .finish_non_exhaustive()
    }
}

// Immutable once made, so no panic can leave it half changed.
impl<C: Curve> UnwindSafe for PairPrecomputation<C> {}
impl<C: Curve> RefUnwindSafe for PairPrecomputation<C> {}
