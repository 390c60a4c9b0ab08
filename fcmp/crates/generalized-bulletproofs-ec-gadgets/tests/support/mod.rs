//! Claims of discrete logarithms, proven and verified.
//!
//! Compiles with the original crates as well, which wrote what is in `vectors`.

#![allow(non_snake_case)]

use std::fmt::Write;

use blake2::{Blake2b512, Digest};
use ciphersuite::Ciphersuite;
use ciphersuite::group::ff::{Field, FromUniformBytes, PrimeField};
use ciphersuite::group::{Group, GroupEncoding};
use ec_divisors::{DivisorCurve, ScalarDecomposition};
use generalized_bulletproofs::tests::insecure_test_generators;
use generalized_bulletproofs::transcript::{Transcript as ProverTranscript, VerifierTranscript};
use generalized_bulletproofs::{Generators, PedersenCommitment, PedersenVectorCommitment};
use generalized_bulletproofs_circuit_abstraction::{Circuit, LinComb, Transcript, Variable};
use generalized_bulletproofs_ec_gadgets::{
    CurveSpec, DiscreteLogParameter, Divisor, EcDlogGadgets, EcGadgets, GeneratorTable, OnCurve,
    PointWithDlog,
};
use generic_array::GenericArray;
use generic_array::typenum::U255;
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;
use subtle::ConditionallySelectable;

pub struct Bits;

impl DiscreteLogParameter for Bits {
    type ScalarBits = U255;
}

/// Where values are placed in vector commitments of n.
#[derive(Clone, Copy)]
pub struct Layout {
    pub n: usize,
    /// 1 places them one after the other. Coprime to the number of values.
    pub stride: usize,
    /// One value in this many has its own commitment.
    pub alone: usize,
}

/// The values of a claim: digits, x, the coefficients of the divisor, y.
const VALUES: usize = 512;

/// A curve whose coordinates are the scalars of `C`.
pub trait Embedded<C: Ciphersuite>: DivisorCurve<FieldElement = C::F, Scalar: Zero> {}
impl<C: Ciphersuite, G: DivisorCurve<FieldElement = C::F, Scalar: Zero>> Embedded<C> for G {}

pub trait Zero: zeroize::Zeroize + ciphersuite::group::ff::PrimeFieldBits {}
impl<F: zeroize::Zeroize + ciphersuite::group::ff::PrimeFieldBits> Zero for F {}

pub struct Claims<C: Ciphersuite, G: Group> {
    layout: Layout,
    generators: Generators<C>,
    bases: [G; 2],
    fixed: G,
    values: Vec<C::F>,
    /// The coordinates of the sums of the results and a fixed point.
    sums: Vec<C::F>,
}

fn rng(seed: u64) -> ChaCha20Rng {
    ChaCha20Rng::seed_from_u64(seed)
}

