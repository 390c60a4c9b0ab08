//! Many proofs by one call: the verdicts are those on each by itself, on any number of threads.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::runs::in_runs;
use crate::support::{CONTEXT, Circuit, generators, rng};
use ciphersuite::Ciphersuite;
use ciphersuite::group::Group;
use ciphersuite::group::ff::{Field, FromUniformBytes, PrimeField};
use generalized_bulletproofs::arithmetic_circuit_proof::AcVerifyError;
use generalized_bulletproofs::batch::{ProofRng, Refused, Statements, Sums, vartime_batch_verify};
use generalized_bulletproofs::transcript::VerifierTranscript;
use generalized_bulletproofs::{BatchVerifier, Generators, ProofGenerators};
use helioselene::{Helios, Selene};
use rand_core::{CryptoRng, RngCore};
use subtle::ConditionallySelectable;

/// Runs on pools of several sizes; without rayon, once.
fn on_threads(run: impl Fn() + Send + Sync) {
    #[cfg(feature = "rayon")]
    for threads in [1, 2, 3, 8] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.unwrap().install(&run);
    }
    #[cfg(not(feature = "rayon"))]
    run();
}

/// Why a proof cannot be added.
#[derive(PartialEq, Debug)]
enum Malformed {
    Commitments(String),
    Proof(AcVerifyError),
}

/// A circuit and what should be its proof.
type Claim<C> = (Circuit<C>, Vec<u8>);

fn add<C, R>(
    generators: &Generators<C>,
    (circuit, proof): &Claim<C>,
    rng: &mut R,
    verifier: &mut BatchVerifier<C>,
) -> Result<(), Malformed>
where
    C: Ciphersuite<F: FromUniformBytes<64>, G: ConditionallySelectable>,
    R: rand_core::RngCore + rand_core::CryptoRng,
{
    let mut transcript = VerifierTranscript::new(CONTEXT, proof);
    let commitments = transcript
        .read_commitments(circuit.C.len(), circuit.V.len())
        .map_err(|error| Malformed::Commitments(error.to_string()))?;
    let statement = circuit.statement(in_runs, generators, commitments);
    let added = statement.verify(rng, verifier, &mut transcript);
    added.map_err(Malformed::Proof)
}

/// The answer for one proof after the other, each with a verifier of its own.
fn one_by_one<C>(
    generators: &Generators<C>,
    claims: &[Claim<C>],
) -> Result<(), Vec<(usize, Refused<Malformed>)>>
where
    C: Ciphersuite<F: FromUniformBytes<64>, G: ConditionallySelectable>,
{
    let mut refused = Vec::new();
    for (i, claim) in claims.iter().enumerate() {
        let mut verifier = Generators::batch_verifier();
        match add(generators, claim, &mut rng(i as u64), &mut verifier) {
            Err(error) => refused.push((i, Refused::Error(error))),
            Ok(()) if generators.verify(verifier) => {}
            Ok(()) => refused.push((i, Refused::Wrong)),
        }
    }
    if refused.is_empty() {
        Ok(())
    } else {
        Err(refused)
    }
}

fn at_once<C>(
    generators: &Generators<C>,
    claims: &[Claim<C>],
) -> Result<(), Vec<(usize, Refused<Malformed>)>>
where
    C: Ciphersuite<F: FromUniformBytes<64>, G: ConditionallySelectable>,
{
    let calls = AtomicUsize::new(0);
    let answer = vartime_batch_verify(&mut rng(99), generators, claims, |claim, rng, verifier| {
        calls.fetch_add(1, Relaxed);
        add(generators, claim, rng, verifier)
    });
    // Only those that had one sum with a wrong one were verified by themselves too.
    let wrong = |i: usize| {
        let refused = answer.as_ref().err().into_iter().flatten();
        let mut wrong = refused.filter(|(_, why)| *why == Refused::Wrong);
        wrong.any(|(j, _)| j / 256 == i / 256)
    };
    let twice = (0..claims.len()).filter(|i| wrong(*i)).count();
    assert_eq!(calls.into_inner(), claims.len() + twice);
    answer
}

