//! Batches of statements.

#[path = "../../../../../tests/common/source.rs"]
mod source;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use curve25519_dalek::{RistrettoPoint, Scalar};
use helioselene::{HeliosPoint, SelenePoint};
use helioselene_multiexp::BatchVerifier;

use super::*;
use source::{Source, stuck};

/// Weights with which false statements cancel are not taken. A generator that gives no others ends in a panic.
#[test]
fn a_generator_that_is_stuck_is_noticed() {
    let point = RistrettoPoint::generator();
    let bytes = |scalar: Scalar| {
        let mut wide = [0; 64];
        wide[..32].copy_from_slice(scalar.as_bytes());
        assert_eq!(Scalar::from_bytes_mod_order_wide(&wide), scalar);
        wide
    };
    let (one, three) = (Scalar::ONE, Scalar::from(3u8));
    // What the generator gives, and false statements that would pass with it as weight.
    for (given, statements) in [
        (Scalar::ZERO, vec![Scalar::ZERO, one]),
        (one, vec![one, -one]),
        (-one, vec![one, one]),
        (three, vec![Scalar::ZERO, one, -one]),
    ] {
        let rng = &mut stuck(bytes(given));
        let verdict = catch_unwind(AssertUnwindSafe(|| {
            let mut verifier = BatchVerifier::new(3);
            for (id, scalar) in statements.iter().enumerate() {
                verifier.queue(rng, id, [(*scalar, point)]);
            }
            verifier.verify_vartime()
        }));
        let panic = verdict.expect_err("false statements pass or are refused");
        let text = panic.downcast_ref::<&str>().unwrap();
        assert!(text.contains("random generator"), "{text}");
    }
    // Verifiers of one statement or two, put together.
    for [of_each, verifiers, more] in [[1, 3, 0], [2, 1, 1]] {
        let rng = &mut stuck(bytes(three));
        let verdict = catch_unwind(AssertUnwindSafe(|| {
            let mut all = BatchVerifier::new(3);
            for _ in 0..verifiers {
                let mut verifier = BatchVerifier::new(2);
                (0..of_each).for_each(|_| verifier.queue(rng, 0, [(one, point)]));
                all.append(rng, verifier);
            }
            (0..more).for_each(|_| all.queue(rng, 0, [(-one, point)]));
        }));
        assert!(verdict.is_err(), "{verifiers} of {of_each}, {more} more");
    }
}

/// One false statement among true ones, or several that cancel: D and −D, adjacent or not, and three whose sum is the
/// identity.
fn false_ones<G>()
where
    G: Zeroize + Group<Scalar: Zeroize + PrimeFieldBits>,
{
    let rng = &mut ChaCha20Rng::seed_from_u64(4);
    let [p, q] = [(); 2].map(|()| G::random(&mut *rng));
    let one = G::Scalar::ONE;
    let (d, minus_d) = (vec![(one, p)], vec![(-one, p)]);
    let true_ = vec![(one.double(), q), (-one.double(), q)];
    let (e, rest) = (vec![(one, q)], vec![(-one, p + q)]);
    let one_of = |k: usize, [i, j]: [usize; 2]| match k {
        _ if k == i => &d,
        _ if k == j => &minus_d,
        _ => &true_,
    };
    let among_many = |places| (0..30).map(|k| one_of(k, places)).collect();
    let pairs = [[0, 29], [0, 7], [6, 7], [7, 8], [8, 9], [28, 12], [29, 28]];
    let single = [0, 3, 6, 7, 8, 15, 28, 29, 30].map(|i| [i, 30]);
    let few = [
        vec![],
        vec![&d, &minus_d],
        vec![&true_, &d, &minus_d],
        vec![&d, &true_, &minus_d],
        vec![&true_, &d, &true_, &true_, &minus_d, &true_],
        vec![&d, &e, &rest],
    ];
    for statements in few
        .into_iter()
        .chain(pairs.into_iter().chain(single).map(among_many))
    {
        let is_false = |i: usize| *statements[i] != true_;
        let holds = !(0..statements.len()).any(is_false);
        // With weights of zero, all but the first would count as true.
        for mut zeros in [0, 64, 200] {
            let rng = &mut Source(|bytes: &mut [u8]| {
                rng.fill_bytes(bytes);
                let some = zeros.min(bytes.len());
                bytes[..some].fill(0);
                zeros -= some;
            });
            let mut verifier = BatchVerifier::new(0);
            for (id, statement) in statements.iter().enumerate() {
                verifier.queue(rng, id, statement.iter().copied());
            }
            assert_eq!([verifier.verify(), verifier.verify_vartime()], [holds; 2]);
            let blamed = verifier.blame_vartime();
            assert!(blamed.map_or(holds, is_false));
            let copy = verifier.clone();
            verifier.zeroize();
            assert!(verifier.verify(), "nothing is left");
            let expected = blamed.map_or(Ok(()), Err);
            assert_eq!(copy.verify_with_vartime_blame(), expected);
            assert_eq!(copy.verify_vartime_with_vartime_blame(), expected);
        }
    }
}

#[test]
fn statements_do_not_cancel_each_other() {
    false_ones::<HeliosPoint>();
    false_ones::<helioselene_simd::SelenePoint>();
    false_ones::<RistrettoPoint>();
}

