//! Sums of products, in constant and in variable time, and a batch of them. Of the proofs, the types that other crates name.

use ciphersuite::Ciphersuite;
use multiexp::{BatchVerifier, multiexp, multiexp_vartime};
use rand_core::{CryptoRng, RngCore};
use subtle::ConditionallySelectable;
use zeroize::Zeroize;

pub fn commit<C: Ciphersuite>(terms: &[(C::F, C::G)]) -> C::G
where
    C::G: ConditionallySelectable + Zeroize,
{
    multiexp(terms)
}

pub fn verify<C: Ciphersuite>(
    rng: &mut (impl RngCore + CryptoRng),
    proofs: Vec<Vec<(C::F, C::G)>>,
) -> bool
where
    C::G: ConditionallySelectable + Zeroize,
{
    let mut batch = BatchVerifier::new(proofs.len());
    for (number, terms) in proofs.into_iter().enumerate() {
        if multiexp_vartime(&terms) != C::generator() {
            batch.queue(rng, number, terms);
        }
    }
    batch.verify_vartime()
}

pub mod arithmetic_circuit_proof {
    use std::marker::PhantomData;

    /// A linear combination.
    pub struct LinComb<F>(PhantomData<F>);

    #[derive(Clone, Copy)]
    pub enum Variable {
        V(usize),
    }

    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum AcStatementError {
        ConstrainedNonExistentTerm,
        ConstrainedNonExistentVectorCommitment,
        ConstrainedNonExistentCommitment,
        // SINCE_31C26D9 DidNotConstrainCommitment,
        TooManyCommitments,
    }
}
