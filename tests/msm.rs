//! Multi-scalar multiplication and batches through the public interface, on every backend, against naive sums.

mod common;
#[path = "msm/lengths.rs"]
mod lengths;

use common::known::{Known, Scalar, random_scalars};
use common::{on_every_backend, rng, scaled};
use helioselene_simd::Algorithm;
use helioselene_simd::group::ff::{Field, PrimeField};
use helioselene_simd::group::{Group, GroupEncoding};
use helioselene_simd::{
    Curve, FieldElement, Helios, MultiscalarWorkspace, Point, Precomputation, Selene,
    VartimePrecomputation,
};
use rand_core::RngCore;

/// All public ways to compute the sum of points with known logarithms.
fn check_known<C: Curve>(what: &str, scalars: &[Scalar<C>], known: &Known<C>) {
    check(what, scalars, &known.points, known.sum(scalars));
}

/// All public ways to compute a sum.
fn check<C: Curve>(what: &str, scalars: &[Scalar<C>], points: &[Point<C>], expected: Point<C>) {
    let n = points.len();
    let vartime = Point::vartime_multiscalar_mul(scalars, points);
    assert_eq!(vartime, expected, "{what}, n = {n}");
    let terms: Vec<_> = scalars.iter().zip(points).collect();
    let vartime = Point::vartime_sum_of_products(&terms);
    assert_eq!(vartime, expected, "{what}, n = {n}, of terms");
    let workspace = &mut MultiscalarWorkspace::new();
    for _ in 0..2 {
        let sum = Point::vartime_multiscalar_mul_in(workspace, scalars, points);
        assert_eq!(sum, expected, "{what}, n = {n}, with a workspace");
    }
    if n <= 2048 {
        let optional =
            Point::optional_multiscalar_mul(scalars, points.iter().map(|point| Some(*point)));
        assert_eq!(optional, Some(expected), "{what}, n = {n}, optional");
        let constant = Point::multiscalar_mul(scalars, points);
        assert_eq!(constant, expected, "{what}, n = {n}, constant time");
    }
}

fn sizes<C: Curve>() {
    sums_of::<C>(&[
        0, 1, 2, 3, 4, 7, 8, 9, 19, 39, 129, 257, 352, 513, 604, 1025, 1324, 4096,
    ]);
}

/// Sums by each algorithm, and other operations on many points.
#[cfg(feature = "cycle2025")]
fn few_sizes<C: Curve>() {
    sums_of::<C>(&[1, 2, 9, 39, 352, 1324]);
    precomputed_of::<C>(&[1, 38]);
    products::<C>();
}

fn sums_of<C: Curve>(sizes: &[usize]) {
    let mut rng = rng(41);
    for n in sizes
        .iter()
        .copied()
        .filter(|n| scaled(16) == 16 || *n < 100)
    {
        let known = Known::<C>::progression(n, &mut rng);
        let scalars = random_scalars::<C>(n, &mut rng);
        check_known("random", &scalars, &known);
        let short: Vec<_> = (0..n).map(|_| FieldElement::from(rng.next_u64())).collect();
        check_known("64-bit scalars", &short, &known);
        let negative: Vec<_> = short.iter().map(|k| -*k * (k + k)).collect();
        check_known("negative", &negative, &known);

        if n > 1500 {
            continue;
        }
        // Cases that must not go wrong when they meet in a bucket or in a lane.
        let one = Scalar::<C>::ONE;
        let edges = [
            one,
            -one,
            one + one,
            Scalar::<C>::ZERO,
            scalars.first().copied().unwrap_or(one),
        ];
        let edge_scalars: Vec<_> = (0..n).map(|i| edges[(7 * i + i / 3) % 5]).collect();
        check_known("edge scalars", &edge_scalars, &known);
        let all_equal = Known::<C>::new(vec![edges[4]; n]);
        check_known("equal points", &scalars, &all_equal);
        check_known("equal points, edge scalars", &edge_scalars, &all_equal);
        let equal_scalars = vec![edges[4]; n];
        check_known("all equal", &equal_scalars, &all_equal);
        check_known("equal scalars", &equal_scalars, &known);
        // P, −P, the identity, 2P and others.
        let mixed = |i: usize| match i % 6 {
            0 => Scalar::<C>::ZERO,
            1 => edges[4],
            2 => -edges[4],
            3 => edges[4].double(),
            _ => known.logarithms[i],
        };
        let mixed = Known::<C>::new((0..n).map(mixed).collect());
        check_known("relatives", &scalars, &mixed);
        check_known("relatives, equal scalars", &equal_scalars, &mixed);
        let zeros = vec![Scalar::<C>::ZERO; n];
        check("zeros", &zeros, &known.points, Point::identity());
        let identities = vec![Point::<C>::identity(); n];
        check("identities", &scalars, &identities, Point::identity());
    }
}

