//! Claims of discrete logarithms, against the original crates: the same proofs for the same randomness, and the same
//! sums of verifiers.

mod support;

use ciphersuite::Ciphersuite;
use generalized_bulletproofs_circuit_abstraction::{Circuit, LinComb};
use helioselene::{Helios, HeliosPoint, Selene, SelenePoint};

#[test]
fn proofs_are_those_of_the_original() {
    let selene = support::records::<Selene, HeliosPoint>("selene");
    let helios = support::records::<Helios, SelenePoint>("helios");
    assert_eq!(include_str!("vectors/claims.txt"), selene + &helios);
}

/// A prover's circuit knows the values of combinations, including products, which no claim asks for.
#[test]
fn products_have_values() {
    let number = |x: u64| <Helios as Ciphersuite>::F::from(x);
    let mut circuit = Circuit::<Helios>::prove(vec![], vec![]);
    circuit.mul(None, None, Some((number(2), number(7))));
    let (left, right, product) = circuit.mul(None, None, Some((number(3), number(5))));
    for (variable, value) in [(left, 3), (right, 5), (product, 15)] {
        assert_eq!(circuit.eval(&LinComb::from(variable)), Some(number(value)));
    }
    let verifier = Circuit::<Helios>::verify();
    assert_eq!(verifier.eval(&LinComb::from(product)), None);
}
