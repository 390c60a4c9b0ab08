//! Sums by every algorithm, in one lane, in four, in eight bounded lanes and in doubles, against additions by the curve's
//! definition.

use std::vec::Vec;

use ff::PrimeField;
use rand_core::{RngCore, SeedableRng};

use super::prepared::{Prepare, PreparedSum};
use super::sum::VartimeSum;
use super::*;
use crate::arithmetic::portable::Portable;
use crate::backend::limbs::{Radix51, Radix52, Tight};
use crate::backend::serial::Serial;
use crate::backend::{BatchVector, Job};
use crate::primes::P25519;
use crate::testing::counted::Counted;
use crate::testing::lanes::bounded::Bounded;

type Affine = [Field25519; 2];

/// The addition law.
fn plus([x1, y1]: Affine, [x2, y2]: Affine) -> Affine {
    let product = edwards::D * x1 * x2 * y1 * y2;
    let [more, less] = [Field25519::ONE + product, Field25519::ONE - product];
    [
        (x1 * y2 + x2 * y1) * more.invert().unwrap(),
        (y1 * y2 + x1 * x2) * less.invert().unwrap(),
    ]
}

fn times(k: &[u8; 32], point: Affine) -> Affine {
    let mut product = [Field25519::ZERO, Field25519::ONE];
    for bit in (0..256).rev() {
        product = plus(product, product);
        if k[bit / 8] >> (bit % 8) & 1 == 1 {
            product = plus(product, point);
        }
    }
    product
}

/// A multiple of the point, in other coordinates.
fn scaled([x, y]: Affine, z: u64) -> EdwardsPoint {
    let z = Field25519::from(z);
    let (x, y) = (x * z, y * z);
    EdwardsPoint { x, y, z }
}

/// Points that meet in every way: pairs with sums of every small order or with x' = 0, equal and opposite ones.
fn points(n: usize) -> Vec<Affine> {
    let decode = |y: &str| {
        let bytes = edwards::constant(y).to_repr();
        let point = EdwardsPoint::vartime_batch_from_bytes(&[bytes])[0].unwrap();
        [point.x, point.y]
    };
    let torsion = decode("7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7");
    let zero_x = decode("0ccb1f98645ae035c829d5a61c27023a4e8d8b6cdc01ceb59b859ccf45d57852");
    let mut multiples = std::vec![[Field25519::ZERO, Field25519::ONE]];
    for i in 0..7 {
        multiples.push(plus(multiples[i], torsion));
    }
    let minus = |[x, y]: Affine| [-x, y];
    let generator = [EdwardsPoint::GENERATOR.x, EdwardsPoint::GENERATOR.y];
    let mut points: Vec<Affine> = Vec::new();
    let mut point = generator;
    for i in 0..n {
        point = plus(point, plus(generator, multiples[i % 8]));
        points.push(match i % 16 {
            1 => plus(multiples[4], minus(points[i - 1])),
            3 => plus(multiples[4], minus(points[i - 1])),
            5 => plus(multiples[2], minus(points[i - 1])),
            7 => plus(zero_x, minus(points[i - 1])),
            9 => minus(points[i - 1]),
            10 => zero_x,
            11 => multiples[1 + i / 16 % 7],
            12 => multiples[0],
            13 => points[i - 9],
            15 => points[i - 1],
            _ => point,
        });
    }
    points
}

fn sums<V: BatchVector<Prime = P25519>>(sizes: &[usize]) {
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(6);
    let mut random = || {
        let mut bytes = [0; 32];
        rng.fill_bytes(&mut bytes);
        bytes
    };
    for &n in sizes {
        let affine = points(n);
        let points: Vec<_> = (5u64..).zip(&affine).map(|(z, p)| scaled(*p, z)).collect();
        let equal = std::vec![random(); n];
        let distinct: Vec<_> = (0..n).map(|_| random()).collect();
        for bytes in [equal, distinct] {
            let products = bytes.iter().zip(&affine).map(|(k, p)| times(k, *p));
            let expected = products.fold([Field25519::ZERO, Field25519::ONE], plus);
            let expected = scaled(expected, 1);
            let scalars: Vec<_> = bytes.iter().map(magnitude).collect();
            let stretched = (2..=6).map(|width| Algorithm::Stretched { width });
            let buckets = (2..=9).map(|bits| Algorithm::Pippenger { bits });
            for algorithm in stretched.chain(buckets).map(Some).chain([None]) {
                let sum = VartimeSum {
                    scalars: scalars.clone(),
                    points: &points,
                    algorithm,
                };
                assert_eq!(sum.run::<V>(), expected, "{algorithm:?}, n = {n}");
            }
            let tables = &VartimeEdwardsPrecomputation::from_tables(
                points.clone(),
                Prepare(&points).run::<V>(),
            );
            for first in [0, n / 3] {
                let sum = |first, scalars: &[Magnitude]| {
                    let scalars = scalars.to_vec();
                    let sum = PreparedSum {
                        tables,
                        first,
                        scalars,
                    };
                    sum.run::<V>()
                };
                let (before, after) = scalars.split_at(first);
                assert_eq!(sum(0, before) + sum(first, after), expected, "n = {n}");
            }
        }
    }
}

#[test]
fn in_one_lane() {
    sums::<Serial<Portable, P25519>>(&[0, 1, 2, 7, 16, 40]);
}

#[test]
fn in_four_lanes() {
    sums::<Counted<P25519, 4>>(&[1, 2, 16, 40]);
}

#[test]
fn in_eight_bounded_lanes() {
    sums::<Tight<Bounded<8>, P25519, Radix51>>(&[1, 19]);
    sums::<Tight<Bounded<8>, P25519, Radix52>>(&[1, 19]);
}

#[test]
fn in_doubles() {
    struct Sums;

    impl Job<P25519> for Sums {
        type Output = ();
        const PUBLIC: bool = true;

        fn run<V: BatchVector<Prime = P25519>>(self) {
            sums::<V>(&[0, 1, 2, 7, 16, 40]);
        }
    }

    if let Some(missing) = Backend::Avx2.missing() {
        std::println!("AVX2: not run on this machine: {missing}");
        return;
    }
    Backend::Avx2.many(Sums);
}

/// A magnitude and its integer are the same modulo 8ℓ.
#[test]
fn magnitudes() {
    let generator = [EdwardsPoint::GENERATOR.x, EdwardsPoint::GENERATOR.y];
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(7);
    for i in 0..20 {
        let mut k = [0xff; 32];
        rng.fill_bytes(&mut k[..i]);
        let Magnitude { limbs, negative } = magnitude(&k);
        let mut bytes = [0; 32];
        for (bytes, limb) in bytes.chunks_exact_mut(8).zip(limbs) {
            bytes.copy_from_slice(&limb.to_le_bytes());
        }
        let [x, y] = times(&bytes, generator);
        assert_eq!([if negative { -x } else { x }, y], times(&k, generator));
        assert!(magnitude(&k).bits() <= 255);
    }
}
