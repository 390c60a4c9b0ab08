//! What differs between the revisions of FCMP++'s `generalized-bulletproofs` that are in use: which statements and
//! generators are refused. Proofs, transcripts and verification are the same.
#![no_std]
#![deny(missing_docs)]

/// Why there is no such statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AcStatementError {
    /// A constraint has a product, or a value of a vector commitment, beyond the generators.
    ConstrainedNonExistentTerm,
    /// A constraint has a vector commitment that there is not.
    ConstrainedNonExistentVectorCommitment,
    /// A constraint has a commitment that there is not.
    ConstrainedNonExistentCommitment,
    /// No constraint has this commitment alone, so that its value may be anything.
    #[cfg(feature = "since-31c26d9")]
    DidNotConstrainCommitment,
    /// There are so many commitments that their number's multiples overflow.
    TooManyCommitments,
}

/// The error for commitments of which one has no constraint to itself; none at 0e438ae, which allows that.
pub const UNCONSTRAINED: Option<AcStatementError> = {
    #[cfg(feature = "since-31c26d9")]
    {
        Some(AcStatementError::DidNotConstrainCommitment)
    }
    #[cfg(not(feature = "since-31c26d9"))]
    {
        None
    }
};

/// Whether the generator g is compared with the identity and the others in every build, as it is at 0e438ae where debug
/// assertions are on.
pub const COMPARES_G: bool = UNCONSTRAINED.is_some();