fn large<C: Curve>() {
    if scaled(16) < 16 {
        println!("sums of 65536 and more points need an optimised build");
        return;
    }
    let mut rng = rng(42);
    let n = 1 << 16;
    let known = Known::<C>::progression(n, &mut rng);
    let scalars = random_scalars::<C>(n, &mut rng);
    check_known("random", &scalars, &known);
    let equal = vec![scalars[0]; n];
    check_known("equal scalars", &equal, &known);
    let same = Known::<C>::new(vec![known.logarithms[0]; n]);
    check_known("all equal", &equal, &same);
    check_known("equal points", &scalars, &same);
    let bits: Vec<_> = (0..n as u64).map(|i| FieldElement::from(i % 2)).collect();
    check_known("bits", &bits, &known);
}

/// On one curve only: this tests places in memory, where fewer points find nothing.
#[test]
fn largest() {
    type C = Selene;
    if scaled(16) < 16 {
        return;
    }
    let mut rng = rng(43);
    let n = 1 << 20;
    let known = Known::<C>::progression(n, &mut rng);
    let scalars = random_scalars::<C>(n, &mut rng);
    let sum = Point::vartime_multiscalar_mul(&scalars, &known.points);
    assert_eq!(sum, known.sum(&scalars), "n = 2^20");
}

fn precomputed<C: Curve>() {
    precomputed_of::<C>(&[0, 1, 2, 18, 38, 130, 604, 1324]);
}

fn precomputed_of<C: Curve>(sizes: &[usize]) {
    let mut rng = rng(44);
    for n in sizes.iter().copied() {
        if n > 200 && scaled(16) < 16 {
            continue;
        }
        let mut known = Known::<C>::progression(n, &mut rng);
        if n > 10 {
            let (log, point) = (known.logarithms[4], known.points[4]);
            (known.logarithms[3], known.points[3]) = (Scalar::<C>::ZERO, Point::identity());
            (known.logarithms[5], known.points[5]) = (-log, -point);
            (known.logarithms[7], known.points[7]) = (log, point);
        }
        let edges = [Scalar::<C>::ZERO, Scalar::<C>::ONE, -Scalar::<C>::ONE];
        let edges: Vec<_> = (0..n).map(|i| edges[i % 3]).collect();
        // Fewer sums for many points: each is long enough by itself.
        let rows: Vec<_> = (0..if n > 200 { 3 } else { 11 })
            .map(|i| match i {
                0 => edges.clone(),
                1 => vec![Scalar::<C>::random(&mut rng); n],
                2 => vec![Scalar::<C>::ZERO; n],
                _ => random_scalars::<C>(n, &mut rng),
            })
            .collect();
        let expected: Vec<_> = rows.iter().map(|row| known.sum(row)).collect();
        // One entry for each point, a few, half of the maximum, and enough for the widest digits.
        for bytes in [0, 1000, 300 * n, 1000 * n, usize::MAX] {
            let tables = VartimePrecomputation::with_memory(&known.points, bytes);
            assert_eq!((tables.len(), tables.is_empty()), (n, n == 0));
            assert!(tables.table_bytes() <= bytes.max(80 * n));
            for (row, expected) in rows.iter().zip(&expected) {
                assert_eq!(tables.vartime_multiscalar_mul(row), *expected, "n = {n}");
            }
            let slices: Vec<_> = rows.iter().map(Vec::as_slice).collect();
            for count in 0..=slices.len() {
                let sums = tables.vartime_batch_multiscalar_mul(&slices[..count]);
                assert_eq!(sums, expected[..count], "n = {n}, {bytes} bytes");
            }
            // Rows of different lengths: only that many points take part.
            let cut: Vec<_> = slices
                .iter()
                .enumerate()
                .map(|(i, row)| &row[..(7 * i) % (n + 1)])
                .collect();
            for (row, sum) in cut.iter().zip(tables.vartime_batch_multiscalar_mul(&cut)) {
                let terms = row.iter().zip(&known.points);
                assert_eq!(sum, terms.map(|(k, p)| *p * k).sum());
            }
            let dynamic = Known::<C>::progression(9, &mut rng);
            let scalars = random_scalars::<C>(9, &mut rng);
            let both = expected.first().unwrap() + dynamic.sum(&scalars);
            let sum = tables.vartime_mixed_multiscalar_mul(&rows[0], &scalars, &dynamic.points);
            assert_eq!(sum, both);
            let mut some: Vec<_> = dynamic.points.iter().copied().map(Some).collect();
            let sum = tables.optional_mixed_multiscalar_mul(&rows[0], &scalars, some.clone());
            assert_eq!(sum, Some(both));
            some[4] = None;
            let sum = tables.optional_mixed_multiscalar_mul(&rows[0], &scalars, some);
            assert_eq!(sum, None);
        }
        let tables = Precomputation::new(&known.points);
        assert_eq!((tables.len(), tables.is_empty()), (n, n == 0));
        for (row, expected) in rows.iter().zip(&expected) {
            assert_eq!(tables.multiscalar_mul(row), *expected, "n = {n}");
            // Points of a progression are related, so an exception may occur.
            let sum = Option::from(tables.independent_multiscalar_mul(row));
            assert!(sum.is_none_or(|sum: Point<C>| sum == *expected), "n = {n}");
            let half = tables.multiscalar_mul(&row[..n / 2]);
            assert_eq!(
                half,
                Point::multiscalar_mul(&row[..n / 2], &known.points[..n / 2])
            );
        }
    }
}

