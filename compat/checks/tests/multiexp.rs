//! Both versions of `multiexp` from code that is generic as the original's users are, and beside
//! the originals.

use ciphersuite::group::Group;
use ciphersuite::group::ff::{Field, PrimeFieldBits};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use subtle::ConditionallySelectable;
use zeroize::Zeroize;

/// What one version makes of the same pairs, queued and summed.
#[derive(PartialEq, Debug)]
struct Results<G> {
    sum: G,
    sum_vartime: G,
    holds: [bool; 2],
    blamed: [Option<u8>; 2],
    checked: [Result<(), u8>; 2],
}

/// A function that is generic under the bounds `$bounds`, over the crate `$crate_name`.
macro_rules! results {
    ($name:ident, $crate_name:ident, $($bounds:tt)*) => {
        fn $name<G: $($bounds)*>(pairs: &[(G::Scalar, G)]) -> Results<G>
        where
            G::Scalar: Zeroize + PrimeFieldBits,
        {
            use $crate_name::{BatchVerifier, multiexp, multiexp_vartime};
            let rng = &mut ChaCha20Rng::seed_from_u64(4);
            let mut verifier = BatchVerifier::<u8, G>::new(4);
            for id in 0..4 {
                let sum: G = multiexp_vartime(pairs);
                let statement = pairs.iter().copied().chain([(-G::Scalar::ONE, sum)]);
                verifier.queue(rng, id, statement);
            }
            let mut wrong = verifier.clone();
            wrong.queue(rng, 7, [(G::Scalar::ONE, G::generator())]);
            wrong.queue(rng, 8, []);
            Results {
                sum: multiexp(pairs),
                sum_vartime: multiexp_vartime(pairs),
                holds: [verifier.verify(), wrong.verify_vartime()],
                blamed: [verifier.blame_vartime(), wrong.blame_vartime()],
                checked: [
                    verifier.verify_vartime_with_vartime_blame(),
                    wrong.verify_with_vartime_blame(),
                ],
            }
        }
    };
}
results!(ours_0_4, multiexp, Zeroize + Group);
results!(theirs_0_4, published_multiexp, Zeroize + Group);
results!(
    ours_0_5,
    multiexp_0_5,
    Zeroize + ConditionallySelectable + Group
);
results!(
    theirs_0_5,
    published_multiexp_0_5,
    Zeroize + ConditionallySelectable + Group
);

fn same<G: Zeroize + ConditionallySelectable + Group>()
where
    G::Scalar: Zeroize + PrimeFieldBits,
{
    let rng = &mut ChaCha20Rng::seed_from_u64(5);
    for len in [0, 1, 2, 11, 60, 130] {
        let pairs: Vec<_> = (0..len)
            .map(|_| (G::Scalar::random(&mut *rng), G::random(&mut *rng)))
            .collect();
        let expected = theirs_0_4(&pairs);
        assert_eq!(
            (expected.holds, expected.blamed),
            ([true, false], [None, Some(7)])
        );
        assert_eq!(ours_0_4(&pairs), expected);
        assert_eq!(theirs_0_5(&pairs), expected);
        assert_eq!(ours_0_5(&pairs), expected);
    }
}

#[test]
fn as_published() {
    same::<helioselene::HeliosPoint>();
    same::<helioselene::SelenePoint>();
    same::<curve25519_dalek::RistrettoPoint>();
    same::<dalek_ff_group::EdwardsPoint>();
}