/// Any two of many false statements, of which one is the other's negative, are noticed: queued, or the first of verifiers that
/// are put together.
#[test]
fn no_two_statements_have_the_same_weight() {
    let rng = &mut ChaCha20Rng::seed_from_u64(8);
    let point = SelenePoint::random(&mut *rng);
    let one = <SelenePoint as Group>::Scalar::ONE;
    const STATEMENTS: usize = 40;
    let scalar = |k: usize, i: usize, j: usize| match k {
        _ if k == i => one,
        _ if k == j => -one,
        _ => one - one,
    };
    for j in 0..STATEMENTS {
        for i in 0..j {
            let (mut queued, mut appended) = (BatchVerifier::new(0), BatchVerifier::new(0));
            for k in 0..STATEMENTS {
                let statement = [(scalar(k, i, j), point)];
                queued.queue(rng, k, statement);
                let mut verifier = BatchVerifier::new(0);
                verifier.queue(rng, k, statement);
                appended.append(rng, verifier);
            }
            assert!(!queued.verify_vartime(), "queued: {i} and {j}");
            assert!(!appended.verify_vartime(), "appended: {i} and {j}");
        }
    }
}

/// After verifiers are put together, statements are found by name and do not cancel, though the first of each has no
/// weight.
#[test]
fn verifiers_are_put_together() {
    let rng = &mut ChaCha20Rng::seed_from_u64(7);
    let (one, point) = (
        <HeliosPoint as Group>::Scalar::ONE,
        HeliosPoint::random(&mut *rng),
    );
    let (true_, d, minus_d) = (
        vec![(one, point), (-one, point)],
        vec![(one, point)],
        vec![(-one, point)],
    );
    // The first of one of twelve verifiers and the first of another; and the last of one with many statements.
    let firsts = |i: usize, j: usize| -> Vec<Vec<&Vec<_>>> {
        let first = |k: usize| match k {
            _ if k == i => &d,
            _ if k == j => &minus_d,
            _ => &true_,
        };
        (0..12).map(|k| vec![first(k), &true_]).collect()
    };
    let last = |len: usize| {
        let statements = [vec![&true_; len - 1], vec![&d]].concat();
        vec![vec![&true_; 3], statements, vec![&true_; 2]]
    };
    let few = [
        vec![vec![], vec![]],
        vec![vec![&true_, &true_], vec![], vec![&true_]],
        vec![vec![&d], vec![&minus_d]],
        vec![vec![], vec![&d, &true_], vec![&minus_d]],
        vec![vec![&true_], vec![&true_, &d], vec![&true_, &true_]],
        vec![vec![&true_, &true_], vec![&d]],
    ];
    let firsts = [(0, 11), (3, 4), (4, 5), (9, 5), (10, 11)].map(|(i, j)| firsts(i, j));
    let many = firsts.into_iter().chain([2, 4, 5, 6, 20].map(last));
    for parts in few.into_iter().chain(many) {
        let mut all = BatchVerifier::new(1);
        for (i, part) in parts.iter().enumerate() {
            let mut verifier = BatchVerifier::new(1);
            for (j, statement) in part.iter().enumerate() {
                verifier.queue(rng, (i, j), statement.iter().copied());
            }
            all.append(rng, verifier);
        }
        let holds = parts.concat().iter().all(|statement| **statement == true_);
        assert_eq!([all.verify(), all.verify_vartime()], [holds; 2]);
        match all.blame_vartime() {
            None => assert!(holds),
            Some((i, j)) => assert_ne!(*parts[i][j], true_),
        }
        // Statements queued afterwards have a weight too.
        all.queue(rng, (9, 9), d.iter().copied());
        assert!(!all.verify_vartime());
    }
}

/// An iterator that panics adds no statement, and adds nothing to those before and after it.
#[test]
fn a_panic_adds_no_statement() {
    let rng = &mut ChaCha20Rng::seed_from_u64(5);
    let one = <SelenePoint as Group>::Scalar::ONE;
    let point = SelenePoint::random(&mut *rng);
    let true_ = [(one, point), (-one, point)];
    for before in [0, 1, 2] {
        let mut verifier = BatchVerifier::new(3);
        for id in 0..before {
            verifier.queue(rng, id, true_);
        }
        let pairs = (0..10).map(|i| {
            if i < 9 {
                (one, point)
            } else {
                resume_unwind(Box::new(()))
            }
        });
        let queue = AssertUnwindSafe(|| verifier.queue(rng, 7, pairs));
        assert!(catch_unwind(queue).is_err());
        assert!(verifier.verify() && verifier.verify_vartime());
        verifier.queue(rng, 8, true_);
        assert!(verifier.verify() && verifier.verify_vartime());
        verifier.queue(rng, 9, [(one, point)]);
        assert_eq!(verifier.verify_with_vartime_blame(), Err(9));
    }
}

/// The verifier does not rely on an iterator's size hint.
#[test]
fn hints_may_be_wrong() {
    struct Hint<I>(I, usize);
    impl<I: Iterator> Iterator for Hint<I> {
        type Item = I::Item;
        fn next(&mut self) -> Option<I::Item> {
            self.0.next()
        }
        fn size_hint(&self) -> (usize, Option<usize>) {
            (self.1, Some(self.1))
        }
    }
    let rng = &mut ChaCha20Rng::seed_from_u64(6);
    let pairs: Vec<_> = scalars(rng, 100)
        .into_iter()
        .map(|scalar| (scalar, HeliosPoint::random(&mut *rng)))
        .collect();
    let rest = (
        -<HeliosPoint as Group>::Scalar::ONE,
        multiexp_vartime(&pairs),
    );
    let mut verifier = BatchVerifier::new(1);
    for hint in [0, 3, 101, 1 << 40, usize::MAX / 64, usize::MAX] {
        let all = pairs.iter().copied().chain([rest]);
        verifier.queue(rng, hint, Hint(all, hint));
        assert!(verifier.verify() && verifier.verify_vartime());
    }
}
