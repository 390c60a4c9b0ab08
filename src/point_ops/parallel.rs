//! Formulas for one point in four lanes: independent products of an operation are computed side by side.
//!
//! Between multiplications a point is a loose vector with lanes (Y, –, X, Z), homogeneous
//! x = X/Z, y = Y/Z; inside a run of doublings the coordinates are Jacobian, x = X/Z², y = Y/Z³.
//! Comments give the four lanes of vectors, – for an unused one. `notes/formulas.md` has the
//! derivations.
//!
//! A *level* is a set of products that do not wait for each other. What decides the time is the number of levels in a
//! row, since each takes a product's latency and, before it, some shuffles and a carry. So a formula is arranged by
//! three rules: few levels; each product in the lane where the next linear combination needs it; and linear
//! combinations as `shuffle` (lane i of the result is lane ORDER[i]), `scale` (each lane times a small constant),
//! `blend` and `keep` (lanes by a constant mask), all on uncarried sums.

mod uncached;

use core::marker::PhantomData;

use super::PointOps;
use crate::backend::inlining::INLINING;
use crate::backend::{PointSum, PointVector, Sum, always, factors, order};
use crate::curve::{Curve, Point};
use crate::field::{FieldElement, Prime};
use crate::mask::Mask;
use crate::wiped::wiped;

/// One point in the lanes of `V`. The formulas are functions of their own unless `INLINED`.
pub(crate) struct Parallel<V, const INLINED: bool = false>(PhantomData<V>);

impl<V: PointVector, const INLINED: bool> Parallel<V, INLINED> {
    /// Runs a formula: in place if `INLINED`, else as a function of its own.
    #[inline(always)]
    fn formula<R>(formula: impl FnOnce() -> R) -> R {
        if INLINED { formula() } else { V::call(formula) }
    }
}

/// The lane of Y in a [`Spread`].
const Y: i32 = 1 << 0;

/// A point (Y, –, X, Z), or its negative if `negated`. The next addition, or storing, applies the sign to Y.
#[derive(Clone, Copy)]
pub(crate) struct Spread<V: PointVector> {
    lanes: V::Sum,
    negated: Mask,
}

/// A point as an operand of additions, which are linear in
/// `first` = (Y, h, X + Y, Y + Z) and `second` = (d, −e, X, Z), where
/// h = 3bZ − 3X, d = −3Z − h, e = 3bX − 9Z − h.
type Cached<V> = [V; 2];

wiped!([V: PointVector] Spread<V>: lanes negated);

impl<V: PointVector> Spread<V> {
    /// Adds a point, or subtracts it if `negate`.
    #[inline(always)]
    fn add(&mut self, other: &Cached<V>, negate: Mask) {
        // P − Q = −(−P + Q): the accumulator's Y changes its sign twice, and the table's entry stays as it is.
        *self = Self {
            lanes: add::<V>(self.signed(negate), other),
            negated: negate,
        };
    }

    /// Returns the lanes of the point, or of its negative if `negative`.
    #[inline(always)]
    fn signed(self, negative: Mask) -> V::Sum {
        self.lanes.negate_if::<Y>(self.negated.xor(negative))
    }
}

/// Prepares a point (Y, –, X, Z) as an operand of additions, by one level of products.
#[inline(always)]
fn cached<C: Curve, V: PointVector<Prime = C::Base>>(lanes: V) -> Cached<V> {
    let three_b = V::splat_held(const { &C::THREE_B.times_const(&V::DOMAIN) });
    // (3bY, –, 3bX, 3bZ)
    let times_3b = lanes.mul(&three_b);
    let lanes: V::Sum = lanes.into();
    // (Y, −3X, X + Y, Y + Z) + (0, 3bZ, 0, 0). The shuffle puts X into lane 1, so −3X is X − 4X.
    let first = lanes.shuffle::<{ order([0, 2, 2, 3]) }>()
        + lanes.shuffle::<{ order([0, 0, 0, 0]) }>().keep::<0b1100>()
        - lanes
            .shuffle::<{ order([0, 2, 0, 0]) }>()
            .scale::<{ factors([0, 4, 0, 0]) }>()
        + times_3b
            .shuffle::<{ order([0, 3, 0, 0]) }>()
            .keep::<0b0010>();
    // (3X − 3Z, 9Z − 3X, X, Z) + (−3bZ, 3bZ − 3bX, 0, 0)
    let x = lanes.shuffle::<{ order([2, 2, 2, 2]) }>();
    let z = lanes.shuffle::<{ order([3, 3, 3, 3]) }>();
    let bx3 = times_3b.shuffle::<{ order([2, 2, 2, 2]) }>();
    let bz3 = times_3b.shuffle::<{ order([3, 3, 3, 3]) }>();
    let second = x.scale::<{ factors([3, 0, 1, 0]) }>() + z.scale::<{ factors([0, 9, 0, 1]) }>()
        - z.blend::<0b0010>(x).scale::<{ factors([3, 3, 0, 0]) }>()
        + bz3.keep::<0b0010>()
        - bz3.blend::<0b0010>(bx3).keep::<0b0011>();
    [first.carry(), second.carry()]
}

