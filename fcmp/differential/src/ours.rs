//! This repository's proof layer.

pub use ec_divisors as divisors;
pub use generalized_bulletproofs as proofs;
pub use generalized_bulletproofs_circuit_abstraction as abstraction;
pub use generalized_bulletproofs_ec_gadgets as gadgets;
pub use helioselene as curves;

use ciphersuite::group::ff::PrimeField;
pub use proofs::arithmetic_circuit_proof::Weights;
use proofs::arithmetic_circuit_proof::{LinComb, Variable};

#[path = "stack.rs"]
pub mod stack;

#[path = "gadget_stack.rs"]
pub mod gadget_stack;

#[path = "../../comparison/src/public_types.rs"]
pub mod public_types;

/// Adds a run as one entry.
fn add_run<F: PrimeField>(
    combination: LinComb<F>,
    factor: F,
    weights: &Weights<F>,
    from: usize,
    variables: &[Variable],
) -> LinComb<F> {
    let weights = weights.slice(from..from + variables.len());
    combination.terms(factor, &weights, &variables.iter().copied().collect())
}
