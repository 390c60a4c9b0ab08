//! Formulas for independent points in the lanes, one field operation at a time.
//!
//! Homogeneous coordinates x = X/Z, y = Y/Z for additions, with the complete addition law of Renes,
//! Costello and Batina (eprint 2015/1060); Jacobian coordinates x = X/Z², y = Y/Z³ inside a run of
//! doublings. Derived in `notes/formulas.md`.
//!
//! Products give a sum, `V::Sum`, which must be carried before it is multiplied; additions and multiples of sums need
//! no carry. So each `carry` here is where a value becomes a factor. A sum may have up to `TERMS` terms. Tests run these
//! formulas on intervals or count units, and so check the bounds of every line on every vector.

use core::marker::PhantomData;

use zeroize::Zeroize;

use super::PointOps;
use crate::backend::{FieldVector, Sum, always};
use crate::curve::{Curve, Point};
use crate::field::FieldElement;
use crate::mask::Mask;
use crate::wiped::wiped;

/// Points in the lanes of `V`.
pub(crate) struct Independent<V>(PhantomData<V>);

/// (X : Y : Z), homogeneous.
#[derive(Clone, Copy)]
pub(crate) struct Projective<V> {
    x: V,
    y: V,
    z: V,
}

/// (X : 2Y : Z): Jacobian with 2Y for Y, which saves a doubling all multiples of products but 2 and 3. The identity has
/// Z = 0, with any X and Y.
#[derive(Clone, Copy)]
pub(crate) struct Jacobian<V> {
    x: V,
    y2: V,
    z: V,
}

/// Implements methods and wiping for both kinds of coordinates.
macro_rules! coordinates {
    ($Point:ident, $y:ident) => {
        wiped!([V: Zeroize] $Point<V>: x $y z);

        impl<V: FieldVector> $Point<V> {
            /// Returns `other` in the lanes whose bits are set, `self` in the others.
            #[inline(always)]
            pub(crate) fn select_lanes(self, other: Self, lanes: u32) -> Self {
                Self {
                    x: self.x.select_lanes(other.x, lanes),
                    $y: self.$y.select_lanes(other.$y, lanes),
                    z: self.z.select_lanes(other.z, lanes),
                }
            }
        }
    };
}
coordinates!(Projective, y);
coordinates!(Jacobian, y2);

/// Finishes both complete additions, of eprint 2015/1060 for a = −3, from XX = X1X2, XY = X1Y2 + X2Y1 and so on, and
/// 3b·ZZ and 3b·XZ: three sums of two products.
#[inline(always)]
fn finish<V: FieldVector>(
    [xx, yy, zz]: [V::Sum; 3],
    [xy, yz, xz]: [V::Sum; 3],
    [bzz3, bxz3]: [V::Sum; 2],
) -> Projective<V> {
    // m = 3(XX − ZZ), s = 3b·ZZ − 3XZ, t = 3b·XZ − m − 12ZZ; A = YY − s and B = YY + s. Then X3 = XY·A − YZ·t, Y3 =
    // A·B + m·t and Z3 = YZ·B + XY·m, each a sum of two products with one reduction.
    let s = bzz3 - xz.times::<3>();
    let m = (xx - zz).times::<3>().carry();
    // 14 terms, 13 of them subtracted: no sum in the library has more subtracted (`SUBTRAHENDS`).
    let t = (bxz3 - m.into() - zz.times::<12>()).carry();
    let (a, b) = ((yy - s).carry(), (yy + s).carry());
    let (xy, yz) = (xy.carry(), yz.carry());
    let minus_yz = yz.neg().carry();
    Projective {
        x: V::sum_of_products_carried(&xy, &a, &minus_yz, &t),
        y: V::sum_of_products_carried(&m, &t, &a, &b),
        z: V::sum_of_products_carried(&yz, &b, &xy, &m),
    }
}

impl<V: FieldVector> Projective<V> {
    /// Makes the point (X : Y : Z) of each lane.
    #[inline(always)]
    pub(crate) fn new(x: V, y: V, z: V) -> Self {
        Self { x, y, z }
    }

    /// Returns the identity in every lane.
    #[inline(always)]
    pub(crate) fn identity() -> Self {
        let zero = V::zero();
        Self::new(zero, V::one(), zero)
    }

