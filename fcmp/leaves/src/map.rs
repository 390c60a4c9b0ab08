//! Monero's map from field elements to points, `ge_fromfe_frombytes_vartime`, in the lanes of vectors.
//!
//! Elligator 2 on Curve25519, v² = f(u) = u(u² + Au + 1), with the non-square 2. Let v = 2r², w = 1 + v and x = w² −
//! A²v. A u belongs to a point if f(u) is a square; u₁ = −A/w and u₂ = −A − u₁ = v·u₁ have u₁² + Au₁ = u₂² + Au₂, so
//! f(u₁) = −A·x/w³ and f(u₂) = v·f(u₁).
//!
//! - *Nothing is 0.* −1 is a square and 2 is not. So w = 0 (2r² = −1) is impossible, and x = 0 (w² = 2(Ar)²) would
//!   need w = r = 0, where w = 1.
//! - *w/x decides which of the two belongs to a point.* A is no square, so f(u₁) is a square if and only if w/x is
//!   not. If w/x is a square, f(u₂) is one (for r = 0, f(u₂) = 0).
//! - *On Ed25519*, with a = A for u₁ and Av for u₂, y = (u − 1)/(u + 1) = (a + w)/(a − w) and X² = −(A + 2)·u²/f(u),
//!   which is A(A + 2)·w/x for u₁, and 2r² times that for u₂. u + 1 is not 0, as f(−1) = A − 2 is no square.
//! - *One power.* s = w·x³·(w·x⁷)^((p−5)/8) has s²x/w = 1, −1, i or −i. For ±1, w/x is a square, and X is
//!   s·r·√(2A(A + 2)), or i times that. For −i, i·s²x = w and X = s·√(iA(A + 2)); for i, i times that.
//! - *Sign.* Monero takes the even X for u₂, the odd one for u₁. X = 0 only for r = 0: the image is (0, −1), and 8
//!   times that is the identity, which has no coordinates. Nobody knows a key with such a hash.
//!
//! No sum here has more than three terms, one of them subtracted, and unit tests run the map on vectors that count
//! terms.

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
