//! A child of `fork` has a copy of rayon's global pool, but none of its threads: it must not wait for them.
#![cfg(unix)]

#[path = "common/child.rs"]
mod child;
mod common;
#[path = "common/operations.rs"]
mod operations;

use child::child_succeeds;
use helioselene_simd::Selene;

/// One test only: the pool and the environment are global to the process.
#[test]
fn children_do_not_wait_for_threads_that_they_lack() {
    // SAFETY: nothing else runs that reads the environment.
    unsafe { std::env::set_var("RAYON_NUM_THREADS", "2") };
    let compute = || operations::results::<Selene>(&[1300], &[5000]);

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
