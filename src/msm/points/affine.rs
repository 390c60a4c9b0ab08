//! Converts many points from projective coordinates to a backend's affine ones, with one inversion.

use alloc::vec::Vec;

use zeroize::Zeroize;

use crate::backend::inverses::{RunningInverse, RunningProduct};
use crate::backend::{BatchVector, Job, MAX_LANES, always};
use crate::curve::{AffinePoint, Curve, Point};
use crate::field::{FieldElement, Invert, Prime as _};

use crate::msm::points::operands::{Affine, zero_limbs};

/// Returns x and y of points, `V::LANES` in each vector, (0, 0) for the identity; unused lanes repeat the last point.
/// Takes variable time if the points are public: then vectors with Z = 1 in all lanes, as after decoding, are copied
/// without a division, and the inversion may take variable time.
pub(crate) fn normalize<C: Curve, V: BatchVector<Prime = C::Base>>(
    points: &[&Point<C>],
    public: bool,
) -> Vec<[V; 2]> {
    // Montgomery's trick: multiply all Z, invert the product, and recover the inverses from the last to the first. Even
    // and odd vectors have a product each, so that a multiplication need not wait for the one before it.
    let one = FieldElement::<C::Base>::from_small(1);
    let is_affine = |point: &&Point<C>| point.coordinates()[2].as_limbs() == one.as_limbs();
    // For secret points this is always true: no branch depends on them.
    let is_divided = |points: &[&Point<C>]| !public || !points.iter().all(is_affine);
    let divisions: Vec<bool> = points.chunks(V::LANES).map(is_divided).collect();
    // At full capacity at once, because a vector that grows leaves a copy behind.
    let mut prefix = Vec::with_capacity(divisions.len());
    let mut normal = Vec::<[V; 2]>::with_capacity(divisions.len());
    always!(V::enter, {
        let (one, zero) = (V::one(), zero_limbs());
        let mut products = RunningProduct::pair();
        for (v, is_divided) in divisions.iter().enumerate() {
            prefix.push(if *is_divided {
                products[v % 2].push(&divisor(points, v, one).0)
            } else {
                one
            });
        }
        normal.resize(divisions.len(), [zero; 2]);
        let invert: Invert<_> = if public {
            C::Base::vartime_invert
        } else {
            C::Base::invert
        };
        let mut inverses = if divisions.contains(&true) {
            RunningProduct::invert_pair(products, invert).0
        } else {
            [RunningInverse(one); 2]
        };
        for v in (0..divisions.len()).rev() {
            if !divisions[v] {
                normal[v] = [coordinate(points, v, 0), coordinate(points, v, 1)];
                continue;
            }
            // Z is loaded again rather than kept, which would take a third vector beside x and y.
            let (z, is_identity) = divisor(points, v, one);
            // 1/Z, for x = X/Z and y = Y/Z. Where Z = 0, the divisor was 1, and a mask makes x and y 0.
            let inverse = inverses[v % 2].pop(&z, &prefix[v]);
            for (i, normal) in normal[v].iter_mut().enumerate() {
                let ratio = coordinate::<C, V>(points, v, i).mul_carried(&inverse);
                *normal = ratio.select_lanes(zero, is_identity);
            }
        }
    });
    // Products of Z, which depend on how secret points were computed.
    prefix.zeroize();
    normal
}

/// The job that writes the affine coordinates of points; constant time.
pub(crate) struct Normalize<'a, C: Curve> {
    pub points: &'a [Point<C>],
    pub affine: &'a mut [AffinePoint<C>],
}

impl<C: Curve> Job<C::Base> for Normalize<'_, C> {
    type Output = ();

    fn run<V: BatchVector<Prime = C::Base>>(self) {
        let references: Vec<&Point<C>> = self.points.iter().collect();
        let mut normal = normalize::<C, V>(&references, false);
        for ([x, y], points) in normal.iter().zip(self.affine.chunks_mut(V::LANES)) {
            let [mut x, mut y] = always!(V::enter, [x.store_lanes(), y.store_lanes()]);
            for ((x, y), point) in x.iter().zip(&y).zip(points) {
                *point = AffinePoint::from_coordinates([*x, *y]);
            }
            x.zeroize();
            y.zeroize();
        }
        normal.zeroize();
    }
}

/// Loads coordinate `i` (0 for X, 1 for Y, 2 for Z) of the points of vector `v`; unused lanes repeat the last point.
#[inline(always)]
pub(crate) fn coordinate<C: Curve, V: BatchVector<Prime = C::Base>>(
    points: &[&Point<C>],
    v: usize,
    i: usize,
) -> V {
    let last = points.len() - 1;
    always!(V::load_lanes, |lane| points[last.min(v * V::LANES + lane)]
        .coordinates()[i])
}

/// Returns Z, with 1 for the identity, whose Z is 0 and has no inverse; and the lanes with the identity, as bits.
#[inline(always)]
fn divisor<C: Curve, V: BatchVector<Prime = C::Base>>(
    points: &[&Point<C>],
    v: usize,
    one: V,
) -> (V, u32) {
    let z: V = coordinate(points, v, 2);
    let is_identity = z.zero_lanes();
    (z.select_lanes(one, is_identity), is_identity)
}

/// Appends the first `count` points of the vectors to an array, in the backend's memory format; variable time.
pub(crate) fn scattered<V: BatchVector>(
    normal: &[[V; 2]],
    count: usize,
    points: &mut Vec<Affine<V::Lane>>,
) {
    // Whole vectors are written, and the points of unused lanes cut off at the end.
    let start = points.len();
    points.resize(start + normal.len() * V::LANES, Affine::default());
    always!(V::enter, {
        let places = points[start..].chunks_exact_mut(V::LANES);
        for (xy, points) in normal.iter().zip(places) {
            let mut lanes = [V::Lane::default(); MAX_LANES];
            for (i, coordinate) in xy.iter().enumerate() {
                coordinate.scatter(&mut lanes[..V::LANES]);
                for (point, lane) in points.iter_mut().zip(&lanes) {
                    point.xy[i] = *lane;
                }
            }
        }
    });
    points.truncate(start + count);
}
