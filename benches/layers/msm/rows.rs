//! The rows. A product counts as one criterion element.

use std::hint::black_box;
use std::ops::Range;

use criterion::{AxisScale, PlotConfiguration, Throughput};
use helioselene_bench_support::harness::{Criterion, Group, Sets, group, time};
use helioselene_bench_support::{arkworks, multiexp};
use helioselene_simd::group::GroupEncoding;
use helioselene_simd::group::ff::PrimeField;
use helioselene_simd::{
    Backend, Curve, FieldElement, Point, Precomputation, VartimePrecomputation,
};

use crate::backends::on_each;
use crate::inputs::{Arkworks, Inputs, LONGEST, OF_PEERS, Reference};

const SIZES: [usize; 14] = [
    1, 2, 3, 5, 9, 16, 38, 129, 352, 604, 1324, 4096, 16384, LONGEST,
];

fn named<'a>(c: &'a mut Criterion, curve: &str, what: &str) -> Group<'a> {
    let mut group = group(c, format!("msm/{curve}/{what}"), 1);
    // Charts over sizes.
    group.plot_config(PlotConfiguration::default().summary_scale(AxisScale::Logarithmic));
    group
}

/// The input ranges that sums of n take in turn, because a sum of two varies by several percent with its scalars: enough sums
/// for 64 inputs in all, but at least four if there are enough.
fn ranges(n: usize, inputs: usize) -> Sets<Range<usize>> {
    let mut starts = (0..).step_by(n);
    Sets::of((64 / n).max((inputs / n).clamp(1, 4)), |_| {
        let start = starts.next().unwrap_or_default();
        start..start + n
    })
}

/// The children of a Selene node.
const CHILDREN: usize = 38;
/// Sums at once.
const SUMS: usize = 64;

impl<C: Curve, R: Reference, A: Arkworks> Inputs<C, R, A> {
    /// Every group of a curve.
    pub fn rows(&self, curve: &str, c: &mut Criterion) {
        self.variable_time(&mut named(c, curve, "variable time"));
        for bits in [64, 128] {
            let name = format!("variable time, scalars of {bits} bits");
            self.short_scalars(&mut named(c, curve, &name), bits);
        }
        self.constant_time(&mut named(c, curve, "constant time"));
        self.fixed_generators(c, curve);
    }

    fn variable_time(&self, group: &mut Group<'_>) {
        for n in SIZES {
            let ours = |range: Range<usize>| {
                let scalars = black_box(&self.scalars[range.clone()]);
                Point::vartime_multiscalar_mul(scalars, &self.points[range])
            };
            group.throughput(Throughput::Elements(n as u64));
            if n <= OF_PEERS {
                let multiexp = |range| multiexp::multiexp_vartime(black_box(&self.pairs[range]));
                let arkworks = |range: Range<usize>| {
                    let points = black_box(&self.ark_points[range.clone()]);
                    arkworks::msm(points, &self.ark_scalars[range])
                };
                let mut ranges = ranges(n, OF_PEERS);
                for range in ranges.iter().cloned() {
                    let sum = ours(range.clone()).to_bytes();
                    assert_eq!(sum, multiexp(range.clone()).to_bytes());
                    assert_eq!(sum, arkworks::encoding(arkworks(range)));
                }
                time(group, "multiexp", Some(n), &mut || {
                    black_box(multiexp(ranges.turn().clone()));
                });
                time(group, "arkworks", Some(n), &mut || {
                    let _ = black_box(arkworks(ranges.turn().clone()));
                });
            }
            let mut ranges = ranges(n, LONGEST);
            on_each(group, Some(n), &mut || {
                black_box(ours(ranges.turn().clone()));
            });
        }
    }

    fn short_scalars(&self, group: &mut Group<'_>, bits: usize) {
        let n = 604;
        let shorten = |scalar: &FieldElement<C::Scalar>| {
            let bytes = scalar.to_repr();
            let mut short = [0; 16];
            short[..bits / 8].copy_from_slice(&bytes[..bits / 8]);
            FieldElement::<C::Scalar>::from(u128::from_le_bytes(short))
        };
        let scalars: Vec<_> = self.scalars[..n].iter().map(shorten).collect();
        let pairs = self.pairs[..n].iter().zip(&scalars);
        let pairs: Vec<(R::Scalar, R)> = pairs
            .map(|(pair, k)| (Self::reference_scalar(k), pair.1))
            .collect();
        group.throughput(Throughput::Elements(n as u64));
        time(group, "multiexp", Some(n), &mut || {
            black_box(multiexp::multiexp_vartime(black_box(&pairs)));
        });
        on_each(group, Some(n), &mut || {
            black_box(Point::vartime_multiscalar_mul(
                black_box(&scalars),
                &self.points[..n],
            ));
        });
    }

    fn constant_time(&self, group: &mut Group<'_>) {
        for n in [129, 257, 513, 1025] {
            group.throughput(Throughput::Elements(n as u64));
            time(group, "multiexp", Some(n), &mut || {
                black_box(multiexp::multiexp(black_box(&self.pairs[..n])));
            });
            on_each(group, Some(n), &mut || {
                let scalars = black_box(&self.scalars[..n]);
                black_box(Point::multiscalar_mul(scalars, &self.points[..n]));
            });
        }
    }

    fn fixed_generators(&self, c: &mut Criterion, curve: &str) {
        // Each backend has tables of its own.
        let points = &self.points[..CHILDREN];
        let tables = Backend::available().map(|backend| {
            backend.select().expect("it is available");
            (
                backend,
                (
                    VartimePrecomputation::new(points),
                    Precomputation::new(points),
                ),
            )
        });
        let tables: Vec<_> = tables.collect();
        let tables = || {
            let selected = Backend::selected();
            let mut found = tables.iter().filter(|(backend, _)| *backend == selected);
            &found.next().expect("it was prepared").1
        };
        let nodes: Vec<&[_]> = self.scalars.chunks_exact(CHILDREN).take(SUMS).collect();
        let pairs: Vec<_> = self.pairs.chunks_exact(CHILDREN).take(SUMS).collect();

        let mut operation =
            |what: &str, sums: usize, peer: &mut dyn FnMut(usize), ours: &mut dyn FnMut(usize)| {
                let mut group = named(c, curve, what);
                group.throughput(Throughput::Elements((sums * CHILDREN) as u64));
                let mut next = 0;
                time(&mut group, "multiexp", Some(CHILDREN), &mut || {
                    next = (next + 1) % SUMS;
                    peer(next);
                });
                on_each(&mut group, Some(CHILDREN), &mut || {
                    next = (next + 1) % SUMS;
                    ours(next);
                });
            };
        operation(
            "fixed generators, one sum",
            1,
            &mut |i| {
                black_box(multiexp::multiexp_vartime(black_box(pairs[i])));
            },
            &mut |i| {
                black_box(tables().0.vartime_multiscalar_mul(black_box(nodes[i])));
            },
        );
        operation(
            "fixed generators, 64 sums at once",
            SUMS,
            &mut |_| {
                for pairs in black_box(&pairs) {
                    black_box(multiexp::multiexp_vartime(pairs));
                }
            },
            &mut |_| {
                black_box(tables().0.vartime_batch_multiscalar_mul(black_box(&nodes)));
            },
        );
        operation(
            "fixed generators, constant time",
            1,
            &mut |i| {
                black_box(multiexp::multiexp(black_box(pairs[i])));
            },
            &mut |i| {
                black_box(tables().1.multiscalar_mul(black_box(nodes[i])));
            },
        );
    }
}
