//! Backends as outsiders would write them: one with one lane that relies on all default functions, and one that counts
//! terms; and the suite on every backend of the crate.

use core::array::from_fn;
use core::ops::{Add, Sub};
use std::string::String;
use std::vec::Vec;

use group::{Group, GroupEncoding};
use zeroize::Zeroize;

use super::*;
use crate::arithmetic::portable::Portable;
use crate::backend::MAX_LANES;
use crate::backend::doubles::Fma;
use crate::backend::limbs::Tight;
use crate::backend::serial::Serial;
use crate::checks::instruments::lanes::emulated::Emulated;
use crate::checks::instruments::quad::Quad;
use crate::checks::suite::check;
use crate::primes::{P25519, Q};
use crate::{Helios, Selene};

/// A vector with only the required functions, whose sums count their terms: tests what [`TERMS`] promises to outside
/// backends.
#[derive(Clone, Copy)]
struct Counted<P: Prime, const N: usize> {
    lanes: [FieldElement<P>; N],
    /// For each lane, how many terms are added and how many subtracted.
    terms: [[u32; 2]; N],
}

impl<P: Prime, const N: usize> Counted<P, N> {
    fn tight(lane: impl Fn(usize) -> FieldElement<P>) -> Self {
        Self::new(lane, |_| [1, 0])
    }

    fn new(lane: impl Fn(usize) -> FieldElement<P>, terms: impl Fn(usize) -> [u32; 2]) -> Self {
        let terms = from_fn(terms);
        for [added, subtracted] in terms {
            assert!(added + subtracted <= TERMS, "{added} + {subtracted} terms");
            assert!(subtracted <= SUBTRAHENDS, "{subtracted} terms subtracted");
        }
        Self {
            lanes: from_fn(lane),
            terms,
        }
    }
}

impl<P: Prime, const N: usize> Add for Counted<P, N> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(
            |i| self.lanes[i] + other.lanes[i],
            |i| from_fn(|sign| self.terms[i][sign] + other.terms[i][sign]),
        )
    }
}

impl<P: Prime, const N: usize> Sub for Counted<P, N> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(
            |i| self.lanes[i] - other.lanes[i],
            |i| from_fn(|sign| self.terms[i][sign] + other.terms[i][1 - sign]),
        )
    }
}

impl<P: Prime, const N: usize> Zeroize for Counted<P, N> {
    fn zeroize(&mut self) {
        self.lanes.zeroize();
    }
}

impl<P: Prime, const N: usize> FieldVector for Counted<P, N> {
    type Prime = P;
    type Sum = Self;
    type Lane = FieldElement<P>;
    const LANES: usize = N;

    fn load(lanes: &[FieldElement<P>]) -> Self {
        assert_eq!(lanes.len(), N, "as many elements as lanes");
        Self::tight(|i| lanes[i])
    }
    fn store(self, lanes: &mut [FieldElement<P>]) {
        lanes.copy_from_slice(&self.lanes);
    }
    fn gather<'a>(lane: impl Fn(usize) -> &'a FieldElement<P>) -> Self {
        Self::tight(|i| *lane(i))
    }
    fn scatter(self, lanes: &mut [FieldElement<P>]) {
        lanes.copy_from_slice(&self.lanes);
    }
    fn mul(&self, other: &Self) -> Self {
        let terms = [self.terms, other.terms];
        assert_eq!(terms, [[[1, 0]; N]; 2], "tight operands");
        Self::tight(|i| self.lanes[i] * other.lanes[i])
    }
    fn select_lanes(self, other: Self, lanes: u32) -> Self {
        let from = |i: usize| [self, other][(lanes >> i & 1) as usize];
        Self::new(|i| from(i).lanes[i], |i| from(i).terms[i])
    }
}

/// Without functions that move lanes, whose defaults carry and would hide terms.
impl<P: Prime, const N: usize> Sum for Counted<P, N> {
    type Tight = Self;
    fn carry(self) -> Self {
        Self::tight(|i| self.lanes[i])
    }
    fn neg(self) -> Self {
        let exchanged = |[added, subtracted]: [u32; 2]| [subtracted, added];
        Self::new(|i| -self.lanes[i], |i| exchanged(self.terms[i]))
    }
    fn shuffle<const ORDER: i32>(self) -> Self {
        let from = |i: usize| (ORDER >> (2 * i) & 3) as usize;
        Self::new(|i| self.lanes[from(i)], |i| self.terms[from(i)])
    }
    fn blend<const MASK: i32>(self, other: Self) -> Self {
        self.select_lanes(other, MASK.cast_unsigned())
    }
    fn keep<const MASK: i32>(self) -> Self {
        let zero = Self::new(|_| FieldElement::from_small(0), |_| [0, 0]);
        zero.select_lanes(self, MASK.cast_unsigned())
    }
    fn scale<const FACTORS: u32>(self) -> Self {
        let factor = |i: usize| FACTORS.to_le_bytes()[i];
        Self::new(
            |i| self.lanes[i] * FieldElement::from_small(factor(i).into()),
            |i| self.terms[i].map(|terms| terms * u32::from(factor(i))),
        )
    }
    fn negate_if<const MASK: i32>(self, negative: Mask) -> Self {
        self.select_lanes(Sum::neg(self), negative.bits() & MASK.cast_unsigned())
    }
}

