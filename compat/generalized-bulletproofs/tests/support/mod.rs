//! Random circuits, and what a verifier says of their proofs.
//!
//! Compiles with the original crate as well: what is in `vectors` was written by that.

#![allow(non_snake_case, dead_code)]

use std::fmt::Write;

use blake2::{Blake2b512, Digest};
use ciphersuite::Ciphersuite;
use ciphersuite::group::GroupEncoding;
use ciphersuite::group::ff::{Field, FromUniformBytes, PrimeField};
use generalized_bulletproofs::arithmetic_circuit_proof::{
    ArithmeticCircuitStatement, ArithmeticCircuitWitness, LinComb, Variable,
};
use generalized_bulletproofs::tests::insecure_test_generators;
use generalized_bulletproofs::transcript::{Commitments, Transcript, VerifierTranscript};
use generalized_bulletproofs::{
    BatchVerifier, Generators, PedersenCommitment, PedersenVectorCommitment,
};
use rand_chacha::ChaCha20Rng;
use rand_core::{RngCore, SeedableRng};
use subtle::ConditionallySelectable;

/// A part of a linear combination.
pub enum Part<F> {
    Term(F, Variable),
    /// Neighbours in a commitment, with weights that other constraints have too.
    Run {
        scale: F,
        weights: usize,
        variables: Vec<Variable>,
    },
}

/// A linear combination as what it is made of.
pub struct Sum<F> {
    pub parts: Vec<Part<F>>,
    pub c: F,
}

/// A circuit with values that satisfy it.
pub struct Circuit<C: Ciphersuite> {
    pub n: usize,
    pub aL: Vec<C::F>,
    pub aR: Vec<C::F>,
    pub C: Vec<PedersenVectorCommitment<C>>,
    pub V: Vec<PedersenCommitment<C>>,
    pub weights: Vec<Vec<C::F>>,
    pub constraints: Vec<Sum<C::F>>,
}

/// How much of everything a large circuit has.
pub struct Size {
    pub rows: usize,
    pub vectors: usize,
    pub values: usize,
    pub constraints: usize,
}

/// FCMP++'s sizes, of a proof of one input and of more: 256 rows are the most whose generators get tables. Each has more than
/// 64 commitments of one of the kinds.
pub const LARGE: [Size; 2] = [
    Size {
        rows: 256,
        vectors: 72,
        values: 24,
        constraints: 640,
    },
    Size {
        rows: 512,
        vectors: 24,
        values: 72,
        constraints: 700,
    },
];

/// How the linear combinations of a circuit are made.
pub type Build<C> = fn(&Circuit<C>) -> Vec<LinComb<<C as Ciphersuite>::F>>;

pub fn rng(seed: u64) -> ChaCha20Rng {
    ChaCha20Rng::seed_from_u64(seed)
}

fn below(rng: &mut impl RngCore, limit: usize) -> usize {
    rng.next_u32() as usize % limit
}

fn weight<F: Field>(rng: &mut impl RngCore) -> F {
    match below(rng, 6) {
        0 => F::ZERO,
        1 => F::ONE,
        2 => -F::ONE,
        3 => F::ONE.double(),
        _ => F::random(rng),
    }
}

fn weights<F: Field>(rng: &mut impl RngCore, len: usize) -> Vec<F> {
    (0..len).map(|_| weight(rng)).collect()
}

impl<C: Ciphersuite> Circuit<C> {
    /// A circuit with vectors of n values, which may be empty, and up to so many commitments and constraints.
    pub fn random(
        rng: &mut impl RngCore,
        n: usize,
        commitments: usize,
        constraints: usize,
    ) -> Self {
        let products = below(rng, n + 1);
        let lens: Vec<usize> = (0..below(rng, commitments + 1))
            .map(|_| [0, n, below(rng, n + 1)][below(rng, 3)])
            .collect();
        let mut circuit = Self {
            n,
            aL: weights(rng, products),
            aR: weights(rng, products),
            C: Vec::new(),
            V: Vec::new(),
            weights: (0..2).map(|_| weights(rng, n - n / 4)).collect(),
            constraints: Vec::new(),
        };
        for len in lens {
            circuit.C.push(PedersenVectorCommitment {
                g_values: weights(rng, len),
                mask: C::F::random(&mut *rng),
            });
        }
        for _ in 0..below(rng, 3) {
            circuit.V.push(PedersenCommitment {
                value: weight(rng),
                mask: C::F::random(&mut *rng),
            });
        }
        for _ in 0..below(rng, constraints + 1) {
            let parts = (0..below(rng, 9)).map(|_| circuit.part(rng)).collect();
            let mut sum = Sum {
                parts,
                c: C::F::ZERO,
            };
            sum.c = -circuit.evaluate(&sum);
            circuit.constraints.push(sum);
        }
        circuit
    }