/// Prepares an affine point, Z = 1, as an operand of additions: terms with Z in `Cached` are constants here.
#[inline(always)]
fn cached_affine<C: Curve, V: PointVector<Prime = C::Base>>(
    [x, y]: &[FieldElement<C::Base>; 2],
) -> Cached<V> {
    // Conversion into the domain, with 3bX by the same product: (Y, 3bX, X, –).
    let multipliers = const {
        let into = V::DOMAIN.times_const(&V::DOMAIN);
        &[into, into.times_const(&C::THREE_B), into, into]
    };
    let p = V::load_held(&[*y, *x, *x, *x]).mul(&V::load_held(multipliers));
    let x = p.shuffle::<{ order([2, 2, 2, 2]) }>();
    // (Y, −3X, X + Y, Y) + (0, 3b, 0, 1)
    let first = p.shuffle::<{ order([0, 2, 2, 0]) }>()
        + p.shuffle::<{ order([0, 0, 0, 0]) }>().keep::<0b0100>()
        - x.scale::<{ factors([0, 4, 0, 0]) }>()
        + constants::<V>(
            const {
                let one = V::DOMAIN;
                &[zero(), C::THREE_B.times_const(&one), zero(), one]
            },
        );
    // (3X, −3X − 3bX, X, 0) + (0, 9 + 3b, 0, 1) − (3 + 3b, 0, 0, 0)
    let second = x.scale::<{ factors([3, 0, 1, 0]) }>()
        - x.scale::<{ factors([0, 3, 0, 0]) }>()
        - p.keep::<0b0010>()
        + constants::<V>(
            const {
                let sum = C::THREE_B.plus_const(&FieldElement::from_small(9));
                &[zero(), sum.times_const(&V::DOMAIN), zero(), V::DOMAIN]
            },
        )
        - constants::<V>(
            const {
                let sum = C::THREE_B.plus_const(&FieldElement::from_small(3));
                &[sum.times_const(&V::DOMAIN), zero(), zero(), zero()]
            },
        );
    [first.carry(), second.carry()]
}

/// Returns 0, for constant lanes.
const fn zero<P: Prime>() -> FieldElement<P> {
    FieldElement::from_small(0)
}

/// Returns a vector of constants that is added to lanes, from the form in which vectors hold them.
#[inline(always)]
fn constants<V: PointVector>(lanes: &[FieldElement<V::Prime>; 4]) -> V::Sum {
    V::load_held(lanes).into()
}

