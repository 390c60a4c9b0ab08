//! Every algorithm against the sum of the products, one by one.

use ff::{PrimeField, PrimeFieldBits};
use group::Group;
use helioselene_multiexp::{multiexp, multiexp_selectable, multiexp_vartime};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use subtle::ConditionallySelectable;
use zeroize::Zeroize;

/// Scalars that carry through all digits, or through none, and random ones.
fn scalars<F: PrimeField>(rng: &mut ChaCha20Rng, len: usize) -> Vec<F> {
    let two = F::ONE.double();
    let mut scalars = vec![F::ZERO, F::ONE, -F::ONE, -two, two, F::TWO_INV, -F::TWO_INV];
    // 0x8888…, and half of it: every digit of four bits is the one that carries or stops short.
    let eights = (0..F::CAPACITY / 4).fold(F::ZERO, |x, _| x * F::from(16) + F::from(8));
    scalars.extend([eights, eights * F::TWO_INV, -eights, eights - F::ONE]);
    for power in [1, 31, 32, 33, 63, 64, 127, 128, u64::from(F::CAPACITY) - 1] {
        let power = two.pow_vartime([power]);
        scalars.extend([power, power - F::ONE]);
    }
    while scalars.len() < len {
        scalars.push(F::random(&mut *rng));
    }
    scalars.truncate(len);
    scalars
}

fn sums<G>(lens: &[usize])
where
    G: Zeroize + ConditionallySelectable + Group<Scalar: Zeroize + PrimeFieldBits>,
{
    let rng = &mut ChaCha20Rng::seed_from_u64(0xb0c4e7);
    for &len in lens {
        let mut pairs: Vec<_> = scalars::<G::Scalar>(rng, len)
            .into_iter()
            .map(|scalar| (scalar, G::random(&mut *rng)))
            .collect();
        // Exceptional additions: the identity, equal points, opposite points.
        for i in (5..len).step_by(7) {
            pairs[i].1 = match rng.next_u32() % 3 {
                0 => G::identity(),
                1 => pairs[i - 1].1,
                _ => -pairs[i - 1].1,
            };
        }
        let sum: G = pairs.iter().map(|(scalar, point)| *point * scalar).sum();
        assert_eq!(multiexp(&pairs), sum, "multiexp, {len} products");
        assert_eq!(
            multiexp_selectable(&pairs),
            sum,
            "selectable, {len} products"
        );
        assert_eq!(
            multiexp_vartime(&pairs),
            sum,
            "variable time, {len} products"
        );
    }
}

/// On both sides of where Pippenger's algorithm takes over, and well above.
const LENS: [usize; 12] = [0, 1, 2, 3, 8, 29, 100, 180, 220, 300, 500, 1000];

#[test]
fn helios_and_selene() {
    sums::<helioselene::HeliosPoint>(&LENS);
    sums::<helioselene::SelenePoint>(&LENS);
    sums::<helioselene_simd::HeliosPoint>(&LENS[..9]);
    sums::<helioselene_simd::SelenePoint>(&LENS[..9]);
}

#[test]
fn another_group() {
    sums::<curve25519_dalek::RistrettoPoint>(&LENS);
}

#[cfg(feature = "batch")]
#[test]
fn batches() {
    use curve25519_dalek::{RistrettoPoint as Point, Scalar};
    use helioselene_multiexp::BatchVerifier;

    let rng = &mut ChaCha20Rng::seed_from_u64(3);
    let point = Point::random(&mut *rng);
    // 2·P − 2·P, or 2·P − P where it must not hold.
    let statement = |holds: bool| {
        let two = Scalar::from(2u8);
        [
            (two, point),
            (if holds { -two } else { -Scalar::ONE }, point),
        ]
    };
    assert!(BatchVerifier::<u8, Point>::new(0).verify());
    for bad in [None, Some(0), Some(3), Some(6)] {
        let mut verifier = BatchVerifier::new(7);
        for id in 0..7u8 {
            verifier.queue(rng, id, statement(bad != Some(id)));
        }
        let expected = bad.map_or(Ok(()), Err);
        assert_eq!(verifier.verify(), bad.is_none());
        assert_eq!(verifier.verify_vartime(), bad.is_none());
        assert_eq!(verifier.blame_vartime(), bad);
        assert_eq!(verifier.verify_with_vartime_blame(), expected);
        assert_eq!(verifier.verify_vartime_with_vartime_blame(), expected);
    }
}