fn elements<P: Prime>(n: u64) -> Vec<FieldElement<P>> {
    let element = |i| ff::Field::pow_vartime(&FieldElement::from_small(7), [i, 1 << 40, i, i + 1]);
    (0..n).map(element).collect()
}

/// The operations of [`On`] against those of the points.
fn operations<C: Curve, V: FieldVector<Prime = C::Base>>() {
    let scalars = elements::<C::Scalar>(20);
    let mut points: Vec<Point<C>> = scalars.iter().rev().map(|k| Point::mul_base(k)).collect();
    points[3] = Point::IDENTITY;
    points[5] = points[4];
    points[7] = -points[6];
    for (k, p) in scalars.iter().zip(&points).take(6) {
        assert_eq!(On::<V>::mul(k, p), *p * k);
        assert_eq!(On::<V>::mul_base::<C>(k), Point::mul_base(k));
        for q in &points[2..8] {
            assert_eq!(On::<V>::add(p, q), *p + q);
        }
        assert_eq!(On::<V>::double(p), p.double());
        let l = &scalars[9];
        let double_base = On::<V>::vartime_double_scalar_mul_basepoint(k, p, l);
        assert_eq!(double_base, *p * k + Point::mul_base(l));
    }
    let products: Vec<_> = scalars.iter().zip(&points).map(|(k, p)| *p * k).collect();
    assert_eq!(On::<V>::batch_mul(&scalars, &points), products);
    for n in [0, 1, 2, 9, 20] {
        let (scalars, points) = (&scalars[..n], &points[..n]);
        let sum: Point<C> = products[..n].iter().sum();
        assert_eq!(On::<V>::vartime_multiscalar_mul(scalars, points), sum);
        assert_eq!(On::<V>::multiscalar_mul(scalars, points), sum);
    }
    let encodings: Vec<_> = points.iter().map(GroupEncoding::to_bytes).collect();
    let decoded = On::<V>::batch_from_bytes::<C>(&encodings);
    for (decoded, point) in decoded.iter().zip(&points) {
        assert_eq!(decoded.unwrap(), *point);
    }
}

#[test]
fn one_lane_from_outside() {
    operations::<Helios, Counted<P25519, 1>>();
}

#[test]
fn two_lanes_from_outside() {
    operations::<Helios, Counted<P25519, 2>>();
}

#[test]
fn four_lanes_from_outside() {
    operations::<Selene, Counted<Q, 4>>();
}

#[test]
fn slices_from_outside() {
    crate::slices::tests::check::<Counted<P25519, 1>>();
    crate::slices::tests::check::<Counted<Q, 4>>();
}

/// The backends' own vectors are tested in `limbs::tests::kernels` and `doubles::tests`.
#[test]
fn suite() {
    check::<Counted<P25519, 1>>();
    check::<Counted<Q, 2>>();
    check::<Serial<Portable, P25519>>();
    check::<Serial<Portable, Q>>();
    check::<crate::backend::serial::lazy::Lazy<P25519>>();
    check::<crate::backend::serial::lazy::Lazy<Q>>();
    check::<Quad<Serial<Portable, Q>>>();
}

/// Not in the suite, which also runs on lanes with bounds, which cannot be all zeros.
fn wiped<V: FieldVector>() {
    let mut tight = V::splat(&FieldElement::from_small(7));
    let mut loose = tight.square();
    tight.zeroize();
    loose.zeroize();
    for lanes in [tight.store_lanes(), loose.carry().store_lanes()] {
        assert_eq!(lanes, [FieldElement::from_small(0); MAX_LANES]);
    }
}

#[test]
fn vectors_are_wiped() {
    wiped::<Serial<Portable, Q>>();
    wiped::<crate::backend::serial::lazy::Lazy<Q>>();
    wiped::<Quad<Serial<Portable, Q>>>();
    wiped::<Fma<Emulated<4, f64>, Q>>();
    wiped::<Tight<Emulated<4>, Q>>();
}