/// Sums over independent points, and over related ones.
fn independent<C: Curve>() {
    let mut rng = rng(51);
    for n in [0, 1, 2, 3, 16, 17, 64, 513, 1301] {
        let points: Vec<Point<C>> = (0..n).map(|_| Point::random(&mut rng)).collect();
        let tables = Precomputation::new(&points);
        let scalars = random_scalars::<C>(n, &mut rng);
        let none = vec![Scalar::<C>::ZERO; n];
        for scalars in [scalars, none] {
            for n in [n, n / 2] {
                let sum = tables.independent_multiscalar_mul(&scalars[..n]);
                assert!(bool::from(sum.is_some()), "{n}");
                assert_eq!(sum.unwrap(), tables.multiscalar_mul(&scalars[..n]), "{n}");
            }
        }
    }
    // In one of the places, equal and opposite digits of equal points meet.
    let point = Point::<C>::random(&mut rng);
    for last in [point, -point] {
        let mut points = vec![point; 20];
        points[19] = last;
        let tables = Precomputation::new(&points);
        let sum = tables.independent_multiscalar_mul(&random_scalars::<C>(20, &mut rng));
        assert!(bool::from(sum.is_none()));
    }
}

/// Sums with words of short scalars, as long as FCMP++'s commitments.
fn short_words<C: Curve>() {
    let mut rng = rng(53);
    const N: usize = 260;
    let words = [1..125, 125..125, 129..253, 254..260];
    let points: Vec<Point<C>> = (0..N).map(|_| Point::random(&mut rng)).collect();
    let mut with_identity = points.clone();
    (with_identity[7], with_identity[126]) = (Point::identity(), Point::identity());
    let random = random_scalars::<C>(N, &mut rng);
    let mut all_short: Vec<_> = (0..N)
        .map(|_| Scalar::<C>::from(rng.next_u64() % 512))
        .collect();
    all_short[1..5].copy_from_slice(&[0_u64, 255, 256, 511].map(Scalar::<C>::from));
    let with_short = |places: core::ops::Range<usize>| {
        let mut scalars = random.clone();
        scalars[places.clone()].copy_from_slice(&all_short[places]);
        scalars
    };
    let rows = vec![
        (random.clone(), [false, true, false, false]),
        (with_short(1..125), [true, true, false, false]),
        (with_short(129..260), [false, true, true, true]),
        (with_short(254..260), [false, true, false, true]),
        // Across words.
        (with_short(60..190), [false, true, false, false]),
        (all_short.clone(), [true; 4]),
        (vec![Scalar::<C>::ZERO; N], [true; 4]),
    ];
    // One other among short ones, in any place of the third word.
    let one = Scalar::<C>::ONE;
    let high = (9..255).map(|bit| Scalar::<C>::from(2_u64).pow_vartime([bit]));
    let others = high.chain([-one, -(one + one), random[0]]).enumerate();
    let with_other = others.map(|(i, other)| {
        let mut scalars = all_short.clone();
        scalars[129 + i % 124] = other;
        scalars
    });
    let with_other: Vec<_> = with_other.collect();

    for points in [&points, &with_identity] {
        let plain = Precomputation::new(points);
        let tables = Precomputation::with_words(points, words.clone());
        for (scalars, is_short) in &rows {
            let sum = plain.multiscalar_mul(scalars);
            assert_eq!(sum, tables.multiscalar_mul(scalars));
            let of = |short: &[usize]| {
                let sum = tables.independent_multiscalar_mul_with_short(scalars, short);
                Option::<Point<C>>::from(sum)
            };
            let mut short: Vec<usize> = (0..4).filter(|i| is_short[*i]).collect();
            assert_eq!(of(&short), Some(sum), "{short:?}");
            // One that does not exist, and one twice.
            short.extend([4, short[0]]);
            assert_eq!(of(&short), Some(sum), "{short:?}");
            // Fewer than are short, and others.
            for (word, is_short) in is_short.iter().enumerate() {
                assert_eq!(of(&[word]), is_short.then_some(sum), "word {word}");
            }
        }
        for scalars in &with_other {
            let sum = tables.multiscalar_mul(scalars);
            let of = |short: &[usize]| {
                let sum = tables.independent_multiscalar_mul_with_short(scalars, short);
                Option::<Point<C>>::from(sum)
            };
            assert_eq!(of(&[0, 1, 3]), Some(sum));
            assert_eq!(of(&[2]), None);
        }
        // As many scalars as words end.
        for n in [125, 128, 253, 259] {
            let short = if n < 253 { &[0][..] } else { &[0, 2] };
            let sum = tables.independent_multiscalar_mul_with_short(&all_short[..n], short);
            assert_eq!(sum.unwrap(), plain.multiscalar_mul(&all_short[..n]), "{n}");
        }
    }
    // Equal points may meet in some place, in words and apart from them.
    for word in [1, 129] {
        let mut points = points.clone();
        let point = points[word];
        points[word..][..124].fill(point);
        let tables = Precomputation::with_words(&points, words.clone());
        let expected = tables.multiscalar_mul(&all_short);
        for short in [&[0][..], &[2], &[0, 2]] {
            let sum = tables.independent_multiscalar_mul_with_short(&all_short, short);
            assert_eq!(sum.unwrap_or(expected), expected, "{short:?}");
        }
    }
}

