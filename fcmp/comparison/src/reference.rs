//! The benchmarks' reference under the names of `helioselene`, for the current cycle.

use blake2::{Blake2b512, Digest};
use ciphersuite::Ciphersuite;
use ciphersuite::group::Group;
use ciphersuite::group::ff::Field;
use crypto_bigint::U256;
use helioselene_bench_support::reference::{self, Current};
use zeroize::Zeroize;

/// The field of q elements.
pub type HelioseleneField = reference::Fq<Current>;
/// A point of Helios.
pub type HeliosPoint = reference::HeliosPoint<Current>;
/// A point of Selene.
pub type SelenePoint = reference::SelenePoint<Current>;

macro_rules! ciphersuite {
    ($(#[$doc:meta])* $name:ident, $field:ty, $point:ty, $id:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Zeroize)]
        pub struct $name;

        impl Ciphersuite for $name {
            type F = $field;
            type G = $point;
            type H = Blake2b512;
            const ID: &'static [u8] = $id;

            fn generator() -> $point {
                <$point as Group>::generator()
            }

            fn hash_to_F(dst: &[u8], message: &[u8]) -> $field {
                let digest = Blake2b512::new_with_prefix(dst).chain_update(message);
                // low + 2^256·high
                let digest = digest.finalize();
                let [low, high] = [0, 32].map(|i| {
                    <$field>::from_u256(&U256::from_le_slice(&digest[i..i + 32]))
                });
                low + high * <$field>::from(2u64).pow_vartime([256])
            }
        }
    };
}
ciphersuite!(
    /// Helios, whose points are read by the ciphersuite's default.
    Helios, HelioseleneField, HeliosPoint, b"Helios"
);
ciphersuite!(
    /// Selene, likewise.
    Selene, reference::Fp, SelenePoint, b"Selene"
);
