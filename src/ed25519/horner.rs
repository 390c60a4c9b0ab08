//! Horner's rule, Σ 2^i·D_i, the last step of a sum: each lane sums a stretch of the D_i; then the stretches are joined
//! by Horner's rule on a single point.

use super::EdwardsPoint;
use super::edwards::Homogeneous;
use super::weierstrass::cached;
use crate::backend::{BatchVector, FieldVector, MAX_LANES, PointJob, PointVector, always};
use crate::msm::points::operands::{Affine, gather_present};
use crate::primes::P25519;

/// Returns Σ 2^i·digits[i].
pub(super) fn horner<V: BatchVector<Prime = P25519>>(digits: &[Affine<V::Lane>]) -> EdwardsPoint {
    let stretch = digits.len().div_ceil(V::LANES).max(1);
    let sums = always!(V::enter, {
        let mut sum = Homogeneous::<V>::identity();
        for i in (0..stretch).rev() {
            // Digits that are absent, and sums of empty lists, are (0, 0), which `cached` turns into the identity.
            // Additions are complete, so nothing else is tested.
            let (digit, _) = always!(gather_present::<V>, |lane| digits.get(lane * stretch + i));
            always!(V::call, {
                let double = sum.double_n(1).extended();
                sum = double.plus(&cached(digit), false).projective();
            });
        }
        store(&sum)
    });
    V::single(Joined {
        sums: &sums[..V::LANES],
        doublings: stretch as u32,
    })
}

/// Stores the points in the lanes, and the identity past the last lane.
#[inline(always)]
pub(super) fn store<V: FieldVector<Prime = P25519>>(
    sum: &Homogeneous<V>,
) -> [EdwardsPoint; MAX_LANES] {
    let (x, y, z) = (
        sum.x.store_lanes(),
        sum.y.store_lanes(),
        sum.z.store_lanes(),
    );
    let mut points = [EdwardsPoint::IDENTITY; MAX_LANES];
    for (lane, point) in points[..V::LANES].iter_mut().enumerate() {
        let (x, y, z) = (x[lane], y[lane], z[lane]);
        *point = EdwardsPoint { x, y, z };
    }
    points
}

/// The operation Σ 2^(i·doublings)·sums[i]; constant time in the sums.
pub(super) struct Joined<'a> {
    pub sums: &'a [EdwardsPoint],
    pub doublings: u32,
}

impl PointJob<P25519> for Joined<'_> {
    type Output = EdwardsPoint;

    fn run<V: FieldVector<Prime = P25519>>(self) -> EdwardsPoint {
        always!(V::enter, {
            let mut sum = Homogeneous::<V>::identity();
            for (i, stretch) in self.sums.iter().enumerate().rev() {
                // The first, topmost, is added to the identity, which need not be doubled before.
                let stretch = Homogeneous {
                    x: V::splat(&stretch.x),
                    y: V::splat(&stretch.y),
                    z: V::splat(&stretch.z),
                };
                if i + 1 < self.sums.len() && self.doublings > 0 {
                    always!(V::call, sum = sum.double_n(self.doublings).projective());
                }
                always!(
                    V::call,
                    sum = sum
                        .extended()
                        .plus(&stretch.extended().cached(), false)
                        .projective()
                );
            }
            store(&sum)[0]
        })
    }

    // There are no four-lane formulas for Edwards points, so only the first lane counts here, too.
    fn run_in_four_lanes<V: PointVector<Prime = P25519>>(self) -> EdwardsPoint {
        self.run::<V>()
    }
}