impl<C, G> Claims<C, G>
where
    C: Ciphersuite<F: FromUniformBytes<64>, G: ConditionallySelectable>,
    G: Embedded<C> + zeroize::Zeroize,
{
    pub fn new(seed: u64, layout: Layout, count: usize) -> Self {
        let rng = &mut rng(seed);
        let generators = insecure_test_generators(&mut *rng, layout.n).unwrap();
        let bases = [(); 2].map(|()| G::random(&mut *rng));
        let fixed = G::random(&mut *rng);
        let (mut values, mut sums) = (Vec::new(), Vec::new());
        for i in 0..count {
            let scalar = ScalarDecomposition::new(G::Scalar::random(&mut *rng)).unwrap();
            let base = bases[i % 2];
            let point = base * scalar.scalar();
            let (x, y) = G::to_xy(point).unwrap();
            let divisor = scalar.scalar_mul_divisor(base).normalize_x_coefficient();
            let digits = scalar.decomposition().iter();
            values.extend(digits.map(|digit| C::F::from(*digit)));
            values.push(x);
            let get = |values: &[C::F], i: usize| values.get(i).copied().unwrap_or(C::F::ZERO);
            let empty = Vec::new();
            let yx = divisor.yx_coefficients.first().unwrap_or(&empty);
            values.push(get(&divisor.y_coefficients, 0));
            values.extend((0..126).map(|i| get(yx, i)));
            values.extend((1..128).map(|i| get(&divisor.x_coefficients, i)));
            values.push(divisor.zero_coefficient);
            values.push(y);
            let sum = G::to_xy(fixed + point).unwrap();
            sums.extend([sum.0, sum.1]);
        }
        assert_eq!(values.len(), count * VALUES);
        Self {
            layout,
            generators,
            bases,
            fixed,
            values,
            sums,
        }
    }

    /// The openings of the commitments, and the variables of the values.
    #[allow(clippy::type_complexity)]
    fn committed(&self) -> (Vec<Vec<C::F>>, Vec<C::F>, Vec<Variable>) {
        let Layout { n, stride, alone } = self.layout;
        let len = self.values.len();
        let mut vectors = vec![vec![C::F::ZERO; n]; len.div_ceil(n)];
        let mut singles = self.sums.clone();
        let mut variables = Vec::new();
        for (i, value) in self.values.iter().enumerate() {
            if i % alone == alone - 1 {
                variables.push(Variable::V(singles.len()));
                singles.push(*value);
            } else {
                let place = i * stride % len;
                let (commitment, index) = (place / n, place % n);
                variables.push(Variable::CG { commitment, index });
                vectors[commitment][index] = *value;
            }
        }
        (vectors, singles, variables)
    }

    fn constrain(
        &self,
        circuit: &mut Circuit<C>,
        transcript: &mut impl Transcript,
        variables: &[Variable],
    ) {
        let curve = CurveSpec {
            a: G::a(),
            b: G::b(),
        };
        let tables = self.bases.map(|base| {
            let (x, y) = G::to_xy(base).unwrap();
            GeneratorTable::<C::F, Bits>::new(&curve, x, y)
        });
        let (challenge, generators) =
            circuit.discrete_log_challenge(transcript, &curve, &[&tables[0], &tables[1]]);
        let mut last: Option<OnCurve> = None;
        for (i, of) in variables.chunks(VALUES).enumerate() {
            let (dlog, of) = of.split_at(255);
            let (x, of) = of.split_at(1);
            let claim = PointWithDlog {
                point: (x[0], of[255]),
                dlog: *GenericArray::from_slice(dlog),
                divisor: Divisor {
                    y: of[0],
                    yx: *GenericArray::from_slice(&of[1..127]),
                    x_from_power_of_2: *GenericArray::from_slice(&of[127..254]),
                    zero: of[254],
                },
            };
            let point = circuit.discrete_log(&curve, claim, &challenge, &generators[i % 2]);
            let sum = (Variable::V(2 * i), Variable::V(2 * i + 1));
            let sum = circuit.on_curve(&curve, sum);
            let fixed = G::to_xy(self.fixed).unwrap();
            let sum = circuit.incomplete_add_fixed(fixed, point, sum);
            if let Some(last) = last {
                let [a, b] = [last.x(), sum.x()].map(LinComb::from);
                let values = circuit.eval(&a).zip(circuit.eval(&b));
                circuit.inequality(a, &b, values);
            }
            last = Some(sum);
        }
    }

    pub fn prove(&self, seed: u64) -> Vec<u8> {
        let (vectors, singles, variables) = self.committed();
        let rng = &mut rng(seed);
        let mut vector = |g_values| {
            let mask = C::F::random(&mut *rng);
            PedersenVectorCommitment::<C> { g_values, mask }
        };
        let vectors: Vec<_> = vectors.into_iter().map(&mut vector).collect();
        let mut single = |value| {
            let mask = C::F::random(&mut *rng);
            PedersenCommitment::<C> { value, mask }
        };
        let singles: Vec<_> = singles.into_iter().map(&mut single).collect();
        let (g, h) = (self.generators.g(), self.generators.h());
        let g_bold = self.generators.g_bold_slice();
        let mut transcript = ProverTranscript::new([1; 32]);
        let of_vectors = vectors.iter().map(|c| c.commit(g_bold, h).unwrap());
        let of_singles = singles.iter().map(|v| v.commit(g, h));
        let commitments = transcript.write_commitments(of_vectors.collect(), of_singles.collect());
        let mut circuit = Circuit::prove(vectors, singles);
        self.constrain(&mut circuit, &mut transcript, &variables);
        let generators = self.generators.reduce(self.layout.n).unwrap();
        let (statement, witness) = circuit.statement(generators, commitments).unwrap();
        statement
            .prove(rng, &mut transcript, witness.unwrap())
            .unwrap();
        transcript.complete()
    }

    /// Whether a proof is accepted, and a digest of all that the verifier knows then.
    pub fn verify(&self, proof: &[u8]) -> (bool, String) {
        let (vectors, singles, variables) = self.committed();
        let mut seen = Blake2b512::new();
        let mut transcript = VerifierTranscript::new([1; 32], proof);
        let mut accepted = false;
        if let Ok(commitments) = transcript.read_commitments(vectors.len(), singles.len()) {
            let mut circuit = Circuit::verify();
            self.constrain(&mut circuit, &mut transcript, &variables);
            let generators = self.generators.reduce(self.layout.n).unwrap();
            let (statement, witness) = circuit.statement(generators, commitments).unwrap();
            assert!(witness.is_none());
            let mut verifier = Generators::batch_verifier();
            if statement
                .verify(&mut rng(2), &mut verifier, &mut transcript)
                .is_ok()
            {
                for scalar in verifier.g_bold.iter().chain(&verifier.h_bold) {
                    seen.update(scalar.to_repr());
                }
                for (scalar, point) in &verifier.additional {
                    seen.update(scalar.to_repr());
                    seen.update(point.to_bytes());
                }
                accepted = self.generators.verify(verifier);
            }
        }
        seen.update(transcript.challenge_bytes());
        seen.update(transcript.complete());
        (accepted, format!("{:.32x}", seen.finalize()))
    }
}

/// One after the other; over two commitments; scattered; with other commitments between them.
const LAYOUTS: [[usize; 3]; 4] = [
    [256, 1, usize::MAX],
    [128, 1, usize::MAX],
    [256, 77, usize::MAX],
    [64, 1, 61],
];

/// The records: digests of proofs, of what verifiers know after them, and of what they know after others.
pub fn records<C, G>(name: &str) -> String
where
    C: Ciphersuite<F: FromUniformBytes<64>, G: ConditionallySelectable>,
    G: Embedded<C> + zeroize::Zeroize,
{
    let mut lines = String::new();
    for (i, [n, stride, alone]) in LAYOUTS.into_iter().enumerate() {
        let layout = Layout { n, stride, alone };
        let seed = 10 + i as u64;
        let claims = Claims::<C, G>::new(seed, layout, 1 + i % 2);
        let mut proof = claims.prove(seed);
        let (accepted, seen) = claims.verify(&proof);
        let (len, digest) = (proof.len(), Blake2b512::digest(&proof));
        writeln!(lines, "{name} {i} {len} {digest:.32x} {accepted} {seen}").unwrap();
        for place in [0, len / 2, len - 40] {
            proof[place] ^= 1;
            let (accepted, seen) = claims.verify(&proof);
            writeln!(lines, "{place} {accepted} {seen}").unwrap();
            proof[place] ^= 1;
        }
    }
    lines
}
