//! A curve of 619 points, for exhaustive tests: every pair of points in additions, every point in doublings, every
//! scalar with every point in multiplications, these all with `HELIOSELENE_EXHAUSTIVE=1`.
//!
//! y² = x³ − 3x + 3 over the field of 631 elements has prime order, and b is not a square, as for Helios and Selene.
//! The formulas and scalar multiplications under test are those that ship; only the field differs.

#[cfg(feature = "alloc")]
mod msm;

use core::ops::{Add, Sub};
use std::vec::Vec;

use subtle::{Choice, CtOption};
use zeroize::Zeroize;

use crate::backend::HeldConstant;
use crate::backend::{BatchVector, FieldVector, PointJob, PointSum, PointVector, Sum};
use crate::curve::{Curve, Point, Sealed};
use crate::field::{FieldElement, Invert, Prime, Row};
use crate::mask::Mask;
use crate::point_ops::parallel::Parallel;
use crate::point_ops::{Independent, Operation, PointOps};
use crate::primes::Modulus;
use crate::scalar_mul::{DoubleBase, FixedBase, ODD_MULTIPLES, VariableBase};
use crate::testing::counted::without_domain;
use crate::testing::{extent, lanes::array};
use crate::word::{LIMBS, Limbs, Word, words};
#[cfg(feature = "alloc")]
use crate::{
    MultiscalarWorkspace,
    curve::{AffinePoint, Algorithm, Tables, Term},
};
use ff::Field as _;

const P: i64 = 631;
const ORDER: i64 = 619;
/// 619 has ten bits: two digits of five.
const DIGITS: usize = 2;

type Elements<P> = [FieldElement<P>];

