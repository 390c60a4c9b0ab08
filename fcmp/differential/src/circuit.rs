//! Circuits as data, from which each side makes statements and witnesses of its own types.

use ciphersuite::group::ff::PrimeField;
use serde::{Deserialize, Serialize};

use crate::element::{Bytes, Element};

/// The variables of linear combinations, under the protocol's names.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Variable {
    /// A left factor.
    Al(usize),
    /// A right factor.
    Ar(usize),
    /// A product.
    Ao(usize),
    /// The vector commitment's number, and the place in it.
    Cg(usize, usize),
    /// The value of a commitment.
    V(usize),
}

/// A step in building a linear combination.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Operation {
    /// Replaces everything so far by a variable.
    From(Variable),
    /// Adds a multiple of a variable.
    Term(Element, Variable),
    /// Adds to the constant.
    Constant(Element),
    /// Adds an earlier combination.
    Add(usize),
    /// Subtracts an earlier combination.
    Subtract(usize),
    /// Multiplies by a scalar.
    Multiply(Element),
    /// Reads the weights by kind, which ours computes on demand.
    Look,
    /// Adds multiples of variables, with weights that combinations share.
    Run {
        /// A factor for all of them.
        factor: Element,
        /// The index in the circuit's `weights`.
        weights: usize,
        /// Where in these weights it begins.
        from: usize,
        /// The variables.
        variables: Vec<Variable>,
    },
}

/// A statement and a witness.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Circuit {
    /// The number of products in the statement.
    pub rows: usize,
    /// The left factors.
    pub al: Vec<Element>,
    /// The right ones.
    pub ar: Vec<Element>,
    /// The values and the mask of each vector commitment.
    pub vectors: Vec<(Vec<Element>, Element)>,
    /// The value and the mask of each commitment.
    pub values: Vec<(Element, Element)>,
    /// Weights that combinations share.
    pub weights: Vec<Vec<Element>>,
    /// Linear combinations; each may use earlier ones.
    pub combinations: Vec<Vec<Operation>>,
    /// The combinations that must be zero.
    pub constraints: Vec<usize>,
    /// Whether the witness lacks the last vector commitment.
    pub forgets_a_vector: bool,
}

/// A linear combination's terms, and its constant.
pub type Terms<F> = (Vec<(Variable, F)>, F);

impl Circuit {
    /// All linear combinations, term by term.
    pub fn terms<F: PrimeField>(&self) -> Vec<Terms<F>> {
        let mut all: Vec<Terms<F>> = vec![];
        for operations in &self.combinations {
            let (mut terms, mut constant) = (vec![], F::ZERO);
            for operation in operations {
                match operation {
                    Operation::From(variable) => {
                        (terms, constant) = (vec![(*variable, F::ONE)], F::ZERO);
                    }
                    Operation::Term(weight, variable) => terms.push((*variable, weight.scalar())),
                    Operation::Constant(scalar) => constant += scalar.scalar::<F>(),
                    Operation::Add(other) => {
                        terms.extend_from_slice(&all[*other].0);
                        constant += all[*other].1;
                    }
                    Operation::Subtract(other) => {
                        terms.extend(all[*other].0.iter().map(|(variable, w)| (*variable, -*w)));
                        constant -= all[*other].1;
                    }
                    Operation::Multiply(scalar) => {
                        let scalar = scalar.scalar::<F>();
                        terms.iter_mut().for_each(|(_, weight)| *weight *= scalar);
                        constant *= scalar;
                    }
                    Operation::Look => {}
                    Operation::Run {
                        factor,
                        weights,
                        from,
                        variables,
                    } => {
                        let factor = factor.scalar::<F>();
                        let weights = &self.weights[*weights][*from..];
                        let weights = weights.iter().map(|weight| weight.scalar::<F>() * factor);
                        terms.extend(variables.iter().copied().zip(weights));
                    }
                }
            }
            all.push((terms, constant));
        }
        all
    }

    /// The value of a variable; zero if it does not exist.
    pub fn value<F: PrimeField>(&self, variable: Variable) -> F {
        let at = |elements: &[Element], i: usize| elements.get(i).map_or(F::ZERO, Element::scalar);
        match variable {
            Variable::Al(i) => at(&self.al, i),
            Variable::Ar(i) => at(&self.ar, i),
            Variable::Ao(i) => at(&self.al, i) * at(&self.ar, i),
            Variable::Cg(c, i) => self.vectors.get(c).map_or(F::ZERO, |c| at(&c.0, i)),
            Variable::V(i) => self.values.get(i).map_or(F::ZERO, |v| v.0.scalar()),
        }
    }

    /// The value of a linear combination.
    pub fn evaluate<F: PrimeField>(&self, (terms, constant): &Terms<F>) -> F {
        let values = terms.iter().map(|(v, weight)| self.value::<F>(*v) * weight);
        values.fold(*constant, |sum, value| sum + value)
    }
}

/// The source of a prover's or a verifier's randomness.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Randomness {
    /// A seeded generator.
    Seed(u64),
    /// Only zeros, which nobody should use: commitments to zero are then the identity.
    Zeros,
}

/// A proof, and all that a verifier knows besides the statement.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Case {
    /// The transcript's context.
    pub context: Element,
    /// The proof, including its commitments.
    pub proof: Bytes,
    /// How many vector commitments the verifier reads.
    pub vectors: usize,
    /// How many commitments.
    pub values: usize,
    /// The randomness of the equations' weights. Never zeros: the original would accept anything, and ours panics.
    pub randomness: Randomness,
}

impl Case {
    /// A proof of a circuit with these numbers of commitments.
    pub fn new(
        context: Element,
        proof: Bytes,
        (vectors, values): (usize, usize),
        randomness: Randomness,
    ) -> Self {
        Self {
            context,
            proof,
            vectors,
            values,
            randomness,
        }
    }

    /// Whether an element of the proof is zero: a scalar, or an encoded identity.
    pub fn has_zeros(&self) -> bool {
        let mut elements = self.proof.0.chunks_exact(32);
        elements.any(|element| element.iter().all(|byte| *byte == 0))
    }
}

/// The encodings of a proof's generators.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GeneratorPoints {
    /// The generator of values.
    pub g: Element,
    /// The generator of masks.
    pub h: Element,
    /// The generators of left factors.
    pub g_bold: Vec<Element>,
    /// The generators of right factors.
    pub h_bold: Vec<Element>,
}
