//! Both versions of `multiexp`, called by generic code as the original's users do, and compared
//! with the originals.

use ciphersuite::group::Group;
use ciphersuite::group::ff::{Field, PrimeFieldBits};
use helioselene_compat_checks::properties::check_sums;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use subtle::ConditionallySelectable;
use zeroize::Zeroize;

fn same<G: Zeroize + ConditionallySelectable + Group>()
where
    G::Scalar: Zeroize + PrimeFieldBits,
{
    let rng = &mut ChaCha20Rng::seed_from_u64(5);
    for len in [0, 1, 2, 11, 60, 130] {
        let pairs: Vec<_> = (0..len)
            .map(|_| (G::Scalar::random(&mut *rng), G::random(&mut *rng)))
            .collect();
        let results = check_sums(&pairs);
        assert_eq!(
            (results.holds, results.blamed),
            ([true, false], [None, Some(7)])
        );
    }
}

#[test]
fn as_published() {
    same::<helioselene::HeliosPoint>();
    same::<helioselene::SelenePoint>();
    same::<curve25519_dalek::RistrettoPoint>();
    same::<dalek_ff_group::EdwardsPoint>();
}