    /// Returns X, Y and Z, with the identity as (0 : 1 : 0).
    #[inline(always)]
    pub(crate) fn coordinates(self) -> [V; 3] {
        let Self { x, y, z } = self.with_true_identity();
        [x, y, z]
    }

    /// Doubles each point n times, n ≥ 1; a function of its own, like the additions below. The first doubling takes 6M +
    /// 2S, each further one 4M + 4S, and the run 2M + 1S more at its end.
    // In place: a moved point is copied with vector moves, which delay scalar code that reads its limbs.
    #[inline(always)]
    pub(crate) fn double_n(&mut self, n: u32) {
        always!(V::call, {
            let mut run = self.double_to_jacobian();
            if n > 1 {
                run.double_n(n - 1);
            }
            // Tested once, at the end: (0, 0, 0) stays (0, 0, 0) in between.
            *self = run.to_projective().with_true_identity();
        });
    }

    /// Adds (x2 : y2 : z2) to each point: complete, 5 products and 6 sums of two products.
    #[inline(always)]
    pub(crate) fn add(&mut self, [x2, y2, z2]: [&V; 3], three_b: &V) {
        always!(V::call, {
            let [x1, y1, z1] = [&self.x, &self.y, &self.z];
            // Ordered so that no product is needed right after it is computed.
            let (xx, zz) = (x1.mul(x2), z1.mul(z2));
            let xz = V::cross([x1, z1], [x2, z2], xx, zz);
            let yy = y1.mul(y2);
            let bzz3 = three_b.mul(&zz.carry());
            let xy = V::cross([x1, y1], [x2, y2], xx, yy);
            let bxz3 = three_b.mul(&xz.carry());
            let yz = V::cross([y1, z1], [y2, z2], yy, zz);
            *self = finish([xx, yy, zz], [xy, yz, xz], [bzz3, bxz3]);
        });
    }

    /// Adds an affine point to each point: complete, 6 products and 4 sums of two products.
    #[inline(always)]
    pub(crate) fn add_affine(&mut self, x2: &V, y2: &V, three_b: &V) {
        always!(V::call, {
            let [x1, y1, z1] = [&self.x, &self.y, &self.z];
            // Z2 = 1: XZ = X1 + X2·Z1, ZZ = Z1, YZ = Y1 + Y2·Z1. An affine point is not the identity, which has no x, y.
            let xz = x2.mul(z1) + (*x1).into();
            let squares = [x1.mul(x2), y1.mul(y2), (*z1).into()];
            let xy = V::sum_of_products(x1, y2, x2, y1);
            let yz = y2.mul(z1) + (*y1).into();
            let by_3b = [three_b.mul(z1), three_b.mul(&xz.carry())];
            *self = finish(squares, [xy, yz, xz], by_3b);
        });
    }

    /// Makes the first doubling of a run, by 6 products and 2 squares. The identity gives (0, 0, 0): s = 0, and h = 0
    /// and B = 0 as X = Z = 0.
    ///
    /// With w = 3(X² − Z²), s = 2YZ, B = 2XY·s, h = w² − 2B, the double is the homogeneous
    /// (hs : w(B − h) − 2(Ys)² : s³), which is (h : w(B − h) − 2(Ys)² : s) in Jacobian coordinates.
    #[inline(always)]
    fn double_to_jacobian(&self) -> Jacobian<V> {
        let Self { x, y, z } = self;
        // X² − Z² = (X − Z)(X + Z): one product in the place of two squares.
        let third = (*x - *z).carry().mul(&(*x + *z).carry());
        let w = third.times::<3>().carry();
        let y2 = (*y + *y).carry();
        let s = y2.mul_carried(z);
        // B = X·2Y·s = 2XY·s.
        let b = x.mul_carried(&y2).mul(&s);
        // Uncarried, so that h and B − h are carried side by side, like X3 in the formulas below.
        let h = w.square() - b - b;
        let y2s_squared = y2.mul_carried(&s).square();
        let y2 = w.mul(&(b - h).carry()).times::<2>() - y2s_squared;
        Jacobian {
            x: h.carry(),
            y2: y2.carry(),
            z: s,
        }
    }

