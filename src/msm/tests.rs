//! Every algorithm with every parameter, in four lanes and in eight, against naive sums.
//!
//! The eight lanes are [`Bounded`]: that proves for every formula of this module that no lane is misread, see
//! `notes/vectors.md`.

use std::vec::Vec;

use ff::Field;
use group::GroupEncoding;
use rand_core::{RngCore, SeedableRng};
use subtle::Choice;

use super::*;
use crate::backend::halves::Integers;
use crate::backend::limbs::{Radix51, Radix52, Tight};
use crate::backend::{BatchVector, Job};
use crate::curve::{AffinePoint, Algorithm, Curve, MultiscalarWorkspace, Point};
use crate::dispatch::Backend;
use crate::field::FieldElement;
use crate::primes::{P25519, Q};
use crate::testing::counted::Counted;
use crate::testing::extent;
use crate::testing::lanes::bounded::Bounded;
use crate::testing::lanes::halves::Two;
use crate::{Helios, Selene};

/// Numbers of points, and what to try with each.
struct Cases {
    sizes: &'static [usize],
    batch_sizes: &'static [usize],
    /// Kinds of scalars and points, if not all.
    kinds: Option<&'static [&'static str]>,
    /// How to compute a sum; `None` chooses by the number of terms.
    algorithms: Vec<Option<Algorithm>>,
}

/// Points that never meet, that double, that cancel, that are absent.
const EACH_KIND: &[&str] = &[
    "random",
    "edge scalars",
    "all equal",
    "P and -P",
    "relatives",
    "identities",
];

impl Cases {
    fn all() -> Self {
        let stretched = (2..=7).map(|width| Algorithm::Stretched { width });
        let buckets = (2..=11).map(|bits| Algorithm::Pippenger { bits });
        let given = core::iter::once(Algorithm::Straus)
            .chain(stretched)
            .chain(buckets);
        Self {
            sizes: extent(&[0, 1, 2, 3, 5, 19], &[0, 1, 2, 3, 4, 5, 8, 9, 19, 39, 70]),
            batch_sizes: &[0, 1, 2, 9, 19],
            kinds: None,
            algorithms: core::iter::once(None).chain(given.map(Some)).collect(),
        }
    }

    /// For slow lanes: numbers matter only where they decide which way an algorithm goes. One partly filled vector, and
    /// more than two.
    fn each_way() -> Self {
        let narrow = [
            Algorithm::Stretched { width: 4 },
            Algorithm::Pippenger { bits: 4 },
        ];
        let wide = [Algorithm::Straus, Algorithm::Pippenger { bits: 9 }];
        Self {
            sizes: &[1, 19],
            batch_sizes: &[19],
            kinds: Some(EACH_KIND),
            algorithms: narrow.into_iter().chain(wide).map(Some).collect(),
        }
    }
}

type Scalars<C> = Vec<FieldElement<<C as Curve>::Scalar>>;

/// Returns Σ kᵢ·lᵢ·G, by one product, as nothing is optimised here.
fn sum_of<C: Curve>(
    scalars: &[FieldElement<C::Scalar>],
    logs: &[FieldElement<C::Scalar>],
) -> Point<C> {
    Point::mul_base(&scalars.iter().zip(logs).map(|(k, l)| *k * l).sum())
}

/// Multiples of the generator, which and where.
struct Multiples<C: Curve> {
    logs: Scalars<C>,
    points: Vec<Point<C>>,
}

impl<C: Curve> Multiples<C> {
    /// Points with Z = 1.
    fn of(logs: Scalars<C>) -> Self {
        let point = |l| Point::from(AffinePoint::from(&Point::<C>::mul_base(l)));
        let points = logs.iter().map(point).collect();
        Self { logs, points }
    }
}

