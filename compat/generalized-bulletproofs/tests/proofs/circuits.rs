//! Random circuits, changed proofs, and what is refused.

use crate::properties::lincomb::combination;
use crate::properties::{Choices, changed, circuit, circuit_of_bytes};
use crate::runs::in_runs;
use crate::support::{CONTEXT, Circuit, Size, generators, rng};
use ciphersuite::Ciphersuite;
use ciphersuite::group::Group;
use ciphersuite::group::ff::{Field, FromUniformBytes};
use generalized_bulletproofs::arithmetic_circuit_proof::{
    AcProveError, AcStatementError, ArithmeticCircuitStatement, ArithmeticCircuitWitness, LinComb,
    Variable,
};
use generalized_bulletproofs::transcript::{Transcript, VerifierTranscript};
use generalized_bulletproofs::{BatchVerifier, Generators};
use generalized_bulletproofs::{PedersenCommitment, PedersenVectorCommitment};
use helioselene::{Helios, Selene};
use rand_core::RngCore;
use subtle::ConditionallySelectable;
use zeroize::Zeroize;

fn random_circuits<C>()
where
    C: Ciphersuite<F: FromUniformBytes<64>, G: ConditionallySelectable>,
{
    let generators = generators::<C>(32);
    let refused =
        (0..30).filter(|seed| circuit(&generators, 1 << (seed % 6), &mut rng(1000 + seed)));
    assert!(refused.count() > 3);
}

#[test]
fn circuits_of_helios() {
    random_circuits::<Helios>();
}

#[test]
fn circuits_of_selene() {
    random_circuits::<Selene>();
}

/// Curves whose points are not known to the proofs; the scalars of one are.
#[cfg(feature = "cycle2025")]
#[test]
fn circuits_of_other_curves() {
    random_circuits::<helioselene_simd::cycle2025::Helios>();
    random_circuits::<helioselene_simd::cycle2025::Selene>();
}

/// One of hundreds of constraints that does not hold is enough, whichever it is.
fn every_constraint_counts<C>()
where
    C: Ciphersuite<F: FromUniformBytes<64>, G: ConditionallySelectable>,
{
    let size = Size {
        rows: 16,
        vectors: 3,
        values: 2,
        constraints: 650,
    };
    let generators = generators::<C>(size.rows);
    let mut circuit = Circuit::<C>::large(&mut rng(10), &size);
    let accepts = |circuit: &Circuit<C>| {
        // Where debug assertions are on, the prover notices too.
        let proof = circuit.prove(in_runs, &generators, 11);
        proof.is_some_and(|proof| circuit.verdict(in_runs, &generators, CONTEXT, &proof).0 == 'a')
    };
    assert!(accepts(&circuit));
    for i in (0..650)
        .step_by(13)
        .chain([99, 100, 101, 127, 128, 511, 512, 649])
    {
        circuit.constraints[i].c += C::F::ONE;
        assert!(!accepts(&circuit), "{i}");
        circuit.constraints[i].c -= C::F::ONE;
    }
}

#[test]
fn every_constraint_of_hundreds_counts() {
    every_constraint_counts::<Helios>();
    every_constraint_counts::<Selene>();
}

#[test]
fn only_the_proof_is_accepted() {
    let rng = &mut rng(5);
    for len in [3, 3, 4, 4, 6, 6, 9, 40, 500].repeat(8) {
        let mut bytes = vec![0; len];
        rng.fill_bytes(&mut bytes);
        changed(&bytes);
    }
    changed(&[]);
}

#[test]
fn any_bytes_make_circuits_and_combinations() {
    let rng = &mut rng(6);
    for len in [0, 1, 2, 5, 20, 60].repeat(5) {
        let mut bytes = vec![0; len];
        rng.fill_bytes(&mut bytes);
        circuit_of_bytes(&bytes);
        combination(&mut Choices::new(&bytes));
    }
}

