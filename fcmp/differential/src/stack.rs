//! Calls of a proof layer, over any curve. This file is compiled twice: as a module of `ours` and of `original`.

use ciphersuite::group::ff::PrimeField;

use super::proofs::arithmetic_circuit_proof::{
    ArithmeticCircuitStatement, ArithmeticCircuitWitness, LinComb, Variable,
};
use super::proofs::transcript::{Commitments, Transcript, VerifierTranscript};
use super::proofs::{PedersenCommitment, PedersenVectorCommitment};
use super::{Weights, add_run};
use crate::circuit::{self, Case, Circuit, GeneratorPoints, Operation, Randomness};
use crate::curve::Suite;
use crate::element::{Bytes, Element};
use crate::outcome::{Added, Described, Outcome, Proof, Sums, Together, or_panic};
use crate::randomness::Counted;

pub use super::proofs::{BatchVerifier, Generators};

/// A variable in this proof layer's type.
pub fn variable(variable: circuit::Variable) -> Variable {
    match variable {
        circuit::Variable::Al(i) => Variable::aL(i),
        circuit::Variable::Ar(i) => Variable::aR(i),
        circuit::Variable::Ao(i) => Variable::aO(i),
        circuit::Variable::Cg(commitment, index) => Variable::CG { commitment, index },
        circuit::Variable::V(i) => Variable::V(i),
    }
}

/// A circuit's linear combinations.
fn combinations<F: PrimeField>(circuit: &Circuit) -> Vec<LinComb<F>> {
    let scalars =
        |elements: &Vec<Element>| -> Vec<F> { elements.iter().map(Element::scalar).collect() };
    let weights = circuit.weights.iter();
    let weights: Vec<Weights<F>> = weights
        .map(|weights| <Weights<F>>::from(scalars(weights)))
        .collect();
    let mut all: Vec<LinComb<F>> = vec![];
    for operations in &circuit.combinations {
        let mut combination = LinComb::empty();
        for operation in operations {
            combination = match operation {
                Operation::From(of) => LinComb::from(variable(*of)),
                Operation::Term(weight, of) => combination.term(weight.scalar(), variable(*of)),
                Operation::Constant(scalar) => combination.constant(scalar.scalar()),
                Operation::Add(other) => combination + &all[*other],
                Operation::Subtract(other) => combination - &all[*other],
                Operation::Multiply(scalar) => combination * scalar.scalar(),
                Operation::Look => {
                    let _ = (combination.WL().len(), combination.WCG().len());
                    combination
                }
                Operation::Run {
                    factor,
                    weights: of,
                    from,
                    variables,
                } => {
                    let variables: Vec<_> = variables.iter().copied().map(variable).collect();
                    let factor = factor.scalar();
                    add_run(combination, factor, &weights[*of], *from, &variables)
                }
            };
        }
        all.push(combination);
    }
    all
}

/// The weights of all of a circuit's linear combinations, by kind, as text.
pub fn views<F: PrimeField>(circuit: &Circuit) -> Vec<String> {
    let encoded = |weights: &[(usize, F)]| {
        let weights = weights.iter();
        let weights = weights.map(|(i, weight)| (*i, Element::of_scalar(weight)));
        weights.collect::<Vec<_>>()
    };
    let view = |combination: &LinComb<F>| {
        let vectors = combination.WCG().iter();
        let vectors: Vec<_> = vectors.map(|(i, weights)| (i, encoded(weights))).collect();
        format!(
            "{:?} {:?} {:?} {vectors:?} {:?} {:?}",
            encoded(combination.WL()),
            encoded(combination.WR()),
            encoded(combination.WO()),
            encoded(combination.WV()),
            Element::of_scalar(&combination.c()),
        )
    };
    combinations::<F>(circuit).iter().map(view).collect()
}

/// Generators, or the error.
pub fn generators<C: Suite>(points: &GeneratorPoints) -> Result<Generators<C>, String> {
    let all = |points: &[Element]| points.iter().map(Element::point::<C>).collect();
    let (g_bold, h_bold) = (all(&points.g_bold), all(&points.h_bold));
    Generators::new(points.g.point::<C>(), points.h.point::<C>(), g_bold, h_bold)
        .map_err(|error| format!("{error:?}"))
}