/// The circuit and proof of a seed, of 1 to 16 rows.
fn claim<C>(generators: &Generators<C>, seed: u64) -> Claim<C>
where
    C: Ciphersuite<F: FromUniformBytes<64>, G: ConditionallySelectable>,
{
    let circuit = Circuit::random(&mut rng(seed), 1 << (seed % 5), 3, 3);
    let proof = circuit.prove(in_runs, generators, seed).unwrap();
    (circuit, proof)
}

/// Makes a proof wrong, in the last scalar, or malformed.
fn spoil<C: Ciphersuite>((_, proof): &mut Claim<C>, how: usize) {
    let len = proof.len();
    match how % 3 {
        0 => proof[len - 32] ^= 1,
        1 => proof.truncate(len - 1),
        // No point of either curve has it.
        _ => proof[..32].fill(0xff),
    }
}

fn answers_are_those_of_each<C>()
where
    C: Ciphersuite<F: FromUniformBytes<64>, G: ConditionallySelectable>,
{
    let generators = generators::<C>(16);
    let claims = || -> Vec<_> { (0..7).map(|seed| claim(&generators, seed)).collect() };
    let check = |claims: &[Claim<C>], refused: &[usize]| {
        let expected = one_by_one(&generators, claims);
        let numbers = |answer: &Result<(), Vec<(usize, _)>>| -> Vec<usize> {
            let refused = answer.as_ref().err().into_iter().flatten();
            refused.map(|(i, _)| *i).collect()
        };
        assert_eq!(numbers(&expected), refused);
        on_threads(|| assert_eq!(at_once(&generators, claims), expected));
    };
    check(&[], &[]);
    check(&claims(), &[]);
    check(&claims()[3..4], &[]);
    for how in 0..3 {
        for i in 0..7 {
            let mut claims = claims();
            spoil(&mut claims[i], how);
            check(&claims, &[i]);
            check(&claims[i..=i], &[0]);
        }
    }
    let mut several = claims();
    for (i, how) in [(1, 0), (2, 1), (5, 0), (6, 2)] {
        spoil(&mut several[i], how);
    }
    check(&several, &[1, 2, 5, 6]);
    let mut all = claims();
    for (i, claim) in all.iter_mut().enumerate() {
        spoil(claim, i);
    }
    check(&all, &[0, 1, 2, 3, 4, 5, 6]);
    let mut malformed = claims();
    malformed.iter_mut().for_each(|claim| spoil(claim, 1));
    check(&malformed, &[0, 1, 2, 3, 4, 5, 6]);
}

#[test]
fn answers_are_those_of_each_proof() {
    answers_are_those_of_each::<Helios>();
    answers_are_those_of_each::<Selene>();
    #[cfg(feature = "cycle2025")]
    answers_are_those_of_each::<helioselene_simd::cycle2025::Helios>();
}

/// The last scalar of a proof, in which its equation is linear, plus a number.
fn shift<C: Ciphersuite>((_, proof): &mut Claim<C>, by: C::F) {
    let last = proof.len() - 32;
    let mut repr = <C::F as PrimeField>::Repr::default();
    repr.as_mut().copy_from_slice(&proof[last..]);
    let scalar = C::F::from_repr(repr).unwrap() + by;
    proof[last..].copy_from_slice(scalar.to_repr().as_ref());
}

/// Two copies of a proof that lack the opposite of each other, whose sum is right where both have the same weights.
fn wrong_proofs_do_not_cancel<C>()
where
    C: Ciphersuite<F: FromUniformBytes<64>, G: ConditionallySelectable>,
{
    let generators = generators::<C>(16);
    for (i, j) in [(0, 1), (1, 3), (0, 3), (2, 3)] {
        let mut claims = [3, 3, 3, 3].map(|seed| claim(&generators, seed));
        shift(&mut claims[i], C::F::ONE);
        shift(&mut claims[j], -C::F::ONE);
        let mut verifier = Generators::batch_verifier();
        for claim in &claims {
            add(&generators, claim, &mut rng(5), &mut verifier).unwrap();
        }
        assert!(generators.verify(verifier), "the test's own numbers");
        let refused = Err(vec![(i, Refused::Wrong), (j, Refused::Wrong)]);
        on_threads(|| assert_eq!(at_once(&generators, &claims), refused));
    }
}

