//! Monero's map from field elements to points, `ge_fromfe_frombytes_vartime`, in the lanes of vectors.
//!
//! Elligator 2 on Curve25519 with the non-square 2: with w = 1 + 2r² it takes u = −A/w if that is the u of a point, else
//! u = −A·2r²/w, which then is one. `fcmp/notes/leaves.md` derives the Ed25519 point and proves that nothing is ever 0.

use helioselene_simd::unstable::ed25519::{
    A, Homogeneous, I, constant, odd_lanes, pair, root_base,
};
use helioselene_simd::unstable::{BatchVector, MAX_LANES, Sum as _, power_p58};
use helioselene_simd::{Field25519, P25519};

/// A²
const A_SQUARED: Field25519 =
    constant("0000000000000000000000000000000000000000000000000000003724c21c24");
/// √(2A(A + 2)), either root.
const F: Field25519 = constant("32f9e1f5fba5d3096e2bae483fe9a041ae21fcb9fba908202d219b7c9f83650d");
/// √(i·A(A + 2)) with i = √−1, either root.
const G: Field25519 = constant("1a43f3031067dbf926c0f4887ef7432eee46fc08a13f4a49853d1903b6b39186");

/// Images of the map: x, and y as a fraction.
#[derive(Clone, Copy)]
pub(super) struct Mapped<V> {
    x: V,
    /// y's numerator.
    n: V,
    /// y's denominator, never 0.
    m: V,
}

/// The values before the map's power.
#[derive(Clone, Copy)]
struct Begun<V> {
    r: V,
    /// 2r²
    v: V,
    /// 1 + 2r²
    w: V,
    /// w² − A²·2r²
    x: V,
    base: V,
    factor: V,
}

/// The images of two vectors of elements.
#[inline(always)]
fn map<V: BatchVector<Prime = P25519>>(r: [V; 2]) -> [Mapped<V>; 2] {
    let begun = pair::<V, _>(
        #[inline(always)]
        |i| Begun::of(r[i]),
    );
    let powers = power_p58([begun[0].base, begun[1].base]);
    pair::<V, _>(
        #[inline(always)]
        |i| begun[i].finish(powers[i]),
    )
}

impl<V: BatchVector<Prime = P25519>> Begun<V> {
    #[inline(always)]
    fn of(r: V) -> Self {
        let v = r.square().times::<2>();
        let w = (v + V::one().into()).carry();
        let v = v.carry();
        let x = (w.square() - V::splat(&A_SQUARED).mul(&v)).carry();
        let (base, factor) = root_base([w, x]);
        Self {
            r,
            v,
            w,
            x,
            base,
            factor,
        }
    }

    #[inline(always)]
    fn finish(&self, power: V) -> Mapped<V> {
        let Self { r, v, w, x, .. } = self;
        let i = V::splat(&I);
        // candidate²·x/w is a fourth root of unity: 1 or −1 if w/x is a square, i or −i if not.
        let candidate = power.mul_carried(&self.factor);
        let check = candidate.square_carried().mul(x);
        let is_one = (check - (*w).into()).carry().zero_lanes();
        let is_minus_one = (check + (*w).into()).carry().zero_lanes();
        let is_minus_i = (check.carry().mul(&i) - (*w).into()).carry().zero_lanes();
        let no_square = !(is_one | is_minus_one);
        // The point's x coordinate: r·√(2A(A + 2)·w/x) or √(A(A + 2)·w/x).
        let factor = V::splat(&F)
            .mul_carried(r)
            .select_lanes(V::splat(&G), no_square);
        let root = candidate.mul_carried(&factor);
        let other = is_minus_one | (no_square & !is_minus_i);
        let root = root.select_lanes(root.mul_carried(&i), other);
        // Even if w/x is a square, else odd; 0 only for r = 0, where w/x = 1.
        let root = root.negate_lanes(odd_lanes(root) ^ no_square);
        // y = (u − 1)/(u + 1) = (a + w)/(a − w), with u = −a/w.
        let a = V::splat(&A).mul(&v.select_lanes(V::one(), no_square));
        Mapped {
            x: root,
            n: (a + (*w).into()).carry(),
            m: (a - (*w).into()).carry(),
        }
    }
}

impl<V: BatchVector<Prime = P25519>> Mapped<V> {
    #[inline(always)]
    fn projective(&self) -> Homogeneous<V> {
        Homogeneous {
            x: self.x.mul_carried(&self.m),
            y: self.n,
            z: self.m,
        }
    }

    /// The sum of two images.
    #[inline(always)]
    fn plus(&self, other: &Self) -> Homogeneous<V> {
        let (t, other_t) = (self.x.mul_carried(&self.n), other.x.mul_carried(&other.n));
        self.projective().plus(&t, &other.projective(), &other_t)
    }
}

/// The biased hashes of two vectors of keys, from one element a key; or with `sum` the unbiased hashes of one vector of
/// keys, twice, from the keys' first and second elements.
#[inline(always)]
pub(super) fn hashes<V: BatchVector<Prime = P25519>>(
    elements: &[[Field25519; MAX_LANES]; 2],
    sum: bool,
) -> [Homogeneous<V>; 2] {
    let images = map(pair::<V, _>(
        #[inline(always)]
        |i| V::load(&elements[i][..V::LANES]),
    ));
    if sum {
        let hash = V::call(
            #[inline(always)]
            || images[0].plus(&images[1]).times_eight(),
        );
        return [hash; 2];
    }
    pair::<V, _>(
        #[inline(always)]
        |i| images[i].projective().times_eight(),
    )
}

#[cfg(test)]
mod tests;
