//! Horner's rule, Σ 2^i·D_i, the last stage of a sum: a stretch of the digits in each lane, then one run of doublings.

use super::EdwardsPoint;
use super::edwards::Homogeneous;
use super::weierstrass::cached;
use crate::backend::{BatchVector, FieldVector, MAX_LANES, PointJob, PointVector, always};
use crate::msm::points::operands::{Affine, gather_present};
use crate::primes::P25519;

/// Σ 2^i·digits[i].
pub(super) fn horner<V: BatchVector<Prime = P25519>>(digits: &[Affine<V::Lane>]) -> EdwardsPoint {
    let stretch = digits.len().div_ceil(V::LANES).max(1);
    let sums = always!(V::enter, {
        let mut sum = Homogeneous::<V>::identity();
        for i in (0..stretch).rev() {
            // Absent digits and empty ones are (0, 0), which `cached` takes for the identity: additions are complete.
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

/// The points in the lanes; later ones are the identity.
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

/// Σ 2^(i·doublings)·sums[i]. Constant time in the sums.
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

    fn run_in_four_lanes<V: PointVector<Prime = P25519>>(self) -> EdwardsPoint {
        self.run::<V>()
    }
}