macro_rules! toy_prime {
    ($name:ident = $modulus:expr) => {
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        struct $name;

        impl Modulus for $name {
            const MODULUS: Limbs = {
                let mut limbs = [0; LIMBS];
                limbs[0] = $modulus as Word;
                limbs
            };
            const MODULUS_HEX: &'static str = "";
            const GENERATOR: Word = 0;
            // No γ: `FieldElement::reduced` treats small primes.
            const GAMMA: Limbs = [0; LIMBS];
            const ROOT_OF_UNITY: Limbs = [0; LIMBS];
        }

        impl Prime for $name {
            fn invert(_: &FieldElement<Self>) -> FieldElement<Self> {
                unimplemented!("no formula inverts")
            }
            fn vartime_invert(_: &FieldElement<Self>) -> FieldElement<Self> {
                unimplemented!("no formula inverts")
            }
            fn pow(_: &FieldElement<Self>, _: &FieldElement<Self>) -> FieldElement<Self> {
                unimplemented!("no formula takes a power")
            }
            fn sqrt(_: &FieldElement<Self>) -> CtOption<FieldElement<Self>> {
                unimplemented!("no formula takes a root")
            }
            fn sqrt_ratio(
                _: &FieldElement<Self>,
                _: &FieldElement<Self>,
            ) -> (Choice, FieldElement<Self>) {
                unimplemented!("no formula takes a root")
            }
            fn random<E>(
                _: impl FnMut(&mut [u8]) -> Result<(), E>,
            ) -> Result<FieldElement<Self>, E> {
                unimplemented!("everything is tried, nothing drawn")
            }
            fn multiply(_: Option<&Elements<Self>>, _: &Elements<Self>, _: &mut Elements<Self>) {
                unimplemented!("no formula has slices")
            }
            fn scale(_: Option<&Elements<Self>>, _: &FieldElement<Self>, _: &mut Elements<Self>) {
                unimplemented!("no formula has slices")
            }
            fn add_scaled_rows(_: &[Row<'_, FieldElement<Self>>], _: &mut Elements<Self>) {
                unimplemented!("no formula has slices")
            }
            fn inner_product(_: &Elements<Self>, _: &Elements<Self>) -> FieldElement<Self> {
                unimplemented!("no formula has slices")
            }
            fn powers(_: &FieldElement<Self>, _: &FieldElement<Self>, _: &mut Elements<Self>) {
                unimplemented!("no formula has slices")
            }
            #[cfg(feature = "alloc")]
            fn invert_all(_: &mut Elements<Self>, _: Invert<Self>) {
                unimplemented!("no formula has slices")
            }
        }
    };
}
toy_prime!(ToyBase = P);
toy_prime!(ToyScalar = ORDER);

/// Nor are there operations on many points.
#[cfg(feature = "alloc")]
macro_rules! batches {
    () => {
        fn vartime_sum(
            _: Vec<Term<'_, Self>>,
            _: Option<Algorithm>,
            _: Option<&mut MultiscalarWorkspace>,
        ) -> Point<Self> {
            unimplemented!()
        }
        fn vartime_prepare(_: &[Point<Self>], _: usize) -> (Tables, usize) {
            unimplemented!()
        }
        fn vartime_prepared_sums(
            _: &Tables,
            _: &[Point<Self>],
            _: &[(usize, &[FieldElement<Self::Scalar>])],
        ) -> Vec<Point<Self>> {
            unimplemented!()
        }
        fn vartime_rows(
            _: &[FieldElement<Self::Scalar>],
            _: &[Point<Self>],
            _: usize,
            _: usize,
            _: &mut [Point<Self>],
        ) {
            unimplemented!()
        }
        fn sum(
            _: &[Term<'_, Self>],
            _: Option<(&Tables, &[usize])>,
            _: bool,
            _: bool,
        ) -> (Point<Self>, Mask) {
            unimplemented!()
        }
        fn prepare(_: &[Point<Self>]) -> Tables {
            unimplemented!()
        }
        fn products(_: &[FieldElement<Self::Scalar>], _: &[Point<Self>], _: &mut [Point<Self>]) {
            unimplemented!()
        }
        fn pair_sums(
            _: &[[FieldElement<Self::Scalar>; 2]],
            _: &[Point<Self>; 2],
            _: &mut [Point<Self>],
        ) {
            unimplemented!()
        }
        fn normalize(_: &[Point<Self>], _: &mut [AffinePoint<Self>]) {
            unimplemented!()
        }
        fn decode(_: &[[u8; 32]], _: bool, _: &mut dyn FnMut(usize, CtOption<Point<Self>>)) {
            unimplemented!()
        }
    };
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ToyCurve;

impl Sealed for ToyCurve {}
impl Curve for ToyCurve {
    type Base = ToyBase;
    type Scalar = ToyScalar;
    const B: FieldElement<ToyBase> = FieldElement::from_small(3);
    const THREE_B: FieldElement<ToyBase> = FieldElement::from_small(9);
    const GENERATOR: [FieldElement<ToyBase>; 2] =
        [FieldElement::from_small(1), FieldElement::from_small(1)];
    const POINT_NAME: &'static str = "ToyPoint";
    const SSWU_Z: u8 = 0;
    const GENERATOR_TABLE: &'static [u8] = &generator_table();

    // The tests choose the point operations themselves.
    fn add(_: &Point<Self>, _: &Point<Self>) -> Point<Self> {
        unimplemented!()
    }
    fn double(_: &Point<Self>) -> Point<Self> {
        unimplemented!()
    }
    fn mul(_: &Point<Self>, _: &FieldElement<ToyScalar>) -> Point<Self> {
        unimplemented!()
    }
    fn mul_base(_: &FieldElement<ToyScalar>) -> Point<Self> {
        unimplemented!()
    }
    fn vartime_double_base(
        _: &FieldElement<ToyScalar>,
        _: &Point<Self>,
        _: &FieldElement<ToyScalar>,
    ) -> Point<Self> {
        unimplemented!()
    }
    #[cfg(feature = "alloc")]
    batches!();
}

/// An affine point, or the identity.
type Affine = Option<(i64, i64)>;

/// The group law by slopes: the oracle.
const fn affine_add(a: Affine, b: Affine) -> Affine {
    let (Some((x1, y1)), Some((x2, y2))) = (a, b) else {
        return if a.is_some() { a } else { b };
    };
    let slope = if x1 != x2 {
        (y2 - y1) * inverse(x2 - x1)
    } else if y1 == y2 {
        (3 * x1 * x1 - 3) * inverse(2 * y1)
    } else {
        return None;
    } % P;
    let x3 = (slope * slope - x1 - x2).rem_euclid(P);
    Some((x3, (slope * (x1 - x3) - y1).rem_euclid(P)))
}

const fn inverse(x: i64) -> i64 {
    let mut y = 1;
    while (x * y).rem_euclid(P) != 1 {
        y += 1;
    }
    y
}

/// The file format of `crate::tables`.
const fn generator_table() -> [u8; DIGITS * ODD_MULTIPLES * 64] {
    let mut table = [0; DIGITS * ODD_MULTIPLES * 64];
    let mut base = Some((1, 1));
    let mut i = 0;
    while i < DIGITS {
        let twice = affine_add(base, base);
        let (mut multiple, mut j) = (base, 0);
        while j < ODD_MULTIPLES {
            let Some((x, y)) = multiple else {
                panic!("a multiple of the order")
            };
            let entry = 64 * (ODD_MULTIPLES * i + j);
            (table[entry], table[entry + 1]) = (x as u8, (x >> 8) as u8);
            (table[entry + 32], table[entry + 33]) = (y as u8, (y >> 8) as u8);
            multiple = affine_add(multiple, twice);
            j += 1;
        }
        let mut k = 0;
        while k < 5 {
            base = affine_add(base, base);
            k += 1;
        }
        i += 1;
    }
    table
}

/// Elements of the field of 631, with the field trait's default functions for all but inversion.
#[derive(Clone, Copy, Debug)]
struct Toy<const N: usize>([i64; N]);

impl<const N: usize> Toy<N> {
    fn new(lane: impl Fn(usize) -> i64) -> Self {
        // `rem_euclid`, unoptimised, takes a fifth of the time.
        Self(array(|i| match lane(i) % P {
            x @ ..0 => x + P,
            x => x,
        }))
    }
}

impl<const N: usize> Zeroize for Toy<N> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

impl<const N: usize> Add for Toy<N> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(|i| self.0[i] + other.0[i])
    }
}

impl<const N: usize> Sub for Toy<N> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(|i| self.0[i] - other.0[i])
    }
}