fn every_way<C: Curve, V: BatchVector<Prime = C::Base>>(
    scalars: &[FieldElement<C::Scalar>],
    Multiples { logs, points }: &Multiples<C>,
    algorithms: &[Option<Algorithm>],
    workspace: &mut MultiscalarWorkspace,
    what: &str,
) {
    let expected = sum_of(scalars, logs);
    for &algorithm in algorithms {
        let sum = VartimeSum {
            terms: scalars.iter().zip(points).collect(),
            algorithm,
            workspace: Some(&mut *workspace),
        }
        .run::<V>();
        assert_eq!(sum, expected, "{what}: {algorithm:?}, n = {}", points.len());
        assert!(workspace.memory::<V>().is_wiped(), "{algorithm:?}");
    }
    for independent in [false, true] {
        if independent && !["random", "all equal"].contains(&what) {
            continue;
        }
        let sum = ConstantTimeSum {
            terms: &scalars.iter().zip(points).collect::<Vec<_>>(),
            tables: None,
            short: false,
            independent,
        };
        let (sum, is_right) = sum.run::<V>();
        let is_right = bool::from(Choice::from(is_right));
        // With many points, equal ones are sure to meet.
        let n = points.len();
        let may_be_wrong = independent && what != "random";
        assert!(is_right || may_be_wrong, "{what}, n = {n}");
        let agrees = sum == expected || !is_right;
        assert!(agrees, "{what}: constant time, n = {n}");
    }
    let mut products = std::vec![Point::IDENTITY; points.len()];
    Products {
        scalars,
        points,
        products: &mut products,
    }
    .run::<V>();
    for ((k, l), product) in scalars.iter().zip(logs).zip(&products) {
        assert_eq!(*product, Point::mul_base(&(*k * l)), "{what}");
    }
}

fn sums<C: Curve, V: BatchVector<Prime = C::Base>>(cases: &Cases) {
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(4);
    let workspace = &mut MultiscalarWorkspace::new();
    let (zero, one) = (FieldElement::<C::Scalar>::ZERO, FieldElement::ONE);
    for &n in cases.sizes {
        let mut random =
            || -> Scalars<C> { (0..n).map(|_| FieldElement::random(&mut rng)).collect() };
        let (scalars, others, logs) = (random(), random(), random());
        let small: Vec<_> = (0..n as u64).map(FieldElement::from).collect();
        let small_negative: Vec<_> = small.iter().map(|k| -*k).collect();
        let short: Vec<_> = (0..n).map(|_| FieldElement::from(rng.next_u64())).collect();
        let edge = |i: usize| [one, zero, -one, one + one, scalars[0], -scalars[0]][i % 6];
        let edges: Vec<_> = (0..n).map(edge).collect();
        let equal_scalars = std::vec![scalars.first().copied().unwrap_or_default(); n];

        let equal = std::vec![logs.first().copied().unwrap_or_default(); n];
        let opposite = |i: usize| if i % 2 == 1 { -equal[i] } else { equal[i] };
        let relative = |i: usize| match i % 5 {
            0 => zero,
            1 => logs[0],
            2 => -logs[0],
            3 => logs[0].double(),
            _ => logs[i],
        };
        let opposite = Multiples::of((0..n).map(opposite).collect());
        let relatives = Multiples::of((0..n).map(relative).collect());
        let (equal, points) = (Multiples::of(equal), Multiples::of(logs));
        let projective = Multiples {
            logs: points.logs.iter().map(|l| *l + points.logs[0]).collect(),
            points: points
                .points
                .iter()
                .map(|p| *p + points.points[0])
                .collect(),
        };
        let identities = Multiples {
            logs: std::vec![zero; n],
            points: std::vec![Point::IDENTITY; n],
        };
        let kinds: [(&str, &[_], &Multiples<C>); 15] = [
            ("random", &scalars, &points),
            ("P + P0", &scalars, &projective),
            ("small scalars", &small, &points),
            ("small negative scalars", &small_negative, &points),
            ("short scalars", &short, &points),
            ("edge scalars", &edges, &points),
            ("equal points", &scalars, &equal),
            ("all equal", &equal_scalars, &equal),
            ("equal points, edge scalars", &edges, &equal),
            ("P and -P", &equal_scalars, &opposite),
            ("P and -P, random", &scalars, &opposite),
            ("relatives", &others, &relatives),
            ("relatives, equal", &equal_scalars, &relatives),
            ("identities", &scalars, &identities),
            ("zeros", &std::vec![zero; n], &points),
        ];
        for (what, scalars, points) in kinds {
            if cases.kinds.is_none_or(|kinds| kinds.contains(&what)) {
                every_way::<C, V>(scalars, points, &cases.algorithms, workspace, what);
            }
        }
    }
}