#[test]
fn words_are_checked() {
    let points = [Point::<Helios>::generator(); 6];
    let with_words = |words: &[core::ops::Range<usize>]| {
        let words = words.to_vec();
        std::panic::catch_unwind(|| Precomputation::with_words(points, words))
    };
    assert!(with_words(&[0..2, 2..6]).is_ok() && with_words(&[]).is_ok());
    for words in [[0..3, 4..6], [0..4, 2..6], [2..4, 0..2], [0..2, 4..8]] {
        assert!(with_words(&words).is_err(), "{words:?}");
    }
    let tables = with_words(&[0..2, 2..6]).unwrap();
    let sum = |count: usize, short: &[usize]| {
        let scalars = vec![Scalar::<Helios>::ONE; count];
        std::panic::catch_unwind(|| {
            tables
                .independent_multiscalar_mul_with_short(&scalars, short)
                .is_none()
        })
    };
    assert!(sum(6, &[0, 1]).is_ok() && sum(5, &[0]).is_ok());
    for (count, short) in [(5, 1), (1, 0), (7, 1)] {
        assert!(sum(count, &[short]).is_err(), "{count}, {short}");
    }
}

/// Linear combinations of rows, over independent points and over points that meet.
fn rows<C: Curve>() {
    let mut rng = rng(52);
    for (rows, row) in [
        (0, 0),
        (1, 1),
        (1, 9),
        (2, 3),
        (3, 8),
        (16, 1),
        (16, 33),
        (5, 130),
        (150, 9),
    ] {
        let known = Known::<C>::progression(rows * row, &mut rng);
        let scalars = random_scalars::<C>(rows, &mut rng);
        let edges = [Scalar::<C>::ZERO, Scalar::<C>::ONE, -Scalar::<C>::ONE];
        let edges: Vec<_> = (0..rows).map(|i| edges[i % 3]).collect();
        let zeros = vec![Scalar::<C>::ZERO; rows];
        // The identity, equal and opposite points in some places.
        let special = (0..rows * row).map(|i| match i % 7 {
            0 if i % 2 == 1 => Scalar::<C>::ZERO,
            1 => known.logarithms[1 % known.logarithms.len()],
            2 => -known.logarithms[1 % known.logarithms.len()],
            _ => known.logarithms[i],
        });
        let special = Known::new(special.collect());
        for Known { logarithms, points } in [&known, &special] {
            for scalars in [&scalars, &edges, &zeros] {
                let of_column = |i| {
                    let logarithms = logarithms.iter().skip(i).step_by(row);
                    Point::mul_base(&scalars.iter().zip(logarithms).map(|(k, l)| *k * l).sum())
                };
                let expected: Vec<Point<C>> = (0..row).map(of_column).collect();
                let sums = Point::vartime_combine_rows(scalars, points);
                assert_eq!(sums, expected, "{rows} rows of {row}");
            }
        }
    }
}

