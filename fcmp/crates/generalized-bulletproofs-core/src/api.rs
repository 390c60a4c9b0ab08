//! The public API of the packages that stand in for `generalized-bulletproofs`. It uses everything else in the crate.

/// Defines the contents of a package named `generalized-bulletproofs`: the original's API at a revision.
#[doc(hidden)]
#[macro_export]
macro_rules! api {
    ($revision:ident, $errors:ident) => {
        pub use $crate::{
            BatchVerifier, GeneratorsError, PedersenCommitment, PedersenVectorCommitment,
            transcript,
        };

        /// Generators: `g` and `h` of Pedersen commitments, bold `g` and bold `h` of vectors.
        pub type Generators<C> = $crate::Generators<C, $crate::revision::$revision>;
        /// The generators of one proof: as many as it needs, rounded up to a power of two.
        pub type ProofGenerators<'a, C> =
            $crate::ProofGenerators<'a, C, $crate::revision::$revision>;

        /// The proof that committed values satisfy an arithmetic circuit.
        pub mod arithmetic_circuit_proof {
            pub use $crate::arithmetic_circuit_proof::{
                AcProveError, AcVerifyError, ArithmeticCircuitWitness, Constraints, LinComb,
                Neighbours, Variable, Weights,
            };
            pub use $crate::revision::$errors::AcStatementError;

            /// The statement to be proven: constraints on committed values.
            pub type ArithmeticCircuitStatement<'a, C> =
                $crate::arithmetic_circuit_proof::ArithmeticCircuitStatement<
                    'a,
                    C,
                    $crate::revision::$revision,
                >;
        }

        // Links in its pages do not resolve in an inlined copy.
        #[doc(no_inline)]
        pub use $crate::batch;

        /// Helpers for tests.
        #[cfg(feature = "tests")]
        pub mod tests {
            use ciphersuite::Ciphersuite;
            use rand_core::RngCore;

            use super::{Generators, GeneratorsError};

            /// `n` random generators of each bold kind, for tests only: the seed may reveal relations between them.
            pub fn insecure_test_generators<R: RngCore, C: Ciphersuite>(
                rng: &mut R,
                n: usize,
            ) -> Result<Generators<C>, GeneratorsError> {
                $crate::tests::insecure_test_generators(rng, n)
            }
        }
    };
}