/// A generator that gives the same bytes to every call.
struct Stuck([u8; 64]);

impl RngCore for Stuck {
    fn next_u32(&mut self) -> u32 {
        rand_core::impls::next_u32_via_fill(self)
    }

    fn next_u64(&mut self) -> u64 {
        rand_core::impls::next_u64_via_fill(self)
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        bytes.copy_from_slice(&self.0[..bytes.len()]);
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), rand_core::Error> {
        self.fill_bytes(bytes);
        Ok(())
    }
}

impl CryptoRng for Stuck {}

/// A generator that repeats what it gave does not give two proofs the same weights.
#[test]
fn wrong_proofs_do_not_cancel_where_a_generator_repeats() {
    let generators = generators::<Selene>(16);
    for (i, j) in [(0, 1), (0, 300), (256, 299)] {
        let mut claims: Vec<_> = (0..=j).map(|_| claim(&generators, 3)).collect();
        shift(&mut claims[i], <Selene as Ciphersuite>::F::ONE);
        shift(&mut claims[j], -<Selene as Ciphersuite>::F::ONE);
        let verdict = vartime_batch_verify(
            &mut Stuck([7; 64]),
            &generators,
            &claims,
            |claim, rng, verifier| add(&generators, claim, rng, verifier),
        );
        let refused = Err(vec![(i, Refused::Wrong), (j, Refused::Wrong)]);
        assert_eq!(verdict, refused);
    }
}

/// With weights of zero every proof would be accepted, and with equal ones those whose two equations lack opposite things: a
/// generator that gives no others ends in a panic, and zeros now and then in no other verdict.
#[test]
fn weights_that_are_none_are_not_taken() {
    let generators = generators::<Helios>(16);
    let mut wrong = claim(&generators, 3);
    let verdict = |claim: &Claim<Helios>, bytes: [u8; 64]| {
        std::panic::catch_unwind(|| {
            let mut verifier = Generators::batch_verifier();
            add(&generators, claim, &mut Stuck(bytes), &mut verifier).unwrap();
            generators.verify(verifier)
        })
    };
    for proof in 0..2 {
        for bytes in [[0; 64], [7; 64]] {
            let panic = verdict(&wrong, bytes).expect_err("a verdict");
            let text = panic.downcast_ref::<&str>().expect("a text");
            assert!(text.contains("random generator"), "{proof} {text}");
        }
        shift(&mut wrong, <Helios as Ciphersuite>::F::ONE);
    }
}

#[test]
fn wrong_proofs_do_not_cancel_each_other() {
    wrong_proofs_do_not_cancel::<Helios>();
    wrong_proofs_do_not_cancel::<Selene>();
}

/// Proofs over generators that are not those of the sums are wrong.
#[test]
fn generators_are_those_of_the_proofs() {
    let (generators, others) = (generators::<Selene>(16), generators::<Selene>(32));
    let claims = [1, 2].map(|seed| claim(&generators, seed));
    let answer = vartime_batch_verify(&mut rng(1), &others, &claims, |claim, rng, verifier| {
        add(&generators, claim, rng, verifier)
    });
    assert_eq!(answer, Err(vec![(0, Refused::Wrong), (1, Refused::Wrong)]));
}

/// Whether a verifier's sum is the identity where each scalar is one more than the one before, in lists of these lengths, and
/// a point does away with their sum; and whether it is with one of the scalars changed.
fn sums<C: Ciphersuite>(generators: &Generators<C>, lens: [usize; 3], changed: usize) -> [bool; 2] {
    let mut next = C::F::ZERO;
    let mut scalars = |len: usize| -> Vec<C::F> {
        let scalars = (0..len).map(|_| {
            next += C::F::ONE;
            next
        });
        scalars.collect()
    };
    let [pair, g_bold, h_bold] = [2, lens[0], lens[1]].map(&mut scalars);
    let points = [generators.g(), generators.h()];
    let products = points.iter().zip(&pair);
    let products = products.chain(generators.g_bold_slice().iter().zip(&g_bold));
    let products = products.chain(generators.h_bold_slice().iter().zip(&h_bold));
    let sum = products.map(|(point, scalar)| *point * scalar).sum();
    let mut verifier = BatchVerifier::<C> {
        g: pair[0],
        h: pair[1],
        g_bold,
        h_bold,
        ..Generators::batch_verifier()
    };
    verifier.additional = vec![(C::F::ZERO, C::G::generator()); lens[2]];
    verifier.additional.push((-C::F::ONE, sum));
    let mut other = verifier.clone();
    let bold = other.g_bold.iter_mut().chain(&mut other.h_bold);
    let mut all: Vec<&mut C::F> = [&mut other.g, &mut other.h]
        .into_iter()
        .chain(bold)
        .collect();
    *all[changed] += C::F::ONE;
    [verifier, other].map(|verifier| generators.verify(verifier))
}

