//! Many proofs over both curves on 1, 2, 4, … threads, in turns, beside one after the other into common verifiers; and if
//! one of them is wrong.
//!
//! `cargo bench -p generalized-bulletproofs --features rayon --bench threads`, half a minute. The machine must be quiet: nothing is
//! pinned. Circuits are as large as those of FCMP++ for one input, with fewer constraints.

#[path = "../tests/runs/mod.rs"]
mod runs;
#[path = "../tests/support/mod.rs"]
mod support;

use std::time::{Duration, Instant};

use ciphersuite::Ciphersuite;
use ciphersuite::group::ff::FromUniformBytes;
use generalized_bulletproofs::arithmetic_circuit_proof::AcVerifyError;
use generalized_bulletproofs::batch::{Refused, vartime_batch_verify};
use generalized_bulletproofs::transcript::VerifierTranscript;
use generalized_bulletproofs::{BatchVerifier, Generators};
use helioselene::{Helios, Selene};
use helioselene_simd::Backend;
use rand_core::{CryptoRng, RngCore};
use rayon::ThreadPool;
use runs::in_runs;
use subtle::ConditionallySelectable;
use support::{CONTEXT, Circuit, generators, rng};

/// Different proofs that are right; one more is wrong.
const PROOFS: usize = 8;

/// The proofs of a curve, each with its circuit.
struct Proofs<C: Ciphersuite> {
    generators: Generators<C>,
    proofs: Vec<(Circuit<C>, Vec<u8>)>,
}

impl<C> Proofs<C>
where
    C: Ciphersuite<F: FromUniformBytes<64>, G: ConditionallySelectable>,
{
    fn new(rows: usize) -> Self {
        let generators = generators::<C>(rows);
        let proof = |i: usize| {
            let seed = (i % PROOFS) as u64;
            let circuit = Circuit::random(&mut rng(seed), rows, 12, 600);
            let proof = circuit.prove(in_runs, &generators, seed).expect("a proof");
            (circuit, proof)
        };
        let mut proofs: Vec<_> = (0..=PROOFS).map(proof).collect();
        let end = proofs[PROOFS].1.len() - 32;
        proofs[PROOFS].1[end] ^= 1;
        Self { generators, proofs }
    }

    fn add<R: RngCore + CryptoRng>(
        &self,
        i: usize,
        rng: &mut R,
        verifier: &mut BatchVerifier<C>,
    ) -> Result<(), AcVerifyError> {
        let (circuit, proof) = &self.proofs[i];
        let mut transcript = VerifierTranscript::new(CONTEXT, proof);
        let commitments = transcript.read_commitments(circuit.C.len(), circuit.V.len());
        let statement = circuit.statement(in_runs, &self.generators, commitments.expect("points"));
        statement.verify(rng, verifier, &mut transcript)
    }
}

fn main() {
    let (selene, helios) = (Proofs::<Selene>::new(256), Proofs::<Helios>::new(128));
    let one_after_the_other = |proofs: usize| {
        let (mut v1, mut v2) = (Generators::batch_verifier(), Generators::batch_verifier());
        let rng = &mut rng(1);
        for i in 0..proofs {
            selene.add(i % PROOFS, rng, &mut v1).expect("a proof");
            helios.add(i % PROOFS, rng, &mut v2).expect("a proof");
        }
        assert!(selene.generators.verify(v1) && helios.generators.verify(v2));
    };
    let verify = |proofs: &[usize]| {
        let sums = (&selene.generators, &helios.generators);
        let verdict = vartime_batch_verify(&mut rng(1), &sums, proofs, |i, rng, (v1, v2)| {
            selene.add(*i, rng, v1)?;
            helios.add(*i, rng, v2)
        });
        verdict.err().unwrap_or_default()
    };
    let at_once = |proofs: usize| {
        let proofs: Vec<usize> = (0..proofs).map(|i| i % PROOFS).collect();
        assert_eq!(verify(&proofs), []);
    };
    let with_a_wrong_one = |proofs: usize| {
        let mut proofs: Vec<usize> = (0..proofs).map(|i| i % PROOFS).collect();
        proofs[0] = PROOFS;
        assert_eq!(verify(&proofs), [(0, Refused::Wrong)]);
    };

    let most = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = std::iter::successors(Some(1), |threads| Some(2 * threads));
    let pools: Vec<ThreadPool> = threads
        .take_while(|threads| *threads <= most)
        .map(|threads| rayon::ThreadPoolBuilder::new().num_threads(threads))
        .map(|builder| builder.build().expect("a pool"))
        .collect();
    println!("{}; the least of rounds in turns", Backend::selected());
    for (proofs, rounds) in [(1, 200), (2, 100), (10, 60), (40, 30), (100, 20)] {
        let mut least = vec![Duration::MAX; 2 + pools.len()];
        for _ in 0..rounds {
            let mut time = |place: usize, pool: &ThreadPool, run: &(dyn Fn(usize) + Sync)| {
                let start = Instant::now();
                pool.install(|| run(proofs));
                least[place] = least[place].min(start.elapsed());
            };
            time(0, &pools[0], &one_after_the_other);
            time(1, &pools[0], &with_a_wrong_one);
            for (place, pool) in pools.iter().enumerate() {
                time(2 + place, pool, &at_once);
            }
        }
        let milliseconds = |place: usize| least[place].as_secs_f64() * 1e3;
        let [in_turn, wrong, one] = [0, 1, 2].map(milliseconds);
        print!(
            "{proofs:>4} proofs: {in_turn:8.3} ms one after the other, {one:8.3} at once, with a wrong one {:.2} times that",
            wrong / one
        );
        for (pool, time) in pools.iter().zip(&least[2..]).skip(1) {
            let (threads, time) = (pool.current_num_threads(), time.as_secs_f64() * 1e3);
            print!(
                ", {time:8.3} on {threads} threads, {:.2} times as fast",
                one / time
            );
        }
        println!();
    }
}