    /// A circuit with as many of everything as its size says. No constraint is without a weight that no other has, and each
    /// single commitment is alone in one, as later revisions ask.
    pub fn large(rng: &mut impl RngCore, size: &Size) -> Self {
        let n = size.rows;
        let mut circuit = Self {
            n,
            aL: weights(rng, n - 3),
            aR: weights(rng, n - 3),
            C: Vec::new(),
            V: Vec::new(),
            weights: (0..2).map(|_| weights(rng, n - n / 4)).collect(),
            constraints: Vec::new(),
        };
        for i in 0..size.vectors {
            let len = [n, 0, below(rng, n + 1), below(rng, 9)][i % 4];
            circuit.C.push(PedersenVectorCommitment {
                g_values: weights(rng, len),
                mask: C::F::random(&mut *rng),
            });
        }
        for _ in 0..size.values {
            circuit.V.push(PedersenCommitment {
                value: weight(rng),
                mask: C::F::random(&mut *rng),
            });
        }
        for i in 0..size.constraints {
            let own = C::F::random(&mut *rng);
            let mut parts = match i < size.values {
                true => vec![Part::Term(own, Variable::V(i))],
                false => vec![Part::Term(own, Variable::aO(below(rng, n)))],
            };
            for _ in 0..below(rng, 4) {
                let (index, commitment) = (below(rng, n), below(rng, size.vectors));
                let variable = match below(rng, 6) {
                    0 => Variable::aL(index),
                    1 => Variable::aR(index),
                    2 => Variable::aO(index),
                    _ => Variable::CG { commitment, index },
                };
                parts.push(Part::Term(weight(rng), variable));
            }
            // A sixteenth has a divisor's run or two.
            for _ in 0..usize::from(i % 16 == 15) * (1 + below(rng, 2)) {
                let commitment = below(rng, size.vectors);
                parts.push(circuit.run(rng, commitment));
            }
            let c = C::F::ZERO;
            let mut sum = Sum { parts, c };
            sum.c = -circuit.evaluate(&sum);
            circuit.constraints.push(sum);
        }
        circuit
    }

    pub fn part(&self, rng: &mut impl RngCore) -> Part<C::F> {
        let index = below(rng, self.n);
        let variable = match below(rng, 7) {
            0 => Variable::aL(index),
            1 => Variable::aR(index),
            2 => Variable::aO(index),
            3 if !self.V.is_empty() => Variable::V(below(rng, self.V.len())),
            4..=6 if !self.C.is_empty() => {
                let commitment = below(rng, self.C.len());
                if below(rng, 2) == 0 {
                    return self.run(rng, commitment);
                }
                Variable::CG { commitment, index }
            }
            _ => Variable::aO(index),
        };
        Part::Term(weight(rng), variable)
    }

    /// One of overlapping runs, some of which have a gap.
    fn run(&self, rng: &mut impl RngCore, commitment: usize) -> Part<C::F> {
        let which = below(rng, 2);
        let len = self.weights[which].len();
        let start = below(rng, self.n - len + 1);
        let gap = below(rng, 2 * len);
        let variable = |i: usize| Variable::CG {
            commitment,
            index: if i == gap { start } else { start + i },
        };
        Part::Run {
            scale: weight(rng),
            weights: which,
            variables: (0..len).map(variable).collect(),
        }
    }

    /// The value of a variable; those that have none are zero.
    pub fn value(&self, variable: Variable) -> C::F {
        let of = |values: &[C::F], i: usize| values.get(i).copied().unwrap_or(C::F::ZERO);
        match variable {
            Variable::aL(i) => of(&self.aL, i),
            Variable::aR(i) => of(&self.aR, i),
            Variable::aO(i) => of(&self.aL, i) * of(&self.aR, i),
            Variable::CG { commitment, index } => of(&self.C[commitment].g_values, index),
            Variable::V(i) => self.V[i].value,
        }
    }

    /// The value of a sum, one product after the other.
    pub fn evaluate(&self, sum: &Sum<C::F>) -> C::F {
        let mut value = sum.c;
        for (variable, weight) in self.terms(sum) {
            value += self.value(variable) * weight;
        }
        value
    }

