//! What is measured.

use std::cell::Cell;
use std::hint::black_box;
use std::ops::Range;
use std::time::Duration;

use ark_ec::short_weierstrass::SWCurveConfig;
use helioselene_bench_support::measure::{Contender, Effort, compare};
use helioselene_bench_support::{arkworks, multiexp};
use helioselene_simd::group::GroupEncoding;
use helioselene_simd::group::ff::PrimeField;
use helioselene_simd::traits::{
    MultiscalarMul, VartimeMultiscalarMul, VartimePrecomputedMultiscalarMul,
};
use helioselene_simd::{
    Backend, Curve, FieldElement, Point, Precomputation, VartimePrecomputation,
};

use crate::inputs::{Inputs, Reference};
use crate::options::Options;

/// One operation: nanoseconds of the two peers, where they have it, and of each backend.
pub struct Row {
    pub operation: String,
    pub times: Vec<Option<f64>>,
    /// Where it stands in the plot.
    pub plotted: Option<usize>,
}

/// What a contender does once.
type Run<'a> = Box<dyn Fn() + 'a>;

struct Rows<'a> {
    curve: &'a str,
    backends: &'a [Backend],
    options: &'a Options,
    rows: Vec<Row>,
}

impl Rows<'_> {
    /// Times peers (multiexp, arkworks) and ours on each backend in turns; `each` operations count
    /// as one.
    fn add(
        &mut self,
        operation: String,
        plotted: Option<usize>,
        peers: [Option<Run<'_>>; 2],
        ours: &dyn Fn(),
        each: usize,
    ) {
        let present: Vec<bool> = peers.iter().map(Option::is_some).collect();
        let mut contenders: Vec<Contender<'_>> = peers
            .iter()
            .flatten()
            .map(|run| Contender::new(move |n| (0..n).for_each(|_| run())))
            .collect();
        for backend in self.backends {
            contenders.push(
                Contender::new(|n| (0..n).for_each(|_| ours()))
                    .prepared_by(|| backend.select().expect("it is available")),
            );
        }
        let (rounds, sample) = if self.options.quick { (3, 10) } else { (9, 30) };
        let effort = Effort {
            rounds,
            sample: Duration::from_millis(sample),
        };
        let measured = compare(&mut contenders, effort);
        let mut measured = measured.iter().map(|m| m.nanoseconds / each as f64);
        let mut times: Vec<Option<f64>> = present
            .into_iter()
            .map(|present| present.then(|| measured.next()).flatten())
            .collect();
        times.extend(measured.map(Some));
        let row = Row {
            operation,
            times,
            plotted,
        };
        eprintln!("{:6} {}", self.curve, line(&row));
        self.rows.push(row);
    }
}