#[test]
#[should_panic(expected = "rows of equal lengths")]
fn rows_have_equal_lengths() {
    Point::<Helios>::vartime_combine_rows(&[FieldElement::ONE; 2], &[Point::generator(); 3]);
}

/// Points with Z = 1, except some at regular distances.
fn mixed<C: Curve>() {
    let mut rng = rng(48);
    for n in [1, 8, 9, 17, 40, 300] {
        let known = Known::<C>::progression(n, &mut rng);
        let scalars = random_scalars::<C>(n, &mut rng);
        for every in [1, 3, 4, 5, 9, 40, 1000] {
            let points = known.points.iter().enumerate().map(|(i, point)| {
                let decoded = Point::from_bytes(&point.to_bytes()).unwrap();
                if i % every == every - 1 {
                    *point
                } else {
                    decoded
                }
            });
            let points: Vec<_> = points.collect();
            check("mixed", &scalars, &points, known.sum(&scalars));
        }
        // A divisor common to all points must not be taken for 1.
        let twice = known.points.iter().map(|point| {
            let [x, y, _] = Point::<C>::from_bytes(&point.to_bytes())
                .unwrap()
                .to_projective();
            Point::from_projective([x.double(), y.double(), FieldElement::ONE.double()]).unwrap()
        });
        let twice: Vec<_> = twice.collect();
        check("of Z = 2", &scalars, &twice, known.sum(&scalars));
    }
}

/// The identity is recognised by its x, of which some limbs are zero in these other points.
fn low_limbs_of_zero<C: Curve>() {
    let mut rng = rng(49);
    for shift in [52, 64, 128, 192] {
        let power = (0..shift).fold(FieldElement::<C::Base>::ONE, |power, _| power.double());
        let points = (1..).filter_map(|k: u64| {
            let x = power * FieldElement::from(k);
            Option::from(Point::<C>::from_bytes(&x.to_repr()))
        });
        let points: Vec<Point<C>> = points.take(20).collect();
        let scalars = random_scalars::<C>(points.len(), &mut rng);
        let terms = scalars.iter().zip(&points);
        let expected = terms.map(|(k, point)| *point * k).sum();
        check("low limbs of zero", &scalars, &points, expected);
    }
}

#[test]
fn points_of_which_some_are_divided() {
    on_every_backend("mixed points", || {
        mixed::<Helios>();
        mixed::<Selene>();
        low_limbs_of_zero::<Helios>();
        low_limbs_of_zero::<Selene>();
    });
}

fn products<C: Curve>() {
    let mut rng = rng(46);
    for n in [0, 1, 2, 7, 8, 9, 64, 130] {
        let mut points: Vec<_> = (0..n)
            .map(|_| Point::<C>::random(&mut rng).double())
            .collect();
        let mut scalars = random_scalars::<C>(n, &mut rng);
        if n > 6 {
            points[0] = Point::identity();
            scalars[1] = Scalar::<C>::ZERO;
            scalars[2] = -Scalar::<C>::ONE;
            points[4] = points[3];
            points[5] = -points[3];
            (points[6], scalars[6]) = (Point::identity(), Scalar::<C>::ZERO);
        }
        let products = Point::batch_mul(&scalars, &points);
        let mut places = points.clone();
        Point::batch_mul_into(&scalars, &points, &mut places);
        assert_eq!(places, products);
        let expected: Vec<_> = scalars.iter().zip(&points).map(|(k, p)| *p * k).collect();
        assert_eq!(products, expected, "n = {n}");
    }
    // Scalars for which the last addition of odd digits is a doubling or gives the identity: ±2 to ±62, and 0.
    let scalars: Vec<_> = (0..72_u64)
        .map(Scalar::<C>::from)
        .flat_map(|k: Scalar<C>| [k, -k])
        .collect();
    let points = vec![Point::<C>::random(&mut rng); scalars.len()];
    let expected: Vec<_> = scalars.iter().map(|k| points[0] * k).collect();
    assert_eq!(Point::batch_mul(&scalars, &points), expected);
}