/// The generators, and whether they are enough for these numbers of rows.
pub fn described<C: Suite>(points: &GeneratorPoints, rows: &[usize]) -> Result<Described, String> {
    let generators = generators::<C>(points)?;
    let all = |points: &[C::G]| points.iter().map(Element::of_point).collect();
    let enough = |rows: &usize| or_panic(|| Ok(generators.reduce(*rows).is_some()));
    let enough = rows.iter().map(enough).collect();
    let points = GeneratorPoints {
        g: Element::of_point(&generators.g()),
        h: Element::of_point(&generators.h()),
        g_bold: all(generators.g_bold_slice()),
        h_bold: all(generators.h_bold_slice()),
    };
    Ok(Described { points, enough })
}

/// The openings of vector commitments and of commitments.
pub fn openings<C: Suite>(
    vectors: &[(Vec<Element>, Element)],
    values: &[(Element, Element)],
) -> (Vec<PedersenVectorCommitment<C>>, Vec<PedersenCommitment<C>>) {
    let vectors = vectors
        .iter()
        .map(|(values, mask)| PedersenVectorCommitment {
            g_values: values.iter().map(Element::scalar).collect(),
            mask: mask.scalar(),
        });
    let values = values.iter().map(|(value, mask)| PedersenCommitment {
        value: value.scalar(),
        mask: mask.scalar(),
    });
    (vectors.collect(), values.collect())
}

/// Writes the commitments to a transcript.
pub fn commit<C: Suite>(
    generators: &Generators<C>,
    transcript: &mut Transcript,
    vectors: &[PedersenVectorCommitment<C>],
    values: &[PedersenCommitment<C>],
) -> Result<Commitments<C>, String> {
    let (g, h) = (generators.g(), generators.h());
    let vectors = vectors.iter();
    let vectors: Option<_> = vectors
        .map(|vector| vector.commit(generators.g_bold_slice(), h))
        .collect();
    let vectors = vectors.ok_or("a vector is longer than the generators")?;
    let values = values.iter().map(|value| value.commit(g, h)).collect();
    Ok(transcript.write_commitments(vectors, values))
}

fn statement<'a, C: Suite>(
    circuit: &Circuit,
    generators: &'a Generators<C>,
    commitments: Commitments<C>,
) -> Result<ArithmeticCircuitStatement<'a, C>, String> {
    let generators = generators.reduce(circuit.rows);
    let generators = generators.ok_or("there are fewer generators than rows")?;
    let all = combinations::<C::F>(circuit);
    let constraints = circuit.constraints.iter().map(|i| all[*i].clone());
    ArithmeticCircuitStatement::new(generators, constraints.collect(), commitments)
        .map_err(|error| format!("statement: {error:?}"))
}

/// A proof of a circuit, or the error.
pub fn prove<C: Suite>(
    circuit: &Circuit,
    generators: &Generators<C>,
    context: Element,
    randomness: Randomness,
) -> Result<Proof, String> {
    or_panic(|| {
        let (mut vectors, values) = openings::<C>(&circuit.vectors, &circuit.values);
        let mut transcript = Transcript::new(context.0);
        let commitments = commit(generators, &mut transcript, &vectors, &values)?;
        let statement = statement(circuit, generators, commitments)?;
        if circuit.forgets_a_vector {
            vectors.pop();
        }
        let scalars = |elements: &[Element]| elements.iter().map(Element::scalar).collect();
        let (al, ar) = (scalars(&circuit.al), scalars(&circuit.ar));
        let witness = ArithmeticCircuitWitness::new(al, ar, vectors, values);
        let witness = witness.ok_or("no witness")?;
        proven(statement, witness, transcript, randomness)
    })
}

/// The proof of a statement.
pub fn proven<C: Suite>(
    statement: ArithmeticCircuitStatement<'_, C>,
    witness: ArithmeticCircuitWitness<C>,
    mut transcript: Transcript,
    randomness: Randomness,
) -> Result<Proof, String> {
    let mut rng = Counted::new(randomness);
    let proven = statement.prove(&mut rng, &mut transcript, witness);
    proven.map_err(|error| format!("prove: {error:?}"))?;
    Ok(Proof {
        transcript: Bytes(transcript.challenge_bytes().to_vec()),
        bytes: Bytes(transcript.complete()),
        drawn: rng.drawn,
    })
}