impl<const N: usize> FieldVector for Toy<N> {
    type Prime = ToyBase;
    type Sum = Self;
    const LANES: usize = N;

    fn load(lanes: &[FieldElement<ToyBase>]) -> Self {
        assert_eq!(lanes.len(), N, "as many elements as lanes");
        // Without γ a negated element is 2^255 less it: the low 64 bits are a negative number.
        Self::new(|i| words(lanes[i].as_limbs())[0] as i64)
    }
    fn store(self, lanes: &mut [FieldElement<ToyBase>]) {
        lanes.copy_from_slice(&self.0.map(|x| FieldElement::from_small(x as Word)));
    }
    fn mul(&self, other: &Self) -> Self {
        Self::new(|i| self.0[i] * other.0[i])
    }
    fn select_lanes(self, other: Self, lanes: u32) -> Self {
        Self(array(|i| [self, other][(lanes >> i & 1) as usize].0[i]))
    }
}

/// Batches, with single points in the first lane or in four.
macro_rules! lanes {
    ($($lanes:literal: $run:ident)*) => {$(
        impl BatchVector for Toy<$lanes> {
            type Lane = [i64; 1];

            fn single<J: PointJob<ToyBase>>(job: J) -> J::Output {
                job.$run::<Self>()
            }
            fn gather<'a>(lane: impl Fn(usize) -> &'a [i64; 1]) -> Self {
                Self(array(|i| lane(i)[0]))
            }
            fn scatter(self, lanes: &mut [[i64; 1]]) {
                lanes.copy_from_slice(&self.0.map(|x| [x]));
            }
            fn invert_lanes(self, _: Invert<ToyBase>) -> (Self, u32) {
                let zeros = (0..Self::LANES).fold(0, |zeros, i| zeros | u32::from(self.0[i] == 0) << i);
                (
                    Self(array(|i| if self.0[i] == 0 { 0 } else { inverse(self.0[i]) })),
                    zeros,
                )
            }
        }
    )*};
}
lanes!(1: run 4: run_in_four_lanes);

impl PointSum for Toy<4> {
    fn shuffle<const ORDER: i32>(self) -> Self {
        Self(array(|i| self.0[(ORDER >> (2 * i) & 3) as usize]))
    }
    fn blend<const MASK: i32>(self, other: Self) -> Self {
        self.select_lanes(other, MASK.cast_unsigned())
    }
    fn keep<const MASK: i32>(self) -> Self {
        Self::zero().select_lanes(self, MASK.cast_unsigned())
    }
    fn scale<const FACTORS: u32>(self) -> Self {
        Self::new(|i| self.0[i] * i64::from(FACTORS.to_le_bytes()[i]))
    }
    fn negate_if<const MASK: i32>(self, negative: Mask) -> Self {
        self.select_lanes(Sum::neg(self), negative.bits() & MASK.cast_unsigned())
    }
}

