//! What differs between the revisions of FCMP++'s `generalized-bulletproofs`: which statements and which generators are
//! refused. Proofs, transcripts and verification are the same.
//!
//! The revision is a type, so that a program whose graph has both packages has each as it is.

use core::fmt::Debug;

/// A revision of the original.
pub trait Revision: 'static + Copy + Debug + Send + Sync {
    /// Why there is no such statement.
    type StatementError: From<NoSuchTerm> + Copy + Debug;

    /// The error for commitments of which one has no constraint to itself; none where that is allowed.
    const UNCONSTRAINED: Option<Self::StatementError>;

    /// Whether the generator `g` is compared with the identity and the other generators in every build, not only where
    /// debug assertions are on.
    const COMPARES_G: bool;
}

/// Why no revision has such a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoSuchTerm {
    /// A constraint has a product, or a value of a vector commitment, beyond the generators.
    Product,
    /// A constraint has a vector commitment that there is not.
    VectorCommitment,
    /// A constraint has a commitment that there is not.
    Commitment,
    /// There are so many commitments that their number's multiples overflow.
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

            /// Why there is no such statement.
            #[derive(Clone, Copy, PartialEq, Eq, Debug)]
            pub enum AcStatementError {
                /// A constraint has a product, or a value of a vector commitment, beyond the generators.
                ConstrainedNonExistentTerm,
                /// A constraint has a vector commitment that there is not.
                ConstrainedNonExistentVectorCommitment,
                /// A constraint has a commitment that there is not.
                ConstrainedNonExistentCommitment,
                $(
                    $(#[$of_error])*
                    $unconstrained,
                )?
                /// There are so many commitments that their number's multiples overflow.
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
    /// That of 2026-04-23.
    Of0e438ae, of_0e438ae, false
);
revision!(
    /// That of 2026-08-18, and all later ones that were seen.
    Since31c26d9, since_31c26d9, true,
    /// No constraint has this commitment alone, so that its value may be anything.
    DidNotConstrainCommitment
);