/// Returns the complete sum (Renes, Costello and Batina, eprint 2015/1060), by two levels of products. Lane 1 of the
/// operand and of the result is unused.
///
/// With m = 3(XX − ZZ), s = 3b·ZZ − 3XZ, t = 3b·XZ − m − 12ZZ, where XZ = X1Z2 + X2Z1 and so on:
/// A = YY − s, B = YY + s, and X3 = XY·A − YZ·t, Y3 = A·B + m·t, Z3 = YZ·B + XY·m.
#[inline(always)]
fn add<V: PointVector>(point: V::Sum, other: &Cached<V>) -> V::Sum {
    // (Y, X + Z, X + Y, Y + Z) and (X, Z, X, Z)
    let first = point.shuffle::<{ order([0, 2, 2, 3]) }>()
        + point.shuffle::<{ order([0, 3, 0, 0]) }>().keep::<0b1110>();
    let second = point.shuffle::<{ order([2, 3, 2, 3]) }>();
    // Level 1. `other` is (Y, h, X + Y, Y + Z) and (d, −e, X, Z) of the second point, with s = (X1 + Z1)·h + X1·d and
    // t = (X1 + Z1)·h + Z1·e. So p and q are (YY, g, XY + XX + YY, YZ + YY + ZZ) and (d', −e', XX, ZZ) with
    // g = (X1 + Z1)·h, d' = X1·d and e' = Z1·e: s = g + d' and t = g + e'.
    let [first, second] = V::two_carries([first, second]);
    let [p, q] = V::two_products([&first, &second], [&other[0], &other[1]]);

    // (A, B, XY, YZ): p less `rest` = (g + d', YY + d', YY + XX, YY + ZZ), but in lane 1, where p is g, plus it.
    let rest = p.shuffle::<{ order([1, 0, 0, 0]) }>() + q.shuffle::<{ order([0, 0, 2, 3]) }>();
    let u = (p - rest).blend::<0b0010>(p + rest);
    // (−m, −t, −t, m) = (3(ZZ − XX), −e' − g, −e' − g, 3(XX − ZZ))
    let minuend = q.shuffle::<{ order([3, 1, 1, 2]) }>();
    let subtrahend = q
        .shuffle::<{ order([2, 2, 2, 3]) }>()
        .blend::<0b0110>(p.shuffle::<{ order([1, 1, 1, 1]) }>());
    let w = (minuend - subtrahend).scale::<{ factors([3, 1, 1, 3]) }>();
    let [u, w] = V::two_carries([u, w]);

    // Level 2, two products for each of three coordinates: u·u and the other half of each in a second vector.
    // (A·B + (−t)(−m), –, XY·A + YZ·(−t), YZ·B + XY·m)
    let [first, second] = V::two_products(
        [
            &u,
            &u.shuffle::<{ order([0, 0, 3, 2]) }>()
                .blend::<0b0001>(w.shuffle::<{ order([1, 1, 1, 1]) }>()),
        ],
        [&u.shuffle::<{ order([1, 1, 0, 1]) }>(), &w],
    );
    first + second
}

/// The state of a run of doublings in which α and Z⁴ are known, as in modified Jacobian coordinates. The next doubling
/// takes two levels.
///
/// α = 3X² − 3Z⁴, U = 2Y. `head` = (U, α, α, U), `xz` = (–, –, X, Z), `z4` = (–, –, –, Z⁴).
#[derive(Clone, Copy, PartialEq)]
struct Known<V> {
    head: V,
    xz: V,
    z4: V,
}

/// The state of a run of doublings in which Z⁴ is not computed yet: it is the last doubling's U⁴ times its Z⁴. The next
/// doubling takes three levels, and has lanes to spare for X² and Z⁴ of its result. So the two states alternate, with
/// five levels for two doublings.
///
/// `head` = (−X, U, U, U⁴) with the last doubling's U in lane 3, `z` = (–, –, Z, Z⁴) with the last
/// doubling's Z⁴.
#[derive(Clone, Copy)]
struct Owed<V> {
    head: V,
    z: V,
}

/// The first doubling of a run after two of its three levels: what either end of it needs.
struct Begun<V: PointVector> {
    /// (w, Y², XY, s) with w = 3(X² − Z²), s = 2YZ
    a: V,
    /// (h − B, −s², h, s²) with B = 2·XY·s, h = w² − 2B
    b: V,
}

impl<V: PointVector> Begun<V> {
    /// Begins to double a homogeneous point (Y, –, X, Z). The double is the homogeneous
    /// (hs : w(B − h) − 2Y²s² : s³), which is (h : w(B − h) − 2Y²s² : s) in Jacobian coordinates.
    #[inline(always)]
    fn new(point: V::Sum) -> Self {
        let z = point.shuffle::<{ order([3, 3, 3, 3]) }>().keep::<0b0001>();
        // (X − Z, Y, X, Y) · (X + Z, Y, Y, Z)
        let r = (point.shuffle::<{ order([2, 0, 2, 0]) }>() - z)
            .carry()
            .mul(&(point.shuffle::<{ order([2, 0, 0, 3]) }>() + z).carry());
        // r is (X² − Z², Y², XY, YZ).
        let a = r.scale::<{ factors([3, 1, 1, 2]) }>().carry();
        // (w², –, XY·s, s²). With B = 2·XY·s, h − B = w² − 6·XY·s and h = w² − 4·XY·s.
        let q = a.mul(&a.shuffle::<{ order([0, 1, 3, 3]) }>());
        let b = q.shuffle::<{ order([0, 3, 0, 3]) }>()
            - q.shuffle::<{ order([2, 3, 2, 2]) }>()
                .scale::<{ factors([6, 2, 4, 0]) }>();
        Self { a, b: b.carry() }
    }

