//! Converts points to short Weierstrass coordinates, in which lists are summed, and back.
//!
//! With u = (1 + y)/(1 − y), x' = u + A/3 and y' = c·u/x for c² = −(A + 2), the curve is y'² = x'³ + a·x' + b. (u and
//! c·u/x are Curve25519's coordinates, RFC 7748, section 4.1.) Points of small order are left out: they have no such
//! coordinates, or multiples that have none.
//!
//! Why convert at all: an affine addition costs 5M + 1S on any short Weierstrass curve if many share an inversion,
//! and its formula has no constant of the curve. On Edwards curves an addition takes 7M or more, and an affine one
//! would need two divisions. A conversion costs 12 products a point, which one addition in each of some thirty
//! windows pays back.

use alloc::vec::Vec;

use super::EdwardsPoint;
use super::edwards::{Addend, Extended, constant};
use crate::Field25519;
use crate::backend::inverses::RunningProduct;
use crate::backend::{BatchVector, Sum as _, always};
use crate::field::Prime as _;
use crate::primes::P25519;

/// a = 1 − A²/3
pub(super) const COEFFICIENT: Field25519 =
    constant("2aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa984914a144");
/// A/3 for A = 486662.
const A_THIRD: Field25519 =
    constant("2aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaad2451");
/// c, one of the two roots of −(A + 2). With the other one, y' would have the opposite sign.
const C: Field25519 = constant("0f26edf460a006bbd27b08dc03fc4f7ec5a1d3d14b7d1a82cc6e04aaff457e06");
/// x' and y' of the generator.
const GENERATOR: [Field25519; 2] = [
    constant("2aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaad245a"),
    constant("5f51e65e475f794b1fe122d388b72eb36dc2b28192839e4dd6163a5d81312c14"),
];

/// Returns x' and y' of points, `LANES` in each vector, by one inversion; unused lanes repeat the last point. The
/// generator replaces points of small order, whose indices are returned as well.
pub(super) fn to_weierstrass<V: BatchVector<Prime = P25519>>(
    points: &[EdwardsPoint],
) -> (Vec<[V; 2]>, Vec<usize>) {
    let vectors = points.len().div_ceil(V::LANES);
    let (mut converted, mut prefixes) = (Vec::with_capacity(vectors), Vec::with_capacity(vectors));
    let mut small = Vec::new();
    always!(V::enter, {
        let (one, c) = (V::one(), V::splat(&C));
        let a_third = V::splat(&A_THIRD);
        let generator = [V::splat(&GENERATOR[0]), V::splat(&GENERATOR[1])];
        let mut products = RunningProduct::pair();
        // The lanes with points of small order, and the divisors (Z − Y)·X, which give 1/(1 − y) and 1/x by one inversion.
        let mut divisors = Vec::with_capacity(vectors);
        for v in 0..vectors {
            let [x, y, z] = load::<V>(points, v);
            let (lanes, divisor) = always!(V::call, {
                // The test of `EdwardsPoint::is_small_order`. All other points have x ≠ 0 and y ≠ 1, so that only these
                // would make the divisor 0.
                let squares = (x.square() + y.square()).carry();
                let lanes = x.mul_carried(&y).mul_carried(&squares).zero_lanes();
                let divisor = (z - y).carry().mul_carried(&x);
                (lanes, divisor.select_lanes(one, lanes))
            });
            prefixes.push(products[v % 2].push(&divisor));
            divisors.push((lanes, divisor));
        }
        let (mut inverses, _) = RunningProduct::invert_pair(products, P25519::vartime_invert);
        converted.resize(vectors, generator);
        for (v, (lanes, divisor)) in divisors.iter().enumerate().rev() {
            let inverse = inverses[v % 2].pop(divisor, &prefixes[v]);
            let [x, y, z] = load::<V>(points, v);
            converted[v] = always!(V::call, {
                // inverse is 1/((Z − Y)·X): u = (Z + Y)·X times that, and c·u/x = c·(Z + Y)·Z times that.
                let sum = (z + y).carry().mul_carried(&inverse);
                let u = sum.mul(&x) + a_third.into();
                let v = sum.mul_carried(&z).mul_carried(&c);
                [
                    u.carry().select_lanes(generator[0], *lanes),
                    v.select_lanes(generator[1], *lanes),
                ]
            });
        }
        for (v, (lanes, _)) in divisors.iter().enumerate() {
            let lanes = (0..V::LANES).filter(|lane| lanes >> lane & 1 == 1);
            small.extend(lanes.map(|lane| v * V::LANES + lane));
        }
    });
    // Unused lanes repeat the last point, which may be of small order.
    small.retain(|i| *i < points.len());
    (converted, small)
}

/// Loads X, Y and Z of the points of vector `v`; unused lanes repeat the last point.
#[inline(always)]
pub(super) fn load<V: BatchVector<Prime = P25519>>(points: &[EdwardsPoint], v: usize) -> [V; 3] {
    let last = points.len() - 1;
    let point = |lane: usize| &points[last.min(v * V::LANES + lane)];
    [
        always!(V::load_lanes, |lane| &point(lane).x),
        always!(V::load_lanes, |lane| &point(lane).y),
        always!(V::load_lanes, |lane| &point(lane).z),
    ]
}

/// Returns the points with these x' and y', prepared for additions, by 6 products; the identity for (0, 0). Variable
/// time.
#[inline(always)]
pub(super) fn cached<V: BatchVector<Prime = P25519>>([x, y]: [V; 2]) -> Addend<V> {
    let one = V::one();
    let u = (x - V::splat(&A_THIRD)).carry();
    let (u_plus_one, u_minus_one) = ((u + one).carry(), (u - one).carry());
    // x = c·u/y' and y = (u − 1)/(u + 1): over the common denominator y'·(u + 1), (c·u·(u + 1) : y'·(u − 1) : y'·(u +
    // 1)), T = c·u·(u − 1).
    let cu = u.mul_carried(&V::splat(&C));
    let mut point = Extended {
        x: cu.mul_carried(&u_plus_one),
        y: y.mul_carried(&u_minus_one),
        z: y.mul_carried(&u_plus_one),
        t: cu.mul_carried(&u_minus_one),
    };
    // u + 1 is not 0, as A − 2 is no square. y' = 0 only where u = 0, which is (0, −1), of order 2, and in (0, 0), which
    // stands for the identity. Both would get Z = 0.
    let exceptional_lanes = y.zero_lanes();
    if exceptional_lanes != 0 {
        let (zero, minus_one) = (V::zero(), one.neg().carry());
        let identity = exceptional_lanes & x.zero_lanes();
        point = Extended {
            x: point.x.select_lanes(zero, exceptional_lanes),
            y: point
                .y
                .select_lanes(minus_one.select_lanes(one, identity), exceptional_lanes),
            z: point.z.select_lanes(one, exceptional_lanes),
            t: point.t.select_lanes(zero, exceptional_lanes),
        };
    }
    point.cached()
}

#[cfg(test)]
mod tests;