    /// The terms of a sum.
    pub fn terms(&self, sum: &Sum<C::F>) -> Vec<(Variable, C::F)> {
        let mut terms = Vec::new();
        for part in &sum.parts {
            match part {
                Part::Term(weight, variable) => terms.push((*variable, *weight)),
                Part::Run {
                    scale,
                    weights,
                    variables,
                } => {
                    for (variable, weight) in variables.iter().zip(&self.weights[*weights]) {
                        terms.push((*variable, *scale * weight));
                    }
                }
            }
        }
        terms
    }

    /// The constraints, term by term.
    pub fn by_terms(&self) -> Vec<LinComb<C::F>> {
        let combination = |sum| {
            let terms = self.terms(sum).into_iter();
            terms.fold(
                LinComb::empty().constant(sum.c),
                |sum, (variable, weight)| sum.term(weight, variable),
            )
        };
        self.constraints.iter().map(combination).collect()
    }

    pub fn witness(&self) -> ArithmeticCircuitWitness<C> {
        ArithmeticCircuitWitness::new(
            self.aL.clone(),
            self.aR.clone(),
            self.C.clone(),
            self.V.clone(),
        )
        .unwrap()
    }
}

/// The generators of all tests.
pub fn generators<C: Ciphersuite>(n: usize) -> Generators<C> {
    insecure_test_generators(&mut rng(0), n).unwrap()
}

pub const CONTEXT: [u8; 32] = [7; 32];

impl<C> Circuit<C>
where
    C: Ciphersuite<F: FromUniformBytes<64>, G: ConditionallySelectable>,
{
    pub fn statement<'a>(
        &self,
        build: Build<C>,
        generators: &'a Generators<C>,
        commitments: Commitments<C>,
    ) -> ArithmeticCircuitStatement<'a, C> {
        let generators = generators.reduce(self.n).unwrap();
        ArithmeticCircuitStatement::new(generators, build(self), commitments).unwrap()
    }

    /// The proof; none if the prover notices that there is none.
    pub fn prove(&self, build: Build<C>, generators: &Generators<C>, seed: u64) -> Option<Vec<u8>> {
        let mut transcript = Transcript::new(CONTEXT);
        let commit = |c: &PedersenVectorCommitment<C>| {
            c.commit(generators.g_bold_slice(), generators.h()).unwrap()
        };
        let C = self.C.iter().map(commit).collect();
        let V = self
            .V
            .iter()
            .map(|v| v.commit(generators.g(), generators.h()));
        let commitments = transcript.write_commitments(C, V.collect());
        let statement = self.statement(build, generators, commitments);
        let proved = statement.prove(&mut rng(seed), &mut transcript, self.witness());
        proved.ok().map(|()| transcript.complete())
    }

    /// What a verifier says of a proof: a letter, and all that it knows then.
    ///
    /// `s` and `e`: commitments are too short, or one is invalid; `i`: the proof is incomplete; `r`: it is refused; `a`:
    /// it is accepted.
    pub fn verdict(
        &self,
        build: Build<C>,
        generators: &Generators<C>,
        context: [u8; 32],
        proof: &[u8],
    ) -> (char, Blake2b512) {
        let mut transcript = VerifierTranscript::new(context, proof);
        let mut seen = Blake2b512::new();
        let commitments = transcript.read_commitments::<C>(self.C.len(), self.V.len());
        let verdict = match commitments {
            Err(error) if error.to_string().contains("not enough bytes") => 's',
            Err(error) => {
                assert_eq!(error.to_string(), "invalid point");
                'e'
            }
            Ok(commitments) => {
                let statement = self.statement(build, generators, commitments);
                let mut verifier = Generators::batch_verifier();
                match statement.verify(&mut rng(1), &mut verifier, &mut transcript) {
                    Err(error) => {
                        assert_eq!(format!("{error:?}"), "IncompleteProof");
                        'i'
                    }
                    Ok(()) => {
                        see(&mut seen, &verifier);
                        match generators.verify(verifier) {
                            true => 'a',
                            false => 'r',
                        }
                    }
                }
            }
        };
        seen.update([verdict as u8]);
        seen.update(transcript.challenge_bytes());
        seen.update(transcript.complete());
        (verdict, seen)
    }

    /// A line of a record: what a verifier says of changed proofs.
    fn line(
        &self,
        build: Build<C>,
        generators: &Generators<C>,
        kind: &str,
        changed: impl IntoIterator<Item = ([u8; 32], Vec<u8>)>,
    ) -> String {
        let mut seen = Blake2b512::new();
        let mut verdicts = String::new();
        for (context, proof) in changed {
            let (verdict, all) = self.verdict(build, generators, context, &proof);
            verdicts.push(verdict);
            seen.update(all.finalize());
        }
        format!("{kind} {verdicts} {}\n", hex(&seen.finalize()[..16]))
    }
}