/// Every row of a curve.
pub fn all<C, R, A>(
    curve: &str,
    inputs: &Inputs<C, R, A>,
    backends: &[Backend],
    options: &Options,
) -> Vec<Row>
where
    C: Curve,
    R: Reference,
    A: SWCurveConfig<BaseField: ark_ff::PrimeField>,
{
    let mut rows = Rows {
        curve,
        backends,
        options,
        rows: Vec::new(),
    };
    variable_time(&mut rows, inputs);
    constant_time(&mut rows, inputs);
    fixed_generators(&mut rows, inputs);
    batches(&mut rows, inputs);
    rows.rows
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

fn variable_time<C, R, A>(rows: &mut Rows<'_>, inputs: &Inputs<C, R, A>)
where
    C: Curve,
    R: Reference,
    A: SWCurveConfig<BaseField: ark_ff::PrimeField>,
{
    for n in rows.options.sizes() {
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
            format!("variable time, n = {n}"),
            Some(n),
            [
                Some(Box::new(|| {
                    black_box(multiexp());
                })),
                Some(Box::new(|| {
                    let _ = black_box(arkworks());
                })),
            ],
            &|| {
                black_box(ours());
            },
            1,
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
            format!("variable time, n = {n}, scalars of {bits} bits"),
            None,
            [
                Some(Box::new(|| {
                    black_box(multiexp::multiexp_vartime(black_box(&pairs)));
                })),
                None,
            ],
            &|| {
                black_box(Point::vartime_multiscalar_mul(
                    black_box(&scalars),
                    &inputs.points[..n],
                ));
            },
            1,
        );
    }
}

fn constant_time<C, R, A>(rows: &mut Rows<'_>, inputs: &Inputs<C, R, A>)
where
    C: Curve,
    R: Reference,
    A: SWCurveConfig<BaseField: ark_ff::PrimeField>,
{
    for n in [129, 257, 513, 1025] {
        let (scalars, points) = (&inputs.scalars[..n], &inputs.points[..n]);
        let pairs = &inputs.pairs[..n];
        rows.add(
            format!("constant time, n = {n}"),
            None,
            [
                Some(Box::new(|| {
                    black_box(multiexp::multiexp(black_box(pairs)));
                })),
                None,
            ],
            &|| {
                black_box(Point::multiscalar_mul(black_box(scalars), points));
            },
            1,
        );
    }
}

/// The children of a Selene node.
const CHILDREN: usize = 38;
/// Sums at once.
const SUMS: usize = 64;

fn fixed_generators<C, R, A>(rows: &mut Rows<'_>, inputs: &Inputs<C, R, A>)
where
    C: Curve,
    R: Reference,
    A: SWCurveConfig<BaseField: ark_ff::PrimeField>,
{
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
    let peer = || -> Run<'_> {
        Box::new(|| {
            black_box(multiexp::multiexp_vartime(black_box(pairs)));
        })
    };
    rows.add(
        format!("fixed generators, {CHILDREN} scalars, one sum"),
        None,
        [Some(peer()), None],
        &|| {
            black_box(tables().1.vartime_multiscalar_mul(black_box(children[0])));
        },
        1,
    );
    let peer_each: Run<'_> = Box::new(|| (0..SUMS).for_each(|_| peer()()));
    rows.add(
        format!("fixed generators, {CHILDREN} scalars, {SUMS} sums at once, a sum"),
        None,
        [Some(peer_each), None],
        &|| {
            black_box(
                tables()
                    .1
                    .batch_vartime_multiscalar_mul(black_box(&children)),
            );
        },
        SUMS,
    );
    rows.add(
        format!("fixed generators, {CHILDREN} scalars, constant time"),
        None,
        [
            Some(Box::new(|| {
                black_box(multiexp::multiexp(black_box(pairs)));
            })),
            None,
        ],
        &|| {
            black_box(tables().2.multiscalar_mul(black_box(children[0])));
        },
        1,
    );
}

fn batches<C, R, A>(rows: &mut Rows<'_>, inputs: &Inputs<C, R, A>)
where
    C: Curve,
    R: Reference,
    A: SWCurveConfig<BaseField: ark_ff::PrimeField>,
{
    let encodings = &inputs.encodings[..165];
    let one_by_one = || {
        for encoding in black_box(encodings) {
            black_box(R::from_bytes(encoding));
        }
    };
    rows.add(
        "batch_from_bytes of 165, a point (beside the reference's from_bytes)".into(),
        None,
        [Some(Box::new(one_by_one)), None],
        &|| {
            black_box(Point::<C>::batch_from_bytes(black_box(encodings)));
        },
        165,
    );
    rows.add(
        "vartime_batch_from_bytes of 165, a point".into(),
        None,
        [Some(Box::new(one_by_one)), None],
        &|| {
            black_box(Point::<C>::vartime_batch_from_bytes(black_box(encodings)));
        },
        165,
    );
    let (scalars, points) = (&inputs.scalars[..64], &inputs.points[..64]);
    rows.add(
        "batch_mul of 64, a product (beside the reference's multiplication)".into(),
        None,
        [
            Some(Box::new(|| {
                for (scalar, point) in black_box(&inputs.pairs[..64]) {
                    black_box(*point * scalar);
                }
            })),
            None,
        ],
        &|| {
            black_box(Point::batch_mul(black_box(scalars), points));
        },
        64,
    );
    rows.add(
        "one scalar multiplication alone".into(),
        None,
        [None, None],
        &|| {
            black_box(black_box(points[0]) * scalars[0]);
        },
        1,
    );
}

fn duration(nanoseconds: Option<f64>) -> String {
    match nanoseconds {
        None => "–".into(),
        Some(ns @ ..1e3) => format!("{ns:.0} ns"),
        Some(ns @ ..1e6) => format!("{:.1} µs", ns / 1e3),
        Some(ns) => format!("{:.2} ms", ns / 1e6),
    }
}

/// The times of a row, and how many times as fast as each peer the backends are.
fn line(row: &Row) -> String {
    let [multiexp, arkworks, ours @ ..] = row.times.as_slice() else {
        unreachable!("there are always two peers")
    };
    let mut cells = vec![
        row.operation.clone(),
        duration(*multiexp),
        duration(*arkworks),
    ];
    for time in ours {
        let ratio = |peer: &Option<f64>| match (peer, time) {
            (Some(peer), Some(time)) => format!("{:.1}×", peer / time),
            _ => "–".into(),
        };
        cells.push(format!(
            "{} ({}, {})",
            duration(*time),
            ratio(multiexp),
            ratio(arkworks)
        ));
    }
    cells.join(" | ")
}

/// A table of rows.
pub fn markdown(rows: &[Row], backends: &[Backend]) -> String {
    let mut table = String::from("| operation | multiexp 0.4 | arkworks 0.5 |");
    for backend in backends {
        table += &format!(" {backend} (times multiexp, arkworks) |");
    }
    table += &format!("\n|{}\n", "---|".repeat(3 + backends.len()));
    for row in rows {
        table += &format!("| {} |\n", line(row));
    }
    table
}