/// Other operations on many points.
fn batches<C: Curve, V: BatchVector<Prime = C::Base>>(sizes: &[usize]) {
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(5);
    for &n in sizes {
        let mut random =
            || -> Scalars<C> { (0..n).map(|_| FieldElement::random(&mut rng)).collect() };
        let mut logs = random();
        if n > 2 {
            logs[n / 2] = FieldElement::ZERO;
        }
        let points: Vec<Point<C>> = logs.iter().map(Point::mul_base).collect();
        let mut affine = std::vec![AffinePoint::GENERATOR; n];
        Normalize {
            points: &points,
            affine: &mut affine,
        }
        .run::<V>();
        for (affine, point) in affine.iter().zip(&points) {
            assert_eq!(*affine, AffinePoint::from(point));
        }

        let mut encodings: Vec<_> = points.iter().map(Point::to_bytes).collect();
        let invalid = (0..n as u8).map(|x| [x; 32]);
        encodings.extend(invalid);
        let mut decoded =
            std::vec![subtle::CtOption::new(Point::IDENTITY, 0.into()); encodings.len()];
        Decode::<C> {
            encodings: &encodings,
            put: &mut |i, point| decoded[i] = point,
        }
        .run::<V>();
        for (decoded, encoding) in decoded.into_iter().zip(&encodings) {
            let expected = Point::<C>::from_bytes(encoding);
            assert_eq!(Option::<Point<C>>::from(decoded), expected.into());
        }

        let scalars = [random(), random(), random()];
        let each: Vec<&[_]> = scalars.iter().map(Vec::as_slice).collect();
        let sums: Vec<_> = each.iter().map(|k| sum_of::<C>(k, &logs)).collect();
        for bytes in [0, usize::MAX] {
            let points = &points;
            let (tables, _) = &VartimePrepare { points, bytes }.run::<V>();
            for count in 1..=each.len() {
                let of_all: Vec<_> = each[..count].iter().map(|k| (0, *k)).collect();
                let sums_of = VartimePreparedSums {
                    tables,
                    points,
                    sums: &of_all,
                };
                let got = sums_of.run::<V>();
                assert_eq!(got, sums[..count], "{count} sums of {n}, {bytes} bytes");
                with_workspace(n, |workspace| {
                    assert!(workspace.memory::<V>().is_wiped(), "{count} sums of {n}");
                });
            }
            // Sums over the points from different positions on.
            let firsts = [0, n / 2, n];
            let of_last = [0, 1, 2].map(|i| (firsts[i], &each[i][firsts[i]..]));
            let sums_of = VartimePreparedSums {
                tables,
                points,
                sums: &of_last,
            };
            let expected = of_last.map(|(first, k)| sum_of(k, &logs[first..]));
            assert_eq!(sums_of.run::<V>(), expected, "the last of {n}");
        }
        let (points, scalars) = (&points, each[0]);
        for rows in [1, 2, 5] {
            let row = n / rows;
            let (scalars, points) = (&scalars[..rows.min(n)], &points[..rows.min(n) * row]);
            let logs = &logs[..points.len()];
            let mut sums = std::vec![Point::IDENTITY; row - row / 3];
            let first = row / 3;
            if !sums.is_empty() {
                VartimeRows {
                    scalars,
                    points,
                    row,
                    first,
                    sums: &mut sums,
                }
                .run::<V>();
            }
            for (sum, i) in sums.iter().zip(first..) {
                let column: Vec<_> = logs[i..].iter().step_by(row).copied().collect();
                assert_eq!(*sum, sum_of(scalars, &column), "{rows} rows, {i} of {n}");
            }
        }
        tabled::<C, V>(scalars, &logs, points);
        pairs::<C, V>(scalars, &logs, points);
    }
}

/// Constant-time sums with tables of some points, in any order, and with short scalars.
fn tabled<C: Curve, V: BatchVector<Prime = C::Base>>(
    scalars: &[FieldElement<C::Scalar>],
    logs: &[FieldElement<C::Scalar>],
    points: &[Point<C>],
) {
    let n = points.len();
    let tables = &Prepare { points }.run::<V>();
    let sum_is = |scalars: &[_], points: &[_], numbers: Option<&[usize]>, short, expected| {
        for independent in [false, true] {
            let sum = ConstantTimeSum {
                terms: &scalars.iter().zip(points).collect::<Vec<_>>(),
                tables: numbers.map(|numbers| (tables, numbers)),
                short,
                independent,
            };
            let (sum, is_right): (Point<C>, _) = sum.run::<V>();
            assert!(bool::from(Choice::from(is_right)), "{numbers:?} of {n}");
            assert_eq!(sum, expected, "constant time, {numbers:?} of {n}");
        }
    };
    let forwards: Vec<usize> = (0..n).collect();
    let backwards: Vec<usize> = (0..n).rev().collect();
    let third: Vec<usize> = (0..n).step_by(3).collect();
    for numbers in [&forwards[..], &forwards[n / 2..], &backwards, &third, &[]] {
        let chosen: Vec<Point<C>> = numbers.iter().map(|i| points[*i]).collect();
        let logs: Scalars<C> = numbers.iter().map(|i| logs[*i]).collect();
        let scalars = &scalars[..chosen.len()];
        let expected = sum_of(scalars, &logs);
        // The last of them have no tables.
        for tabled in [chosen.len(), chosen.len() / 2, chosen.len().min(1)] {
            sum_is(scalars, &chosen, Some(&numbers[..tabled]), false, expected);
        }

        let even = chosen.len() & !1;
        let (chosen, numbers) = (&chosen[..even], &numbers[..even]);
        let short = |i: usize| [0_u64, 511, 1, 255, 256, 2, 340][(i + i / 7) % 7];
        let short: Vec<_> = (0..even).map(|i| FieldElement::from(short(i))).collect();
        // An absent point counts as the generator, with the scalar 0.
        let term =
            |(k, l): (&FieldElement<C::Scalar>, &FieldElement<C::Scalar>)| match l.is_zero().into()
            {
                true => FieldElement::ONE,
                false => k.double() * l + l,
            };
        let expected = Point::mul_base(&short.iter().zip(&logs).map(term).sum());
        for numbers in [None, Some(numbers)] {
            sum_is(&short, chosen, numbers, true, expected);
        }
    }
}