fn tables_change_no_answer<C>()
where
    C: Ciphersuite<F: FromUniformBytes<64>, G: ConditionallySelectable>,
{
    let all = generators::<C>(16);
    for round in 0..40 {
        let mut claim = claim(&all, round % 3);
        // Those of generators that never had tables.
        assert_eq!(claim.1, self::claim(&generators::<C>(16), round % 3).1);
        let verdict = |claim: &Claim<C>| one_by_one(&all, core::slice::from_ref(claim));
        assert_eq!(verdict(&claim), Ok(()));
        shift(&mut claim, C::F::ONE);
        assert_eq!(verdict(&claim), Err(vec![(0, Refused::Wrong)]));
    }

    // As many as have tables, one more, and lists that somebody has made by hand.
    let all = generators::<C>(512);
    let lens = [[0, 0, 0], [1, 1, 0], [7, 7, 7], [3, 8, 0], [8, 3, 20]];
    let more = [[255, 255, 0], [256, 256, 256], [257, 257, 0], [256, 257, 0]];
    for _ in 0..4 {
        for lens in lens.into_iter().chain(more) {
            let count = 2 + lens[0] + lens[1];
            for changed in [0, 1, count - 1, count / 2] {
                assert_eq!(
                    sums(&all, lens, changed),
                    [true, false],
                    "{lens:?} {changed}"
                );
            }
        }
    }
}

#[test]
fn generators_are_for_threads_that_panic() {
    fn check<T: Send + Sync + std::panic::UnwindSafe + std::panic::RefUnwindSafe>() {}
    check::<Generators<Helios>>();
    check::<ProofGenerators<'_, Selene>>();
}

#[test]
fn tables_of_generators_change_no_answer() {
    tables_change_no_answer::<Helios>();
    tables_change_no_answer::<Selene>();
}

/// More points than a verifier keeps: their sum takes their place where verifiers are put together, and one sum still tells.
#[test]
fn thousands_of_points_are_verified() {
    let generators = generators::<Helios>(16);
    let mut claims: Vec<_> = (0..250).map(|_| claim(&generators, 4)).collect();
    let mut one = Generators::batch_verifier();
    add(&generators, &claims[0], &mut rng(0), &mut one).unwrap();
    assert!(250 * one.additional.len() > 5000);
    on_threads(|| assert_eq!(at_once(&generators, &claims), Ok(())));
    spoil(&mut claims[130], 0);
    on_threads(|| {
        let refused = Err(vec![(130, Refused::Wrong)]);
        assert_eq!(at_once(&generators, &claims), refused);
    });
}

/// What `add` panics with reaches the caller, and the pool's threads serve the next call.
#[test]
fn panics_reach_the_caller() {
    on_threads(|| {
        let sums = Numbers::default();
        let verify = |bad: usize| {
            let indices: Vec<usize> = (0..20).collect();
            vartime_batch_verify(&mut rng(1), &sums, &indices, |i, _, verifier| {
                assert_ne!(*i, bad, "number {i}");
                verifier.1 = 1;
                Ok::<_, ()>(())
            })
        };
        let panic = std::panic::catch_unwind(|| verify(7)).expect_err("a panic");
        assert!(panic.downcast_ref::<String>().unwrap().contains("number 7"));
        assert_eq!(verify(20), Ok(()));
    });
}

