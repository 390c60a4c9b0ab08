//! What differs between the revisions of FCMP++'s `generalized-bulletproofs`: which statements and generators are
//! refused. Proofs, transcripts and verification are the same.
//!
//! The revision is a type, so one program can contain both packages.

use core::fmt::Debug;

/// A revision of the original.
pub trait Revision: 'static + Copy + Debug + Send + Sync {
    /// Why a statement is refused.
    type StatementError: From<NoSuchTerm> + Copy + Debug;

    /// The error if a commitment has no constraint to itself; `None` where that is allowed.
    const UNCONSTRAINED: Option<Self::StatementError>;

    /// Whether every build compares `g` with the identity and the other generators, or only those with debug
    /// assertions.
    const COMPARES_G: bool;
}

/// Why every revision refuses a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoSuchTerm {
    /// A constraint refers to a product, or to a value of a vector commitment, beyond the generators.
    Product,
    /// A constraint refers to a vector commitment that does not exist.
    VectorCommitment,
    /// A constraint refers to a commitment that does not exist.
    Commitment,
    /// There are so many commitments that multiples of their number overflow.
    TooMany,
}

macro_rules! revision {
    ($(#[$doc:meta])* $name:ident, $module:ident, $compares_g:literal $(, $(#[$of_error:meta])* $unconstrained:ident)?) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $name {}

        impl Revision for $name {
            type StatementError = $module::AcStatementError;
            const UNCONSTRAINED: Option<Self::StatementError> =
                [$(Some($module::AcStatementError::$unconstrained),)? None][0];
            const COMPARES_G: bool = $compares_g;
        }

        /// The errors of the revision.
        pub mod $module {
            use super::NoSuchTerm;

            /// Why a statement is refused.
            #[derive(Clone, Copy, PartialEq, Eq, Debug)]
            pub enum AcStatementError {
                /// A constraint refers to a product, or to a value of a vector commitment, beyond the generators.
                ConstrainedNonExistentTerm,
                /// A constraint refers to a vector commitment that does not exist.
                ConstrainedNonExistentVectorCommitment,
                /// A constraint refers to a commitment that does not exist.
                ConstrainedNonExistentCommitment,
                $(
                    $(#[$of_error])*
                    $unconstrained,
                )?
                /// There are so many commitments that multiples of their number overflow.
                TooManyCommitments,
            }

            impl From<NoSuchTerm> for AcStatementError {
                fn from(error: NoSuchTerm) -> Self {
                    match error {
                        NoSuchTerm::Product => Self::ConstrainedNonExistentTerm,
                        NoSuchTerm::VectorCommitment => Self::ConstrainedNonExistentVectorCommitment,
                        NoSuchTerm::Commitment => Self::ConstrainedNonExistentCommitment,
                        NoSuchTerm::TooMany => Self::TooManyCommitments,
                    }
                }
            }
        }
    };
}
revision!(
    /// The revision of 2026-04-23.
    Of0e438ae, of_0e438ae, false
);
revision!(
    /// The revision of 2026-08-18, and all later ones seen so far.
    Since31c26d9, since_31c26d9, true,
    /// No constraint has this commitment to itself, so its value could be anything.
    DidNotConstrainCommitment
);