/// Everything in a verifier.
fn see<C: Ciphersuite>(seen: &mut Blake2b512, verifier: &BatchVerifier<C>) {
    let vectors = [&verifier.g_bold, &verifier.h_bold, &verifier.h_sum];
    for scalar in [&verifier.g, &verifier.h]
        .into_iter()
        .chain(vectors.into_iter().flatten())
    {
        seen.update(scalar.to_repr());
    }
    for (scalar, point) in &verifier.additional {
        seen.update(scalar.to_repr());
        seen.update(point.to_bytes());
    }
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut hex, byte| {
        write!(hex, "{byte:02x}").unwrap();
        hex
    })
}

/// Bytes that are no scalars or no points, or special ones.
fn special<C: Ciphersuite>() -> Vec<[u8; 32]> {
    let minus_one = |repr: &[u8]| <[u8; 32]>::try_from(repr).unwrap();
    let highest = minus_one((-C::F::ONE).to_repr().as_ref());
    let mut modulus = highest;
    modulus[0] += 1;
    let mut sign = [0; 32];
    sign[31] = 0x80;
    let mut identity = [0; 32];
    identity.copy_from_slice(C::G::default_identity().as_ref());
    vec![[0; 32], [0xff; 32], highest, modulus, sign, identity]
}

/// The encoding of the identity.
trait DefaultIdentity: GroupEncoding {
    fn default_identity() -> Self::Repr;
}

impl<G: ciphersuite::group::Group + GroupEncoding> DefaultIdentity for G {
    fn default_identity() -> Self::Repr {
        G::identity().to_bytes()
    }
}

/// The lines of a circuit's record: the proof, and the verdicts on it when it is changed.
pub fn record<C>(name: &str, build: Build<C>, seed: u64, n: usize, commitments: usize) -> String
where
    C: Ciphersuite<F: FromUniformBytes<64>, G: ConditionallySelectable>,
{
    let generators = generators::<C>(n);
    let circuit = Circuit::<C>::random(&mut rng(seed), n, commitments, 6);
    let proof = circuit.prove(build, &generators, seed).unwrap();
    let mut lines = format!("{name} {seed} {n} {commitments}\nproof {}\n", hex(&proof));

    let mut line = |kind: &str, changed: Vec<([u8; 32], Vec<u8>)>| {
        lines += &circuit.line(build, &generators, kind, changed);
    };
    // All bytes of short proofs, some of longer ones.
    let bytes = (0..proof.len()).step_by(1 + 3 * (n / 8));
    let elements = 0..proof.len() / 32;
    let changed = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut proof = proof.clone();
        change(&mut proof);
        (CONTEXT, proof)
    };
    line(
        "unchanged",
        vec![(CONTEXT, proof.clone()), ([8; 32], proof.clone())],
    );
    line(
        "bytes",
        bytes
            .clone()
            .map(|i| changed(&|proof| proof[i] ^= 1 << (i % 8)))
            .collect(),
    );
    line(
        "truncated",
        bytes
            .map(|len| changed(&|proof| proof.truncate(len)))
            .collect(),
    );
    line(
        "longer",
        vec![changed(&|proof| proof.extend_from_slice(&[5; 9]))],
    );
    let pairs = elements.clone().skip(1);
    line(
        "swapped",
        pairs
            .map(|i| changed(&|proof| proof[32 * (i - 1)..32 * (i + 1)].rotate_left(32)))
            .collect(),
    );
    for special in special::<C>() {
        line(
            "special",
            elements
                .clone()
                .map(|i| changed(&|proof| proof[32 * i..32 * (i + 1)].copy_from_slice(&special)))
                .collect(),
        );
    }
    lines
}

/// What is recorded: small circuits in full.
pub fn records<Helios, Selene>(helios: Build<Helios>, selene: Build<Selene>) -> Vec<String>
where
    Helios: Ciphersuite<F: FromUniformBytes<64>, G: ConditionallySelectable>,
    Selene: Ciphersuite<F: FromUniformBytes<64>, G: ConditionallySelectable>,
{
    let mut records = Vec::new();
    for (seed, n, commitments) in SHAPES {
        records.push(record("helios", helios, seed, n, commitments));
        records.push(record("selene", selene, seed, n, commitments));
    }
    records
}

