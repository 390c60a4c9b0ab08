//! A child of `fork` has a copy of rayon's global pool, but none of its threads: it verifies without them.
#![cfg(unix)]

#[path = "../../../tests/common/child.rs"]
mod child;

use child::child_succeeds;
use generalized_bulletproofs::batch::{ProofRng, Sums, vartime_batch_verify};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

/// A sum of numbers, which is right if it is zero.
struct Number;

impl Sums for Number {
    type Verifier = i64;

    fn verifier(&self) -> i64 {
        0
    }

    fn merge(&self, _: &mut ProofRng, verifier: &mut i64, other: i64) {
        *verifier += other;
    }

    fn hold(&self, verifier: i64) -> bool {
        verifier == 0
    }
}

/// Which pairs are not of zeros.
fn refused(pairs: &[[i64; 2]]) -> Vec<usize> {
    let mut rng = ChaCha20Rng::seed_from_u64(1);
    let answer = vartime_batch_verify(&mut rng, &(Number, Number), pairs, |pair, _, sums| {
        *sums = (sums.0 + pair[0], sums.1 + pair[1]);
        Ok::<_, ()>(())
    });
    let refused = answer.err().unwrap_or_default();
    refused.into_iter().map(|(i, _)| i).collect()
}

fn answers_are_right() -> bool {
    let with = |i: usize, pair| {
        let mut pairs = [[0; 2]; 300];
        pairs[i] = pair;
        refused(&pairs)
    };
    with(0, [0, 0]).is_empty() && with(7, [1, 0]) == [7] && with(270, [0, 1]) == [270]
}

/// One test: the pool is the process's.
#[test]
fn children_do_not_wait_for_threads_that_they_lack() {
    assert!(answers_are_right());
    assert!(child_succeeds(answers_are_right));
}
