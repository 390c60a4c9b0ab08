//! Points of Ed25519, −x² + y² = 1 + d·x²y², in the lanes of vectors.
//!
//! Extended coordinates of Hisil, Wong, Carter and Dawson (eprint 2008/522): x = X/Z, y = Y/Z, xy = T/Z. The
//! addition law is complete, as −1 is a square and d is not.
//!
//! An addition needs T of both points, a doubling of none. So a formula ends in [`Completed`], four factors of which
//! the next step takes three products, X, Y and Z, or also the fourth, T. Points of any order are added by the same
//! formulas: the law has no exceptional case on the whole curve, torsion included.

use ff::PrimeField;

use crate::Field25519;
use crate::backend::{BatchVector, FieldVector, Sum as _};
use crate::field::FieldElement;
use crate::field::roots::chain_p58;
use crate::msm::points::decode::Vectors;
use crate::primes::P25519;
use crate::word::from_hex;

/// √−1
pub const I: Field25519 = Field25519::ROOT_OF_UNITY;
/// A, of Curve25519.
pub const A: Field25519 =
    constant("0000000000000000000000000000000000000000000000000000000000076d06");
/// d = −121665/121666
pub(crate) const D: Field25519 =
    constant("52036cee2b6ffe738cc740797779e89800700a4d4141d8ab75eb4dca135978a3");
/// 2d
const TWO_D: Field25519 =
    constant("2406d9dc56dffce7198e80f2eef3d13000e0149a8283b156ebd69b9426b2f159");

/// An element from 64 hexadecimal digits.
pub const fn constant(digits: &str) -> Field25519 {
    FieldElement::from_canonical(from_hex(digits))
}

/// (X : Y : Z)
#[derive(Clone, Copy)]
pub struct Homogeneous<V> {
    /// X
    pub x: V,
    /// Y
    pub y: V,
    /// Z
    pub z: V,
}

/// Extended coordinates, (X : Y : Z) and T.
#[derive(Clone, Copy)]
pub struct Extended<V> {
    /// X
    pub x: V,
    /// Y
    pub y: V,
    /// Z
    pub z: V,
    /// T
    pub t: V,
}

/// A sum before its last products: x = E/G, y = H/F.
pub struct Completed<V> {
    e: V,
    f: V,
    g: V,
    h: V,
}

/// A point prepared for additions: Y + X, Y − X, 2Z and 2d·T.
#[derive(Clone, Copy)]
pub struct Addend<V> {
    sum: V,
    difference: V,
    twice_z: V,
    twice_dt: V,
}

/// Calls a function for 0 and 1.
#[inline(always)]
pub fn pair<V: BatchVector, T>(value: impl Fn(usize) -> T) -> [T; 2] {
    [call::<V, T>(&value, 0), call::<V, T>(&value, 1)]
}

#[inline(always)]
fn call<V: BatchVector, T>(value: &impl Fn(usize) -> T, i: usize) -> T {
    V::call(
        #[inline(always)]
        || value(i),
    )
}

/// √((y² − 1)/(dy² + 1)) for each y, either root, and the lanes that have one, as bits.
#[inline(always)]
pub fn x_of<V: BatchVector<Prime = P25519>>(y: [V; 2]) -> [(V, u32); 2] {
    // Two vectors, as the chain of squarings of one is bound by latency.
    let bases = pair::<V, _>(
        #[inline(always)]
        |i| {
            let ratio = ratio(y[i]);
            (root_base(ratio), ratio)
        },
    );
    let powers = chain_p58(Vectors([bases[0].0.0, bases[1].0.0])).0;
    pair::<V, _>(
        #[inline(always)]
        |i| {
            let ((_, factor), ratio) = &bases[i];
            root(*ratio, powers[i].mul_carried(factor))
        },
    )
}

/// u = y² − 1 and v = dy² + 1.
#[inline(always)]
fn ratio<V: BatchVector<Prime = P25519>>(y: V) -> [V; 2] {
    let yy = y.square();
    [
        (yy - V::one().into()).carry(),
        one_plus_d_times(&yy.carry()),
    ]
}

/// dy² + 1, given y².
#[inline(always)]
pub fn one_plus_d_times<V: BatchVector<Prime = P25519>>(yy: &V) -> V {
    (V::splat(&D).mul(yy) + V::one().into()).carry()
}

/// uv⁷ and uv³: √(u/v), if it exists, is uv³·(uv⁷)^((p−5)/8), or √−1 times that (RFC 8032, section 5.1.3).
#[inline(always)]
pub fn root_base<V: BatchVector<Prime = P25519>>([u, v]: [V; 2]) -> (V, V) {
    let v3 = v.square_carried().mul_carried(&v);
    let uv3 = u.mul_carried(&v3);
    (uv3.mul_carried(&v3.mul_carried(&v)), uv3)
}