/// Sums over the same two points, with and without tables of these, more than are computed together too.
fn pairs<C: Curve>() {
    let mut rng = rng(54);
    let mut random = || Point::<C>::random(&mut rng);
    let (p, q) = (random(), random());
    let half = p * Scalar::<C>::TWO_INV;
    let points = [
        [p, q],
        [p, p],
        [p, -p],
        [half, p],
        [p, Point::identity()],
        [Point::identity(); 2],
    ];
    let one = Scalar::<C>::ONE;
    // The last places of these digits have equal or opposite sums.
    let edges = (0..70_u64).map(Scalar::<C>::from).flat_map(|k| [k, -k]);
    let edges: Vec<_> = edges
        .chain([Scalar::<C>::TWO_INV, Scalar::<C>::TWO_INV - one])
        .collect();
    let mut scalars: Vec<_> = (0..300)
        .map(|i| [edges[i % edges.len()], edges[i * 7 % edges.len()]])
        .collect();
    for pair in &mut scalars[150..] {
        *pair = [(); 2].map(|()| Scalar::<C>::random(&mut rng));
    }
    for points in points {
        let sum = |[k, l]: &[Scalar<C>; 2]| points[0] * k + points[1] * l;
        let expected: Vec<_> = scalars.iter().map(sum).collect();
        for n in [0, 1, 2, 11, 12, 13, 16, 66, 255, 256, 257, 300] {
            let from = 300 - n;
            assert_eq!(
                Point::pair_sums(&scalars[..n], &points),
                expected[..n],
                "{n}"
            );
            assert_eq!(
                Point::pair_sums(&scalars[from..], &points),
                expected[from..],
                "{n}"
            );
        }
    }
}

/// Digits of every width that a sum can choose, 2 to 16 bits, on tables of every matching size.
fn widths<C: Curve>() {
    let mut rng = rng(48);
    for n in [1, 40, 150] {
        if n > 100 && scaled(16) < 16 {
            continue;
        }
        let known = Known::<C>::progression(n, &mut rng);
        let mut scalars = random_scalars::<C>(n, &mut rng);
        scalars[0] = -Scalar::<C>::ONE;
        let expected = known.sum(&scalars);
        // From one entry a point to 128, the most that digits of two bits use.
        for entries in [1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 26, 32, 43, 64, 128] {
            let bytes = entries * n * 80;
            let tables = VartimePrecomputation::with_memory(&known.points, bytes);
            let sum = tables.vartime_multiscalar_mul(&scalars);
            assert_eq!(sum, expected, "n = {n}, {entries} entries a point");
        }
        for bits in (1..=14).chain([17, 20]) {
            let algorithm = Algorithm::Pippenger { bits };
            let sum = Point::vartime_multiscalar_mul_by(algorithm, &scalars, &known.points);
            assert_eq!(sum, expected, "n = {n}, {bits} bits");
        }
    }
}

macro_rules! on_both_curves {
    ($($test:ident)*) => {$(
        mod $test {
            use super::*;

            #[test]
            fn helios() {
                on_every_backend(stringify!($test), super::$test::<Helios>);
            }

            #[test]
            fn selene() {
                on_every_backend(stringify!($test), super::$test::<Selene>);
            }
        }
    )*};
}
on_both_curves!(sizes large precomputed independent short_words rows widths products pairs);

// The 2025 curves, whose γ is three bits longer.
#[cfg(feature = "cycle2025")]
common::generic_tests! { helios_of_2025: helioselene_simd::cycle2025::Helios => few_sizes }
#[cfg(feature = "cycle2025")]
common::generic_tests! { selene_of_2025: helioselene_simd::cycle2025::Selene => few_sizes }
