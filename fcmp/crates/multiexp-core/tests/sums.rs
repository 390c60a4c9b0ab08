//! Every algorithm against the sum of products, one by one.

#[cfg(feature = "batch")]
#[path = "sums/batches.rs"]
mod batches;

use ff::{Field, PrimeField, PrimeFieldBits};
use group::Group;
use helioselene_multiexp::{combine_rows_vartime, multiexp, multiexp_selectable, multiexp_vartime};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use subtle::ConditionallySelectable;
use zeroize::Zeroize;

/// Scalars that carry through all digits, or through none, and random ones.
fn scalars<F: PrimeField>(rng: &mut ChaCha20Rng, len: usize) -> Vec<F> {
    let two = F::ONE.double();
    let mut scalars = vec![F::ZERO, F::ONE, -F::ONE, -two, two, F::TWO_INV, -F::TWO_INV];
    // 0x8888…, and half of it: every digit of four bits only just carries, or only just does not.
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

/// Below and above where Pippenger's algorithm takes over, and well above.
const LENS: [usize; 12] = [0, 1, 2, 3, 8, 29, 100, 180, 220, 300, 500, 1000];

#[test]
fn helios_and_selene() {
    sums::<helioselene::HeliosPoint>(&LENS);
    sums::<helioselene::SelenePoint>(&LENS);
    sums::<helioselene_simd::HeliosPoint>(&LENS[..9]);
    sums::<helioselene_simd::SelenePoint>(&LENS[..9]);
}

#[test]
fn ed25519() {
    sums::<dalek_ff_group::EdwardsPoint>(&LENS);
}

#[test]
fn another_group() {
    sums::<curve25519_dalek::RistrettoPoint>(&LENS);
    let point = curve25519_dalek::RistrettoPoint::generator();
    assert!(combine_rows_vartime(&[curve25519_dalek::Scalar::ONE], &[point]).is_none());
}

fn rows<G: Group<Scalar: PrimeFieldBits>>() {
    let rng = &mut ChaCha20Rng::seed_from_u64(0xb0c4e8);
    for (rows, row) in [(1, 1), (2, 3), (16, 40)] {
        let scalars: Vec<_> = (0..rows).map(|_| G::Scalar::random(&mut *rng)).collect();
        let points: Vec<G> = (0..rows * row).map(|_| G::random(&mut *rng)).collect();
        let combined = combine_rows_vartime(&scalars, &points).expect("Helios or Selene");
        assert_eq!(combined.len(), row);
        for (i, sum) in combined.iter().enumerate() {
            let column = points.iter().skip(i).step_by(row);
            let expected: G = scalars.iter().zip(column).map(|(k, p)| *p * k).sum();
            assert!(*sum == expected, "{rows} rows of {row}, {i}");
        }
    }
}

#[test]
fn rows_are_combined() {
    rows::<helioselene::HeliosPoint>();
    rows::<helioselene::SelenePoint>();
    rows::<helioselene_simd::HeliosPoint>();
    rows::<helioselene_simd::SelenePoint>();
}
