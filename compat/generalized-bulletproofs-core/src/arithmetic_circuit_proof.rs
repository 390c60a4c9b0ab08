//! The proof that committed values satisfy an arithmetic circuit.
//!
//! Products aL∘aR = aO, and linear constraints WL·aL + WR·aR + WO·aO + WCG·C + WV·V + c = 0 over these, the values of
//! Pedersen vector commitments C and those of Pedersen commitments V.

mod prove;
mod verify;

use alloc::vec::Vec;

use ciphersuite::Ciphersuite;
use ciphersuite::group::ff::{Field, FromUniformBytes};
use helioselene_multiexp::slices;
use zeroize::{Zeroize, ZeroizeOnDrop};

pub use crate::lincomb::{Constraints, LinComb, Neighbours, Variable, Weights};
use crate::revision::{NoSuchTerm, Revision};
use crate::transcript::Commitments;
use crate::{PedersenCommitment, PedersenVectorCommitment, ProofGenerators};

/// What is proven: constraints of the values of commitments.
#[derive(Clone, Debug)]
pub struct ArithmeticCircuitStatement<'a, C: Ciphersuite, R: Revision> {
    generators: ProofGenerators<'a, C, R>,
    constraints: Constraints<C::F>,
    C: Vec<C::G>,
    V: Vec<C::G>,
}

impl<C: Ciphersuite, R: Revision> Zeroize for ArithmeticCircuitStatement<'_, C, R> {
    fn zeroize(&mut self) {
        self.constraints.zeroize();
        self.C.zeroize();
        self.V.zeroize();
    }
}

/// Values that satisfy a statement.
#[derive(Clone, Debug, Zeroize, ZeroizeOnDrop)]
pub struct ArithmeticCircuitWitness<C: Ciphersuite> {
    aL: Vec<C::F>,
    aR: Vec<C::F>,
    aO: Vec<C::F>,
    c: Vec<PedersenVectorCommitment<C>>,
    v: Vec<PedersenCommitment<C>>,
}

impl<C: Ciphersuite> ArithmeticCircuitWitness<C> {
    /// The factors of the products, and the openings of the commitments; none if there are not as many right factors as
    /// left ones.
    pub fn new(
        mut aL: Vec<C::F>,
        mut aR: Vec<C::F>,
        c: Vec<PedersenVectorCommitment<C>>,
        v: Vec<PedersenCommitment<C>>,
    ) -> Option<Self> {
        if aL.len() != aR.len() {
            return None;
        }
        // The argument has one row at least.
        if aL.is_empty() {
            aL.push(C::F::ZERO);
            aR.push(C::F::ZERO);
        }
        let mut aO = aL.clone();
        slices::mul_assign(&mut aO, &aR);
        Some(Self { aL, aR, aO, c, v })
    }
}

/// Why there is no proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AcProveError {
    /// There are fewer generators than the witness has products or values.
    IncorrectAmountOfGenerators,
    /// The witness has not as many commitments as the statement. Where debug assertions are on, also: it does not open
    /// them, or does not satisfy the constraints.
    InconsistentWitness,
}

/// Why a proof cannot be verified.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AcVerifyError {
    /// There are not as many generators as the proof needs. It does not occur.
    IncorrectAmountOfGenerators,
    /// The proof is too short, or has an encoding that is not canonical.
    IncompleteProof,
}

impl<'a, C: Ciphersuite<F: FromUniformBytes<64>>, R: Revision>
    ArithmeticCircuitStatement<'a, C, R>
{
    /// The statement that all constraints evaluate to zero.
    ///
    /// Since 31c26d9 each Pedersen commitment must have a constraint that has no other, as what no constraint has may be
    /// anything.
    ///
    /// Neither generators nor constraints go to the transcript. Constraints that depend on anything must have been
    /// written there before; commitments were, as there is no other way to have them.
    pub fn new(
        generators: ProofGenerators<'a, C, R>,
        constraints: Vec<LinComb<C::F>>,
        commitments: Commitments<C>,
    ) -> Result<Self, R::StatementError> {
        let mut all = Constraints::default();
        for constraint in &constraints {
            all.zero(constraint);
        }
        Self::of(generators, all, commitments)
    }

    /// The same, for constraints that are in one. Not in the original.
    pub fn of(
        generators: ProofGenerators<'a, C, R>,
        constraints: Constraints<C::F>,
        commitments: Commitments<C>,
    ) -> Result<Self, R::StatementError> {
        let Commitments { C, V } = commitments;
        let mut unconstrained = alloc::vec![R::UNCONSTRAINED; V.len()];
        for ([a, c, v], alone) in constraints.indices() {
            if a >= Some(generators.len()) {
                return Err(NoSuchTerm::Product.into());
            }
            if c >= Some(C.len()) {
                return Err(NoSuchTerm::VectorCommitment.into());
            }
            if v >= Some(V.len()) {
                return Err(NoSuchTerm::Commitment.into());
            }
            if let Some(alone) = alone {
                unconstrained[alone] = None;
            }
        }
        if let Some(error) = unconstrained.into_iter().flatten().next() {
            return Err(error);
        }
        if C.len() >= usize::MAX >> 4 {
            return Err(NoSuchTerm::TooMany.into());
        }
        Ok(Self {
            generators,
            constraints,
            C,
            V,
        })
    }

    /// The places of coefficients.
    fn places(&self) -> Places {
        Places { c: self.C.len() }
    }
}

/// The places of coefficients in the polynomials l, r and t, for c vector commitments.
///
/// Those of the paper as it was corrected (<https://github.com/cypherstack/generalized-bulletproofs-fix>):
/// n' = 2·c + 2; a vector commitment has one of r from 1 on, and the one of l with which it makes n'.
#[derive(Clone, Copy)]
struct Places {
    c: usize,
}

impl Places {
    /// n', the coefficient of t that is known, and of l that has the products.
    fn known(self) -> usize {
        2 * self.c + 2
    }

    /// Those of l and r that have the factors.
    fn factors(self) -> usize {
        self.c + 1
    }

    /// Those of l and r that have the prover's randomness.
    fn random(self) -> usize {
        self.known() + 1
    }

    /// Those of r and l that have a vector commitment's weights and values.
    fn commitment(self, i: usize) -> (usize, usize) {
        (1 + i, self.known() - 1 - i)
    }

    /// The number of coefficients of t.
    fn len_of_t(self) -> usize {
        2 * self.random() + 1
    }

    /// The coefficients of t that the prover commits to: all but n' and those that are zero.
    fn committed(self) -> impl Iterator<Item = usize> {
        let from = self.known() / 2;
        (from..self.known()).chain(self.known() + 1..self.len_of_t())
    }
}