/// The original's verdicts on proofs with one byte changed or too few bytes, all of a circuit in one call.
fn recorded<C>(name: &str)
where
    C: Ciphersuite<F: FromUniformBytes<64>, G: ConditionallySelectable>,
{
    let mut lines = include_str!("../vectors/circuits.txt").lines();
    let mut circuits = 0;
    while let Some(line) = lines.next() {
        let Some(shape) = line.strip_prefix(name) else {
            continue;
        };
        let shape: Vec<usize> = shape
            .split_whitespace()
            .map(|n| n.parse().unwrap())
            .collect();
        let &[seed, n, commitments] = &shape[..] else {
            panic!("{line}")
        };
        let generators = generators::<C>(n);
        let circuit = || Circuit::random(&mut rng(seed as u64), n, commitments, 6);
        let proof = lines.next().unwrap().strip_prefix("proof ").unwrap();
        let proof: Vec<u8> = (0..proof.len())
            .step_by(2)
            .map(|i| u8::from_str_radix(&proof[i..i + 2], 16).unwrap())
            .collect();
        let of: BTreeMap<&str, &str> = lines
            .by_ref()
            .take(3)
            .map(|line| line.rsplit_once(' ').unwrap().0.split_once(' ').unwrap())
            .collect();

        let mut verdicts = of["unchanged"][..1].to_string();
        let mut claims = vec![(circuit(), proof.clone())];
        let bytes = (0..proof.len()).step_by(1 + 3 * (n / 8));
        for (i, verdict) in bytes.clone().zip(of["bytes"].chars()) {
            let mut changed = proof.clone();
            changed[i] ^= 1 << (i % 8);
            claims.push((circuit(), changed));
            verdicts.push(verdict);
        }
        for (len, verdict) in bytes.zip(of["truncated"].chars()) {
            claims.push((circuit(), proof[..len].to_vec()));
            verdicts.push(verdict);
        }
        let letter = |refused: Option<&Refused<Malformed>>| match refused {
            None => 'a',
            Some(Refused::Wrong) => 'r',
            Some(Refused::Error(Malformed::Proof(_))) => 'i',
            Some(Refused::Error(Malformed::Commitments(error))) if error == "invalid point" => 'e',
            Some(Refused::Error(Malformed::Commitments(_))) => 's',
        };
        let refused: BTreeMap<usize, _> = match at_once(&generators, &claims) {
            Ok(()) => BTreeMap::new(),
            Err(refused) => {
                assert!(refused.is_sorted_by(|a, b| a.0 < b.0));
                refused.into_iter().collect()
            }
        };
        let answer: String = (0..claims.len()).map(|i| letter(refused.get(&i))).collect();
        assert_eq!(answer, verdicts, "{line}");
        circuits += 1;
    }
    assert_eq!(circuits, 5);
}

#[test]
fn verdicts_are_those_of_the_original() {
    recorded::<Helios>("helios ");
    recorded::<Selene>("selene ");
}

type Third = curve25519_dalek::RistrettoPoint;

/// As in FCMP++: a proof has a part over each curve of the cycle and statements over a third group.
#[test]
fn proofs_of_three_groups() {
    let (helios, selene) = (generators::<Helios>(16), generators::<Selene>(16));
    let base = Third::generator();
    type F = <Third as Group>::Scalar;
    // base·a = the point.
    let proof = |seed: u64| {
        let a = F::from(seed);
        (
            claim(&helios, seed),
            claim(&selene, seed + 1),
            (a, base * a),
        )
    };
    let sums = (&helios, (&selene, Statements::<Third>::new()));
    let check = |proofs: &[_], refused: &[usize]| {
        on_threads(|| {
            let answer = vartime_batch_verify(
                &mut rng(3),
                &sums,
                proofs,
                |(of_helios, of_selene, (a, point)): &(
                    Claim<Helios>,
                    Claim<Selene>,
                    (F, Third),
                ),
                 rng,
                 (helios_verifier, (selene_verifier, statements))| {
                    statements.queue(rng, (), [(*a, base), (-F::ONE, *point)]);
                    add(&helios, of_helios, rng, helios_verifier)?;
                    add(&selene, of_selene, rng, selene_verifier)
                },
            );
            let expected: Vec<_> = refused.iter().map(|i| (*i, Refused::Wrong)).collect();
            assert_eq!(answer.err().unwrap_or_default(), expected);
        });
    };
    let proofs = || (0..6).map(proof).collect::<Vec<_>>();
    check(&proofs(), &[]);
    for i in 0..6 {
        let mut proofs = proofs();
        spoil(&mut proofs[i].0, 0);
        check(&proofs, &[i]);
        let mut proofs = (0..6).map(proof).collect::<Vec<_>>();
        spoil(&mut proofs[i].1, 0);
        check(&proofs, &[i]);
    }
    // What two of them lack cancels where they have no weights: the first statement of a verifier has none.
    for (i, j) in [(0, 1), (1, 4), (0, 5)] {
        let mut proofs = proofs();
        proofs[i].2.1 += base;
        proofs[j].2.1 -= base;
        check(&proofs, &[i, j]);
    }
}

