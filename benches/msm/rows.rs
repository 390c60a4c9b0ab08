//! What is measured.

use std::cell::Cell;
use std::hint::black_box;
use std::ops::Range;

use helioselene_bench_support::bench::{Bench, Case};
use helioselene_bench_support::measure::Timed;
use helioselene_bench_support::{arkworks, multiexp};
use helioselene_simd::group::GroupEncoding;
use helioselene_simd::group::ff::PrimeField;
use helioselene_simd::traits::{
    MultiscalarMul, VartimeMultiscalarMul, VartimePrecomputedMultiscalarMul,
};
use helioselene_simd::{
    Backend, Curve, FieldElement, Point, Precomputation, VartimePrecomputation,
};

use crate::backends;
use crate::inputs::{Arkworks, Inputs, Reference};

struct Rows<'a, 'o> {
    curve: &'a str,
    bench: &'a mut Bench<'o>,
    backends: &'a [Backend],
}

impl Rows<'_, '_> {
    /// Times peers (multiexp, arkworks) and ours on each backend in turns.
    fn add<T>(&mut self, case: Case, peers: [Option<Timed<'_>>; 2], ours: impl Fn() -> T) {
        let names = ["multiexp", "arkworks"].into_iter();
        let peers = names
            .zip(peers)
            .filter_map(|(name, peer)| Some((name.to_owned(), peer?)));
        let ours = backends::on_each(self.backends, || Timed::repeated(&ours));
        self.bench.time(&case, peers.chain(ours).collect());
    }

    fn case(&self, operation: &str) -> Case {
        Case::new(self.curve, operation)
    }
}

/// Every row of a curve.
pub fn all<C: Curve, R: Reference, A: Arkworks>(
    curve: &str,
    bench: &mut Bench<'_>,
    inputs: &Inputs<C, R, A>,
    backends: &[Backend],
    sizes: &[usize],
) {
    let mut rows = Rows {
        curve,
        bench,
        backends,
    };
    variable_time(&mut rows, inputs, sizes);
    constant_time(&mut rows, inputs);
    fixed_generators(&mut rows, inputs);
    batches(&mut rows, inputs);
}

/// The inputs of small sums, in turn: the time of a sum of two varies by several percent with the
/// scalars.
struct Turns {
    n: usize,
    count: usize,
    next: Cell<usize>,
}

impl Turns {
    /// As many sums of n as have 64 inputs together.
    fn new(n: usize) -> Self {
        Self {
            n,
            count: (64 / n).max(1),
            next: Cell::new(0),
        }
    }

