//! Points of Ed25519, −x² + y² = 1 + d·x²y², in the lanes of vectors.
//!
//! Coordinates and formulas are the extended ones of Hisil, Wong, Carter and Dawson (eprint 2008/522): x = X/Z, y = Y/Z,
//! xy = T/Z. The addition law is complete, because −1 is a square and d is not: it is right for all points of the curve,
//! those with torsion included.
//!
//! An addition needs T of both points, a doubling needs none. So a formula ends in [`Completed`], four factors. From
//! these the next step computes X, Y and Z by three products, and T by a fourth if it is an addition.

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
/// A = 486662 of Curve25519, v² = u³ + A·u² + u.
pub const A: Field25519 =
    constant("0000000000000000000000000000000000000000000000000000000000076d06");
/// d = −121665/121666
pub(crate) const D: Field25519 =
    constant("52036cee2b6ffe738cc740797779e89800700a4d4141d8ab75eb4dca135978a3");
/// 2d
const TWO_D: Field25519 =
    constant("2406d9dc56dffce7198e80f2eef3d13000e0149a8283b156ebd69b9426b2f159");

/// Returns the element with these 64 hexadecimal digits, which must be below p.
pub const fn constant(digits: &str) -> Field25519 {
    FieldElement::from_canonical(from_hex(digits))
}

/// Points in homogeneous coordinates, (X : Y : Z).
#[derive(Clone, Copy)]
pub struct Homogeneous<V> {
    /// X
    pub x: V,
    /// Y
    pub y: V,
    /// Z
    pub z: V,
}

/// Points in extended coordinates, (X : Y : Z) and T = XY/Z.
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

/// Calls a function for 0 and 1, each time as a function of its own.
#[inline(always)]
pub fn pair<V: BatchVector, T>(value: impl Fn(usize) -> T) -> [T; 2] {
    [call::<V, T>(&value, 0), call::<V, T>(&value, 1)]
}

/// Calls a function as a function of its own, under the vectors' target features.
#[inline(always)]
fn call<V: BatchVector, T>(value: &impl Fn(usize) -> T, i: usize) -> T {
    V::call(
        #[inline(always)]
        || value(i),
    )
}

/// Returns x = √((y² − 1)/(dy² + 1)) for each y, either root, and as bits the lanes in which there is one.
#[inline(always)]
pub fn x_of<V: BatchVector<Prime = P25519>>(y: [V; 2]) -> [(V, u32); 2] {
    // Two vectors side by side: each square of one chain waits for the square before it.
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

/// Returns u = y² − 1 and v = dy² + 1.
#[inline(always)]
fn ratio<V: BatchVector<Prime = P25519>>(y: V) -> [V; 2] {
    let yy = y.square();
    [
        (yy - V::one().into()).carry(),
        one_plus_d_times(&yy.carry()),
    ]
}

/// Returns dy² + 1, given y². It is not 0, because −d is not a square.
#[inline(always)]
pub fn one_plus_d_times<V: BatchVector<Prime = P25519>>(yy: &V) -> V {
    (V::splat(&D).mul(yy) + V::one().into()).carry()
}

/// Returns uv⁷ and uv³: √(u/v), if it exists, is uv³·(uv⁷)^((p−5)/8), or √−1 times that (RFC 8032, section 5.1.3).
#[inline(always)]
pub fn root_base<V: BatchVector<Prime = P25519>>([u, v]: [V; 2]) -> (V, V) {
    let v3 = v.square_carried().mul_carried(&v);
    let uv3 = u.mul_carried(&v3);
    (uv3.mul_carried(&v3.mul_carried(&v)), uv3)
}

/// Returns the candidate or √−1 times it, and as bits the lanes where this is √(u/v).
#[inline(always)]
pub fn root<V: BatchVector<Prime = P25519>>([u, v]: [V; 2], candidate: V) -> (V, u32) {
    // v·candidate² is u or −u if u/v is a square; a factor √−1 of the candidate changes the sign.
    let check = candidate.square_carried().mul(&v);
    let first_lanes = (check - u.into()).carry().zero_lanes();
    let second_lanes = (check + u.into()).carry().zero_lanes();
    let second = candidate.mul_carried(&V::splat(&I));
    (
        candidate.select_lanes(second, second_lanes & !first_lanes),
        first_lanes | second_lanes,
    )
}

/// Returns the lanes whose canonical residues are odd, as bits.
#[inline(always)]
pub fn odd_lanes<V: BatchVector<Prime = P25519>>(x: V) -> u32 {
    let mut odd = 0;
    for (lane, x) in x.store_lanes()[..V::LANES].iter().enumerate() {
        odd |= u32::from(x.is_odd().unwrap_u8()) << lane;
    }
    odd
}

impl<V: FieldVector<Prime = P25519>> Homogeneous<V> {
    /// Makes the points with these affine coordinates.
    #[inline(always)]
    pub fn from_xy(x: V, y: V) -> Self {
        Self { x, y, z: V::one() }
    }

    /// Returns the identity, (0, 1), in every lane.
    #[inline(always)]
    pub fn identity() -> Self {
        Self::from_xy(V::zero(), V::one())
    }

    /// Returns the sum with other points, given T = XY/Z of both.
    #[inline(always)]
    pub fn plus(&self, t: &V, other: &Self, other_t: &V) -> Self {
        let other = other.with_t(other_t).cached();
        self.with_t(t).plus(&other, false).projective()
    }

    /// Returns the point in extended coordinates, given T = XY/Z.
    #[inline(always)]
    pub fn with_t(&self, t: &V) -> Extended<V> {
        let Self { x, y, z } = *self;
        Extended { x, y, z, t: *t }
    }

    /// Returns the points in extended coordinates, by 3 products and a square.
    #[inline(always)]
    pub fn extended(&self) -> Extended<V> {
        // (XZ : YZ : Z²) is the same point, and T = XZ·YZ/Z² = XY needs no division.
        let Self { x, y, z } = self;
        Extended {
            x: x.mul_carried(z),
            y: y.mul_carried(z),
            z: z.square_carried(),
            t: x.mul_carried(y),
        }
    }

    /// Returns 8 times each point.
    #[inline(always)]
    pub fn times_eight(self) -> Self {
        self.double_n(3).projective()
    }

    /// Returns 2^n times each point, n ≥ 1, by 4 squares for each doubling and 3 products between two.
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

    /// Returns the double, by 4 squares.
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
    /// Returns the sum with a prepared point or its negative, by 4 products.
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

    /// Prepares the point for additions, by a product.
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
    /// Returns the point, as (2X : 2Y : 2Z).
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
    /// Returns the point without T, by 3 products.
    #[inline(always)]
    pub fn projective(&self) -> Homogeneous<V> {
        let Self { e, f, g, h } = self;
        Homogeneous {
            x: e.mul_carried(f),
            y: g.mul_carried(h),
            z: f.mul_carried(g),
        }
    }

    /// Returns the point with T, by 4 products.
    #[inline(always)]
    pub fn extended(&self) -> Extended<V> {
        let Homogeneous { x, y, z } = self.projective();
        let t = self.e.mul_carried(&self.h);
        Extended { x, y, z, t }
    }
}

#[cfg(test)]
mod tests;
