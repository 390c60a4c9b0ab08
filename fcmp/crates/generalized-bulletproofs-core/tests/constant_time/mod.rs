//! Checks by memcheck that a prover's time does not depend on its witness and randomness. Both are secret, and so is
//! everything computed from them, with three exceptions: the challenges, which depend on what the proof shows; l and r
//! at x, which the proof shows; and whether a sum met a relation of the generators, since nobody knows one.

#[allow(dead_code)] // another test uses the rest
#[path = "../../../../../tests/common/source.rs"]
mod source;

use std::hint::black_box;
use std::println;
use std::vec::Vec;

use ciphersuite::Ciphersuite;
use ciphersuite::group::ff::{Field, FromUniformBytes};
use helioselene::{Helios, Selene};
pub(crate) use helioselene_judge::memcheck::publish;
use helioselene_judge::memcheck::{self, mark};
use helioselene_simd::Backend;
use rand_chacha::ChaCha20Rng;
use rand_core::{RngCore, SeedableRng};
use subtle::ConditionallySelectable;

use source::Source;

use crate::arithmetic_circuit_proof::{
    ArithmeticCircuitStatement, ArithmeticCircuitWitness, LinComb, Variable,
};
use crate::revision::Of0e438ae;
use crate::tests::insecure_test_generators;
use crate::transcript::{Transcript, VerifierTranscript};
use crate::{PedersenCommitment, PedersenVectorCommitment};

type Generators<C> = crate::Generators<C, Of0e438ae>;

/// Makes a value public.
pub(crate) fn published<T: Copy>(value: T) -> T {
    let value = [value];
    let values = black_box(&value);
    publish(values);
    black_box(values)[0]
}

#[test]
fn prover() {
    memcheck::rerun("constant_time::under_valgrind");
}

#[test]
#[ignore = "`prover` runs it, under valgrind"]
fn under_valgrind() {
    assert!(memcheck::is_running());
    // Valgrind's CPU has AVX2.
    for backend in Backend::available() {
        backend.select().expect("it is available");
        let mut report = memcheck::Report::default();
        prove::<Helios>(&mut report, "Helios");
        prove::<Selene>(&mut report, "Selene");
        report.finish();
        println!("on the {backend} backend");
    }
}

/// Every kind of variable, a full and a partial vector commitment, a run, and unused rows.
fn prove<C>(report: &mut memcheck::Report, curve: &str)
where
    C: Ciphersuite<F: FromUniformBytes<64>, G: ConditionallySelectable>,
{
    let mut rng = ChaCha20Rng::seed_from_u64(1);
    let generators: Generators<C> = insecure_test_generators(&mut rng, 16).expect("distinct");
    let reduced = generators.reduce(16).expect("there are sixteen");
    let mut random = |len| -> Vec<C::F> { (0..len).map(|_| C::F::random(&mut rng)).collect() };
    let (mut aL, mut aR, masks) = (random(13), random(13), random(3));
    let mut vectors = [random(16), random(9)];
    let mut value = random(1);
    let weights = random(12);

    let opening = |i: usize, g_values: &[C::F]| PedersenVectorCommitment::<C> {
        g_values: g_values.to_vec(),
        mask: masks[i],
    };
    let commit = |i: usize| opening(i, &vectors[i]).commit(reduced.g_bold, *reduced.h);
    let commitments = [0, 1].map(|i| commit(i).expect("enough generators"));
    let single = |value: C::F| PedersenCommitment::<C> {
        value,
        mask: masks[2],
    };
    let V = single(value[0]).commit(*reduced.g, *reduced.h);

    let term = |variable, value: C::F| LinComb::from(variable).constant(-value);
    let cg = |commitment, index| Variable::CG { commitment, index };
    let sum = weights.iter().zip(&vectors[0][2..]).map(|(w, x)| *w * x);
    let run = LinComb::empty()
        .terms(
            C::F::ONE,
            &weights.clone().into(),
            &(2..16).map(|i| cg(0, i)).collect(),
        )
        .constant(-sum.sum::<C::F>());
    let constraints = [
        run,
        term(Variable::aL(3), aL[3]),
        term(Variable::aR(12), aR[12]),
        term(Variable::aO(5), aL[5] * aR[5]),
        term(cg(1, 8), vectors[1][8]).term(C::F::ZERO, Variable::aO(15)),
        term(Variable::V(0), value[0]),
    ];
    let new = |commitments| {
        ArithmeticCircuitStatement::new(reduced, constraints.to_vec(), commitments)
            .expect("all of it exists")
    };
    let mut transcript = Transcript::new([7; 32]);
    let statement = new(transcript.write_commitments::<C>(commitments.to_vec(), [V].to_vec()));

    for values in [&mut aL, &mut aR, &mut value]
        .into_iter()
        .chain(&mut vectors)
    {
        mark(values);
    }
    let mut masks = masks.clone();
    mark(&mut masks);
    // Zeros that no constraint refers to, secret like the others.
    let mut padded = vectors[1].clone();
    padded.extend([C::F::ZERO; 4]);
    mark(&mut padded);
    let vectors = [vectors[0].clone(), padded];
    let opening = |i: usize| PedersenVectorCommitment::<C> {
        g_values: vectors[i].clone(),
        mask: masks[i],
    };
    let single = PedersenCommitment::<C> {
        value: value[0],
        mask: masks[2],
    };
    // The branch: whether the first sum, from tables, met a relation of the generators.
    report.constant_time_but(1, &std::format!("commitments over {curve}"), || {
        let C = opening(0).commit(reduced.g_bold, *reduced.h);
        (C, single.commit(*reduced.g, *reduced.h))
    });
    report.variable_time("a branch on the witness", || {
        assert!(bool::from(!aL[0].is_zero()));
    });
    // The three branches: whether A_I, A_O and S met a relation of the generators.
    report.constant_time_but(3, &std::format!("a proof over {curve}"), || {
        let openings = [opening(0), opening(1)].to_vec();
        let witness =
            ArithmeticCircuitWitness::new(aL.clone(), aR.clone(), openings, [single].to_vec());
        let witness = witness.expect("as many left factors as right ones");
        let mut rng = ChaCha20Rng::seed_from_u64(2);
        let secret = &mut Source(|bytes: &mut [u8]| {
            rng.fill_bytes(bytes);
            mark(bytes);
        });
        statement.prove(secret, &mut transcript, witness)
    });

    // The whole prover ran: the proof is right.
    let proof = transcript.complete();
    publish(&proof);
    let mut transcript = VerifierTranscript::new([7; 32], &proof);
    let commitments = transcript
        .read_commitments(2, 1)
        .expect("they were written");
    let mut verifier = Generators::batch_verifier();
    let verified = new(commitments).verify(
        &mut ChaCha20Rng::seed_from_u64(3),
        &mut verifier,
        &mut transcript,
    );
    assert_eq!(verified, Ok(()));
    assert!(generators.verify(verifier));
}
