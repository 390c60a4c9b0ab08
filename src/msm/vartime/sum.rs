//! Variable-time multi-scalar multiplication.
//!
//! Three algorithms, of which the cost model chooses the fastest for the number of points and the length of the
//! scalars: Straus' method on one accumulator; its digits in lists, a list for each place; Pippenger's buckets. The
//! last two turn points into affine coordinates first, with one inversion, because lists add affine points.

use alloc::vec::Vec;

use ff::Field;

use crate::backend::{BatchVector, Job};
use crate::curve::{Algorithm, Curve, MultiscalarWorkspace, Point, Term};
use crate::field::Prime as _;
use crate::point_ops::OnePoint;

use crate::msm::points::affine::{normalize, scattered};
use crate::msm::points::operands::minus_three;
use crate::msm::points::wipe::wipe;
use crate::msm::vartime::cost::choose;
use crate::msm::vartime::horner::horner;
use crate::msm::vartime::memory::{Memory, with_workspace};
use crate::msm::vartime::pippenger::{Plan, sum_buckets};
use crate::msm::vartime::straus::Straus;
use crate::msm::vartime::stretched::sum_places;
use crate::msm::vartime::windows::SignedWindows;
use crate::scalar_mul::Magnitude;

/// Σ scalar·point.
pub(crate) struct VartimeSum<'a, C: Curve> {
    pub terms: Vec<Term<'a, C>>,
    /// If `None`, the cost model chooses.
    pub algorithm: Option<Algorithm>,
    /// If `None`, the pool's threads may take part, each with its own workspace.
    pub workspace: Option<&'a mut MultiscalarWorkspace>,
}

impl<C: Curve> Job<C::Base> for VartimeSum<'_, C> {
    type Output = Point<C>;
    const PUBLIC: bool = true;

    fn run<V: BatchVector<Prime = C::Base>>(self) -> Point<C> {
        if let Some(workspace) = self.workspace {
            return sum::<C, V>(self.terms, self.algorithm, workspace);
        }
        #[cfg(feature = "rayon")]
        if let Some(sum) = crate::msm::vartime::cells::sum::<C, V>(&self.terms) {
            return sum;
        }
        with_workspace(self.terms.len(), |workspace| {
            sum::<C, V>(self.terms, self.algorithm, workspace)
        })
    }
}

/// The sum on this thread.
fn sum<C: Curve, V: BatchVector<Prime = C::Base>>(
    terms: Vec<Term<'_, C>>,
    algorithm: Option<Algorithm>,
    workspace: &mut MultiscalarWorkspace,
) -> Point<C> {
    let Memory {
        scalars,
        prepared,
        multiples,
        table,
        scratch,
        ..
    } = workspace.memory::<V>();
    // Scalars are written as ±k with k below half the order, so that short negative ones stay short.
    // Points other than the identity. Reserved at once: a vector that grows leaves a copy behind.
    scalars.clear();
    scalars.reserve(terms.len());
    let mut points = Vec::with_capacity(terms.len());
    for (scalar, point) in terms {
        let scalar = Magnitude::new(scalar);
        if !scalar.is_zero() && !bool::from(point.coordinates()[2].is_zero()) {
            scalars.push(scalar);
            points.push(point);
        }
    }
    let length = scalars.iter().map(Magnitude::bits).max().unwrap_or(0);
    let algorithm = algorithm.unwrap_or_else(|| choose::<V>(scalars.len(), length));
    let a = &minus_three();
    let sum = match algorithm {
        Algorithm::Straus => V::single(OnePoint(Straus {
            scalars,
            points: &points,
        })),
        Algorithm::Stretched { width } => {
            // The table's row i has (2i + 1) times each point; the digits of each place become a list, and Horner's
            // rule joins places.
            let normal = normalize::<C, V>(&points, true);
            let rows = multiples.rows(&normal, 1 << (width - 2), a, C::Base::vartime_invert);
            table.clear();
            for row in rows.chunks(normal.len().max(1)) {
                scattered(row, points.len(), table);
            }
            sum_places::<V>(scalars, table, a, width, scratch);
            horner::<C, V>(&scratch.digits)
        }
        Algorithm::Pippenger { bits } => {
            table.clear();
            scattered(&normalize::<C, V>(&points, true), points.len(), table);
            // A set of buckets for each window: no tables, so `table_stride` has no rows to skip.
            let windows = SignedWindows::new(bits, length);
            // Reserved at once for the same reason.
            prepared.clear();
            prepared.reserve(scalars.len());
            prepared.extend(scalars.iter().map(|scalar| windows.prepare(scalar)));
            let plan = Plan {
                windows,
                scalars: prepared,
                sums: &[(0, 0..scalars.len())],
                sets_per_sum: windows.count,
                table_stride: 0,
            };
            let sum = sum_buckets::<C, V>(&plan, table, scratch)[0];
            wipe(prepared);
            sum
        }
    };
    wipe(scalars);
    sum
}
