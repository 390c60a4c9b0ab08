//! Arithmetic-circuit proofs of FCMP++'s sizes on every backend: proving, and verifying one proof and ten in a batch.
//!
//! `cargo bench -p generalized-bulletproofs --bench proofs -- 'Selene/verify'`

#[path = "../../../benches/layers/backends/mod.rs"]
mod backends;
#[path = "../tests/support/mod.rs"]
mod support;

use std::hint::black_box;

use ciphersuite::Ciphersuite;
use ciphersuite::group::ff::FromUniformBytes;
use generalized_bulletproofs::Generators;
use generalized_bulletproofs::transcript::VerifierTranscript;
use helioselene::{Helios, Selene};
use helioselene_bench_support::harness::{Criterion, Sets, group, one_core, run};
use rand_core::RngCore;
use subtle::ConditionallySelectable;
use support::{CONTEXT, Circuit, generators, rng};

/// Commitments and constraints of a circuit at most.
const COMMITMENTS: usize = 8;
const CONSTRAINTS: usize = 256;
/// Proofs in a batch.
const BATCH: usize = 10;

/// `n`: the length of a circuit's vectors.
fn curve<C>(c: &mut Criterion, name: &str, n: usize)
where
    C: Ciphersuite<F: FromUniformBytes<64>, G: ConditionallySelectable>,
{
    let generators = &generators::<C>(n);
    let mut sets = Sets::new(|seeds| {
        let rng = &mut rng(seeds.next_u64());
        let circuit = Circuit::<C>::random(rng, n, COMMITMENTS, CONSTRAINTS);
        let proof = circuit.prove(Circuit::by_terms, generators, 1);
        (circuit, proof.expect("its values satisfy it"))
    });
    type Run<'a, C> = &'a dyn Fn(&(Circuit<C>, Vec<u8>));
    let mut operation = |what: &str, proofs: usize, run: Run<'_, C>| {
        let mut group = group(c, format!("proofs/{name}/{what}"), proofs);
        backends::on_each(&mut group, Some(n), &mut || run(black_box(sets.turn())));
    };
    operation("prove", 1, &|(circuit, _)| {
        black_box(circuit.prove(Circuit::by_terms, generators, 1));
    });
    let verify = |(circuit, proof): &(Circuit<C>, Vec<u8>), times: usize| {
        let mut verifier = Generators::batch_verifier();
        for _ in 0..times {
            let mut transcript = VerifierTranscript::new(CONTEXT, proof);
            let commitments = transcript.read_commitments(circuit.C.len(), circuit.V.len());
            let commitments = commitments.expect("they are the prover's");
            let statement = circuit.statement(Circuit::by_terms, generators, commitments);
            let verified = statement.verify(&mut rng(1), &mut verifier, &mut transcript);
            verified.expect("it is complete");
        }
        assert!(generators.verify(verifier));
    };
    operation("verify", 1, &|set| verify(set, 1));
    operation("verify ten at once", BATCH, &|set| verify(set, BATCH));
}

fn all(c: &mut Criterion) {
    curve::<Helios>(c, "Helios", 128);
    curve::<Selene>(c, "Selene", 256);
}

fn main() {
    run(one_core(), all);
}
