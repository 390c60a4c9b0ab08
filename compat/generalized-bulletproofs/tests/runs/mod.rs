//! Circuits as the original cannot make them: with weights that are shared.

use ciphersuite::Ciphersuite;
use generalized_bulletproofs::arithmetic_circuit_proof::{LinComb, Weights};

use crate::support::{Circuit, Part, Sum};

/// The constraints, with runs as runs.
pub fn in_runs<C: Ciphersuite>(circuit: &Circuit<C>) -> Vec<LinComb<C::F>> {
    let shared: Vec<Weights<C::F>> = circuit.weights.iter().cloned().map(Weights::from).collect();
    let combination = |sum: &Sum<C::F>| {
        let parts = sum.parts.iter();
        parts.fold(LinComb::empty().constant(sum.c), |sum, part| match part {
            Part::Term(weight, variable) => sum.term(*weight, *variable),
            Part::Run {
                scale,
                weights,
                variables,
            } => {
                let variables = variables.iter().copied().collect();
                sum + &LinComb::empty().terms(*scale, &shared[*weights], &variables)
            }
        })
    };
    circuit.constraints.iter().map(combination).collect()
}