/// The candidate or √−1 times it, and the lanes where this is √(u/v), as bits.
#[inline(always)]
pub fn root<V: BatchVector<Prime = P25519>>([u, v]: [V; 2], candidate: V) -> (V, u32) {
    let check = candidate.square_carried().mul(&v);
    let first_lanes = (check - u.into()).carry().zero_lanes();
    let second_lanes = (check + u.into()).carry().zero_lanes();
    let second = candidate.mul_carried(&V::splat(&I));
    (
        candidate.select_lanes(second, second_lanes & !first_lanes),
        first_lanes | second_lanes,
    )
}

/// The lanes whose canonical residues are odd, as bits.
#[inline(always)]
pub fn odd_lanes<V: BatchVector<Prime = P25519>>(x: V) -> u32 {
    let mut odd = 0;
    for (lane, x) in x.store_lanes()[..V::LANES].iter().enumerate() {
        odd |= u32::from(x.is_odd().unwrap_u8()) << lane;
    }
    odd
}

impl<V: FieldVector<Prime = P25519>> Homogeneous<V> {
    /// The points with these affine coordinates.
    #[inline(always)]
    pub fn from_xy(x: V, y: V) -> Self {
        Self { x, y, z: V::one() }
    }

    /// The identity in every lane.
    #[inline(always)]
    pub fn identity() -> Self {
        Self::from_xy(V::zero(), V::one())
    }

    /// The sum with other points, given both T = XY/Z.
    #[inline(always)]
    pub fn plus(&self, t: &V, other: &Self, other_t: &V) -> Self {
        let other = other.with_t(other_t).cached();
        self.with_t(t).plus(&other, false).projective()
    }

    /// The point, given T = XY/Z.
    #[inline(always)]
    pub fn with_t(&self, t: &V) -> Extended<V> {
        let Self { x, y, z } = *self;
        Extended { x, y, z, t: *t }
    }

    /// The points in extended coordinates, by 4 products.
    #[inline(always)]
    pub fn extended(&self) -> Extended<V> {
        let Self { x, y, z } = self;
        Extended {
            x: x.mul_carried(z),
            y: y.mul_carried(z),
            z: z.square_carried(),
            t: x.mul_carried(y),
        }
    }

    /// 8 times each point.
    #[inline(always)]
    pub fn times_eight(self) -> Self {
        self.double_n(3).projective()
    }

    /// 2^n times each point, n ≥ 1; 3 products and 4 squares each.
    #[inline(always)]
    pub fn double_n(mut self, mut n: u32) -> Completed<V> {
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
        // dbl-2008-hwcd with all four factors negated, which changes neither E/G nor H/F: E = −2XY, G = X² − Y², F =
        // G + 2Z², H = X² + Y².
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
    pub fn plus(&self, other: &Addend<V>, negative: bool) -> Completed<V> {
        let Self { x, y, z, t } = self;
        let (mut sum, mut difference) = (&other.sum, &other.difference);
        if negative {
            (sum, difference) = (difference, sum);
        }
        // add-2008-hwcd-3: A = (Y1 − X1)(Y2 − X2), B = (Y1 + X1)(Y2 + X2), C = 2d·T1·T2, D = 2·Z1·Z2; then E = B − A,
        // F = D − C, G = D + C, H = B + A. The negative of the second point has X and T negated: its sum and
        // difference change places, and C its sign.
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

    /// The point prepared for additions.
    #[inline(always)]
    pub fn cached(&self) -> Addend<V> {
        let Self { x, y, z, t } = self;
        Addend {
            sum: (*y + *x).carry(),
            difference: (*y - *x).carry(),
            twice_z: (*z + *z).carry(),
            twice_dt: t.mul_carried(&V::splat(&TWO_D)),
        }
    }
}

impl<V: FieldVector<Prime = P25519>> Addend<V> {
    /// (2X : 2Y : 2Z)
    #[inline(always)]
    pub fn projective(&self) -> Homogeneous<V> {
        Homogeneous {
            x: (self.sum - self.difference).carry(),
            y: (self.sum + self.difference).carry(),
            z: self.twice_z,
        }
    }
}

impl<V: FieldVector<Prime = P25519>> Completed<V> {
    /// The sum.
    #[inline(always)]
    pub fn projective(&self) -> Homogeneous<V> {
        let Self { e, f, g, h } = self;
        Homogeneous {
            x: e.mul_carried(f),
            y: g.mul_carried(h),
            z: f.mul_carried(g),
        }
    }

    /// The sum with T.
    #[inline(always)]
    pub fn extended(&self) -> Extended<V> {
        let Homogeneous { x, y, z } = self.projective();
        let t = self.e.mul_carried(&self.h);
        Extended { x, y, z, t }
    }
}

#[cfg(test)]
mod tests;
