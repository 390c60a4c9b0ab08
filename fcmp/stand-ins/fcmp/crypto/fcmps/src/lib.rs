//! The curves of a proof: what must be whose field.

use ciphersuite::Ciphersuite;
use ec_divisors::DivisorCurve;
use generalized_bulletproofs::arithmetic_circuit_proof::{AcStatementError, LinComb, Variable};
use generalized_bulletproofs_circuit_abstraction::Circuit;
use generalized_bulletproofs_ec_gadgets::{CurveSpec, EcGadgets};

pub trait FcmpCurves {
    type OC: Ciphersuite<G: DivisorCurve<FieldElement = <Self::C1 as Ciphersuite>::F>>;
    type C1: Ciphersuite<G: DivisorCurve<FieldElement = <Self::C2 as Ciphersuite>::F>>;
    type C2: Ciphersuite<G: DivisorCurve<FieldElement = <Self::C1 as Ciphersuite>::F>>;
}

pub fn hash_grow<C: Ciphersuite<G: DivisorCurve>>(init: C::G, children: &[(C::F, C::G)]) -> C::G {
    init + multiexp::multiexp(children)
}

/// Compiles only if the three crates of the proof layer are of one side.
pub fn constrain<C: Ciphersuite>(
    circuit: &mut Circuit<C>,
    curve: &CurveSpec<C::F>,
    point: (Variable, Variable),
    sum: LinComb<C::F>,
) {
    circuit.on_curve(curve, point);
    circuit.constrain_equal_to_zero(sum);
}

/// Compiles only if they are for this revision: why there is no statement.
pub fn reason(error: AcStatementError) -> &'static str {
    match error {
        AcStatementError::ConstrainedNonExistentTerm => "a term",
        AcStatementError::ConstrainedNonExistentVectorCommitment => "a vector commitment",
        AcStatementError::ConstrainedNonExistentCommitment => "a commitment",
        // SINCE_31C26D9 AcStatementError::DidNotConstrainCommitment => "no constraint",
        AcStatementError::TooManyCommitments => "their number",
    }
}