/// Sums of numbers, which are right if they are zero, and a count of verifiers that there are at a time.
#[derive(Default, Debug)]
struct Numbers {
    now: AtomicUsize,
    most: AtomicUsize,
    sums: AtomicUsize,
}

impl Sums for Numbers {
    /// The sum, and how many proofs are in it.
    type Verifier = (i64, usize);

    fn verifier(&self) -> Self::Verifier {
        let now = self.now.fetch_add(1, Relaxed) + 1;
        self.most.fetch_max(now, Relaxed);
        (0, 0)
    }

    fn merge(&self, _: &mut ProofRng, verifier: &mut Self::Verifier, other: Self::Verifier) {
        self.now.fetch_sub(1, Relaxed);
        *verifier = (verifier.0 + other.0, verifier.1 + other.1);
    }

    fn hold(&self, (sum, proofs): Self::Verifier) -> bool {
        self.now.fetch_sub(1, Relaxed);
        self.sums.fetch_add(1, Relaxed);
        assert!((1..=256).contains(&proofs));
        sum == 0
    }
}

#[test]
fn verifiers_are_few_and_sums_are_of_many() {
    on_threads(|| {
        let sums = Numbers::default();
        let mut numbers = vec![0; 1000];
        let verify = |numbers: &[i64]| {
            vartime_batch_verify(&mut rng(1), &sums, numbers, |number, _, verifier| {
                *verifier = (verifier.0 + number, verifier.1 + 1);
                if *number < 0 { Err(*number) } else { Ok(()) }
            })
        };
        assert_eq!(verify(&numbers), Ok(()));
        assert_eq!(sums.sums.swap(0, Relaxed), 4);
        // One for each level of halving on each thread.
        let threads = if cfg!(feature = "rayon") { 8 } else { 1 };
        assert!(sums.most.load(Relaxed) <= 10 * threads, "{sums:?}");
        assert_eq!(sums.now.load(Relaxed), 0);
        // What is wrong costs the sums of its neighbours, and what is malformed costs none.
        numbers[700] = 5;
        numbers[20] = -1;
        let expected = vec![(20, Refused::Error(-1)), (700, Refused::Wrong)];
        assert_eq!(verify(&numbers), Err(expected));
        assert_eq!(sums.sums.load(Relaxed), 4 + 256);
    });
}

/// Each proof has random numbers of its own, more than one block of them, which are the same on any number of threads.
#[test]
fn random_numbers_are_each_proofs() {
    let of_any_pool = std::sync::Mutex::new(None);
    on_threads(|| {
        let seen = std::sync::Mutex::new(vec![[0; 20]; 300]);
        let indices: Vec<usize> = (0..300).collect();
        let sums = Numbers::default();
        vartime_batch_verify(&mut rng(1), &sums, &indices, |i, rng, verifier| {
            verifier.1 = 1;
            let numbers = std::array::from_fn(|_| rng.next_u64());
            seen.lock().unwrap()[*i] = numbers;
            Ok::<_, ()>(())
        })
        .unwrap();
        let seen = seen.into_inner().unwrap();
        let mut all: Vec<u64> = seen.concat();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 6000);
        let mut of_any_pool = of_any_pool.lock().unwrap();
        assert_eq!(*of_any_pool.get_or_insert_with(|| seen.clone()), seen);
    });
}
