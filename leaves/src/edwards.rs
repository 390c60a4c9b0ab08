//! Points of Ed25519, −x² + y² = 1 + d·x²y², in the lanes of vectors.
//!
//! Extended coordinates of Hisil, Wong, Carter and Dawson (eprint 2008/522): x = X/Z, y = Y/Z, xy = T/Z. The
//! addition law is complete, as −1 is a square and d is not.

use crypto_bigint::U256;
use helioselene_simd::group::ff::PrimeField;
use helioselene_simd::unstable::{FieldVector, Sum as _, power_p58};
use helioselene_simd::{Field25519, P25519};

/// √−1
pub(super) const I: Field25519 = Field25519::ROOT_OF_UNITY;
/// A, of Curve25519.
pub(super) const A: Field25519 =
    constant("0000000000000000000000000000000000000000000000000000000000076d06");
/// d = −121665/121666
const D: Field25519 = constant("52036cee2b6ffe738cc740797779e89800700a4d4141d8ab75eb4dca135978a3");
/// 2d
const TWO_D: Field25519 =
    constant("2406d9dc56dffce7198e80f2eef3d13000e0149a8283b156ebd69b9426b2f159");

/// The addition chain of 3ℓ + 1 = 8·(8⁻¹ mod ℓ), ℓ the order of the prime-order subgroup: starting from 3P, pairs of a
/// number of doublings and the odd multiple added after them. Three doublings follow.
///
/// This is the non-adjacent form of width 4; other widths take more additions, including the table's.
#[rustfmt::skip]
const CHAIN: [(u32, i8); 25] = [
    (126, 1), (5, -1), (4, 5), (5, -3), (4, -1), (5, -5), (5, 7), (7, -3), (6, 7), (5, 7), (5, -5), (4, -3), (7, 3),
    (5, 1), (7, 3), (4, 7), (4, 3), (4, -7), (4, 5), (7, -7), (4, -5), (4, 7), (6, 3), (5, -1), (7, -7),
];
/// The odd multiples up to the largest, 7.
const ODD_MULTIPLES: usize = 4;

/// An element from 64 hexadecimal digits.
pub(super) const fn constant(digits: &str) -> Field25519 {
    Field25519::from_u256(&U256::from_be_hex(digits))
}

/// (X : Y : Z)
#[derive(Clone, Copy)]
pub(super) struct Projective<V> {
    pub x: V,
    pub y: V,
    pub z: V,
}

/// Extended coordinates, (X : Y : Z) and T.
#[derive(Clone, Copy)]
struct Extended<V> {
    x: V,
    y: V,
    z: V,
    t: V,
}

/// A sum before its last products: x = E/G, y = H/F.
struct Completed<V> {
    e: V,
    f: V,
    g: V,
    h: V,
}

/// A point prepared for additions: Y + X, Y − X, 2Z and 2d·T.
#[derive(Clone, Copy)]
struct Cached<V> {
    sum: V,
    difference: V,
    twice_z: V,
    twice_dt: V,
}

/// Calls a function for 0 and 1.
#[inline(always)]
pub(super) fn both<V: FieldVector, T>(value: impl Fn(usize) -> T) -> [T; 2] {
    [one_of::<V, T>(&value, 0), one_of::<V, T>(&value, 1)]
}

#[inline(always)]
fn one_of<V: FieldVector, T>(value: &impl Fn(usize) -> T, i: usize) -> T {
    V::call(
        #[inline(always)]
        || value(i),
    )
}

/// √((y² − 1)/(dy² + 1)) for each y, either root, and the lanes that have one, as bits.
#[inline(always)]
pub(super) fn x_of<V: FieldVector<Prime = P25519>>(y: [V; 2]) -> [(V, u32); 2] {
    let bases = both::<V, _>(
        #[inline(always)]
        |i| {
            let ratio = ratio(y[i]);
            (root_base(ratio), ratio)
        },
    );
    let powers = power_p58([bases[0].0.0, bases[1].0.0]);
    both::<V, _>(
        #[inline(always)]
        |i| {
            let ((_, factor), ratio) = &bases[i];
            root(*ratio, powers[i].mul_carried(factor))
        },
    )
}

/// u = y² − 1 and v = dy² + 1.
#[inline(always)]
fn ratio<V: FieldVector<Prime = P25519>>(y: V) -> [V; 2] {
    let yy = y.square();
    [
        (yy - V::one().into()).carry(),
        one_plus_d_times(&yy.carry()),
    ]
}

/// dy² + 1, given y².
#[inline(always)]
pub(super) fn one_plus_d_times<V: FieldVector<Prime = P25519>>(yy: &V) -> V {
    (V::splat(&D).mul(yy) + V::one().into()).carry()
}

/// uv⁷ and uv³: √(u/v), if it exists, is uv³·(uv⁷)^((p−5)/8), or √−1 times that (RFC 8032, section 5.1.3).
#[inline(always)]
pub(super) fn root_base<V: FieldVector<Prime = P25519>>([u, v]: [V; 2]) -> (V, V) {
    let v3 = v.square_carried().mul_carried(&v);
    let uv3 = u.mul_carried(&v3);
    (uv3.mul_carried(&v3.mul_carried(&v)), uv3)
}

/// The candidate or √−1 times it, and the lanes where this is √(u/v), as bits.
#[inline(always)]
pub(super) fn root<V: FieldVector<Prime = P25519>>([u, v]: [V; 2], candidate: V) -> (V, u32) {
    let check = candidate.square_carried().mul(&v);
    let first = (check - u.into()).carry().zero_lanes();
    let second = (check + u.into()).carry().zero_lanes();
    let other = candidate.mul_carried(&V::splat(&I));
    (
        candidate.select_lanes(other, second & !first),
        first | second,
    )
}