    /// Where the inputs of the next sum are.
    fn next(&self) -> Range<usize> {
        let start = self.n * self.next.replace((self.next.get() + 1) % self.count);
        start..start + self.n
    }
}

/// The sum of n products in variable time.
pub fn variable_time_case(curve: &str, n: usize) -> Case {
    Case::new(curve, "variable time").of(n)
}

fn variable_time<C: Curve, R: Reference, A: Arkworks>(
    rows: &mut Rows<'_, '_>,
    inputs: &Inputs<C, R, A>,
    sizes: &[usize],
) {
    for &n in sizes {
        let case = variable_time_case(rows.curve, n);
        if !rows.bench.wants(&case) {
            continue;
        }
        let turns = [(); 3].map(|()| Turns::new(n));
        let multiexp = || multiexp::multiexp_vartime(black_box(&inputs.pairs[turns[0].next()]));
        let arkworks = || {
            let range = turns[1].next();
            let points = black_box(&inputs.ark_points[range.clone()]);
            arkworks::msm(points, &inputs.ark_scalars[range])
        };
        let ours = || {
            let range = turns[2].next();
            let scalars = black_box(&inputs.scalars[range.clone()]);
            Point::vartime_multiscalar_mul(scalars, &inputs.points[range])
        };
        for _ in 0..turns[0].count {
            let sum = ours().to_bytes();
            assert_eq!(sum, multiexp().to_bytes());
            assert_eq!(sum, arkworks::encoding(arkworks()));
        }
        rows.add(
            case,
            [
                Some(Timed::repeated(multiexp)),
                Some(Timed::repeated(arkworks)),
            ],
            ours,
        );
    }
    for bits in [64, 128] {
        let n = 604;
        let shorten = |scalar: &FieldElement<C::Scalar>| {
            let bytes = scalar.to_repr();
            let mut short = [0; 16];
            short[..bits / 8].copy_from_slice(&bytes[..bits / 8]);
            FieldElement::<C::Scalar>::from(u128::from_le_bytes(short))
        };
        let scalars: Vec<_> = inputs.scalars[..n].iter().map(shorten).collect();
        let pairs = inputs.pairs[..n].iter().zip(&scalars);
        let pairs: Vec<(R::Scalar, R)> = pairs
            .map(|(pair, k)| (Inputs::<C, R, A>::reference_scalar(k), pair.1))
            .collect();
        rows.add(
            rows.case(&format!("variable time, scalars of {bits} bits"))
                .of(n),
            [
                Some(Timed::repeated(|| {
                    multiexp::multiexp_vartime(black_box(&pairs))
                })),
                None,
            ],
            || Point::vartime_multiscalar_mul(black_box(&scalars), &inputs.points[..n]),
        );
    }
}

fn constant_time<C: Curve, R: Reference, A: Arkworks>(
    rows: &mut Rows<'_, '_>,
    inputs: &Inputs<C, R, A>,
) {
    for n in [129, 257, 513, 1025] {
        let (scalars, points) = (&inputs.scalars[..n], &inputs.points[..n]);
        let pairs = &inputs.pairs[..n];
        rows.add(
            rows.case("constant time").of(n),
            [
                Some(Timed::repeated(|| multiexp::multiexp(black_box(pairs)))),
                None,
            ],
            || Point::multiscalar_mul(black_box(scalars), points),
        );
    }
}

/// The children of a Selene node.
const CHILDREN: usize = 38;
/// Sums at once.
const SUMS: usize = 64;

fn fixed_generators<C: Curve, R: Reference, A: Arkworks>(
    rows: &mut Rows<'_, '_>,
    inputs: &Inputs<C, R, A>,
) {
    // Each backend has tables of its own.
    let points = &inputs.points[..CHILDREN];
    let mut tables = Vec::new();
    for backend in rows.backends {
        backend.select().expect("it is available");
        let vartime = VartimePrecomputation::new(points);
        tables.push((*backend, vartime, Precomputation::new(points)));
    }
    let tables = || {
        let selected = Backend::selected();
        let found = tables.iter().find(|(backend, ..)| *backend == selected);
        found.expect("it was prepared")
    };
    let children: Vec<&[_]> = inputs
        .scalars
        .chunks_exact(CHILDREN)
        .cycle()
        .take(SUMS)
        .collect();
    let pairs = &inputs.pairs[..CHILDREN];
    let peer = || multiexp::multiexp_vartime(black_box(pairs));
    rows.add(
        rows.case("fixed generators, one sum").of(CHILDREN),
        [Some(Timed::repeated(peer)), None],
        || tables().1.vartime_multiscalar_mul(black_box(children[0])),
    );
    let each_by_peer = || {
        for _ in 0..SUMS {
            black_box(peer());
        }
    };
    rows.add(
        rows.case("fixed generators, 64 sums at once, a sum")
            .of(CHILDREN)
            .each(SUMS),
        [Some(Timed::repeated(each_by_peer)), None],
        || {
            tables()
                .1
                .vartime_batch_multiscalar_mul(black_box(&children))
        },
    );
    rows.add(
        rows.case("fixed generators, constant time").of(CHILDREN),
        [
            Some(Timed::repeated(|| multiexp::multiexp(black_box(pairs)))),
            None,
        ],
        || tables().2.multiscalar_mul(black_box(children[0])),
    );
}

fn batches<C: Curve, R: Reference, A: Arkworks>(rows: &mut Rows<'_, '_>, inputs: &Inputs<C, R, A>) {
    let encodings = &inputs.encodings[..165];
    let one_by_one = || {
        for encoding in black_box(encodings) {
            black_box(R::from_bytes(encoding));
        }
    };
    rows.add(
        rows.case("batch_from_bytes, a point").of(165).each(165),
        [Some(Timed::repeated(one_by_one)), None],
        || Point::<C>::batch_from_bytes(black_box(encodings)),
    );
    rows.add(
        rows.case("vartime_batch_from_bytes, a point")
            .of(165)
            .each(165),
        [Some(Timed::repeated(one_by_one)), None],
        || Point::<C>::vartime_batch_from_bytes(black_box(encodings)),
    );
    let (scalars, points) = (&inputs.scalars[..64], &inputs.points[..64]);
    rows.add(
        rows.case("batch_mul, a product").of(64).each(64),
        [
            Some(Timed::repeated(|| {
                for (scalar, point) in black_box(&inputs.pairs[..64]) {
                    black_box(*point * scalar);
                }
            })),
            None,
        ],
        || Point::batch_mul(black_box(scalars), points),
    );
    rows.add(rows.case("one product alone"), [None, None], || {
        black_box(points[0]) * scalars[0]
    });
}
