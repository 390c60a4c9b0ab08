//! Sums and batches on pools of 1, 2, 3, 8 and 16 threads, in nested pools, and in threads with another floating-point
//! environment.

mod common;
#[path = "common/operations.rs"]
mod operations;

use common::known::{Known, Scalar};
use common::{on_every_backend, rng, scaled};
use helioselene_simd::group::ff::Field;
use helioselene_simd::{Backend, Curve, FieldElement, Point, Prime, Selene};
use rand_core::RngCore;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

fn pools() -> Vec<ThreadPool> {
    let pool = |threads| ThreadPoolBuilder::new().num_threads(threads).build();
    let pools = [1, 2, 3, 8, 16].map(pool);
    pools.into_iter().collect::<Result<_, _>>().expect("pools")
}

/// Terms of a sum, and its value.
struct Terms<C: Curve> {
    scalars: Vec<Scalar<C>>,
    points: Vec<Point<C>>,
    sum: Point<C>,
}

impl<C: Curve> Terms<C> {
    /// Multiples of a point, with any Z, including the identity, equal and opposite ones.
    fn new(
        n: usize,
        rng: &mut impl RngCore,
        scalar: impl Fn(usize, &mut dyn RngCore) -> Scalar<C>,
    ) -> Self {
        let [mut log, step] = [(); 2].map(|()| Scalar::<C>::random(&mut *rng));
        let of_point = |i: usize| match i % 37 {
            5 => Scalar::<C>::ZERO,
            6 => step,
            7 => -step,
            _ => {
                log += step;
                log
            }
        };
        let known = Known::new((0..n).map(of_point).collect());
        let scalars: Vec<_> = (0..n).map(|i| scalar(i, rng)).collect();
        Self {
            sum: known.sum(&scalars),
            scalars,
            points: known.points,
        }
    }

    fn check(&self, what: &str) {
        let (scalars, points, n) = (&self.scalars, &self.points, self.points.len());
        let sum = Point::vartime_multiscalar_mul(scalars, points);
        assert_eq!(sum, self.sum, "{what}, n = {n}");
        let some = points.iter().copied().map(Some);
        let sum = Point::optional_multiscalar_mul(scalars, some);
        assert_eq!(sum, Some(self.sum), "{what}, n = {n}, optional");
    }
}

fn random<P: Prime>(_: usize, rng: &mut dyn RngCore) -> FieldElement<P> {
    FieldElement::random(rng)
}

fn sums<C: Curve>() {
    let mut rng = rng(81);
    let short = |_: usize, rng: &mut dyn RngCore| -Scalar::<C>::from(rng.next_u64());
    let edges = |i: usize, _: &mut dyn RngCore| match i % 3 {
        0 => Scalar::<C>::ZERO,
        1 => Scalar::<C>::ONE,
        _ => -Scalar::<C>::ONE,
    };
    let mut all = Vec::new();
    for n in [
        1,
        63,
        64,
        106,
        128,
        300,
        604,
        scaled(1024),
        scaled(2651),
        scaled(5000),
    ] {
        all.push(("random", Terms::<C>::new(n, &mut rng, random)));
        all.push(("short", Terms::new(n, &mut rng, short)));
        all.push(("edges", Terms::new(n, &mut rng, edges)));
    }
    // More than a thread keeps memory for.
    all.push(("many", Terms::new(scaled(33_000), &mut rng, random)));
    for pool in pools() {
        pool.install(|| {
            for (what, terms) in &all {
                terms.check(what);
            }
            // A small sum, in the memory of the larger ones.
            all[0].1.check("after others");
        });
    }
}

/// Sums within tasks of a pool, and in a pool that a task of another pool waits for.
fn nested<C: Curve>() {
    let terms = Terms::<C>::new(604, &mut rng(82), random);
    let [outer, inner] = [3, 2].map(|threads| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("a pool")
    });
    let within = |i: usize| {
        if i % 4 == 0 {
            inner.install(|| terms.check("in another pool"));
        } else {
            terms.check("in a task");
        }
    };
    outer.install(|| (0..12).into_par_iter().with_max_len(1).for_each(within));
}

/// Sums and batches give the same results on any number of threads.
fn batches<C: Curve>() {
    let terms = [0, 1, 127, 128, 129, 300, 1300];
    let points = [
        0, 1, 15, 16, 17, 31, 32, 106, 128, 1023, 1024, 1025, 2600, 5000,
    ];
    let all = || operations::results::<C>(&terms.map(scaled), &points.map(scaled));
    let [expected, others @ ..] = &pools()[..] else {
        unreachable!("there are pools")
    };
    let expected = expected.install(all);
    for pool in others {
        assert!(pool.install(all) == expected);
    }
}

common::generic_tests!(curves: sums nested batches);

/// A pool in which one thread rounds to nearest and the others up: these must not compute sums in doubles.
#[cfg(target_arch = "x86_64")]
#[test]
fn threads_may_round_otherwise() {
    let terms = Terms::<Selene>::new(1024, &mut rng(84), random);
    let round_up = |thread: usize| {
        if thread > 0 {
            common::environment::load_mxcsr(0x5f80);
        }
    };
    let pool = ThreadPoolBuilder::new()
        .num_threads(4)
        .start_handler(round_up);
    let pool = pool.build().expect("a pool");
    on_every_backend("threads_may_round_otherwise", || {
        // The other threads are idle, so they would take cells of the sum.
        pool.broadcast(|thread| {
            for _ in (0..40).filter(|_| thread.index() == 0) {
                terms.check(Backend::selected().name());
            }
        });
    });
}
