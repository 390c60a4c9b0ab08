//! Ed25519 and Ristretto as ciphersuites.

use ::ciphersuite::Ciphersuite;
use group::Group;
use sha2::{Digest, Sha512};
use zeroize::Zeroize;

use crate::{EdwardsPoint, RistrettoPoint, Scalar};

macro_rules! ciphersuite {
    ($(#[$doc:meta])* $name:ident, $point:ty, $id:literal) => {
        $(#[$doc])*
        ///
        /// `hash_to_F` hashes the tag and then the message, without a delimiter: no tag may be a
        /// prefix of another.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Zeroize)]
        pub struct $name;

        impl Ciphersuite for $name {
            type F = Scalar;
            type G = $point;
            type H = Sha512;

            const ID: &'static [u8] = $id;

            fn generator() -> Self::G {
                <$point as Group>::generator()
            }

            fn hash_to_F(dst: &[u8], message: &[u8]) -> Self::F {
                Scalar::from_hash(Sha512::new_with_prefix(dst).chain_update(message))
            }
        }
    };
}
ciphersuite!(
    /// The prime-order subgroup of Ed25519, hashing with SHA-512.
    Ed25519, EdwardsPoint, b"edwards25519"
);
ciphersuite!(
    /// Ristretto, hashing with SHA-512.
    Ristretto, RistrettoPoint, b"ristretto"
);
