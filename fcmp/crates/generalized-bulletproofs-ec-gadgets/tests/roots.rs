//! A verifier takes Ed25519's coordinates from `ec-divisors`, as a prover does. With the other root it refuses honest proofs.

use ciphersuite::Ciphersuite;
use ciphersuite::group::Group;
use ciphersuite::group::ff::{Field, PrimeField};
use dalek_ff_group::{EdwardsPoint, FieldElement};
use generalized_bulletproofs::tests::insecure_test_generators;
use generalized_bulletproofs::transcript::{Transcript, VerifierTranscript};
use generalized_bulletproofs::{Generators, PedersenCommitment};
use generalized_bulletproofs_circuit_abstraction::{Circuit, Variable};
use generalized_bulletproofs_ec_gadgets::{CurveSpec, EcGadgets};
use helioselene::Selene;
use helioselene_divisors::{even_root, odd_root};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

type Scalar = <Selene as Ciphersuite>::F;

/// A module of `helioselene-divisors`, as a prover or a verifier uses it.
#[derive(Clone, Copy)]
struct Divisors {
    curve: [FieldElement; 2],
    to_xy: fn(EdwardsPoint) -> Option<(FieldElement, FieldElement)>,
}

macro_rules! divisors {
    ($root:ident) => {
        Divisors {
            curve: [
                <EdwardsPoint as $root::DivisorCurve>::a(),
                <EdwardsPoint as $root::DivisorCurve>::b(),
            ],
            to_xy: <EdwardsPoint as $root::DivisorCurve>::to_xy,
        }
    };
}

/// The published crate's field element as Selene's scalar.
fn scalar(x: FieldElement) -> Scalar {
    Scalar::from_repr(x.to_repr()).unwrap()
}

impl Divisors {
    fn xy(self, point: EdwardsPoint) -> [Scalar; 2] {
        let (x, y) = (self.to_xy)(point).unwrap();
        [x, y].map(scalar)
    }

    /// FCMP++'s claim about an input: the hidden output is the known point plus a hidden one.
    fn constrain(self, circuit: &mut Circuit<Selene>, input: EdwardsPoint) {
        let [a, b] = self.curve.map(scalar);
        let hidden = [0, 2].map(|i| {
            let coordinates = (Variable::V(i), Variable::V(i + 1));
            circuit.on_curve(&CurveSpec { a, b }, coordinates)
        });
        let [blind, output] = hidden;
        let [x, y] = self.xy(input);
        circuit.incomplete_add_fixed((x, y), blind, output);
    }
}

fn rng() -> ChaCha20Rng {
    ChaCha20Rng::seed_from_u64(58)
}

fn generators() -> Generators<Selene> {
    insecure_test_generators(&mut rng(), 16).unwrap()
}

fn prove(divisors: Divisors, input: EdwardsPoint, blind: EdwardsPoint) -> Vec<u8> {
    let (generators, rng) = (generators(), &mut rng());
    let values = [divisors.xy(blind), divisors.xy(input + blind)].concat();
    let openings: Vec<_> = values
        .into_iter()
        .map(|value| PedersenCommitment::<Selene> {
            value,
            mask: Scalar::random(&mut *rng),
        })
        .collect();
    let commitments = openings
        .iter()
        .map(|opening| opening.commit(generators.g(), generators.h()));
    let mut transcript = Transcript::new([1; 32]);
    let commitments = transcript.write_commitments(vec![], commitments.collect());
    let mut circuit = Circuit::prove(vec![], openings);
    divisors.constrain(&mut circuit, input);
    let generators = generators.reduce(16).unwrap();
    let (statement, witness) = circuit.statement(generators, commitments).unwrap();
    statement
        .prove(rng, &mut transcript, witness.unwrap())
        .unwrap();
    transcript.complete()
}

fn accepts(divisors: Divisors, input: EdwardsPoint, proof: &[u8]) -> bool {
    let generators = generators();
    let mut transcript = VerifierTranscript::new([1; 32], proof);
    let commitments = transcript.read_commitments(0, 4).unwrap();
    let mut circuit = Circuit::verify();
    divisors.constrain(&mut circuit, input);
    let (statement, _) = circuit
        .statement(generators.reduce(16).unwrap(), commitments)
        .unwrap();
    let mut verifier = Generators::batch_verifier();
    statement
        .verify(&mut rng(), &mut verifier, &mut transcript)
        .unwrap();
    generators.verify(verifier)
}

#[test]
fn a_verifier_with_the_other_root_refuses_honest_proofs() {
    let (even, odd) = (divisors!(even_root), divisors!(odd_root));
    let rng = &mut rng();
    let [input, blind] = [(); 2].map(|()| EdwardsPoint::random(&mut *rng));
    for (of_the_tree, other) in [(even, odd), (odd, even)] {
        let proof = prove(of_the_tree, input, blind);
        assert!(accepts(of_the_tree, input, &proof));
        assert!(!accepts(other, input, &proof));
    }
}
