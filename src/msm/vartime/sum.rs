//! Variable-time multi-scalar multiplication.
//!
//! There are three algorithms: Straus' method on one accumulator; lists of the digits of its NAFs, one for each place;
//! and Pippenger's buckets. The cost model chooses the fastest for the number of points and the length of the scalars.
//! The last two convert points to affine coordinates first, with one inversion, because lists add affine points.

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

/// The job that computes Σ scalar·point; variable time.
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

/// Computes the sum on this thread, in the memory of a workspace.
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
    // Scalars are written as ±k with k below half the order, so that short negative ones stay short. Terms that are zero
    // are left out; so no list contains the identity. Reserved at once: a vector that grows leaves a copy behind.
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
            // The table's row i has (2i + 1) times each point. The digits of each place become a list, and Horner's rule
            // joins the sums of the lists. Without any term there are no rows, but `chunks` would panic for length 0.
            // No point is the identity, and all others have the prime order: no addition in `rows` is exceptional.
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
            // Each window has a set of buckets of its own. The table is the points themselves, so it has a single row.
            let windows = SignedWindows::new(bits, length);
            // Reserved at once, like the scalars.
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
    // The workspace is kept: what is left in it, points and sums of points, still reveals digits to whoever knows the
    // points, as `MultiscalarWorkspace` says.
    wipe(scalars);
    sum
}