    /// Returns the negative of the double, homogeneous: the result of a run of one doubling.
    #[inline(always)]
    fn end(self) -> V::Sum {
        // (w(h − B), −Y²s², hs, s³), and −Y' = w(h − B) + 2Y²s²
        let z = self.a.shuffle::<{ order([0, 1, 3, 3]) }>().mul(&self.b);
        z - z
            .shuffle::<{ order([1, 1, 1, 1]) }>()
            .scale::<{ factors([2, 0, 0, 0]) }>()
    }

    /// Returns the negative of the double, Jacobian, for a run that goes on.
    #[inline(always)]
    fn proceed(self) -> Known<V> {
        // (w(h − B), −Y²s², h², s⁴). As X = h and Z = s now, α = 3(h² − s⁴), and −U' = 2w(h − B) + 4Y²s².
        let z = self.a.blend::<0b1100>(self.b).mul(&self.b);
        let head = z
            .shuffle::<{ order([0, 2, 2, 0]) }>()
            .scale::<{ factors([2, 3, 3, 2]) }>()
            - z.shuffle::<{ order([1, 3, 3, 1]) }>()
                .scale::<{ factors([4, 3, 3, 4]) }>();
        Known {
            head: head.carry(),
            xz: self.b.blend::<0b1000>(self.a),
            z4: z.carry(),
        }
    }
}

impl<V: PointVector> Known<V> {
    /// Returns (U², α², αX, Z') with Z' = UZ: the first of two levels.
    #[inline(always)]
    fn first_products(&self) -> V {
        self.head.mul_carried(&self.head.blend::<0b1100>(self.xz))
    }

    /// Returns the double. With β = XU²: X' = α² − 2β, U' = 6αβ − 2α³ − U⁴, Z' = UZ.
    #[inline(always)]
    fn double(self) -> Owed<V> {
        let c = self.first_products();
        // (U², α², αX, X) · (U², α, U², U²) = (U⁴, α³, αβ, β)
        let x = self.xz.shuffle::<{ order([2, 2, 2, 2]) }>();
        let q = c.blend::<0b1000>(x).mul(
            &c.shuffle::<{ order([0, 0, 0, 0]) }>()
                .blend::<0b0010>(self.head),
        );
        // (2β, 6αβ, 6αβ, U⁴) − (α², 2α³ + U⁴, 2α³ + U⁴, 0)
        let first = q
            .shuffle::<{ order([3, 2, 2, 0]) }>()
            .scale::<{ factors([2, 6, 6, 1]) }>();
        let cube = q.shuffle::<{ order([1, 1, 1, 1]) }>();
        let square: V::Sum = c.shuffle::<{ order([1, 1, 1, 1]) }>().into();
        let second = square
            .blend::<0b0110>(cube + cube + q.shuffle::<{ order([0, 0, 0, 0]) }>())
            .keep::<0b0111>();
        Owed {
            head: (first - second).carry(),
            z: self
                .z4
                .blend::<0b0100>(c.shuffle::<{ order([3, 3, 3, 3]) }>()),
        }
    }

    /// Returns the negative of the double, homogeneous, at the end of a run.
    #[inline(always)]
    fn end(self) -> V::Sum {
        let c = self.first_products();
        // (–, U², Z', X) · (–, U², Z', U²) = (–, U⁴, Z'², β)
        let d = c.shuffle::<{ order([0, 0, 3, 0]) }>();
        let q = d.mul(&d.blend::<0b1000>(self.xz.shuffle::<{ order([2, 2, 2, 2]) }>()));
        let square: V::Sum = c.shuffle::<{ order([1, 1, 1, 1]) }>().into();
        let q = q.blend::<0b1000>(q.neg()).blend::<0b0001>(square);
        let alpha = self.head.shuffle::<{ order([1, 1, 1, 1]) }>();
        Halfway {
            c: d.blend::<0b0001>(alpha),
            q,
        }
        .end()
    }
}