impl PointVector for Toy<4> {
    without_domain!(ToyBase);

    fn shuffle<const ORDER: i32>(self) -> Self {
        PointSum::shuffle::<ORDER>(self)
    }
    fn blend<const MASK: i32>(self, other: Self) -> Self {
        PointSum::blend::<MASK>(self, other)
    }
}

impl<const N: usize> Sum for Toy<N> {
    type Tight = Self;
    fn carry(self) -> Self {
        self
    }
}

/// [k]G for all k, by repeated affine addition.
fn all_points() -> Vec<Affine> {
    let mut points = std::vec![None];
    for _ in 1..ORDER {
        points.push(affine_add(points[points.len() - 1], Some((1, 1))));
    }
    assert_eq!(affine_add(points[points.len() - 1], Some((1, 1))), None);
    points
}

/// A projective form of a point; `z` is any coordinate but zero.
fn projective(point: Affine, z: i64) -> Point<ToyCurve> {
    let (x, y, z) = point.map_or((0, 1, 0), |(x, y)| (x * z % P, y * z % P, z));
    Point::from_coordinates([x, y, z].map(|c| FieldElement::from_small(c as Word)))
}

fn affine(point: Point<ToyCurve>) -> Affine {
    let [x, y, z] = point.coordinates().map(|c| c.as_limbs()[0] as i64);
    if z == 0 {
        assert_eq!((x, y), (0, 1), "the identity is written (0 : 1 : 0)");
        return None;
    }
    Some((x * inverse(z) % P, y * inverse(z) % P))
}

fn scalar(k: usize) -> FieldElement<ToyScalar> {
    FieldElement::from_small(k as Word)
}

/// The index of a sum or multiple in [`all_points`].
fn modulo_order(k: usize) -> usize {
    k % ORDER as usize
}

fn additions<O: PointOps<ToyCurve>>() {
    let points = all_points();
    for (i, p) in points.iter().enumerate() {
        for (j, q) in points.iter().enumerate() {
            let negate = (i + j) % 3 == 0;
            let expected = if negate { i + points.len() - j } else { i + j };
            let expected = points[modulo_order(expected)];
            let negate = Mask::public(negate);
            let a = O::load(&projective(*p, 1 + (i + 2 * j) as i64 % (P - 1)));
            let b = O::cache(O::load(&projective(*q, 1 + (3 * i + j) as i64 % (P - 1))));
            let mut sum = a;
            O::add(&mut sum, &b, negate);
            assert_eq!(affine(O::store(sum)), expected, "{p:?} ± {q:?}");
            if q.is_some() {
                let [x, y, _] = projective(*q, 1).coordinates().map(|c| *c);
                let mut sum = a;
                O::add_affine(&mut sum, &[x, y], negate);
                assert_eq!(affine(O::store(sum)), expected, "{p:?} ± affine {q:?}");
            }
        }
    }
}

