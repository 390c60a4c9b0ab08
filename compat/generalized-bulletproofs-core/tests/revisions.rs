//! Both revisions in one program: each refuses what its original refuses, whatever else is in the graph.

#![allow(non_snake_case)]

use ciphersuite::Ciphersuite;
use ciphersuite::group::Group;
use ciphersuite::group::ff::Field;
use helioselene::Selene;
use helioselene_proofs::arithmetic_circuit_proof::{ArithmeticCircuitStatement, LinComb, Variable};
use helioselene_proofs::revision::{Of0e438ae, Revision, Since31c26d9, since_31c26d9};
use helioselene_proofs::transcript::Transcript;
use helioselene_proofs::{Generators, GeneratorsError};

type F = <Selene as Ciphersuite>::F;
type G = <Selene as Ciphersuite>::G;

/// Generators that are these multiples of the curve's generator: g, h, and two of each bold kind.
fn generators<R: Revision>(numbers: [u64; 6]) -> Result<Generators<Selene, R>, GeneratorsError> {
    let [g, h, g_0, g_1, h_0, h_1] = numbers.map(|number| G::generator() * F::from(number));
    Generators::new(g, h, vec![g_0, g_1], vec![h_0, h_1])
}

/// Whether these constraints make a statement over one vector commitment and two commitments.
fn statement<R: Revision>(constraints: &[LinComb<F>]) -> Result<(), R::StatementError> {
    let generators = generators::<R>([1, 2, 3, 4, 5, 6]).expect("they are distinct");
    let points = |len| vec![G::generator(); len];
    let commitments = Transcript::new([0; 32]).write_commitments(points(1), points(2));
    let reduced = generators.reduce(2).expect("there are two");
    ArithmeticCircuitStatement::new(reduced, constraints.to_vec(), commitments).map(|_| ())
}

#[test]
fn unconstrained_commitments_are_refused_since_31c26d9() {
    let v = |i, weight| LinComb::empty().term(weight, Variable::V(i));
    let both = v(0, F::ONE).term(F::ONE, Variable::V(1));
    let with_product = v(1, F::ONE).term(F::ONE, Variable::aL(0));
    for (constraints, constrained) in [
        (vec![v(0, F::ONE), v(1, -F::ONE)], true),
        (vec![v(0, F::ONE), with_product], true),
        (vec![], false),
        (vec![v(0, F::ONE)], false),
        (vec![v(1, F::ONE)], false),
        (vec![v(0, F::ONE), v(1, F::ZERO)], false),
        (vec![v(0, F::ONE), both.clone()], false),
        (vec![both], false),
    ] {
        assert_eq!(statement::<Of0e438ae>(&constraints), Ok(()));
        let refused = Err(since_31c26d9::AcStatementError::DidNotConstrainCommitment);
        let expected = if constrained { Ok(()) } else { refused };
        assert_eq!(statement::<Since31c26d9>(&constraints), expected);
    }
}

/// Errors that both revisions have come before the one that only the later has.
#[test]
fn what_is_not_there_is_refused_by_both() {
    let c = |commitment| Variable::CG {
        commitment,
        index: 0,
    };
    for (variable, error) in [
        (Variable::aO(2), "ConstrainedNonExistentTerm"),
        (c(1), "ConstrainedNonExistentVectorCommitment"),
        (Variable::V(2), "ConstrainedNonExistentCommitment"),
    ] {
        let constraints = [LinComb::empty().term(F::ONE, variable)];
        let of = statement::<Of0e438ae>(&constraints).unwrap_err();
        let since = statement::<Since31c26d9>(&constraints).unwrap_err();
        assert_eq!([format!("{of:?}"), format!("{since:?}")], [error; 2]);
    }
}

#[test]
fn g_is_compared_since_31c26d9() {
    for (numbers, error) in [
        ([0, 2, 3, 4, 5, 6], GeneratorsError::IdentityPoint),
        ([4, 2, 3, 4, 5, 6], GeneratorsError::DuplicatedGenerator),
    ] {
        assert_eq!(generators::<Since31c26d9>(numbers).err(), Some(error));
        let debug = cfg!(debug_assertions).then_some(error);
        assert_eq!(generators::<Of0e438ae>(numbers).err(), debug);
    }
    // Both compare the others.
    for numbers in [[1, 2, 3, 3, 5, 6], [1, 5, 3, 4, 5, 6]] {
        let error = Some(GeneratorsError::DuplicatedGenerator);
        assert_eq!(generators::<Since31c26d9>(numbers).err(), error);
        assert_eq!(generators::<Of0e438ae>(numbers).err(), error);
    }
}