/// A doubling after two of three levels: `c` = (α, –, Z', –) and `q` = (α², U⁴, Z'², −β).
struct Halfway<V: PointVector> {
    c: V,
    q: V::Sum,
}

impl<V: PointVector> Halfway<V> {
    /// Returns the negative of the double, homogeneous (2X'Z' : U' : 2Z'³), by the third level.
    #[inline(always)]
    fn end(self) -> V::Sum {
        let Self { c, q } = self;
        // (α² − 3β, –, X', Z'²) with X' = α² − 2β
        let d = (q.shuffle::<{ order([0, 0, 0, 2]) }>()
            + q.shuffle::<{ order([3, 3, 3, 3]) }>()
                .scale::<{ factors([3, 0, 2, 0]) }>())
        .carry();
        // (α(α² − 3β), –, X'Z', Z'³), and −U' = 2α(α² − 3β) + U⁴: all lanes doubled, and U⁴ added to the first.
        let z = d
            .blend::<0b0001>(c)
            .mul(&c.shuffle::<{ order([2, 2, 2, 2]) }>().blend::<0b0001>(d));
        z + z + q.shuffle::<{ order([1, 1, 1, 1]) }>().keep::<0b0001>()
    }
}

impl<V: PointVector> Owed<V> {
    /// Computes the first two of three levels: (α, U², Z', Z⁴) and (α², U⁴, Z'², −β), Z' = UZ.
    #[inline(always)]
    fn halfway(self) -> Halfway<V> {
        // (X², U², UZ, Z⁴); `head` has −X in lane 0, whose sign the square loses. α = 3(X² − Z⁴).
        let r = self.head.mul(&self.head.blend::<0b1100>(self.z));
        let z4 = r.shuffle::<{ order([3, 3, 3, 3]) }>().keep::<0b0001>();
        let c = (r - z4).scale::<{ factors([3, 1, 1, 1]) }>().carry();
        // (α, U², Z', −X) · (α, U², Z', U²)
        let x = self.head.shuffle::<{ order([0, 0, 0, 0]) }>();
        let q = c
            .blend::<0b1000>(x)
            .mul(&c.shuffle::<{ order([0, 1, 2, 1]) }>());
        Halfway { c, q }
    }

    /// Returns the negative of the double. X' = α² − 2β, U' = 2α(β − X') − U⁴.
    #[inline(always)]
    fn double(self) -> Known<V> {
        let Halfway { c, q } = self.halfway();
        // (α² − 3β, U⁴, X', –)
        let d = (q.shuffle::<{ order([0, 1, 0, 1]) }>()
            + q.shuffle::<{ order([3, 3, 3, 3]) }>()
                .scale::<{ factors([3, 0, 2, 0]) }>())
        .carry();
        // (α, U⁴, X', –) · (α² − 3β, Z⁴, X', –), and the second is the double's Z⁴
        let z = d
            .blend::<0b0001>(c)
            .mul(&d.blend::<0b0010>(c.shuffle::<{ order([3, 3, 3, 3]) }>()));
        // −U' = 2α(α² − 3β) + U⁴, α' = 3(X'² − Z'⁴)
        let z4 = z.shuffle::<{ order([1, 1, 1, 1]) }>();
        let head = (z.shuffle::<{ order([0, 2, 2, 0]) }>() - z4.keep::<0b0110>())
            .scale::<{ factors([2, 3, 3, 2]) }>()
            + q.shuffle::<{ order([1, 1, 1, 1]) }>().keep::<0b1001>();
        Known {
            head: head.carry(),
            xz: d.blend::<0b1000>(c.shuffle::<{ order([2, 2, 2, 2]) }>()),
            z4: z4.carry(),
        }
    }
}

/// Returns ±2^n · point, n ≥ 1, and whether the sign is negative. The identity gives (0, –, 0, 0).
#[inline(always)]
fn double_n<V: PointVector>(point: V::Sum, mut n: u32) -> (V::Sum, Mask) {
    // `end`, `proceed` and `Owed::double` return the negative of the double: the sign is a mask beside the result.
    let begun = Begun::<V>::new(point);
    let mut negated = Mask::YES;
    if n == 1 {
        return (begun.end(), negated);
    }
    let mut known = begun.proceed();
    // After each decrement n is the number of doublings that are left, the next one included.
    loop {
        n -= 1;
        if n == 1 {
            return (known.end(), negated.not());
        }
        let owed = known.double();
        n -= 1;
        if n == 1 {
            return (owed.halfway().end(), negated.not());
        }
        known = owed.double();
        negated = negated.not();
    }
}

