//! Points in homogeneous coordinates, in the lanes.

use alloc::vec::Vec;

use crate::backend::{BatchVector, FieldVector, MAX_LANES, always};
use crate::curve::{Curve, Point};
use crate::point_ops::Projective;

use crate::msm::points::affine::coordinate;

/// Stores the points in the lanes, the identity as (0 : 1 : 0), and the identity past the last lane; a function of its
/// own.
#[inline(always)]
pub(crate) fn store<C: Curve, V: FieldVector<Prime = C::Base>>(
    point: &Projective<V>,
) -> [Point<C>; MAX_LANES] {
    always!(V::call, {
        let [x, y, z] = point.coordinates();
        let (x, y, z) = (x.store_lanes(), y.store_lanes(), z.store_lanes());
        let mut points = [Point::IDENTITY; MAX_LANES];
        for (lane, point) in points[..V::LANES].iter_mut().enumerate() {
            *point = Point::from_coordinates([x[lane], y[lane], z[lane]]);
        }
        points
    })
}

/// Multiplies each point by 2^doublings, `doublings` ≥ 1, a vector of points at a time.
pub(in crate::msm) fn double_each<C: Curve, V: BatchVector<Prime = C::Base>>(
    row: &mut [Point<C>],
    doublings: u32,
) {
    for row in row.chunks_mut(V::LANES) {
        // `coordinate` repeats the last point in unused lanes.
        let points: Vec<&Point<C>> = row.iter().collect();
        let lanes = always!(V::enter, {
            let mut points = Projective::new(
                coordinate(&points, 0, 0),
                coordinate(&points, 0, 1),
                coordinate(&points, 0, 2),
            );
            points.double_n(doublings);
            store::<C, V>(&points)
        });
        row.copy_from_slice(&lanes[..row.len()]);
    }
}
