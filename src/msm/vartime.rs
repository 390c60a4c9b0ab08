//! Variable-time multi-scalar multiplication.

use alloc::vec::Vec;

use ff::Field;

use crate::backend::{BatchOperation, BatchVector};
use crate::curve::Point;
use crate::field::FieldElement;
use crate::params::Curve;

use super::affine::{normalize, scattered};
use super::buckets::{Plan, fill_and_empty};
use super::cost::{Algorithm, choose};
use super::horner::horner;
use super::interleaved::Interleaved;
use super::magnitude::{Magnitude, SignedWindows};
use super::multiples::{odd_multiples, replace_identity};
use super::stretched::places;
use super::sum::{Affine, Buffers};

/// Σ scalars[i]·points[i]; the slices have the same length.
pub(crate) struct Vartime<'a, C: Curve> {
    pub scalars: &'a [FieldElement<C::Scalar>],
    pub points: &'a [Point<C>],
    /// The algorithm, unless the cost model is to choose.
    pub algorithm: Option<Algorithm>,
}

impl<C: Curve> BatchOperation<C::Base> for Vartime<'_, C> {
    type Output = Point<C>;

    fn run<V: BatchVector<Prime = C::Base>>(self) -> Point<C> {
        // Terms that are the identity drop out.
        let (mut scalars, mut points) = (Vec::new(), Vec::new());
        scalars.reserve(self.scalars.len());
        points.reserve(self.scalars.len());
        for (scalar, point) in self.scalars.iter().zip(self.points) {
            let scalar = Magnitude::new(scalar);
            if !scalar.is_zero() && !bool::from(point.coordinates()[2].is_zero()) {
                scalars.push(scalar);
                points.push(*point);
            }
        }
        let length = scalars.iter().map(Magnitude::bits).max().unwrap_or(0);
        let algorithm = self
            .algorithm
            .unwrap_or_else(|| choose::<V>(scalars.len(), length));
        match algorithm {
            Algorithm::Interleaved => V::run_single(Interleaved {
                scalars: &scalars,
                points: &points,
            }),
            Algorithm::Stretched { width } => {
                let mut normal = normalize::<C, V>(&points);
                // The lanes past the last point.
                replace_identity::<C, V>(&mut normal);
                let multiples = 1 << (width - 2);
                let rows = odd_multiples(&normal, multiples);
                let mut table = Vec::with_capacity(points.len() * multiples);
                let mut row_points = Vec::new();
                for row in rows.chunks(normal.len().max(1)) {
                    scattered(row, points.len(), &mut row_points);
                    table.append(&mut row_points);
                }
                let digits = places::<V>(&scalars, &table, width, &mut Buffers::new());
                horner::<C, V>(&digits)
            }
            Algorithm::Buckets { bits } => {
                let mut table: Vec<Affine<V::Lane>> = Vec::new();
                scattered(&normalize::<C, V>(&points), points.len(), &mut table);
                let windows = SignedWindows::new(bits, length);
                for scalar in &mut scalars {
                    *scalar = windows.prepare(scalar);
                }
                let plan = Plan {
                    windows,
                    scalars: &scalars,
                    ends: &[scalars.len()],
                    sets_per_sum: windows.count(),
                    table_stride: 0,
                };
                let digits = fill_and_empty::<V>(&plan, &table, &mut Buffers::new());
                horner::<C, V>(&digits)
            }
        }
    }
}
