//! A child of `fork` has a copy of rayon's global pool, but none of its threads: it must not wait for them, whoever started
//! them.
#![cfg(unix)]

#[path = "common/child.rs"]
mod child;
mod common;
#[path = "common/operations.rs"]
mod operations;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use child::child_succeeds;
use helioselene_simd::{Point, Selene, pool_is_lost};

/// Whether the library uses the pool, once its threads have answered.
fn pool_serves() -> bool {
    (0..10_000).any(|_| {
        thread::sleep(Duration::from_millis(1));
        !pool_is_lost()
    })
}

/// What the program itself does with the pool, as other libraries may.
fn others_use_the_pool() {
    assert_eq!(rayon::join(|| 1, || 2), (1, 2));
}

/// A pool is not waited for while others keep all its threads busy; once they answer, they are used.
fn busy_pools_are_not_waited_for(is_right: impl Fn() -> bool) -> bool {
    static BUSY: AtomicBool = AtomicBool::new(true);
    for _ in 0..rayon::current_num_threads() {
        rayon::spawn(|| {
            while BUSY.load(Relaxed) {
                thread::sleep(Duration::from_millis(1));
            }
        });
    }
    let right = is_right() && pool_is_lost();
    BUSY.store(false, Relaxed);
    right && pool_serves() && is_right()
}

/// Whether children are right that are forked while another thread starts the pool, which takes it half a second a thread.
fn children_of_a_starting_pool(is_right: impl Fn() -> bool) -> bool {
    let (begin, begun) = mpsc::channel();
    let start = thread::spawn(move || {
        let slowly = |worker: rayon::ThreadBuilder| {
            let _ = begin.send(());
            thread::sleep(Duration::from_millis(500));
            thread::Builder::new().spawn(|| worker.run()).map(drop)
        };
        let pool = rayon::ThreadPoolBuilder::new().spawn_handler(slowly);
        pool.build_global()
    });
    begun.recv().expect("a thread is started");
    let right = child_succeeds(|| is_right() && pool_is_lost());
    start.join().expect("no panic").expect("a pool");
    right && is_right() && pool_serves()
}

/// Whether children that are forked in the middle of others' use of the pool are right.
fn children_of_busy_parents(is_right: impl Fn() -> bool + Sync) -> bool {
    let end = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !end.load(Relaxed) {
                    others_use_the_pool();
                    // The pool's threads fall asleep, and take rayon's locks for that.
                    thread::sleep(Duration::from_micros(50));
                }
            });
        }
        let all_right = (0..40).all(|_| child_succeeds(&is_right));
        end.store(true, Relaxed);
        all_right
    })
}

/// One test only: the pool and the environment are global to the process. Each kind of parent is a child of this process,
/// which itself does not use the pool.
#[test]
fn children_do_not_wait_for_threads_that_they_lack() {
    // SAFETY: nothing else runs that reads the environment.
    unsafe { std::env::set_var("RAYON_NUM_THREADS", "2") };
    let compute = || operations::results::<Selene>(&[1300], &[5000]);
    let own_pool = || rayon::ThreadPoolBuilder::new().num_threads(2).build();
    let expected = own_pool().unwrap().install(compute);
    let is_right = || compute() == expected;

    // Nothing was used. The child starts the pool's threads, which its own child lacks.
    assert!(child_succeeds(|| {
        child_succeeds(|| is_right() && pool_serves() && child_succeeds(is_right))
    }));

    // Only small batches were computed, on one thread.
    assert!(child_succeeds(|| {
        operations::results::<Selene>(&[3], &[5]);
        child_succeeds(|| is_right() && pool_serves())
    }));

    // The library used the pool.
    assert!(child_succeeds(|| {
        let is_right_in_child = || child_succeeds(|| is_right() && pool_is_lost());
        is_right() && pool_serves() && is_right_in_child() && is_right()
    }));

    // Only others used it; then the library, in the parent and in a child with threads of its own.
    assert!(child_succeeds(|| {
        others_use_the_pool();
        let in_child = child_succeeds(|| is_right() && pool_is_lost() && child_succeeds(is_right));
        in_child && is_right() && pool_serves() && child_succeeds(is_right)
    }));
    assert!(child_succeeds(|| {
        others_use_the_pool();
        child_succeeds(|| own_pool().unwrap().install(is_right))
    }));
    // On a thread of a pool, which then has no other.
    assert!(own_pool().unwrap().install(|| child_succeeds(is_right)));

    // Others use it in the child, which therefore has threads.
    assert!(child_succeeds(|| {
        child_succeeds(|| {
            others_use_the_pool();
            is_right() && pool_serves() && child_succeeds(is_right)
        })
    }));

    assert!(child_succeeds(|| busy_pools_are_not_waited_for(is_right)));
    assert!(child_succeeds(|| children_of_a_starting_pool(is_right)));
    let points = vec![Point::<Selene>::GENERATOR; 2000];
    let few = || {
        Point::batch_to_affine(&points)
            .iter()
            .all(|point| *point == Point::<Selene>::GENERATOR.into())
    };
    assert!(child_succeeds(|| children_of_busy_parents(few)));
}
