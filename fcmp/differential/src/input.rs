//! The inputs that both sides get.

use serde::{Deserialize, Serialize};

use crate::circuit::{Case, Circuit, GeneratorPoints, Randomness};
use crate::element::Element;
use crate::gadgets::GadgetCircuit;

/// The generators with which a verifier's sum is computed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Against {
    /// The prover's generators.
    Same,
    /// The same number of other ones.
    Others,
    /// A quarter as many.
    Fewer,
}

/// An input for both sides.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Input {
    /// Linear combinations, whose weights are compared.
    Combinations(Circuit),
    /// A circuit to be proven.
    Proof(Circuit, Element, Randomness),
    /// A proof to be verified.
    Verification(Circuit, Case, Against),
    /// Proofs to be verified by one verifier, which already has these scalars and points.
    Together(Vec<(Circuit, Case)>, Vec<(Element, Element)>, Randomness),
    /// Proofs to be verified by one call, which the original lacks.
    Batch(Vec<(Circuit, Case)>, u64),
    /// Generators.
    Generators(GeneratorPoints),
    /// A circuit of gadgets to be proven.
    GadgetProof(GadgetCircuit, Element, Randomness),
    /// A proof of such a circuit.
    GadgetVerification(GadgetCircuit, Case),
}