/// The mistakes of a wrong backend.
const AT_ONE_EDGE: usize = 0;
const WHERE_ANY_BIT_SELECTS: usize = 1;
const WHERE_ANY_BIT_NEGATES: usize = 2;
const WHERE_ANY_BIT_SIGNS: usize = 3;

#[derive(Clone, Copy)]
struct Wrong<const N: usize, const FAULT: usize>(Counted<Q, N>);

impl<const N: usize, const FAULT: usize> Wrong<N, FAULT> {
    /// A mistake that a backend of one lane might make with bits that choose lanes.
    fn lanes(fault: usize, lanes: u32) -> u32 {
        if FAULT == fault && lanes != 0 {
            !0
        } else {
            lanes
        }
    }
}

impl<const N: usize, const FAULT: usize> Zeroize for Wrong<N, FAULT> {
    fn zeroize(&mut self) {}
}
impl<const N: usize, const FAULT: usize> Add for Wrong<N, FAULT> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}
impl<const N: usize, const FAULT: usize> Sub for Wrong<N, FAULT> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}
impl<const N: usize, const FAULT: usize> FieldVector for Wrong<N, FAULT> {
    type Prime = Q;
    type Sum = Self;
    type Lane = FieldElement<Q>;
    const LANES: usize = N;
    fn load(lanes: &[FieldElement<Q>]) -> Self {
        Self(Counted::load(lanes))
    }
    fn store(self, lanes: &mut [FieldElement<Q>]) {
        self.0.store(lanes);
    }
    fn gather<'a>(lane: impl Fn(usize) -> &'a FieldElement<Q>) -> Self {
        Self(Counted::gather(lane))
    }
    fn scatter(self, lanes: &mut [FieldElement<Q>]) {
        self.0.scatter(lanes);
    }
    fn mul(&self, other: &Self) -> Self {
        if FAULT == AT_ONE_EDGE && self.0.lanes == [-FieldElement::<Q>::from_small(19); N] {
            return *self;
        }
        Self(self.0.mul(&other.0))
    }
    fn select_lanes(self, other: Self, lanes: u32) -> Self {
        let lanes = Self::lanes(WHERE_ANY_BIT_SELECTS, lanes);
        Self(self.0.select_lanes(other.0, lanes))
    }
    fn negate_lanes(self, lanes: u32) -> Self {
        let lanes = Self::lanes(WHERE_ANY_BIT_NEGATES, lanes);
        Self(self.0.negate_lanes(lanes))
    }
    fn with_signs(self, negative: u32) -> Self {
        let negative = Self::lanes(WHERE_ANY_BIT_SIGNS, negative);
        Self(self.0.with_signs(negative))
    }
}
impl<const N: usize, const FAULT: usize> Sum for Wrong<N, FAULT> {
    type Tight = Self;
    fn carry(self) -> Self {
        Self(self.0.carry())
    }
}

/// Whether the suite refuses vectors, and reports the wrong function and its operands.
#[track_caller]
fn is_refused<const N: usize, const FAULT: usize>(what: &str) {
    let refusal = std::panic::catch_unwind(check::<Wrong<N, FAULT>>).expect_err(what);
    let message = refusal.downcast::<String>().expect("a message");
    let said = message.split_once(" of a, b");
    let said =
        said.is_some_and(|(wrong, operands)| wrong.contains(what) && operands.contains(" = ["));
    assert!(said, "{message}");
}

#[test]
fn wrong_backends_are_refused() {
    is_refused::<1, AT_ONE_EDGE>("a·b");
    // With one lane: not its bit, but bits past it.
    is_refused::<1, WHERE_ANY_BIT_SELECTS>("a or b, lanes ");
    is_refused::<1, WHERE_ANY_BIT_NEGATES>("±a, lanes ");
    is_refused::<1, WHERE_ANY_BIT_SIGNS>("±a as a summand, lanes ");
}

/// A visitor sees the vectors of each backend that this CPU can run.
#[test]
fn every_kind_of_vectors_is_visited() {
    struct Seen(Vec<(&'static str, usize)>);
    impl Visitor<Q> for Seen {
        fn visit<V: FieldVector<Prime = Q>>(&mut self, name: &'static str) {
            self.0.push((name, V::LANES));
        }
    }
    let mut seen = Seen(Vec::new());
    visit(&mut seen);
    let has = |lanes| seen.0.iter().any(|(_, of)| *of == lanes);
    let [avx2, ifma] =
        [crate::Backend::Avx2, crate::Backend::Ifma].map(|backend| backend.missing().is_none());
    assert!(has(1));
    assert_eq!([has(4), has(8)], [avx2, ifma]); // whoever has AVX-IFMA has AVX2
    let name = seen.0.iter().filter(|(name, _)| name.contains("Portable"));
    assert_eq!(name.count(), 1, "each kind once");
}