/// Adds a proof, all of which is read, to a verifier.
fn add<C>(
    circuit: &Circuit<C>,
    generators: &Generators<C>,
    proof: &[u8],
    seed: u64,
    verifier: &mut BatchVerifier<C>,
) where
    C: Ciphersuite<F: FromUniformBytes<64>, G: ConditionallySelectable>,
{
    let mut transcript = VerifierTranscript::new(CONTEXT, proof);
    let commitments = transcript
        .read_commitments(circuit.C.len(), circuit.V.len())
        .unwrap();
    let statement = circuit.statement(in_runs, generators, commitments);
    statement
        .verify(&mut rng(seed), verifier, &mut transcript)
        .unwrap();
    assert!(transcript.complete().is_empty());
}

#[test]
fn many_proofs_are_verified_together() {
    let generators = generators::<Selene>(16);
    let mut verifier = Generators::batch_verifier();
    for seed in 0..6 {
        // The longest is neither first nor last.
        let n = [2, 1, 16, 4, 1, 8][seed as usize];
        let circuit = Circuit::<Selene>::random(&mut rng(seed), n, 2, 3);
        let proof = circuit.prove(in_runs, &generators, seed).unwrap();
        add(&circuit, &generators, &proof, seed, &mut verifier);
        assert!(generators.verify(verifier.clone()));
    }
    verifier.h += <Selene as Ciphersuite>::F::ONE;
    assert!(!generators.verify(verifier));
}

/// No scalar is lost in a verifier that was made shorter by hand.
#[test]
#[should_panic(expected = "out of range")]
fn every_scalar_has_a_place() {
    let generators = generators::<Helios>(4);
    let circuit = Circuit::<Helios>::random(&mut rng(9), 4, 0, 3);
    let proof = circuit.prove(in_runs, &generators, 0).unwrap();
    let mut transcript = VerifierTranscript::new(CONTEXT, &proof);
    let commitments = transcript.read_commitments(0, circuit.V.len()).unwrap();
    let statement = circuit.statement(in_runs, &generators, commitments);
    let mut verifier = Generators::batch_verifier();
    let zeros = vec![<Helios as Ciphersuite>::F::ZERO; 4];
    (verifier.g_bold, verifier.h_sum) = (zeros.clone(), zeros);
    let _ = statement.verify(&mut rng(1), &mut verifier, &mut transcript);
}

#[test]
fn what_cannot_be_proven_is_an_error() {
    type F = <Helios as Ciphersuite>::F;
    let generators = generators::<Helios>(4);
    let g = generators.reduce(2).unwrap();
    let (one, point) = (F::ONE, generators.g());
    let commitments = |c, v| {
        let mut transcript = Transcript::new(CONTEXT);
        transcript.write_commitments::<Helios>(vec![point; c], vec![point; v])
    };
    let new = |constraint, c, v| {
        ArithmeticCircuitStatement::new(g, vec![constraint], commitments(c, v)).map(|_| ())
    };
    let cg = |commitment, index| LinComb::from(Variable::CG { commitment, index });
    use AcStatementError::*;
    for variable in [Variable::aL(2), Variable::aR(2), Variable::aO(2)] {
        assert_eq!(new(variable.into(), 1, 1), Err(ConstrainedNonExistentTerm));
    }
    assert_eq!(new(cg(0, 2), 1, 1), Err(ConstrainedNonExistentTerm));
    assert_eq!(new(cg(1, 2), 1, 1), Err(ConstrainedNonExistentTerm));
    assert_eq!(
        new(cg(1, 1), 1, 1),
        Err(ConstrainedNonExistentVectorCommitment)
    );
    assert_eq!(
        new(Variable::V(1).into(), 1, 1),
        Err(ConstrainedNonExistentCommitment)
    );
    // Of two errors in a constraint.
    let both = cg(1, 0).term(one, Variable::V(1));
    assert_eq!(new(both, 1, 1), Err(ConstrainedNonExistentVectorCommitment));
    let run = support_run(9);
    assert_eq!(new(run, 1, 1), Err(ConstrainedNonExistentTerm));
    assert_eq!(new(cg(0, 1).term(F::ZERO, Variable::aO(1)), 1, 0), Ok(()));

    let prove = |witness: ArithmeticCircuitWitness<Helios>, c, v| {
        let statement = ArithmeticCircuitStatement::new(g, vec![], commitments(c, v)).unwrap();
        statement.prove(&mut rng(0), &mut Transcript::new(CONTEXT), witness)
    };
    let opening = |len| PedersenVectorCommitment {
        g_values: vec![one; len],
        mask: one,
    };
    let witness = |products, c: Vec<usize>, v| {
        let c = c.into_iter().map(opening).collect();
        let v = vec![
            PedersenCommitment {
                value: one,
                mask: one
            };
            v
        ];
        ArithmeticCircuitWitness::new(vec![one; products], vec![one; products], c, v).unwrap()
    };
    use AcProveError::*;
    assert_eq!(
        prove(witness(3, vec![], 0), 0, 0),
        Err(IncorrectAmountOfGenerators)
    );
    assert_eq!(
        prove(witness(1, vec![3], 0), 0, 0),
        Err(IncorrectAmountOfGenerators)
    );
    assert_eq!(prove(witness(1, vec![], 0), 1, 0), Err(InconsistentWitness));
    assert_eq!(prove(witness(1, vec![], 0), 0, 1), Err(InconsistentWitness));
    assert_eq!(prove(witness(0, vec![], 0), 0, 0), Ok(()));
    let unequal = ArithmeticCircuitWitness::<Helios>::new(vec![one], vec![], vec![], vec![]);
    assert!(unequal.is_none());
}