/// Adds a proof to a verifier.
pub fn add<C: Suite>(
    circuit: &Circuit,
    generators: &Generators<C>,
    case: &Case,
    rng: &mut (impl rand_core::RngCore + rand_core::CryptoRng),
    verifier: &mut BatchVerifier<C>,
) -> Added {
    added(case, rng, verifier, |commitments, _| {
        statement(circuit, generators, commitments)
    })
}

/// Adds the proof of a statement, which may depend on the commitments and on challenges, to a verifier.
pub fn added<'a, C: Suite>(
    case: &Case,
    rng: &mut (impl rand_core::RngCore + rand_core::CryptoRng),
    verifier: &mut BatchVerifier<C>,
    statement: impl FnOnce(
        Commitments<C>,
        &mut VerifierTranscript<'_>,
    ) -> Result<ArithmeticCircuitStatement<'a, C>, String>,
) -> Added {
    let mut transcript = VerifierTranscript::new(case.context.0, &case.proof.0);
    let result = (|| {
        let commitments = transcript.read_commitments::<C>(case.vectors, case.values);
        let commitments = commitments.map_err(|error| format!("commitments: {error:?}"))?;
        let statement = statement(commitments, &mut transcript)?;
        let verified = statement.verify(&mut *rng, verifier, &mut transcript);
        verified.map_err(|error| format!("verify: {error:?}"))
    })();
    Added {
        result,
        transcript: Bytes(transcript.challenge_bytes().to_vec()),
        rest: transcript.complete().len(),
    }
}

/// A verifier's scalars and points.
pub fn sums<C: Suite>(verifier: &BatchVerifier<C>) -> Sums {
    let all = |scalars: &[C::F]| scalars.iter().map(Element::of_scalar).collect();
    let additional = verifier.additional.iter();
    let additional =
        additional.map(|(scalar, point)| (Element::of_point(point), Element::of_scalar(scalar)));
    Sums {
        g: Element::of_scalar(&verifier.g),
        h: Element::of_scalar(&verifier.h),
        g_bold: all(&verifier.g_bold),
        h_bold: all(&verifier.h_bold),
        h_sum: all(&verifier.h_sum),
        additional: additional.collect(),
    }
    .sorted()
}

/// Everything observable about a proof that `add` adds to a verifier, which is then verified against generators.
pub fn verified<C: Suite>(
    against: &Generators<C>,
    case: &Case,
    add: impl FnOnce(&mut Counted, &mut BatchVerifier<C>) -> Added,
) -> Outcome {
    let outcome = or_panic(|| {
        let mut verifier = Generators::batch_verifier();
        let mut rng = Counted::new(case.randomness);
        let added = add(&mut rng, &mut verifier);
        // After an error the verifier must not be used, the original says.
        let whole = added.result.is_ok();
        Ok(Outcome {
            added,
            drawn: rng.drawn,
            sums: whole.then(|| sums(&verifier)),
            verdict: whole.then(|| against.verify(verifier)),
        })
    });
    outcome.unwrap_or_else(Outcome::of_panic)
}

/// Everything observable about a circuit's proof.
pub fn verify<C: Suite>(
    circuit: &Circuit,
    generators: &Generators<C>,
    against: &Generators<C>,
    case: &Case,
) -> Outcome {
    verified(against, case, |rng, verifier| {
        add(circuit, generators, case, rng, verifier)
    })
}

/// Adds many proofs to a verifier that already has other points, and verifies it.
pub fn verify_many<C: Suite>(
    generators: &Generators<C>,
    proofs: &[(Circuit, Case)],
    points: &[(Element, Element)],
    randomness: Randomness,
) -> Result<Together, String> {
    or_panic(|| {
        let mut verifier = Generators::batch_verifier();
        let points = points.iter();
        let points = points.map(|(scalar, point)| (scalar.scalar(), point.point::<C>()));
        verifier.additional.extend(points);
        let mut rng = Counted::new(randomness);
        let mut add = |(circuit, case): &(Circuit, Case)| {
            add(circuit, generators, case, &mut rng, &mut verifier)
        };
        let added = proofs.iter().map(&mut add).collect();
        Ok(Together {
            added,
            drawn: rng.drawn,
            sums: sums(&verifier),
            verdict: generators.verify(verifier),
        })
    })
}
