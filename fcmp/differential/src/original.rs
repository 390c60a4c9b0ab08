//! The original's proof layer.

pub use original_circuit_abstraction as abstraction;
pub use original_ec_divisors as divisors;
pub use original_ec_gadgets as gadgets;
pub use original_generalized_bulletproofs as proofs;
pub use original_helioselene as curves;

use ciphersuite::group::ff::PrimeField;
use proofs::arithmetic_circuit_proof::{LinComb, Variable};

#[path = "stack.rs"]
pub mod stack;

#[path = "gadget_stack.rs"]
pub mod gadget_stack;

#[path = "../../comparison/src/public_types.rs"]
pub mod public_types;

/// Weights that linear combinations share; the original has no such type.
type Weights<F> = Vec<F>;

/// Adds a run term by term.
fn add_run<F: PrimeField>(
    mut combination: LinComb<F>,
    factor: F,
    weights: &Weights<F>,
    from: usize,
    variables: &[Variable],
) -> LinComb<F> {
    for (variable, weight) in variables.iter().zip(&weights[from..]) {
        combination = combination.term(factor * weight, *variable);
    }
    combination
}