    /// Returns the point, with the identity as (0 : 1 : 0), where doubling runs leave (0, 0, 0): Y becomes 1 where Z = 0,
    /// by a mask.
    #[inline(always)]
    fn with_true_identity(self) -> Self {
        let y = self.z.replace_where_zero(self.y.into(), V::one().into());
        Self::new(self.x, y.carry(), self.z)
    }
}

/// Incomplete additions: their exceptional cases give Z = 0, which later steps keep, so that a test at the end shows it.
#[cfg(feature = "alloc")]
impl<V: FieldVector> Jacobian<V> {
    /// Returns the identity in every lane.
    #[inline(always)]
    pub(crate) fn identity() -> Self {
        let (one, zero) = (V::one(), V::zero());
        Self {
            x: one,
            y2: one,
            z: zero,
        }
    }

    /// Makes the points with these affine coordinates, Z = 1.
    #[inline(always)]
    pub(crate) fn affine([x, y]: [V; 2]) -> Self {
        let (y2, z) = ((y + y).carry(), V::one());
        Self { x, y2, z }
    }

    /// Adds affine points, see [`Self::plus_affine`]; a function of its own.
    #[inline(always)]
    pub(crate) fn add_affine(&mut self, affine: [&V; 2]) {
        always!(V::call, *self = self.plus_affine(affine));
    }

    /// Returns the lanes with Z = 0, as bits: identities, or what an exceptional addition has left.
    #[inline(always)]
    pub(crate) fn identities(self) -> u32 {
        self.z.zero_lanes()
    }

    /// Returns the double, by 4 products and 4 squares. Z = 0 stays 0.
    #[inline(always)]
    pub(crate) fn doubled(&self) -> Self {
        let Self { x, z, .. } = self;
        // α = 3(X² − Z⁴) = 3(X − Z²)(X + Z²). The W = −3Z⁴ of a run would not survive the additions between these
        // doublings.
        let zz = z.square_carried();
        let alpha = (*x - zz).carry().mul(&(*x + zz).carry());
        self.double_by(&alpha.times::<3>().carry()).0
    }

    /// Returns the sum with an affine point, by 8 products and 3 squares; two of the products share a reduction. The
    /// result has Z = 0 if this point has, and also if the points are equal or opposite.
    #[inline(always)]
    pub(crate) fn plus_affine(&self, [x2, y2]: [&V; 2]) -> Self {
        let Self { x: x1, y2: y1, z } = self;
        // Ordered so that few products wait for the one before them.
        let zz = z.square_carried();
        let yz = y2.mul_carried(z);
        let h = x2.mul(&zz) - (*x1).into();
        // With H = 2h, R = 2r and I = H²: X3 = R² − hI − 2·XI, 2·Y3 = 2R(XI − X3) − 2·2Y·hI, Z3 = ZH.
        // If the points are equal or opposite, h = 0, and Z3 = 2h·Z = 0.
        let (h, h2) = (h.carry(), (h + h).carry());
        let r = (yz.mul(&zz).times::<2>() - (*y1).into()).carry();
        let i = h2.square_carried();
        let rr = r.square();
        let v = x1.mul(&i);
        let j = h.mul_carried(&i);
        let z = z.mul_carried(&h2);
        let x = rr - j.into() - v - v;
        let vx = (v - x).times::<2>().carry();
        let minus_y = (*y1 + *y1).neg().carry();
        let y2 = V::sum_of_products_carried(&r, &vx, &minus_y, &j);
        Self {
            x: x.carry(),
            y2,
            z,
        }
    }
}

impl<V: FieldVector> Jacobian<V> {
    /// Doubles each point n times, n ≥ 1; a function of its own.
    #[inline(always)]
    pub(crate) fn double_n(&mut self, n: u32) {
        always!(V::call, {
            // W = −3Z⁴ of modified Jacobian coordinates (Cohen, Miyaji and Ono, ASIACRYPT 1998). Z⁴ is computed once;
            // afterwards W' = (2Y)⁴·W takes one product, and α needs X² only.
            let mut w = self.z.square_carried().square().neg().times::<3>().carry();
            for left in (0..n).rev() {
                let alpha = self.x.square().times::<3>() + w.into();
                let yyyy;
                (*self, yyyy) = self.double_by(&alpha.carry());
                // The last doubling needs no W for a next one.
                if left > 0 {
                    w = yyyy.mul_carried(&w);
                }
            }
        });
    }