/// All pairs of operations on all pairs of points, the second on the first one's result, with any coordinates and
/// signs.
fn chains<O: PointOps<ToyCurve>>() {
    let points = all_points();
    let n = points.len();
    // Other pairs for each first point; `additions` covers every pair.
    let step = extent(311, 31);
    for (i, p) in points.iter().enumerate() {
        for (j, q) in points.iter().enumerate().skip(i % step).step_by(step) {
            let z = |seed: usize| 1 + (seed % (P as usize - 1)) as i64;
            let p = projective(*p, z(5 * i + j));
            let q = projective(*q, z(i + 9 * j));
            assert_eq!(affine(O::sum(&p, &q)), points[modulo_order(i + j)]);
            let (p, cached) = (O::load(&p), O::cache(O::load(&q)));
            let xy = (j != 0).then(|| points[j].map(|(x, y)| [x, y]).expect("no identity"));
            let xy = xy.map(|xy| xy.map(|c| FieldElement::from_small(c as Word)));
            let [no, yes] = [Mask::NO, Mask::YES];
            // The result, and its multiple of the generator.
            type Made<O> = (<O as PointOps<ToyCurve>>::Point, usize);
            let then = |make: &dyn Fn(&mut O::Point), index: usize, from: &Made<O>| -> Made<O> {
                let mut point = from.0;
                make(&mut point);
                (point, modulo_order(index))
            };
            let select = |x, mask| O::uncache(&O::select(O::cache(x), cached, mask));
            let operations = |from: &Made<O>| {
                let at = from.1;
                let mut made = std::vec![
                    then(&|x| O::add(x, &cached, no), at + j, from),
                    then(&|x| O::add(x, &cached, yes), at + n - j, from),
                    then(&|x| O::double_n(x, 1), 2 * at, from),
                    then(&|x| O::double_n(x, 2), 4 * at, from),
                    then(&|x| O::double_n(x, 3), 8 * at, from),
                    then(&|x| O::conditional_negate(x, yes), n - at, from),
                    then(&|x| *x = O::uncache(&O::cache(*x)), at, from),
                    then(&|x| O::add(x, &O::cache(*x), no), 2 * at, from),
                    then(&|x| O::add(x, &O::cache(*x), yes), 0, from),
                    then(&|x| *x = select(*x, no), at, from),
                    then(&|x| *x = select(*x, yes), j, from),
                ];
                if let Some(xy) = &xy {
                    made.push(then(&|x| O::add_affine(x, xy, no), at + j, from));
                    made.push(then(&|x| O::add_affine(x, xy, yes), at + n - j, from));
                }
                made
            };
            for (a, first) in operations(&(p, i)).iter().enumerate() {
                assert_eq!(affine(O::store(first.0)), points[first.1], "{a}: {i} {j}");
                for (b, second) in operations(first).iter().enumerate() {
                    let got = affine(O::store(second.0));
                    assert_eq!(got, points[second.1], "{a}, then {b}: {i} {j}");
                }
            }
        }
    }
}

fn doublings<O: PointOps<ToyCurve>>() {
    let points = all_points();
    let step = extent(90, 1);
    for (i, p) in points.iter().enumerate() {
        for z in 1..P {
            let double = O::double(&projective(*p, z));
            assert_eq!(affine(double), points[modulo_order(2 * i)], "2 · {p:?}");
        }
        for n in 1..=9 {
            for z in (1..P).step_by(step) {
                let mut double = O::load(&projective(*p, z));
                O::double_n(&mut double, n);
                let expected = points[modulo_order(i << n)];
                assert_eq!(affine(O::store(double)), expected, "2^{n} · {p:?}");
                if n > 6 || p.is_none() {
                    break; // one z will do
                }
            }
        }
        for negate in [false, true] {
            let p = O::load(&projective(*p, 7));
            let mut negated = p;
            O::conditional_negate(&mut negated, Mask::public(negate));
            let expected = if negate { points.len() - i } else { i };
            assert_eq!(affine(O::store(negated)), points[modulo_order(expected)]);
        }
    }
}

fn multiplications<O: PointOps<ToyCurve>>() {
    let points = all_points();
    let step = extent(13, 1);
    for k in 0..points.len() {
        let product = FixedBase { scalar: &scalar(k) }.run::<O>();
        assert_eq!(affine(product), points[k], "{k} · G");
        // Other points for each scalar.
        for (i, p) in points.iter().enumerate().skip(k % step).step_by(step) {
            let point = projective(*p, 1 + (k + i) as i64 % (P - 1));
            let product = VariableBase {
                scalar: &scalar(k),
                point: &point,
            }
            .run::<O>();
            assert_eq!(affine(product), points[modulo_order(k * i)], "{k} · {p:?}");
            let b = (5 * k + 11 * i) % points.len();
            let sum = DoubleBase {
                a: &scalar(k),
                point: &point,
                b: &scalar(b),
            }
            .run::<O>();
            let expected = points[modulo_order(k * i + b)];
            assert_eq!(affine(sum), expected, "{k} · {p:?} + {b} · G");
        }
    }
}

macro_rules! exhaust {
    ($name:ident, $Ops:ty) => {
        mod $name {
            use super::*;

            #[test]
            fn every_pair_of_points_adds() {
                additions::<$Ops>();
            }

            #[test]
            fn every_operation_follows_every_other() {
                chains::<$Ops>();
            }

            #[test]
            fn every_point_doubles() {
                doublings::<$Ops>();
            }

            #[test]
            fn every_scalar_multiplies_every_point() {
                multiplications::<$Ops>();
            }
        }
    };
}
exhaust!(independent, Independent<Toy<1>>);
exhaust!(four_lanes, Parallel<Toy<4>>);