/// Stores (Y, –, X, Z) as the public type.
#[inline(always)]
fn store<C: Curve, V: PointVector<Prime = C::Base>>(point: V::Sum) -> Point<C> {
    let point = point.carry().shuffle::<{ order([2, 0, 3, 3]) }>();
    Point::from_coordinates(point.store_point())
}

impl<C: Curve, V: PointVector<Prime = C::Base>, const INLINED: bool> PointOps<C>
    for Parallel<V, INLINED>
{
    type Point = Spread<V>;
    type Cached = Cached<V>;
    type Inlined = Parallel<V, INLINING>;

    #[inline(always)]
    fn call<R>(run: impl FnOnce() -> R) -> R {
        V::call(run)
    }

    #[inline(always)]
    fn load(point: &Point<C>) -> Self::Point {
        // Lane 1 is unused, so Z there does no harm.
        let [x, y, z] = point.coordinates();
        Spread {
            lanes: V::load_four([y, z, x, z]).into(),
            negated: Mask::NO,
        }
    }

    #[inline(always)]
    fn store(point: Self::Point) -> Point<C> {
        always!(Self::formula, store::<C, V>(point.signed(Mask::NO)))
    }

    #[inline(always)]
    fn cache(point: Self::Point) -> Self::Cached {
        always!(
            Self::formula,
            cached::<C, V>(point.signed(Mask::NO).carry())
        )
    }

    #[inline(always)]
    fn uncache(cached: &Self::Cached) -> Self::Point {
        // `second` has X and Z in their lanes, `first` has Y.
        Spread {
            lanes: cached[1].blend::<Y>(cached[0]).into(),
            negated: Mask::NO,
        }
    }

    #[inline(always)]
    fn select(no: Self::Cached, yes: Self::Cached, mask: Mask) -> Self::Cached {
        [no[0].select(yes[0], mask), no[1].select(yes[1], mask)]
    }

    #[inline(always)]
    fn conditional_negate(point: &mut Self::Point, mask: Mask) {
        // Only the sign beside the lanes changes, until the next addition applies it.
        point.negated = point.negated.xor(mask);
    }

    #[inline(always)]
    fn add(point: &mut Self::Point, other: &Self::Cached, negate: Mask) {
        always!(Self::formula, point.add(other, negate));
    }

    #[inline(always)]
    fn sum(a: &Point<C>, b: &Point<C>) -> Point<C> {
        always!(
            Self::formula,
            Point::from_coordinates(uncached::sum::<C, V>(a, b).carry().store_point())
        )
    }

    #[inline(always)]
    fn double(point: &Point<C>) -> Point<C> {
        always!(Self::formula, {
            let [x, y, z] = point.coordinates();
            let double = Begun::<V>::new(V::load_four([y, z, x, z]).into()).end();
            // `end` is the double's negative, so Y is negated.
            // For the identity this is (0, –, 0, 0), which storing corrects.
            store::<C, V>(double.blend::<Y>(double.neg()))
        })
    }

    #[inline(always)]
    fn add_affine(point: &mut Self::Point, affine: &[FieldElement<C::Base>; 2], negate: Mask) {
        always!(
            Self::formula,
            point.add(&cached_affine::<C, V>(affine), negate)
        );
    }

    #[inline(always)]
    fn double_n(point: &mut Self::Point, n: u32) {
        always!(Self::formula, {
            let (lanes, negated) = double_n::<V>(point.lanes, n);
            // Z = 0 is the identity, whose double the formulas make (0, –, 0, 0).
            let z = point.lanes.shuffle::<{ order([3, 3, 3, 3]) }>().carry();
            let one: V::Sum = V::splat_held(&FieldElement::from_small(1)).into();
            *point = Spread {
                lanes: z.replace_where_zero(lanes, one.keep::<Y>()),
                negated: point.negated.xor(negated),
            };
        });
    }
}

#[cfg(test)]
mod tests;

#[cfg(all(helioselene_inside, helioselene_has = "ifma"))]
pub(crate) mod in_memory;
