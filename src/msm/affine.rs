//! Conversion of many points from projective coordinates to a backend's affine ones, with one inversion.

use alloc::vec::Vec;

use crate::backend::inverses::RunningProduct;
use crate::backend::{FieldVector, MAX_LANES, always};
use crate::curve::{AffinePoint, Curve, Point};
use crate::field::{FieldElement, Invert, Prime as _};

use super::operands::{Affine, zero_limbs};

/// x and y of points, `V::LANES` in each vector; (0, 0) for the identity and past the last point. Constant time in
/// the points if `invert` is.
pub(crate) fn normalize<C: Curve, V: FieldVector<Prime = C::Base>>(
    points: &[&Point<C>],
    invert: Invert<C::Base>,
) -> Vec<[V; 2]> {
    let mut normal = Vec::with_capacity(points.len().div_ceil(V::LANES));
    let mut before = Vec::with_capacity(normal.capacity());
    always!(
        V::enter,
        normalize_into(points, &mut normal, &mut before, invert)
    );
    zeroize::Zeroize::zeroize(&mut before);
    normal
}

/// The same in variable time, for points other than the identity: those with Z = 1, as decoded ones, are not divided.
/// Lanes past the last point have x = 0.
pub(crate) fn vartime_normalize<C: Curve, V: FieldVector<Prime = C::Base>>(
    points: &[&Point<C>],
) -> Vec<[V; 2]> {
    let one = FieldElement::<C::Base>::from_small(1);
    let is_affine = |point: &&Point<C>| point.coordinates()[2].as_limbs() == one.as_limbs();
    let others: Vec<&Point<C>> = points.iter().copied().filter(|p| !is_affine(p)).collect();
    if others.len() > points.len() / 4 {
        return normalize(points, C::Base::vartime_invert);
    }
    // A few others, such as sums of generators, are divided apart.
    let divided = divide::<C, V>(&others);
    let mut divided = divided.iter();
    let points = points.iter().map(|point| match is_affine(point) {
        true => *point,
        false => divided.next().expect("as many as were counted"),
    });
    let points = &points.collect::<Vec<&Point<C>>>()[..];
    let vectors = points.len().div_ceil(V::LANES);
    let mut normal = Vec::with_capacity(vectors);
    always!(V::enter, {
        for v in 0..vectors {
            normal.push([coordinate(points, v, 0), coordinate(points, v, 1)]);
        }
    });
    normal
}

/// Points with Z = 1, and some more, in variable time.
fn divide<C: Curve, V: FieldVector<Prime = C::Base>>(points: &[&Point<C>]) -> Vec<Point<C>> {
    if points.is_empty() {
        return Vec::new();
    }
    let normal = normalize::<C, V>(points, C::Base::vartime_invert);
    let lanes = normal
        .iter()
        .map(|[x, y]| always!(V::enter, [x.store_lanes(), y.store_lanes()]));
    let points = lanes.flat_map(|[x, y]| {
        let points = x.into_iter().zip(y).take(V::LANES);
        points.map(|xy| AffinePoint::from_coordinates(xy.into()).into())
    });
    points.collect()
}

#[inline(always)]
fn normalize_into<C: Curve, V: FieldVector<Prime = C::Base>>(
    points: &[&Point<C>],
    normal: &mut Vec<[V; 2]>,
    before: &mut Vec<V>,
    invert: Invert<C::Base>,
) {
    let (one, zero) = (V::one(), zero_limbs());
    let vectors = points.len().div_ceil(V::LANES);
    let mut products = RunningProduct::pair();
    for v in 0..vectors {
        before.push(products[v % 2].push(&divisor(points, v, one).0));
    }
    let (mut inverses, _) = RunningProduct::invert_both(products, invert);
    normal.resize(vectors, [zero; 2]);
    for v in (0..vectors).rev() {
        let (z, is_identity) = divisor(points, v, one);
        let inverse = inverses[v % 2].pop(&z, &before[v]);
        for (i, normal) in normal[v].iter_mut().enumerate() {
            let ratio = coordinate::<C, V>(points, v, i).mul_carried(&inverse);
            *normal = ratio.select_lanes(zero, is_identity);
        }
    }
}

/// X, Y or Z of the points of vector `v`, those of the identity past the last.
#[inline(always)]
pub(crate) fn coordinate<C: Curve, V: FieldVector<Prime = C::Base>>(
    points: &[&Point<C>],
    v: usize,
    i: usize,
) -> V {
    let identity = Point::IDENTITY;
    always!(V::load_lanes, |lane| {
        let point = points.get(v * V::LANES + lane).copied();
        point.unwrap_or(&identity).coordinates()[i]
    })
}

/// Z, or 1 for the identity, and the lanes with the identity.
#[inline(always)]
fn divisor<C: Curve, V: FieldVector<Prime = C::Base>>(
    points: &[&Point<C>],
    v: usize,
    one: V,
) -> (V, u32) {
    let z: V = coordinate(points, v, 2);
    let is_identity = z.zero_lanes();
    (z.select_lanes(one, is_identity), is_identity)
}

/// Appends the first `count` points of vectors to an array; variable time.
pub(crate) fn scattered<V: FieldVector>(
    normal: &[[V; 2]],
    count: usize,
    points: &mut Vec<Affine<V::Lane>>,
) {
    let start = points.len();
    points.resize(start + normal.len() * V::LANES, Affine::default());
    always!(V::enter, {
        for ([x, y], out) in normal
            .iter()
            .zip(points[start..].chunks_exact_mut(V::LANES))
        {
            let mut lanes = [V::Lane::default(); MAX_LANES];
            x.scatter(&mut lanes[..V::LANES]);
            for (point, x) in out.iter_mut().zip(&lanes) {
                point.xy[0] = *x;
            }
            y.scatter(&mut lanes[..V::LANES]);
            for (point, y) in out.iter_mut().zip(&lanes) {
                point.xy[1] = *y;
            }
        }
    });
    points.truncate(start + count);
}