/// The lanes whose canonical residues are odd, as bits.
#[inline(always)]
pub(super) fn odd_lanes<V: FieldVector<Prime = P25519>>(x: V) -> u32 {
    let mut odd = 0;
    for (lane, x) in x.store_lanes()[..V::LANES].iter().enumerate() {
        odd |= u32::from(x.is_odd().unwrap_u8()) << lane;
    }
    odd
}

impl<V: FieldVector<Prime = P25519>> Projective<V> {
    /// The points with these affine coordinates.
    #[inline(always)]
    pub(super) fn from_xy(x: V, y: V) -> Self {
        Self { x, y, z: V::one() }
    }

    /// The sum with other points, given both T = XY/Z.
    #[inline(always)]
    pub(super) fn plus(&self, t: &V, other: &Self, other_t: &V) -> Self {
        let other = other.with_t(other_t).cached();
        self.with_t(t).plus(&other, false).projective()
    }

    #[inline(always)]
    fn with_t(&self, t: &V) -> Extended<V> {
        let Self { x, y, z } = *self;
        Extended { x, y, z, t: *t }
    }

    /// 8 times each point.
    #[inline(always)]
    pub(super) fn times_eight(self) -> Self {
        self.doubled(3).projective()
    }

    /// The parts of prime order of affine points.
    #[inline(always)]
    pub(super) fn without_torsion(self) -> Self {
        let table = V::call(
            #[inline(always)]
            || self.odd_multiples(),
        );
        let mut product = table[1].projective();
        for &(doublings, digit) in &CHAIN {
            let entry = &table[usize::from(digit.unsigned_abs() / 2)];
            // In place, like the curves' formulas.
            V::call(
                #[inline(always)]
                || {
                    let sum = product.doubled(doublings).extended().plus(entry, digit < 0);
                    product = sum.projective();
                },
            );
        }
        V::call(
            #[inline(always)]
            || product = product.times_eight(),
        );
        product
    }

    /// P, 3P, 5P, 7P of affine points P.
    #[inline(always)]
    fn odd_multiples(self) -> [Cached<V>; ODD_MULTIPLES] {
        let Self { x, y, z } = self;
        let t = x.mul_carried(&y);
        let mut multiple = Extended { x, y, z, t };
        let twice = self.doubled(1).extended().cached();
        let mut table = [multiple.cached(); ODD_MULTIPLES];
        for entry in &mut table[1..] {
            V::call(
                #[inline(always)]
                || multiple = multiple.plus(&twice, false).extended(),
            );
            *entry = multiple.cached();
        }
        table
    }

    /// 2^n times each point, n ≥ 1; 3 products and 4 squares each.
    #[inline(always)]
    fn doubled(mut self, mut n: u32) -> Completed<V> {
        loop {
            let double = self.double();
            n -= 1;
            if n == 0 {
                return double;
            }
            self = double.projective();
        }
    }

    #[inline(always)]
    fn double(&self) -> Completed<V> {
        let Self { x, y, z } = self;
        let (xx, yy, zz) = (x.square(), y.square(), z.square());
        let (sum, difference) = (xx + yy, xx - yy);
        Completed {
            e: (sum - (*x + *y).carry().square()).carry(),
            f: (difference + zz + zz).carry(),
            g: difference.carry(),
            h: sum.carry(),
        }
    }
}

impl<V: FieldVector<Prime = P25519>> Extended<V> {
    /// The sum with a cached point or its negative; 4 products.
    #[inline(always)]
    fn plus(&self, other: &Cached<V>, negative: bool) -> Completed<V> {
        let Self { x, y, z, t } = self;
        let (mut sum, mut difference) = (&other.sum, &other.difference);
        if negative {
            (sum, difference) = (difference, sum);
        }
        let a = (*y - *x).carry().mul(difference);
        let b = (*y + *x).carry().mul(sum);
        let (c, d) = (t.mul(&other.twice_dt), z.mul(&other.twice_z));
        let (f, g) = if negative {
            (d + c, d - c)
        } else {
            (d - c, d + c)
        };
        Completed {
            e: (b - a).carry(),
            f: f.carry(),
            g: g.carry(),
            h: (b + a).carry(),
        }
    }

    #[inline(always)]
    fn cached(&self) -> Cached<V> {
        let Self { x, y, z, t } = self;
        Cached {
            sum: (*y + *x).carry(),
            difference: (*y - *x).carry(),
            twice_z: (*z + *z).carry(),
            twice_dt: t.mul_carried(&V::splat(&TWO_D)),
        }
    }
}

impl<V: FieldVector<Prime = P25519>> Cached<V> {
    /// (2X : 2Y : 2Z)
    #[inline(always)]
    fn projective(&self) -> Projective<V> {
        Projective {
            x: (self.sum - self.difference).carry(),
            y: (self.sum + self.difference).carry(),
            z: self.twice_z,
        }
    }
}

impl<V: FieldVector<Prime = P25519>> Completed<V> {
    #[inline(always)]
    fn projective(&self) -> Projective<V> {
        let Self { e, f, g, h } = self;
        Projective {
            x: e.mul_carried(f),
            y: g.mul_carried(h),
            z: f.mul_carried(g),
        }
    }

    #[inline(always)]
    fn extended(&self) -> Extended<V> {
        let Projective { x, y, z } = self.projective();
        let t = self.e.mul_carried(&self.h);
        Extended { x, y, z, t }
    }
}

#[cfg(all(test, feature = "checks"))]
#[path = "../../checks/leaves/edwards/tests.rs"]
mod tests;
