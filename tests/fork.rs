//! A child of `fork` has a copy of rayon's global pool, but none of its threads: it must not wait for them.
#![cfg(unix)]

#[path = "common/child.rs"]
mod child;
mod common;

use child::child_succeeds;
use common::rng;
use helioselene_simd::group::ff::{Field, PrimeField};
use helioselene_simd::group::{Group, GroupEncoding};
use helioselene_simd::{Field25519, SelenePoint};

fn computed(scalars: &[Field25519], points: &[SelenePoint]) -> Vec<[u8; 32]> {
    let few = scalars.len() / 8;
    let mut encodings = SelenePoint::batch_to_bytes(points);
    encodings.push(SelenePoint::vartime_multiscalar_mul(scalars, points).to_bytes());
    encodings.push(SelenePoint::multiscalar_mul(&scalars[..few], &points[..few]).to_bytes());
    let products = SelenePoint::batch_mul(&scalars[..few], &points[..few]);
    encodings.extend(products.iter().map(GroupEncoding::to_bytes));
    let decoded = SelenePoint::batch_from_bytes(&encodings);
    let x = SelenePoint::batch_to_x(&decoded.into_iter().map(|p| p.unwrap()).collect::<Vec<_>>());
    encodings.extend(x.iter().map(PrimeField::to_repr));
    encodings
}

/// One test only: the pool and the environment are global to the process.
#[test]
fn children_do_not_wait_for_threads_that_they_lack() {
    // SAFETY: nothing else runs that reads the environment.
    unsafe { std::env::set_var("RAYON_NUM_THREADS", "2") };
    let mut rng = rng(11);
    let points: Vec<_> = (0..5000).map(|_| SelenePoint::random(&mut rng)).collect();
    let scalars: Vec<_> = (0..5000).map(|_| Field25519::random(&mut rng)).collect();
    let compute = || computed(&scalars, &points);

    // If a child is the first to use the pool, it starts the pool's threads, which its own child lacks.
    assert!(child_succeeds(|| {
        let expected = compute();
        child_succeeds(|| compute() == expected)
    }));

    let expected = compute();
    assert!(child_succeeds(|| compute() == expected));
    // A pool created in the child has threads.
    assert!(child_succeeds(|| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build();
        pool.unwrap().install(compute) == expected
    }));
    assert_eq!(compute(), expected);
}