const SHAPES: [(u64, usize, usize); 5] = [(1, 1, 0), (2, 2, 2), (3, 4, 2), (4, 16, 3), (5, 32, 4)];

/// The digests of the proofs of many circuits.
pub fn digests<C>(name: &str, build: Build<C>) -> String
where
    C: Ciphersuite<F: FromUniformBytes<64>, G: ConditionallySelectable>,
{
    let mut lines = String::new();
    for seed in 100..148 {
        let n = 1 << (seed % 6);
        let generators = generators::<C>(n);
        let circuit = Circuit::<C>::random(&mut rng(seed), n, 5, 8);
        let proof = circuit.prove(build, &generators, seed).unwrap();
        let digest = hex(&Blake2b512::digest(&proof)[..16]);
        writeln!(lines, "{name} {seed} {} {digest}", proof.len()).unwrap();
    }
    lines
}

/// What is recorded of a large circuit: its size, the digest of the proof, and the verdicts when that is changed.
///
/// No identity is encoded where there is a point: what the original makes of that is the curve's, not the proof's.
pub fn large<C>(name: &str, build: Build<C>, seed: u64, size: &Size) -> String
where
    C: Ciphersuite<F: FromUniformBytes<64>, G: ConditionallySelectable>,
{
    let generators = generators::<C>(size.rows);
    let circuit = Circuit::<C>::large(&mut rng(seed), size);
    let proof = circuit.prove(build, &generators, seed).unwrap();
    let Size {
        rows,
        vectors,
        values,
        constraints,
    } = size;
    let mut lines = format!("{name} {seed} {rows} {vectors} {values} {constraints}\n");
    let digest = hex(&Blake2b512::digest(&proof)[..16]);
    writeln!(lines, "proof {} {digest}", proof.len()).unwrap();

    let changed = |change: &dyn Fn(&mut [u8])| {
        let mut proof = proof.clone();
        change(&mut proof);
        (CONTEXT, proof)
    };
    let element = |i: usize| 32 * i..32 * (i + 1);
    let (bytes, elements) = (0..proof.len(), 0..proof.len() / 32);
    let mut line = |kind: &str, changed: Vec<_>| {
        lines += &circuit.line(build, &generators, kind, changed);
    };
    line(
        "unchanged",
        vec![(CONTEXT, proof.clone()), ([8; 32], proof.clone())],
    );
    let flipped = bytes.clone().step_by(97);
    let flipped = flipped.map(|i| changed(&|proof| proof[i] ^= 1 << (i % 8)));
    line("bytes", flipped.collect());
    let lens = bytes.step_by(379).chain(proof.len() - 1..proof.len());
    line(
        "truncated",
        lens.map(|len| (CONTEXT, proof[..len].to_vec())).collect(),
    );
    line("longer", vec![(CONTEXT, [&proof[..], &[5; 9]].concat())]);
    let pairs = elements.clone().skip(1).step_by(11);
    let swapped =
        pairs.map(|i| changed(&|proof| proof[32 * (i - 1)..32 * (i + 1)].rotate_left(32)));
    line("swapped", swapped.collect());
    let [_, ones, highest, modulus, ..] = &special::<C>()[..] else {
        panic!("no special elements")
    };
    for special in [ones, highest, modulus] {
        let some = elements.clone().step_by(13);
        let set = some.map(|i| changed(&|proof| proof[element(i)].copy_from_slice(special)));
        line("special", set.collect());
    }
    // tau_x, mu and t before the points of the rounds, a and b after them.
    let scalars = elements.end - 2 * rows.ilog2() as usize - 5;
    let scalars = (scalars..scalars + 3).chain(elements.end - 2..elements.end);
    for special in [&[0; 32], highest, modulus] {
        let set = scalars.clone();
        let set = set.map(|i| changed(&|proof| proof[element(i)].copy_from_slice(special)));
        line("scalars", set.collect());
    }
    lines
}

/// The records of the large circuits, one over each curve.
pub fn large_records<Helios, Selene>(helios: Build<Helios>, selene: Build<Selene>) -> String
where
    Helios: Ciphersuite<F: FromUniformBytes<64>, G: ConditionallySelectable>,
    Selene: Ciphersuite<F: FromUniformBytes<64>, G: ConditionallySelectable>,
{
    let [few, many] = &LARGE;
    large("helios", helios, 6, few) + &large("selene", selene, 7, many)
}
