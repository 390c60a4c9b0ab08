//! What sums of secrets leave on the heap: nothing that reveals scalars or points.
#![cfg(all(feature = "batch", feature = "std"))]

use std::hint::black_box;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use ff::{Field, PrimeField, PrimeFieldBits};
use group::Group;
use helioselene_judge::heap::{Searching, blocks_that_tell, left_behind};
use helioselene_multiexp::{
    BatchVerifier, Declared, multiexp, multiexp_selectable, multiexp_vartime, pair_sums,
};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;
use subtle::ConditionallySelectable;
use zeroize::Zeroize;

#[global_allocator]
static ALLOCATOR: Searching = Searching;

type Pairs<G> = Vec<(<G as Group>::Scalar, G)>;

fn check<G>(name: &str)
where
    G: Zeroize + ConditionallySelectable + Group<Scalar: Zeroize + PrimeFieldBits>,
{
    let mut rng = ChaCha20Rng::seed_from_u64(60);
    // The last two lengths have tables.
    for len in [1, 2, 9, 40, 300] {
        let secrets: [Pairs<G>; 2] = [(); 2].map(|()| {
            let pair = |_| (G::Scalar::random(&mut rng), G::random(&mut rng));
            (0..len).map(pair).collect()
        });
        let nothing_tells = |function: &str, operation: &dyn Fn(&Pairs<G>)| {
            let none: [usize; 0] = [];
            let told = blocks_that_tell(&secrets, operation);
            assert_eq!(told, none, "{name}: {function} of {len}");
        };
        nothing_tells("multiexp", &|pairs| {
            black_box(multiexp(pairs));
        });
        nothing_tells("multiexp_selectable", &|pairs| {
            black_box(multiexp_selectable(pairs));
        });
        let points = vec![G::random(&mut rng); len];
        let _declared = Declared::new(&points[1..], &points[0]);
        nothing_tells("multiexp over declared points", &|pairs| {
            let scalars = pairs.iter().map(|(scalar, _)| *scalar);
            let mut pairs: Pairs<G> = scalars.zip(points.iter().copied()).collect();
            black_box(multiexp(&pairs));
            pairs.zeroize();
        });
        let others: Vec<G> = (0..len).map(|_| G::random(&mut rng)).collect();
        let _others = Declared::new(&others[1..], &others[0]);
        let mask = others.len() - 1;
        nothing_tells("multiexp of short scalars", &|pairs| {
            let points = others[1..].iter().chain([&others[0]]);
            let mut pairs: Pairs<G> = (pairs.iter().zip(points).enumerate())
                .map(|(i, ((scalar, _), point))| match i == mask {
                    true => (*scalar, *point),
                    false => (u64::from(scalar.to_repr().as_ref()[0]).into(), *point),
                })
                .collect();
            black_box(multiexp(&pairs));
            pairs.zeroize();
        });
        nothing_tells("pair_sums", &|pairs| {
            let scalars = pairs.chunks_exact(2).map(|pair| [pair[0].0, pair[1].0]);
            let mut scalars: Vec<_> = scalars.collect();
            let mut sums = pair_sums(&scalars, &[points[0], points[len / 2]]);
            sums.zeroize();
            scalars.zeroize();
        });
        let queue = |verifier: &mut BatchVerifier<u64, G>, id, pairs: &Pairs<G>| {
            let rng = &mut ChaCha20Rng::seed_from_u64(id);
            // The length is not known beforehand.
            verifier.queue(rng, id, pairs.iter().copied().filter(|_| true));
        };
        nothing_tells("verify", &|pairs| {
            let mut verifier = BatchVerifier::new(0);
            queue(&mut verifier, 1, pairs);
            queue(&mut verifier, 2, pairs);
            assert!(!verifier.verify() && !verifier.clone().verify());
            verifier.zeroize();
            queue(&mut verifier, 3, pairs);
        });
        nothing_tells("an iterator that panics", &|pairs| {
            let mut verifier = BatchVerifier::new(1);
            let rng = &mut ChaCha20Rng::seed_from_u64(1);
            let pairs = pairs.iter().copied();
            let panics = pairs.chain(std::iter::from_fn(|| resume_unwind(Box::new(()))));
            let queue = AssertUnwindSafe(|| verifier.queue(rng, 1, panics));
            assert!(catch_unwind(queue).is_err());
        });
    }
    // The names of statements may be secret too: this one comes eight times.
    let id = u64::from_le_bytes(*b"a secret");
    let verifier = || {
        let mut verifier = BatchVerifier::<u64, G>::new(1);
        for _ in 0..8 {
            verifier.queue(&mut rng.clone(), id, []);
        }
    };
    assert_eq!(left_behind(id.to_ne_bytes(), verifier), 0, "{name}");
}

/// Scalars of sums in variable time that use tables.
fn of_tables<G: Group<Scalar: PrimeFieldBits>>() {
    let mut rng = ChaCha20Rng::seed_from_u64(61);
    let pairs: Pairs<G> = (0..20)
        .map(|_| (G::Scalar::random(&mut rng), G::random(&mut rng)))
        .collect();
    for _ in 0..17 {
        multiexp_vartime(&pairs);
    }
    let needle = pairs[7].0.to_repr().as_ref()[8..16].try_into().unwrap();
    let left = left_behind(needle, || {
        black_box(multiexp_vartime(&pairs));
    });
    assert_eq!(left, 0);
}

/// A single test, because the allocator is the process's.
#[test]
fn nothing_stays_on_the_heap() {
    // On one thread, which is the one that is searched.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    pool.expect("a thread").install(all);
}

fn all() {
    check::<helioselene::HeliosPoint>("Helios");
    check::<helioselene_simd::SelenePoint>("Selene");
    check::<curve25519_dalek::RistrettoPoint>("another group");
    of_tables::<helioselene::HeliosPoint>();
    of_tables::<helioselene::SelenePoint>();
}