fn support_run(len: usize) -> LinComb<<Helios as Ciphersuite>::F> {
    let weights = vec![<Helios as Ciphersuite>::F::ONE; len].into();
    let variables = (0..len)
        .map(|index| Variable::CG {
            commitment: 0,
            index,
        })
        .collect();
    LinComb::empty().terms(<Helios as Ciphersuite>::F::ONE, &weights, &variables)
}

/// Whether a right proof is accepted after so many points and scalars whose sum is a multiple of one.
fn accepts_after<C>(points: usize, multiple: C::F) -> bool
where
    C: Ciphersuite<F: FromUniformBytes<64>, G: ConditionallySelectable>,
{
    let generators = generators::<C>(8);
    let circuit = Circuit::<C>::random(&mut rng(4), 8, 2, 4);
    let proof = circuit.prove(in_runs, &generators, 5).unwrap();
    let mut verifier = Generators::batch_verifier();
    let point = C::G::random(&mut rng(6));
    let random = &mut rng(7);
    let scalars: Vec<C::F> = (1..points).map(|_| C::F::random(&mut *random)).collect();
    let last = multiple - scalars.iter().sum::<C::F>();
    let all = scalars.into_iter().chain([last]);
    verifier
        .additional
        .extend(all.map(|scalar| (scalar, point)));

    add(&circuit, &generators, &proof, 8, &mut verifier);
    assert!(verifier.additional.len() <= 4096);
    generators.verify(verifier)
}

/// A verifier of thousands of points keeps the sum of those that it has.
#[test]
fn the_sum_of_many_points_is_kept() {
    for points in [4000, 4090, 5000] {
        assert!(accepts_after::<Helios>(points, Field::ZERO));
        assert!(accepts_after::<Selene>(points, Field::ZERO));
        assert!(!accepts_after::<Helios>(points, Field::ONE));
        assert!(!accepts_after::<Selene>(points, Field::ONE));
    }
}

/// Neither constraints nor commitments of a statement stay.
#[test]
fn statements_are_wiped() {
    let generators = generators::<Helios>(2);
    let point = generators.g();
    let mut transcript = Transcript::new(CONTEXT);
    let commitments = transcript.write_commitments::<Helios>(vec![point], vec![point]);
    let constraints = [Variable::aL(0), Variable::V(0)].map(LinComb::from);
    let reduced = generators.reduce(2).unwrap();
    let mut statement =
        ArithmeticCircuitStatement::new(reduced, constraints.to_vec(), commitments).unwrap();
    let shown = format!("{statement:?}");
    assert!(
        ![", constraints: []", ", C: []", ", V: []"]
            .iter()
            .any(|empty| shown.contains(empty))
    );
    statement.zeroize();
    assert!(format!("{statement:?}").ends_with("constraints: [], C: [], V: [] }"));
}