/// Sums over the same two points, few and more.
fn pairs<C: Curve, V: BatchVector<Prime = C::Base>>(
    scalars: &[FieldElement<C::Scalar>],
    logs: &[FieldElement<C::Scalar>],
    points: &[Point<C>],
) {
    let (Some(logs), Some(points)) = (logs.last_chunk::<2>(), points.last_chunk::<2>()) else {
        return;
    };
    let one = FieldElement::<C::Scalar>::ONE;
    let edges = [FieldElement::ZERO, one, -one, one + one, -one - one];
    let all = scalars.iter().copied().chain(edges);
    let all: Vec<_> = all.clone().zip(all.skip(1)).map(|(k, l)| [k, l]).collect();
    let mut sums = std::vec![Point::IDENTITY; all.len()];
    PairSums {
        scalars: &all,
        points,
        sums: &mut sums,
    }
    .run::<V>();
    for (pair, sum) in all.iter().zip(&sums) {
        assert_eq!(*sum, sum_of(pair, logs), "{} pairs", all.len());
    }
}

fn sums_and_batches<C: Curve, V: BatchVector<Prime = C::Base>>(cases: &Cases) {
    sums::<C, V>(cases);
    batches::<C, V>(cases.batch_sizes);
}

/// One prime and one number of lanes are enough: `testing::toy` has one lane, and the ranges below are those of the others.
#[test]
fn in_four_lanes() {
    sums_and_batches::<Helios, Counted<P25519, 4>>(&Cases::all());
}

#[test]
fn in_eight_bounded_lanes() {
    type Vector<P, R> = Tight<Bounded<8>, P, R>;
    sums_and_batches::<Helios, Vector<P25519, Radix51>>(&Cases::each_way());
    sums_and_batches::<Selene, Vector<Q, Radix52>>(&Cases::each_way());
    // Only the radix or the prime differs, that is, the ranges: each formula once is enough.
    type Selene2025 = crate::curves::cycle2025::Selene;
    let cases = Cases {
        sizes: &[19],
        kinds: Some(extent(&["relatives"], EACH_KIND)),
        ..Cases::each_way()
    };
    sums_and_batches::<Helios, Vector<P25519, Radix52>>(&cases);
    sums_and_batches::<Selene2025, Vector<crate::primes::Q2025, Radix52>>(&cases);
}

/// Sums over secrets on AVX2's integers with ranges: no number is misread, whatever the points. The prime whose carries take
/// more passes is enough, because units do not depend on it.
#[test]
fn secrets_on_bounded_integers() {
    type V = Integers<Two<Bounded<4>>, Q>;
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(6);
    let mut random = || [(); 6].map(|()| FieldElement::random(&mut rng));
    let (scalars, mut logs) = (random(), random());
    logs[4] = FieldElement::ZERO;
    let points = logs.each_ref().map(Point::mul_base);
    tabled::<Selene, V>(&scalars, &logs, &points);
    pairs::<Selene, V>(&scalars, &logs, &points);
}

/// On this machine's lanes only: emulated, each fused multiply-add is a function call.
#[test]
fn in_doubles() {
    struct SumsAndBatches;

    impl Job<Q> for SumsAndBatches {
        type Output = ();
        const PUBLIC: bool = true;

        fn run<V: BatchVector<Prime = Q>>(self) {
            sums_and_batches::<Selene, V>(&Cases::each_way());
        }
    }

    match Backend::Avx2.missing() {
        None => Backend::Avx2.many(SumsAndBatches),
        Some(missing) => std::println!("AVX2: not run on this machine: {missing}"),
    }
}
