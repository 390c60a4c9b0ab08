//! The API of FCMP++'s `generalized-bulletproofs-circuit-abstraction`: circuits built from products and constraints.
#![cfg_attr(not(feature = "std"), no_std)]
#![deny(missing_docs)]
// Names follow the protocol's paper, as in the original.
#![allow(non_snake_case)]

extern crate alloc;

mod gadgets;
mod transcript;

use alloc::vec::Vec;
use core::mem::take;

use ciphersuite::Ciphersuite;
use ciphersuite::group::ff::{Field, FromUniformBytes};
use helioselene_proofs::arithmetic_circuit_proof::{
    ArithmeticCircuitStatement, ArithmeticCircuitWitness, Constraints,
};
pub use helioselene_proofs::arithmetic_circuit_proof::{LinComb, Neighbours, Variable, Weights};
use helioselene_proofs::revision::Revision;
use helioselene_proofs::transcript::Commitments;
use helioselene_proofs::{PedersenCommitment, PedersenVectorCommitment, ProofGenerators};
use zeroize::{Zeroize, ZeroizeOnDrop};

pub use transcript::Transcript;

/// What a prover knows: the factors of the products so far, and the commitments' openings.
#[derive(Clone, PartialEq, Eq, Debug, Zeroize, ZeroizeOnDrop)]
struct Known<C: Ciphersuite> {
    aL: Vec<C::F>,
    aR: Vec<C::F>,
    C: Vec<PedersenVectorCommitment<C>>,
    V: Vec<PedersenCommitment<C>>,
}

impl<C: Ciphersuite> Known<C> {
    fn eval(&self, lincomb: &LinComb<C::F>) -> C::F {
        let values = |commitment: usize| self.C.get(commitment).map(|c| &c.g_values[..]);
        let value = |variable| match variable {
            Variable::aL(i) => self.aL[i],
            Variable::aR(i) => self.aR[i],
            Variable::aO(i) => self.aL[i] * self.aR[i],
            Variable::CG { commitment, index } => {
                values(commitment).map_or(C::F::ZERO, |values| values[index])
            }
            Variable::V(i) => self.V[i].value,
        };
        lincomb.evaluate(value, |commitment, places| {
            values(commitment).map_or(&[][..], |values| &values[places])
        })
    }
}

/// A circuit, built from products and constraints. A prover's also has the values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Circuit<C: Ciphersuite> {
    muls: usize,
    constraints: Constraints<C::F>,
    known: Option<Known<C>>,
}

impl<C: Ciphersuite> Circuit<C> {
    /// The number of products so far.
    pub fn muls(&self) -> usize {
        self.muls
    }

    /// A prover's circuit, given the openings of its commitments.
    pub fn prove(
        vector_commitments: Vec<PedersenVectorCommitment<C>>,
        commitments: Vec<PedersenCommitment<C>>,
    ) -> Self {
        let known = Known {
            aL: Vec::new(),
            aR: Vec::new(),
            C: vector_commitments,
            V: commitments,
        };
        Self {
            known: Some(known),
            ..Self::verify()
        }
    }

    /// A verifier's circuit.
    pub fn verify() -> Self {
        Self {
            muls: 0,
            constraints: Constraints::default(),
            known: None,
        }
    }

    /// The value of a combination, in constant time in the values; `None` in a verifier's circuit.
    ///
    /// # Panics
    ///
    /// If a variable of a prover's combination does not exist. Values of a vector commitment that does not exist are
    /// zero, as in the original.
    #[inline(always)]
    pub fn eval(&self, lincomb: &LinComb<C::F>) -> Option<C::F> {
        self.known.as_ref().map(|known| known.eval(lincomb))
    }

    /// Adds a product, with factors constrained to equal a and b if these are given. Returns the variables of the
    /// factors and of the product.
    ///
    /// The prover passes the values of the factors.
    ///
    /// # Panics
    ///
    /// If a verifier passes values. With debug assertions on, also if a prover passes none.
    #[inline(always)]
    pub fn mul(
        &mut self,
        a: Option<LinComb<C::F>>,
        b: Option<LinComb<C::F>>,
        witness: Option<(C::F, C::F)>,
    ) -> (Variable, Variable, Variable) {
        self.multiply([a.as_ref(), b.as_ref()], witness)
    }

    fn multiply(
        &mut self,
        [a, b]: [Option<&LinComb<C::F>>; 2],
        witness: Option<(C::F, C::F)>,
    ) -> (Variable, Variable, Variable) {
        debug_assert_eq!(self.known.is_some(), witness.is_some());
        if let Some((l, r)) = witness {
            let known = self.known.as_mut().expect("only a prover has values");
            known.aL.push(l);
            known.aR.push(r);
        }
        let i = self.muls;
        let (l, r, o) = (Variable::aL(i), Variable::aR(i), Variable::aO(i));
        self.muls += 1;
        for (combination, factor) in [(a, l), (b, r)] {
            if let Some(combination) = combination {
                self.constraints.variable(combination, factor);
            }
        }
        (l, r, o)
    }

    /// Constrains a combination to be zero.
    pub fn constrain_equal_to_zero(&mut self, lincomb: LinComb<C::F>) {
        self.constraints.zero(&lincomb);
    }
}

impl<C: Ciphersuite<F: FromUniformBytes<64>>> Circuit<C> {
    /// The circuit's statement, for the generators' revision, and the witness if this is a prover's circuit.
    #[allow(clippy::type_complexity)]
    pub fn statement<R: Revision>(
        self,
        generators: ProofGenerators<'_, C, R>,
        commitments: Commitments<C>,
    ) -> Result<
        (
            ArithmeticCircuitStatement<'_, C, R>,
            Option<ArithmeticCircuitWitness<C>>,
        ),
        R::StatementError,
    > {
        let statement = ArithmeticCircuitStatement::of(generators, self.constraints, commitments)?;
        let witness = self.known.and_then(|mut known| {
            let Known { aL, aR, C, V } = &mut known;
            ArithmeticCircuitWitness::new(take(aL), take(aR), take(C), take(V))
        });
        Ok((statement, witness))
    }
}