    /// Returns the double, given α = 3X² − 3Z⁴, and (2Y)⁴, the factor of the next W; by 3 products and 3 squares. The
    /// double of (0, 0, 0) is (0, 0, 0).
    #[inline(always)]
    fn double_by(&self, alpha: &V) -> (Self, V) {
        let Self { x, y2: y, z } = self;
        // y is 2Y, so that β = X·(2Y)² and (2Y)⁴ are products without multiples: 4XY² and 16Y⁴ of the usual formulas.
        let yy = y.square_carried();
        // Placed here, where the next product, β, would wait for (2Y)².
        let z = y.mul_carried(z);
        let beta = x.mul(&yy);
        let x = alpha.square() - beta - beta;
        let yyyy = yy.square_carried();
        let y2 = alpha.mul(&(beta - x).carry()).times::<2>() - yyyy.into();
        let (x, y2) = (x.carry(), y2.carry());
        (Self { x, y2, z }, yyyy)
    }

    /// Returns the homogeneous (2XZ : 2Y : 2Z³), by 2 products and a square.
    #[inline(always)]
    pub(crate) fn to_projective(self) -> Projective<V> {
        let Self { x, y2, z } = self;
        // x = X/Z² = 2XZ/2Z³ and y = Y/Z³ = 2Y/2Z³.
        let (zz, z2) = (z.square_carried(), (z + z).carry());
        Projective::new(x.mul_carried(&z2), y2, zz.mul_carried(&z2))
    }
}

impl<C: Curve, V: FieldVector<Prime = C::Base>> PointOps<C> for Independent<V> {
    type Point = Projective<V>;
    type Cached = Projective<V>;
    type Inlined = Self;

    // Formulas are functions of their own here, so a loop over them need not be one.
    #[inline(always)]
    fn call<R>(run: impl FnOnce() -> R) -> R {
        run()
    }

    #[inline(always)]
    fn load(point: &Point<C>) -> Self::Point {
        // All lanes hold the same point, and `store` reads the first.
        let [x, y, z] = point.coordinates();
        Projective::new(V::splat(x), V::splat(y), V::splat(z))
    }

    #[inline(always)]
    fn store(point: Self::Point) -> Point<C> {
        let point = point.with_true_identity();
        Point::from_coordinates([first(point.x), first(point.y), first(point.z)])
    }

    #[inline(always)]
    fn cache(point: Self::Point) -> Self::Cached {
        point
    }

    #[inline(always)]
    fn uncache(cached: &Self::Cached) -> Self::Point {
        *cached
    }

    #[inline(always)]
    fn select(no: Self::Cached, yes: Self::Cached, mask: Mask) -> Self::Cached {
        Projective {
            x: no.x.select(yes.x, mask),
            y: no.y.select(yes.y, mask),
            z: no.z.select(yes.z, mask),
        }
    }

    #[inline(always)]
    fn conditional_negate(point: &mut Self::Point, mask: Mask) {
        point.y = negated_if(point.y, mask);
    }

    #[inline(always)]
    fn add(point: &mut Self::Point, other: &Self::Cached, negate: Mask) {
        let y = negated_if(other.y, negate);
        point.add([&other.x, &y, &other.z], &V::splat(&C::THREE_B));
    }

    #[inline(always)]
    fn add_affine(point: &mut Self::Point, affine: &[FieldElement<C::Base>; 2], negate: Mask) {
        let y = negated_if(V::splat(&affine[1]), negate);
        point.add_affine(&V::splat(&affine[0]), &y, &V::splat(&C::THREE_B));
    }

    #[inline(always)]
    fn double_n(point: &mut Self::Point, n: u32) {
        point.double_n(n);
    }
}

/// Returns −y if `mask`, else y; both are computed.
#[inline(always)]
fn negated_if<V: FieldVector>(y: V, mask: Mask) -> V {
    y.select(y.neg().carry(), mask)
}

/// Returns the element in the first lane.
#[inline(always)]
fn first<V: FieldVector>(x: V) -> FieldElement<V::Prime> {
    x.store_lanes()[0]
}

#[cfg(test)]
mod tests;

#[cfg(all(helioselene_inside, helioselene_has = "ifma"))]
mod in_memory;
