//! Multi-scalar multiplications in which equal and opposite points meet everywhere.

use rand_core::{RngCore, SeedableRng};

use super::*;
use crate::backend::{BatchVector, Job};
use crate::msm::{
    ConstantTimeSum, PairSums, Products, VartimePrepare, VartimePreparedSums, VartimeSum,
};

/// Sums of multiples (k, i) of the generator, Σ k·(iG), in every way.
fn every_way<V: BatchVector<Prime = ToyBase>>(
    terms: &[(usize, usize)],
    workspace: &mut MultiscalarWorkspace,
) {
    let points = POINTS.get_or_init(all_points);
    let expected = terms.iter().map(|(k, i)| k * i).sum::<usize>();
    let expected = points[modulo_order(expected)];
    let scalars: Vec<_> = terms.iter().map(|(k, _)| scalar(*k)).collect();
    let bases: Vec<_> = terms
        .iter()
        .enumerate()
        .map(|(j, (_, i))| projective(points[*i], 1 + ((3 * j + i) as i64 % (P - 1))))
        .collect();
    let stretched = (2..=6).map(|width| Algorithm::Stretched { width });
    let buckets = (2..=11).map(|bits| Algorithm::Pippenger { bits });
    let interleaved = core::iter::once(Algorithm::Straus);
    for algorithm in interleaved.chain(stretched).chain(buckets) {
        let sum = VartimeSum {
            terms: scalars.iter().zip(&bases).collect(),
            algorithm: Some(algorithm),
            workspace: Some(&mut *workspace),
        };
        assert_eq!(affine(sum.run::<V>()), expected, "{algorithm:?}: {terms:?}");
    }
    let sum = ConstantTimeSum {
        terms: &scalars.iter().zip(&bases).collect::<Vec<_>>(),
        tables: None,
        short: false,
        independent: false,
    };
    assert_eq!(affine(sum.run::<V>().0), expected, "{terms:?}");
    let (tables, _) = &VartimePrepare {
        points: &bases,
        bytes: usize::MAX,
    }
    .run::<V>();
    let sums = VartimePreparedSums {
        tables,
        points: &bases,
        sums: &[(0, &scalars)],
    };
    assert_eq!(affine(sums.run::<V>()[0]), expected, "prepared: {terms:?}");
    let mut products = std::vec![Point::IDENTITY; terms.len()];
    Products {
        scalars: &scalars,
        points: &bases,
        products: &mut products,
    }
    .run::<V>();
    for ((k, i), product) in terms.iter().zip(products) {
        assert_eq!(affine(product), points[modulo_order(k * i)], "{k} · {i}G");
    }
}

/// All pairs of scalars over some pairs of points.
fn all_pairs<V: BatchVector<Prime = ToyBase>>() {
    let points = POINTS.get_or_init(all_points);
    let n = ORDER as usize;
    for (i, j) in [(1, 2), (1, 1), (1, n - 1), (5, 0), (0, 0), (n - 1, 300)] {
        let bases = [i, j].map(|i| projective(points[i], 7));
        for k in (0..n).step_by(extent(61, 1)) {
            let scalars: Vec<_> = (0..n).map(|l| [scalar(k), scalar(l)]).collect();
            let mut sums = std::vec![Point::IDENTITY; n];
            PairSums {
                scalars: &scalars,
                points: &bases,
                sums: &mut sums,
            }
            .run::<V>();
            for (l, sum) in sums.into_iter().enumerate() {
                assert_eq!(affine(sum), points[modulo_order(k * i + l * j)], "{k} {l}");
            }
        }
    }
}

static POINTS: std::sync::OnceLock<Vec<Affine>> = std::sync::OnceLock::new();

fn all_sums<V: BatchVector<Prime = ToyBase>>() {
    let n = ORDER as usize;
    let workspace = &mut MultiscalarWorkspace::new();
    let step = extent(206, 16);
    // Every scalar with every point, as many at once as there are points.
    for shift in 0..n {
        let terms: Vec<_> = (0..n).map(|i| (i, (i + shift) % n)).collect();
        if shift % step == 0 {
            every_way::<V>(&terms, workspace);
        }
        every_way::<V>(&terms[shift..][..1], workspace);
    }
    // Two and three related points, with related scalars.
    let related = |i: usize, j: usize| [0, i, n - i, 2 * i, i + 1, i / 2, n / 2][j % 7] % n;
    for i in (1..n).step_by(extent(15, 1)) {
        for j in 0..49 {
            let k = (31 * i + 7) % n;
            let (a, b) = ((k, i), (related(k, j / 7), related(i, j)));
            if j % 7 == i % 7 {
                every_way::<V>(&[a, b, (related(k, j), related(i, j / 7))], workspace);
            } else if j % 3 == i % 3 {
                every_way::<V>(&[a, b], workspace);
            }
        }
    }
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(9);
    for round in 0..extent(40, 400) {
        let mut random = |n: usize| rng.next_u32() as usize % n;
        let count = 1 + random(if round % 8 == 0 { 1500 } else { 60 });
        // A few different points and scalars, so that equal ones meet.
        let (points, scalars) = (1 + random(n), 1 + random(n));
        let terms: Vec<_> = (0..count)
            .map(|_| (random(scalars), random(points)))
            .collect();
        every_way::<V>(&terms, workspace);
    }
}

#[test]
fn sums_in_one_lane() {
    all_sums::<Toy<1>>();
    all_pairs::<Toy<1>>();
}

#[test]
fn sums_in_four_lanes() {
    all_sums::<Toy<4>>();
    all_pairs::<Toy<4>>();
}
