//! How fast calls would be on many threads, without such a machine: times every task of a call on one thread and computes a
//! schedule.
//!
//! `cargo run --release --manifest-path benches/schedule/Cargo.toml`, a minute, best on one core. For each number of threads it says
//! how much cutting adds to the work, the span (the lower bound for any number of threads), and the schedule's speed-up over one
//! thread. It ignores what threads take from each other: memory, clock, neighbours.

#[path = "../../../compat/generalized-bulletproofs-0e438ae/tests/runs/mod.rs"]
mod runs;
mod simulate;
#[path = "../../../compat/generalized-bulletproofs-0e438ae/tests/support/mod.rs"]
mod support;

use std::hint::black_box;

use ciphersuite::Ciphersuite;
use ciphersuite::group::ff::{Field, FromUniformBytes};
use generalized_bulletproofs::arithmetic_circuit_proof::AcVerifyError;
use generalized_bulletproofs::batch::vartime_batch_verify;
use generalized_bulletproofs::transcript::VerifierTranscript;
use generalized_bulletproofs::{BatchVerifier, Generators};
use helioselene::{Helios, Selene};
use helioselene_leaves::{Root, Torsion, vartime_to_weierstrass};
use helioselene_simd::{Backend, Field25519, SelenePoint, VartimePrecomputation};
use rand_core::{CryptoRng, RngCore};
use rayon::{Step, record};
use runs::in_runs;
use subtle::ConditionallySelectable;
use support::{CONTEXT, Circuit, generators, rng};

/// Different proofs.
const PROOFS: usize = 8;
const THREADS: [usize; 5] = [2, 4, 8, 16, 64];
/// The children of a tree's node.
const CHILDREN: usize = 38;
const MOST: usize = 1 << 15;

/// Proofs over a curve, the size of FCMP++'s for one input, with fewer constraints.
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
        let proof = |seed| {
            let circuit = Circuit::random(&mut rng(seed), rows, 12, 600);
            let proof = circuit.prove(in_runs, &generators, seed).expect("a proof");
            (circuit, proof)
        };
        let proofs = (0..PROOFS as u64).map(proof).collect();
        Self { generators, proofs }
    }

    fn add<R: RngCore + CryptoRng>(
        &self,
        i: usize,
        rng: &mut R,
        verifier: &mut BatchVerifier<C>,
    ) -> Result<(), AcVerifyError> {
        let (circuit, proof) = &self.proofs[i % PROOFS];
        let mut transcript = VerifierTranscript::new(CONTEXT, proof);
        let commitments = transcript.read_commitments(circuit.C.len(), circuit.V.len());
        let statement = circuit.statement(in_runs, &self.generators, commitments.expect("points"));
        statement.verify(rng, verifier, &mut transcript)
    }
}

/// The steps of the run with the least work.
fn least(threads: usize, runs: usize, run: &dyn Fn()) -> Vec<Step> {
    let runs = (0..runs).map(|_| record(threads, run));
    let least = runs.min_by(|a, b| simulate::work(a).total_cmp(&simulate::work(b)));
    least.expect("a run")
}

/// Prints a call's row. `alone` is the time of a caller's threads doing as much, each by itself, relative to one thread.
fn row(name: &str, runs: usize, alone: Option<f64>, run: &dyn Fn()) -> f64 {
    run();
    let one = simulate::work(&least(1, runs, run));
    print!("{name:<40} {:>9.3} ms", one / 1e6);
    for threads in THREADS {
        let steps = least(threads, runs, run);
        let (work, time) = (simulate::work(&steps), simulate::time(&steps, threads));
        let span = simulate::span(&steps);
        print!(
            " | {threads:>2}: {:+3.0} % {:>7.3} ms {:>5.1}×",
            100.0 * (work / one - 1.0),
            span / 1e6,
            one / time
        );
        if let Some(alone) = alone {
            print!(" {:.2}", alone / threads as f64 / time);
        }
    }
    println!();
    one
}

fn main() {
    let (selene, helios) = (Proofs::<Selene>::new(256), Proofs::<Helios>::new(128));
    let one_after_the_other = |proofs: usize| {
        let (mut v1, mut v2) = (Generators::batch_verifier(), Generators::batch_verifier());
        let rng = &mut rng(1);
        for i in 0..proofs {
            selene.add(i, rng, &mut v1).expect("a proof");
            helios.add(i, rng, &mut v2).expect("a proof");
        }
        assert!(selene.generators.verify(v1) && helios.generators.verify(v2));
    };
    let at_once = |proofs: usize| {
        let proofs: Vec<usize> = (0..proofs).collect();
        let sums = (&selene.generators, &helios.generators);
        let verdict = vartime_batch_verify(&mut rng(1), &sums, &proofs, |i, rng, (v1, v2)| {
            selene.add(*i, rng, v1)?;
            helios.add(*i, rng, v2)
        });
        assert_eq!(verdict, Ok(()));
    };

    println!(
        "{}; one thread, then of each number of threads work, span, times as fast",
        Backend::selected()
    );
    println!("and of many proofs the speed in that of threads with batches of thirty of their own");
    let thirty = row("30 proofs, one after the other", 5, None, &|| {
        one_after_the_other(30)
    });
    for (proofs, runs) in [(1, 9), (10, 5), (100, 3), (1000, 1), (1320, 1)] {
        let alone = Some(thirty / 30.0 * proofs as f64);
        row(
            &format!("vartime_batch_verify, {proofs}"),
            runs,
            alone,
            &|| {
                at_once(proofs);
            },
        );
    }

    let mut rng = rng(1);
    let scalars: Vec<_> = (0..MOST).map(|_| Field25519::random(&mut rng)).collect();
    let points: Vec<_> = scalars.iter().map(SelenePoint::mul_base).collect();
    let encodings = SelenePoint::batch_to_bytes(&points);
    let nodes: Vec<&[Field25519]> = scalars.chunks_exact(CHILDREN).collect();
    let tables = VartimePrecomputation::new(&points[..CHILDREN]);
    let batch = |name: &str, sizes: &[usize], run: &dyn Fn(usize)| {
        for size in sizes {
            row(&format!("{name}, {size}"), 7, None, &|| run(*size));
        }
    };
    batch(
        "vartime_multiscalar_mul",
        &[604, 1024, 10_600, MOST],
        &|n| {
            black_box(SelenePoint::vartime_multiscalar_mul(
                &scalars[..n],
                &points[..n],
            ));
        },
    );
    batch("nodes of 38 from tables", &[28, nodes.len()], &|n| {
        black_box(tables.vartime_batch_multiscalar_mul(&nodes[..n]));
    });
    batch("multiscalar_mul", &[1024], &|n| {
        black_box(SelenePoint::multiscalar_mul(&scalars[..n], &points[..n]));
    });
    batch("batch_mul", &[1024], &|n| {
        black_box(SelenePoint::batch_mul(&scalars[..n], &points[..n]));
    });
    batch("batch_to_affine", &[4096, MOST], &|n| {
        black_box(SelenePoint::batch_to_affine(&points[..n]));
    });
    batch("batch_from_bytes", &[128, 4096], &|n| {
        black_box(SelenePoint::batch_from_bytes(&encodings[..n]));
    });
    batch("leaves, points as they are", &[128, 4096], &|n| {
        black_box(vartime_to_weierstrass(
            &encodings[..n],
            Torsion::Checked,
            Root::Odd,
        ));
    });
}
