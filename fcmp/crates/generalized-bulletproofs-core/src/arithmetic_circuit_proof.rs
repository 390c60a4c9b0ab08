//! The proof that committed values satisfy an arithmetic circuit.
//!
//! A statement has products aL∘aR = aO, and linear constraints WL·aL + WR·aR + WO·aO + WCG·C + WV·V + c = 0 on these,
//! on the values of Pedersen vector commitments C and on those of Pedersen commitments V.

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

/// The statement to be proven: constraints on committed values.
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
    /// Takes the factors of the products and the commitments' openings. `None` if left and right factors differ in
    /// number.
    pub fn new(
        mut aL: Vec<C::F>,
        mut aR: Vec<C::F>,
        c: Vec<PedersenVectorCommitment<C>>,
        v: Vec<PedersenCommitment<C>>,
    ) -> Option<Self> {
        if aL.len() != aR.len() {
            return None;
        }
        // The argument needs at least one row.
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
    /// Witness and statement differ in their numbers of commitments. With debug assertions on, also if the witness does
    /// not open them or violates a constraint.
    InconsistentWitness,
}

/// Why a proof cannot be verified.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AcVerifyError {
    /// There are fewer generators than the proof needs. Never returned here.
    IncorrectAmountOfGenerators,
    /// The proof is too short, or an encoding is not canonical.
    IncompleteProof,
}

impl<'a, C: Ciphersuite<F: FromUniformBytes<64>>, R: Revision>
    ArithmeticCircuitStatement<'a, C, R>
{
    /// The statement that all constraints evaluate to zero.
    ///
    /// Since 31c26d9, each Pedersen commitment needs a constraint with no other Pedersen commitment in it:
    /// unconstrained, its value could be anything.
    ///
    /// Neither generators nor constraints go to the transcript. If constraints depend on anything, write that to the
    /// transcript first. The commitments are there already, since only a transcript can make [`Commitments`].
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

    /// Like [`new`](Self::new), for constraints that are already collected. Not in the original.
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

    /// The places of this statement's coefficients.
    fn places(&self) -> Places {
        Places { c: self.C.len() }
    }
}

/// The places of coefficients in the polynomials l, r and t, for c vector commitments.
///
/// As in the corrected paper (<https://github.com/cypherstack/generalized-bulletproofs-fix>): n' = 2·c + 2. Each vector
/// commitment has a coefficient of r, from 1 on, and the coefficient of l that completes it to n'.
#[derive(Clone, Copy)]
struct Places {
    c: usize,
}

impl Places {
    /// n', the coefficient of t that is known, and of l that holds the products.
    fn known(self) -> usize {
        2 * self.c + 2
    }

    /// The coefficients of l and r that hold the factors.
    fn factors(self) -> usize {
        self.c + 1
    }

    /// The coefficients of l and r that hold the prover's randomness.
    fn random(self) -> usize {
        self.known() + 1
    }

    /// A vector commitment's coefficients: of r, for its weights, and of l, for its values.
    fn commitment(self, i: usize) -> (usize, usize) {
        (1 + i, self.known() - 1 - i)
    }

    /// The number of coefficients of t.
    fn len_of_t(self) -> usize {
        2 * self.random() + 1
    }

    /// The coefficients of t that the prover commits to: all but n' and those that are always zero.
    fn committed(self) -> impl Iterator<Item = usize> {
        let from = self.known() / 2;
        (from..self.known()).chain(self.known() + 1..self.len_of_t())
    }
}
